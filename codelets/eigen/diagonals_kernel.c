/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The real parts of the diagonal of a matrix in block columns, and of the one above or below it. */

#include "args.h"
#include "codelets/codelet.h"

static real_t element(void *tiles[], int64_t nb, int64_t i, int64_t j)
{
    const scalar_t *a = TILE(tiles[j / nb]);
    return SL_REAL(a[i + j % nb * TILE_LD(tiles[j / nb])]);
}

static void cpu_diagonals(void *tiles[], void *arg)
{
    const struct sl_diagonals_args *p = arg;
    int first = p->off > 0 ? 2 : 1; /* an empty E has no tile */
    real_t *d = (real_t *)TILE(tiles[0]), *e = p->off > 0 ? (real_t *)TILE(tiles[1]) : NULL;
    for (int64_t j = 0; j < p->n; j++)
        d[j] = element(tiles + first, p->nb, j, j);
    for (int64_t j = 0; j < p->off; j++)
        e[j] = p->upper ? element(tiles + first, p->nb, j, j + 1)
                        : element(tiles + first, p->nb, j + 1, j);
}

SL_CODELET_CPU(diagonals);

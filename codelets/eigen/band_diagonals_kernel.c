/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The diagonal and the subdiagonal of the tridiagonal matrix, from all windows of the band. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_band_diagonals(void *tiles[], void *arg)
{
    const struct sl_band_args *p = arg;
    int first = p->n > 1 ? 2 : 1; /* an empty E has no tile */
    real_t *d = (real_t *)TILE(tiles[0]), *e = p->n > 1 ? (real_t *)TILE(tiles[1]) : NULL;
    for (int64_t j = 0; j < p->n; j++) {
        void *tile = tiles[first + j / p->width];
        const scalar_t *w = TILE(tile) + j % p->width * TILE_LD(tile);
        d[j] = SL_REAL(w[0]);
        if (j + 1 < p->n)
            e[j] = SL_REAL(w[1]);
    }
}

SL_CODELET_CPU(band_diagonals);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The diagonal and the subdiagonal of the tridiagonal matrix, or the superdiagonal of the
 * bidiagonal one, from all windows of the band, which are one array. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_band_diagonals(void *tiles[], void *arg)
{
    const struct sl_band_args *p = arg;
    int first = p->n > 1 ? 2 : 1; /* an empty E has no tile */
    real_t *d = (real_t *)TILE(tiles[0]), *e = p->n > 1 ? (real_t *)TILE(tiles[1]) : NULL;
    const scalar_t *w = TILE(tiles[first]);
    int64_t ld = TILE_LD(tiles[first]);
    for (int64_t j = 0; j < p->n; j++) {
        d[j] = SL_REAL(w[p->upper ? sl_upper_place(p->kd, j, j) : j * ld]);
        if (j + 1 < p->n)
            e[j] = SL_REAL(w[p->upper ? sl_upper_place(p->kd, j, j + 1) : j * ld + 1]);
    }
}

SL_CODELET_CPU(band_diagonals);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A window of columns of the band for bulge chasing, from LAPACK's band storage. Rows below the
 * band are zero. */

#include <string.h>
#include "args.h"
#include "codelets/codelet.h"

/* Tiles of AB are `width` columns wide, and tile 1 has column `first` of AB at its left. */
static void cpu_band_copy(void *tiles[], void *arg)
{
    const struct sl_band_args *p = arg;
    scalar_t *w = TILE(tiles[0]);
    int64_t ld = TILE_LD(tiles[0]), rows = TILE_M(tiles[0]);
    for (int64_t j = 0; j < TILE_N(tiles[0]); j++) {
        int64_t column = p->column + j, t = (column - p->first) / p->width;
        int64_t count = SL_MIN(p->kd + 1, p->n - column); /* of elements in the matrix */
        memset(w + j * ld, 0, (size_t)rows * sizeof *w);
        if (count > 0)
            memcpy(w + j * ld,
                   TILE(tiles[1 + t]) +
                       (column - p->first - t * p->width) * TILE_LD(tiles[1 + t]),
                   (size_t)count * sizeof *w);
        w[j * ld] = SL_REAL(w[j * ld]);
    }
}

SL_CODELET_CPU(band_copy);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Columns of a Hermitian band in LAPACK's lower band storage, from block columns of the matrix. The
 * diagonal is real. What is beyond the last row is 0. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_band(void *tiles[], void *arg)
{
    const struct sl_column_args *p = arg;
    int64_t m = TILE_M(tiles[1]), ldb = TILE_LD(tiles[0]);
    for (int64_t j = 0; j < TILE_N(tiles[0]); j++) {
        int64_t column = p->first + j, tile = column / p->nb - p->first / p->nb + 1;
        const scalar_t *a =
            TILE(tiles[tile]) + column + column % p->nb * (int64_t)TILE_LD(tiles[tile]);
        scalar_t *b = TILE(tiles[0]) + j * ldb;
        for (int64_t i = 0; i < TILE_M(tiles[0]); i++)
            b[i] = i == 0 ? SL_REAL(a[0]) : column + i < m ? a[i] : 0;
    }
}

SL_CODELET_CPU(band);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = R of a QR factorization: the upper triangle of the matrix, zeros below. Buffers: block
 * columns of B and of the factored matrix. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_ge_upper(void *tiles[], void *arg)
{
    const struct sl_ge2gb_args *p = arg;
    int64_t ldb = TILE_LD(tiles[0]), lda = TILE_LD(tiles[1]);
    for (int64_t j = 0; j < TILE_N(tiles[0]); j++)
        for (int64_t i = 0; i < TILE_M(tiles[0]); i++)
            TILE(tiles[0])[i + j * ldb] = i <= p->first + j ? TILE(tiles[1])[i + j * lda] : 0;
}

SL_CODELET_CPU(ge_upper);

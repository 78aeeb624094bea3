/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The next block row of A becomes a block column of B: B = A^H. Buffers: B, and the block columns
 * of A behind the diagonal block. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_ge2gb_row(void *tiles[], void *arg)
{
    const struct sl_ge2gb_args *p = arg;
    int64_t rows = TILE_N(tiles[0]), ldb = TILE_LD(tiles[0]);
    scalar_t *b = TILE(tiles[0]) + p->first + p->nb;
    for (int t = 1; t < p->head.data; t++) {
        const scalar_t *a = TILE(tiles[t]) + p->first;
        int64_t columns = TILE_N(tiles[t]), lda = TILE_LD(tiles[t]);
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++)
                b[j + i * ldb] = (scalar_t)SL_CONJ(a[i + j * lda]);
        b += columns;
    }
}

SL_CODELET_CPU(ge2gb_row);

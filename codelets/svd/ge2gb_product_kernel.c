/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A share of Y = A V below the block row: the product of some block columns of A with their rows of
 * V. Buffers: Y, V, and these block columns. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static void cpu_ge2gb_product(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0;
    const struct sl_ge2gb_args *p = arg;
    int64_t row = p->first + p->nb, m = TILE_M(tiles[0]) - row;
    const scalar_t *v = TILE(tiles[1]) + p->column;
    for (int t = 2; t < p->head.data; t++) {
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)m, TILE_N(tiles[1]),
                      TILE_N(tiles[t]), SADDR(one), TILE(tiles[t]) + row, TILE_LD(tiles[t]), v,
                      TILE_LD(tiles[1]), t == 2 ? SADDR(zero) : SADDR(one), TILE(tiles[0]) + row,
                      TILE_LD(tiles[0]));
        v += TILE_N(tiles[t]);
    }
}

SL_CODELET_CPU(ge2gb_product);

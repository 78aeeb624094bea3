/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Y T, from the shares of Y. Buffers: the result, T, and the shares. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static void cpu_ge2gb_sum(void *tiles[], void *arg)
{
    const scalar_t one = 1;
    const struct sl_ge2gb_args *p = arg;
    int64_t row = p->first + p->nb, m = TILE_M(tiles[0]), ld = TILE_LD(tiles[0]);
    int k = TILE_M(tiles[1]);
    scalar_t *y = TILE(tiles[0]);
    for (int64_t j = 0; j < k; j++)
        for (int s = 2; s < p->head.data; s++) {
            const scalar_t *x = TILE(tiles[s]) + j * TILE_LD(tiles[s]);
            for (int64_t i = row; i < m; i++)
                y[i + j * ld] = s == 2 ? x[i] : y[i + j * ld] + x[i];
        }
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, (int)(m - row),
                  k, SADDR(one), TILE(tiles[1]), TILE_LD(tiles[1]), y + row, (int)ld);
}

SL_CODELET_CPU(ge2gb_sum);

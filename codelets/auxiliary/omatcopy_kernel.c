/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A^H, another tile, by square blocks that stay in cache: one of both is read across columns. */

#include "args.h"
#include "codelets/codelet.h"

enum { BLOCK = 32 };

static void cpu_omatcopy(void *tiles[], void *arg)
{
    scalar_t *b = TILE(tiles[0]);
    const scalar_t *a = TILE(tiles[1]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]);
    int64_t lda = TILE_LD(tiles[1]), ldb = TILE_LD(tiles[0]);
    (void)arg;
    for (int64_t j0 = 0; j0 < n; j0 += BLOCK)
        for (int64_t i0 = 0; i0 < m; i0 += BLOCK)
            for (int64_t j = j0; j < SL_MIN(j0 + BLOCK, n); j++)
                for (int64_t i = i0; i < SL_MIN(i0 + BLOCK, m); i++)
                    b[i + j * ldb] = (scalar_t)SL_CONJ(a[j + i * lda]);
}

#ifdef STARLING_CUDA
/* cuBLAS allows the result as the second operand, which is not read. */
static void cuda_omatcopy(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0;
    scalar_t *b = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), ldb = TILE_LD(tiles[0]);
    sl_cuda_check(arg, cublas_x(geam)(sl_cuda_handle(), CUBLAS_OP_C, CUBLAS_OP_N,
                                      m, n, CS(one), CU(TILE(tiles[1])), TILE_LD(tiles[1]),
                                      CS(zero), CU(b), ldb, CU(b), ldb));
}
#endif

SL_CODELET(omatcopy);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A block column of A = A - X Z^H, with X and Z that have the rows of A: its lower part, or if A is
 * full, all of its rows from `top` on. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/tuning.h"

static const scalar_t one = 1, minus_one = -1;

/* n columns from column j of the tile on, in m rows from row `row` of the matrix on. */
static void subtract(const struct sl_column_args *p, void *tiles[], int64_t row, int64_t m,
                     int64_t j, int64_t n)
{
    if (m > 0)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, (int)m, (int)n, (int)p->count,
                      SADDR(minus_one), TILE(tiles[1]) + row, TILE_LD(tiles[1]),
                      TILE(tiles[2]) + p->first + j, TILE_LD(tiles[2]), SADDR(one),
                      TILE(tiles[0]) + row + j * TILE_LD(tiles[0]), TILE_LD(tiles[0]));
}

/* The lower part: the diagonal block by narrow columns, then the rows below it. */
static void cpu_her2k_column(void *tiles[], void *arg)
{
    const struct sl_column_args *p = arg;
    int64_t n = TILE_N(tiles[0]), row = p->top;
    if (!p->full) {
        row = p->first + n;
        for (int64_t j = 0; j < n; j += SL_TRIANGLE_COLUMNS)
            subtract(p, tiles, p->first + j, n - j, j, SL_MIN(SL_TRIANGLE_COLUMNS, n - j));
    }
    subtract(p, tiles, row, TILE_M(tiles[0]) - row, 0, n);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

/* A is full. */
static void cuda_her2k_column(void *tiles[], void *arg)
{
    struct sl_column_args *p = arg;
    int n = TILE_N(tiles[0]), m = (int)(TILE_M(tiles[0]) - p->top);
    sl_cuda_check(&p->head,
                  sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_N, CUBLAS_OP_C, m, n,
                                (int)p->count, CS(minus_one), CU(TILE(tiles[1]) + p->top),
                                TILE_LD(tiles[1]), CU(TILE(tiles[2]) + p->first), TILE_LD(tiles[2]),
                                CS(one), CU(TILE(tiles[0]) + p->top), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(her2k_column);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A block column of A = A - V W^H - W V^H, with V and W that have the rows of A: its lower part,
 * or if A is full, all rows from `top` on. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static const scalar_t one = 1, minus_one = -1;

/* Rows of C = C - A B^H, with rows `row` ... of V or W and the rows of the block column in the
 * other. */
static void subtract(const struct sl_column_args *p, void *tiles[], int v, int w, int64_t row)
{
    int n = TILE_N(tiles[0]), m = (int)(TILE_M(tiles[0]) - row);
    if (m > 0)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, m, n, (int)p->count,
                      SADDR(minus_one), TILE(tiles[v]) + row, TILE_LD(tiles[v]),
                      TILE(tiles[w]) + p->first, TILE_LD(tiles[w]), SADDR(one),
                      TILE(tiles[0]) + row, TILE_LD(tiles[0]));
}

static void cpu_her2k_column(void *tiles[], void *arg)
{
    const struct sl_column_args *p = arg;
    int n = TILE_N(tiles[0]), ld = TILE_LD(tiles[1]);
    int64_t row = p->top;
    if (!p->full) { /* the diagonal block */
        const real_t real_one = 1;
        row = p->first + n;
#ifdef SL_COMPLEX
        cblas_x(her2k)
#else
        cblas_x(syr2k)
#endif
        (CblasColMajor, CblasLower, CblasNoTrans, n, (int)p->count, SADDR(minus_one),
         TILE(tiles[1]) + p->first, ld, TILE(tiles[2]) + p->first, ld, real_one,
         TILE(tiles[0]) + p->first, TILE_LD(tiles[0]));
    }
    subtract(p, tiles, 1, 2, row);
    subtract(p, tiles, 2, 1, row);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

static void cuda_subtract(struct sl_column_args *p, void *tiles[], int v, int w)
{
    int n = TILE_N(tiles[0]), m = (int)(TILE_M(tiles[0]) - p->top);
    sl_cuda_check(&p->head,
                  sl_cuda_xgemm(starpu_cublas_get_local_handle(), CUBLAS_OP_N, CUBLAS_OP_C, m, n,
                                (int)p->count, CU(&minus_one), CU(TILE(tiles[v]) + p->top),
                                TILE_LD(tiles[v]), CU(TILE(tiles[w]) + p->first), TILE_LD(tiles[w]),
                                CU(&one), CU(TILE(tiles[0]) + p->top), TILE_LD(tiles[0])));
}

/* A is full. */
static void cuda_her2k_column(void *tiles[], void *arg)
{
    cuda_subtract(arg, tiles, 1, 2);
    cuda_subtract(arg, tiles, 2, 1);
}
#endif

SL_CODELET(her2k_column);

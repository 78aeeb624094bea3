/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The lower triangle in a tile behind a panel of hetrd: A = A - V W^H - W V^H. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/tuning.h"

/* n columns from the diagonal down, c and v and w from the row of the first one on */
static void update(int rows, int n, int k, const scalar_t *v, int ldv, const scalar_t *w, int ldw,
                   scalar_t *c, int ldc)
{
    const scalar_t one = 1, minus_one = -1;
#ifdef SL_COMPLEX
    cblas_x(her2k)(CblasColMajor, CblasLower, CblasNoTrans, n, k, SADDR(minus_one), v, ldv, w, ldw,
                   1, c, ldc);
#else
    cblas_x(syr2k)(CblasColMajor, CblasLower, CblasNoTrans, n, k, minus_one, v, ldv, w, ldw, 1, c,
                   ldc);
#endif
    if (rows == n)
        return;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, rows - n, n, k, SADDR(minus_one),
                  v + n, ldv, w, ldw, SADDR(one), c + n, ldc);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, rows - n, n, k, SADDR(minus_one),
                  w + n, ldw, v, ldv, SADDR(one), c + n, ldc);
}

static void cpu_hetrd_update(void *tiles[], void *arg)
{
    const struct sl_hetrd_args *p = arg;
    int ldv = TILE_LD(tiles[1]), ldw = TILE_LD(tiles[2]), ldc = TILE_LD(tiles[0]);
    int64_t end = p->column + TILE_N(tiles[0]), n = TILE_M(tiles[0]);
    int64_t first = SL_MAX(p->column, p->first + p->count);
    for (int64_t c = first; c < end; c += SL_TRIANGLE_COLUMNS)
        update((int)(n - c), (int)SL_MIN(SL_TRIANGLE_COLUMNS, end - c), (int)p->count,
               TILE(tiles[1]) + c, ldv, TILE(tiles[2]) + c, ldw,
               TILE(tiles[0]) + c + (c - p->column) * ldc, ldc);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

/* The triangle on the diagonal, then the rows below it. */
static void cuda_hetrd_update(void *tiles[], void *arg)
{
    struct sl_hetrd_args *p = arg;
    const scalar_t one = 1, minus_one = -1;
    int ldv = TILE_LD(tiles[1]), ldw = TILE_LD(tiles[2]), ldc = TILE_LD(tiles[0]);
    int64_t end = p->column + TILE_N(tiles[0]), first = SL_MAX(p->column, p->first + p->count);
    int n = (int)(end - first), k = (int)p->count, rows = (int)(TILE_M(tiles[0]) - end);
    const scalar_t *v = TILE(tiles[1]) + first, *w = TILE(tiles[2]) + first;
    scalar_t *c = TILE(tiles[0]) + first + (first - p->column) * ldc;
    cublasHandle_t handle = sl_cuda_handle();
#ifdef SL_COMPLEX
    const real_t beta = 1;
    sl_cuda_check(&p->head,
                  cublas_x(her2k)(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, CS(minus_one),
                                  CU(v), ldv, CU(w), ldw, &beta, CU(c), ldc));
#else
    sl_cuda_check(&p->head,
                  cublas_x(syr2k)(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, CS(minus_one),
                                  CU(v), ldv, CU(w), ldw, CS(one), CU(c), ldc));
#endif
    if (rows == 0)
        return;
    sl_cuda_check(&p->head,
                  sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, rows, n, k, CS(minus_one),
                                CU(v + n), ldv, CU(w), ldw, CS(one), CU(c + n), ldc));
    sl_cuda_check(&p->head,
                  sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, rows, n, k, CS(minus_one),
                                CU(w + n), ldw, CU(v), ldv, CS(one), CU(c + n), ldc));
}
#endif

SL_CODELET(hetrd_update);

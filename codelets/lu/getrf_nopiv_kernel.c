/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L U of a tile without interchanges, recursively by columns (Toledo, SIAM J. Matrix Anal.
 * Appl. 18, 1997). info = 0, or the number of the first pivot that is exactly zero; it ends the
 * factorization. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/blas3/triangle.h"
#ifdef STARLING_CUDA
#include "cuda_getrf_nopiv.h"
#endif

enum { LEAF = 8 }; /* columns that are factored one by one */

/* The columns one by one, m rows each. */
static int factor_leaf(int m, int n, scalar_t *a, int64_t lda)
{
    for (int k = 0; k < SL_MIN(m, n); k++) {
        scalar_t *l = a + k * lda, pivot = l[k];
        if (pivot == 0)
            return k + 1;
        bool multiply = has_reciprocal(pivot); /* else division, as in LAPACK */
        scalar_t reciprocal = multiply ? 1 / pivot : 0;
        for (int i = k + 1; i < m; i++)
            l[i] = multiply ? l[i] * reciprocal : l[i] / pivot;
        for (int j = k + 1; j < n; j++) {
            scalar_t *x = a + j * lda, u = x[k];
            for (int i = k + 1; i < m; i++)
                x[i] -= l[i] * u;
        }
    }
    return 0;
}

static int factor(int m, int n, scalar_t *a, int lda)
{
    const scalar_t one = 1, minus_one = -1;
    int left = SL_MIN(m, n) / 2, right = n - left;
    if (left < LEAF / 2)
        return factor_leaf(m, n, a, lda);
    scalar_t *a12 = a + (int64_t)left * lda, *a22 = a12 + left;
    int info = factor(m, left, a, lda);
    if (info != 0)
        return info;
    /* A12 = L11^-1 A12, A22 = A22 - L21 A12 */
    cblas_x(trsm)(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, left, right,
                  SADDR(one), a, lda, a12, lda);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m - left, right, left,
                  SADDR(minus_one), a + left, lda, a12, lda, SADDR(one), a22, lda);
    info = factor(m - left, right, a22, lda);
    return info != 0 ? left + info : 0;
}

static void cpu_getrf_nopiv(void *tiles[], void *arg)
{
    (void)arg;
    *(int *)STARPU_VARIABLE_GET_PTR(tiles[1]) =
        factor(TILE_M(tiles[0]), TILE_N(tiles[0]), TILE(tiles[0]), TILE_LD(tiles[0]));
}

#ifdef STARLING_CUDA
static void cuda_getrf_nopiv(void *tiles[], void *arg)
{
    struct sl_args *args = arg;
    sl_cuda_check(args,
                  sl_cuda_x(getrf_nopiv)(sl_cuda_begin(SL_URGENT), TILE_M(tiles[0]),
                                         TILE_N(tiles[0]), CU(TILE(tiles[0])), TILE_LD(tiles[0]),
                                         (int *)STARPU_VARIABLE_GET_PTR(tiles[1])));
    sl_cuda_continue(SL_URGENT, SL_OWN);
}
#endif

SL_CODELET(getrf_nopiv);

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Triangular solves on CUDA with the inverses of diagonal blocks, so that nearly all of their
 * work is matrix products.
 *
 * Everything is queued on the stream of the cuBLAS handle: no call allocates,
 * synchronises or calls back. Handles in host pointer mode are expected and left
 * so. Threads may call at the same time with different handles. Matrices are
 * column-major on the device; n = 0 is allowed everywhere.
 *
 * Results: 0, or the cublasStatus_t of the first call that failed (a failed kernel
 * launch is CUBLAS_STATUS_EXECUTION_FAILED, a bad argument
 * CUBLAS_STATUS_INVALID_VALUE).
 */
#ifndef SL_CUDA_BLAS3_H
#define SL_CUDA_BLAS3_H

#include <stddef.h>
#include <cuComplex.h>
#include <cublas_v2.h>

/* Order of the inverted diagonal blocks, a multiple of 64: D is SL_CUDA_IB x n, and
 * its columns j*SL_CUDA_IB ... hold the inverse of block j of the diagonal, the
 * opposite triangle zero. Larger blocks mean fewer and larger products in a solve; in
 * double precision they waste no operations, in the others a quarter of a block's. D
 * needs an even ldd and, like work, 16-byte alignment for the fast path of dtrsm. */
#ifndef SL_CUDA_IB
#define SL_CUDA_IB 1024
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * sl_cuda_xtrsm: B = alpha op(A)^-1 B (left) or alpha B op(A)^-1 (right), B m x n, with D
 * from sl_cuda_xpotrf or sl_cuda_xtrtri_diag (cholesky/cuda_potrf.h). A diagonal block of A
 * is read only if D has a mark for it (cuda_inverse.cuh).
 * work: sl_cuda_xtrsm_work(side, m, n) elements.
 */
#define SL_CUDA_BLAS3_DECLARE(x, T)                                                                \
    size_t sl_cuda_##x##trsm_work(cublasSideMode_t side, int m, int n);                            \
    int sl_cuda_##x##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,          \
                          cublasOperation_t trans, cublasDiagType_t diag, int m, int n, T alpha,   \
                          const T *A, int lda, const T *D, int ldd, T *B, int ldb, T *work);

SL_CUDA_BLAS3_DECLARE(s, float)
SL_CUDA_BLAS3_DECLARE(d, double)
SL_CUDA_BLAS3_DECLARE(c, cuComplex)
SL_CUDA_BLAS3_DECLARE(z, cuDoubleComplex)

#undef SL_CUDA_BLAS3_DECLARE

/* sl_cuda_strsm with products of parts of A and B whose operands are split (cuda_split.h). scale:
 * for both. */
int sl_cuda_strsm_split(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t trans, cublasDiagType_t diag, int m, int n, float alpha,
                        const float *A, int lda, const float *D, int ldd, float *B, int ldb,
                        float *work, const float scale[2]);

#ifdef __cplusplus
}
#endif

#endif /* SL_CUDA_BLAS3_H */

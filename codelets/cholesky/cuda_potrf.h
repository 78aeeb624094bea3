/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Cholesky of one tile on CUDA together with the inverses of its diagonal blocks, and the same
 * inverses of a given triangular tile: one kernel does both. Handles, streams and results are as in
 * blas3/cuda_blas3.h.
 */
#ifndef SL_CUDA_POTRF_H
#define SL_CUDA_POTRF_H

#include "codelets/blas3/cuda_blas3.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * sl_cuda_xpotrf: A = L L^H (lower) or U^H U (upper), n x n, in place. The opposite
 * triangle is neither read nor written; imaginary parts of the diagonal count as
 * zero and become zero. D, where it is not NULL, receives the inverted diagonal
 * blocks; ldd >= SL_CUDA_IB. work: sl_cuda_xpotrf_work(n) elements. info, on the
 * device: 0, or the order of the smallest leading minor that is not positive (a NaN
 * counts as not positive); A and D are undefined then.
 *
 * sl_cuda_xtrtri_diag: D as above from a triangular tile A, which is only read. A zero
 * on the diagonal gives Inf or NaN in D. Another block whose inverse is not finite is an
 * identity in D, and marked (cuda_inverse.cuh), if A is not unit triangular.
 */
#define SL_CUDA_POTRF_DECLARE(x, T)                                                    \
    size_t sl_cuda_##x##potrf_work(int n);                                             \
    int sl_cuda_##x##potrf(cublasHandle_t h, cublasFillMode_t uplo, int n, T *A,       \
                           int lda, T *D, int ldd, T *work, int *info);                \
    int sl_cuda_##x##trtri_diag(cublasHandle_t h, cublasFillMode_t uplo,               \
                                cublasDiagType_t diag, int n, const T *A, int lda,     \
                                T *D, int ldd);

SL_CUDA_POTRF_DECLARE(s, float)
SL_CUDA_POTRF_DECLARE(d, double)
SL_CUDA_POTRF_DECLARE(c, cuComplex)
SL_CUDA_POTRF_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_POTRF_DECLARE

#ifdef __cplusplus
}
#endif

#endif

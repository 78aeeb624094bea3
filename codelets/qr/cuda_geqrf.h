/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * QR on CUDA: a panel, and the triangle T of its block reflector.
 *
 * As in cuda_blas3.h everything is queued on the stream of the cuBLAS handle (host pointer mode);
 * no call allocates, synchronises or calls back, and threads may call at the same time with
 * different handles. Results: 0 or a cublasStatus_t.
 */
#ifndef SL_CUDA_GEQRF_H
#define SL_CUDA_GEQRF_H

#include <stddef.h>
#include <cuComplex.h>
#include <cublas_v2.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * sl_cuda_xgeqrf: A = Q R, m x n, in place, with k = min(m, n) reflectors as LAPACK's geqrf has
 * them:
 *   the same signs, a real diagonal of R, tau on the diagonal of T. T is k x k, zero below the
 *   diagonal. V, m x k, gets the reflectors alone: ones on the diagonal, zeros above it.
 *   work: sl_cuda_xgeqrf_work(m, n) elements, 16-byte aligned.
 *
 * sl_cuda_xinner: C = V^H B, m x n, where V and B have `rows` rows and few columns.
 *   work: sl_cuda_xinner_work() elements.
 *
 * sl_cuda_xlarft: T, k x k, from such a V, m x k, and from tau on the diagonal of T.
 *   work: sl_cuda_xlarft_work(k) elements.
 */
#define SL_CUDA_GEQRF_DECLARE(x, T)                                                              \
    size_t sl_cuda_##x##geqrf_work(int m, int n);                                                \
    int sl_cuda_##x##geqrf(cublasHandle_t h, int m, int n, T *A, int lda, T *t, int ldt, T *V,   \
                           int ldv, T *work);                                                    \
    size_t sl_cuda_##x##inner_work(void);                                                        \
    int sl_cuda_##x##inner(cublasHandle_t h, int rows, int m, int n, const T *V, int ldv,        \
                           const T *B, int ldb, T *C, int ldc, T *work);                         \
    size_t sl_cuda_##x##larft_work(int k);                                                       \
    int sl_cuda_##x##larft(cublasHandle_t h, int m, int k, const T *V, int ldv, T *t, int ldt,   \
                           T *work);

SL_CUDA_GEQRF_DECLARE(s, float)
SL_CUDA_GEQRF_DECLARE(d, double)
SL_CUDA_GEQRF_DECLARE(c, cuComplex)
SL_CUDA_GEQRF_DECLARE(z, cuDoubleComplex)

#undef SL_CUDA_GEQRF_DECLARE

#ifdef __cplusplus
}
#endif

#endif /* SL_CUDA_GEQRF_H */

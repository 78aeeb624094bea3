/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R for each matrix of a batch on the device, as LAPACK's geqrf: m x n, matrix i begins at
 * A + i stride, its min(m, n) numbers tau at tau + i stride_tau. m is at most
 * SL_GEQRF_BATCHED_ROWS. All is queued on the stream of the cuBLAS handle (host pointer mode).
 * Results: 0, a cublasStatus_t or a cudaError_t. work: sl_cuda_xgeqrf_batched_work() elements. */

#ifndef SL_CUDA_GEQRF_BATCHED_H
#define SL_CUDA_GEQRF_BATCHED_H

#include <stddef.h>
#include <stdint.h>
#include <cublas_v2.h>

enum { SL_GEQRF_BATCHED_ROWS = 1024 };

#ifdef __cplusplus
extern "C" {
#endif

#define SL_CUDA_GEQRF_BATCHED_DECLARE(x, T)                                                        \
    size_t sl_cuda_##x##geqrf_batched_work(int m, int n, int64_t count);                           \
    int sl_cuda_##x##geqrf_batched(cublasHandle_t h, int m, int n, int64_t count, T *A, int lda,   \
                                   int64_t stride, T *tau, int64_t stride_tau, T *work);
SL_CUDA_GEQRF_BATCHED_DECLARE(s, float)
SL_CUDA_GEQRF_BATCHED_DECLARE(d, double)
SL_CUDA_GEQRF_BATCHED_DECLARE(c, cuComplex)
SL_CUDA_GEQRF_BATCHED_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_GEQRF_BATCHED_DECLARE

#ifdef __cplusplus
}
#endif

#endif

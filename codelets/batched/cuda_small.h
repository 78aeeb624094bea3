/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of matrices of order up to SL_SMALL on the device. Matrix i begins at A + i stride, its
 * pivots at ipiv + i pivots. Each function queues a kernel on the stream and returns the
 * cudaError_t of its launch. */

#ifndef SL_CUDA_SMALL_H
#define SL_CUDA_SMALL_H

#include <stdbool.h>
#include <stdint.h>
#include <cuComplex.h>
#include <cuda_runtime.h>
#include "place.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SL_CUDA_SMALL_DECLARE(x, T)                                                                \
    /* P A = L U; info = 0, or the first zero on the diagonal of U, from 1 */                      \
    int sl_cuda_##x##getrf_small(cudaStream_t stream, int n, int64_t count, T *A, int lda,         \
                                 int64_t stride, int *ipiv, int64_t pivots, int *info);            \
    /* A = A^-1; the same info, where A is then undefined */                                       \
    int sl_cuda_##x##inv_small(cudaStream_t stream, int n, int64_t count, T *A, int lda,           \
                               int64_t stride, int *info);                                         \
    /* A = L L^H or U^H U; info = 0, or the order of the smallest bad minor */                     \
    int sl_cuda_##x##potrf_small(cudaStream_t stream, bool upper, int n, int64_t count, T *A,      \
                                 int lda, int64_t stride, int *info);
SL_CUDA_SMALL_DECLARE(s, float)
SL_CUDA_SMALL_DECLARE(d, double)
SL_CUDA_SMALL_DECLARE(c, cuComplex)
SL_CUDA_SMALL_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_SMALL_DECLARE

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU of batches of matrices with up to SL_MIDDLE_ROWS rows on the device. Matrix i begins at
 * A + i stride, its pivots at ipiv + i pivots. Each function queues kernels on the handle's stream
 * and returns 0, or the cudaError_t or cublasStatus_t of what failed. */

#ifndef SL_CUDA_MIDDLE_GETRF_H
#define SL_CUDA_MIDDLE_GETRF_H

#include <stdint.h>
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda_runtime.h>
#include "place.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SL_CUDA_MIDDLE_DECLARE(x, T)                                                               \
    /* P A = L U, A m x n; info = 0, or the first zero on the diagonal of U, from 1. kind:         \
     * codelets/kind.h */                                                                          \
    int sl_cuda_##x##getrf_middle(cublasHandle_t h, int kind, int m, int n, int64_t count, T *A,   \
                                  int lda, int64_t stride, int *ipiv, int64_t pivots, int *info);
SL_CUDA_MIDDLE_DECLARE(s, float)
SL_CUDA_MIDDLE_DECLARE(d, double)
SL_CUDA_MIDDLE_DECLARE(c, cuComplex)
SL_CUDA_MIDDLE_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_MIDDLE_DECLARE

#ifdef __cplusplus
}
#endif

#endif

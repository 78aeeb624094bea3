/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorizations of a batch of matrices on the device, for orders from 33 to
 * about 1024. Smaller ones are right, too, but cuda_small.h is faster. Matrix i begins
 * at A + i stride. Each function queues a kernel on the stream and returns the
 * cudaError_t of its launch. */

#ifndef SL_CUDA_MIDDLE_POTRF_H
#define SL_CUDA_MIDDLE_POTRF_H

#include <stdbool.h>
#include <stdint.h>
#include <cuComplex.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A = L L^H or U^H U; info[i] = 0, or the order of the smallest bad minor of matrix i,
 * where its factorization ends. The other triangle is neither read nor written. kind: codelets/kind.h */
#define SL_CUDA_MIDDLE_POTRF(x, T)                                                                 \
    int sl_cuda_##x##potrf_middle(cudaStream_t stream, int kind, bool upper, int n, int64_t count, \
                                  T *A, int lda, int64_t stride, int *info);
SL_CUDA_MIDDLE_POTRF(s, float)
SL_CUDA_MIDDLE_POTRF(d, double)
SL_CUDA_MIDDLE_POTRF(c, cuComplex)
SL_CUDA_MIDDLE_POTRF(z, cuDoubleComplex)
#undef SL_CUDA_MIDDLE_POTRF

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Operations on matrices of which each has its place on the device, and its order (place.h). A call
 * does those with orders of its kernels; others do the rest. It has a kernel for each class of
 * orders, and launches them with the largest matrices first. infos of empty matrices stay. Each
 * function queues kernels on the stream, or on several, and returns the cudaError_t of their
 * launches. Of several streams, the most urgent ones first, a class has the next one, and all that
 * are left have the last one. */

#ifndef SL_CUDA_PLACES_H
#define SL_CUDA_PLACES_H

#include <stdbool.h>
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include "cuda_geqrf_batched.h"
#include "gels_call.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SL_PLACES_STREAMS = 4 };

/* Bytes of the workspace of solutions, n x nrhs, and of inverses, n x n; n: the largest order. */
size_t sl_cuda_places_work(int64_t n, int64_t nrhs, int64_t count, size_t element);

#define SL_CUDA_PLACES(x)                                                                          \
    /* Squares of orders up to SL_SMALL, as in cuda_small.h */                                     \
    int sl_cuda_##x##potrf_small_places(cudaStream_t stream, bool upper, struct sl_matrices A,     \
                                        int *info);                                                \
    int sl_cuda_##x##getrf_small_places(cudaStream_t stream, struct sl_matrices A,                 \
                                        struct sl_matrices ipiv, int *info);                       \
    int sl_cuda_##x##inv_small_places(cudaStream_t stream, struct sl_matrices A, int *info);       \
    /* Larger ones, and rectangles, up to SL_MIDDLE, as in cuda_middle.h */                        \
    int sl_cuda_##x##potrf_middle_places(const cudaStream_t *streams, bool upper,                  \
                                         struct sl_matrices A, int *info);                         \
    int sl_cuda_##x##getrf_middle_places(const cudaStream_t *streams, struct sl_matrices A,        \
                                         struct sl_matrices ipiv, int *info);                      \
    /* QR of matrices of at most SL_GEQRF_BATCHED_ROWS rows and columns */                         \
    int sl_cuda_##x##geqrf_places(cudaStream_t stream, const struct sl_qr *p);                     \
    /* Solutions of any order, as in cuda_solve.h; infos may be NULL. They, and inverses, are on the \
     * stream of the handle (host pointer mode). */                                                \
    int sl_cuda_##x##potrs_places(cublasHandle_t h, bool upper, struct sl_matrices A,              \
                                  struct sl_matrices B, const int *infos, void *work);             \
    int sl_cuda_##x##getrs_places(cublasHandle_t h, cublasOperation_t trans, struct sl_matrices A, \
                                  struct sl_matrices ipiv, struct sl_matrices B,                   \
                                  const int *infos, void *work);                                   \
    /* Inverses of all orders above `above` from P A = L U. infos: 0, or the first zero on the      \
     * diagonal of U, where A stays. */                                                            \
    int sl_cuda_##x##getri_places(cublasHandle_t h, struct sl_matrices A,                          \
                                  struct sl_matrices ipiv, int above, int *infos, void *work);
SL_CUDA_PLACES(s)
SL_CUDA_PLACES(d)
SL_CUDA_PLACES(c)
SL_CUDA_PLACES(z)
#undef SL_CUDA_PLACES

#ifdef __cplusplus
}
#endif

#endif

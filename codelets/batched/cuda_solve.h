/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions from the factors of a batch on the device. Matrix i begins at
 * A + i stride_a, its pivots at ipiv + i n. All is queued on the stream of the cuBLAS handle (host
 * pointer mode). Results: 0, a cublasStatus_t or a cudaError_t.
 *
 * Where infos is not NULL, matrices whose info is not 0 keep their B. work: elements of
 * sl_cuda_solve_work(). */

#ifndef SL_CUDA_SOLVE_H
#define SL_CUDA_SOLVE_H

#include <stdbool.h>
#include <stdint.h>
#include <cublas_v2.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of the workspace for count matrices B, n x nrhs. */
size_t sl_cuda_solve_work(int64_t n, int64_t nrhs, int64_t count, size_t element);

#define SL_CUDA_SOLVE_DECLARE(x, T)                                                                \
    /* B = A^-1 B with A = L L^H or U^H U */                                                       \
    int sl_cuda_##x##potrs_batched(cublasHandle_t h, bool upper, int n, int nrhs, int64_t count,   \
                                   T *A, int lda, int64_t stride_a, T *B, int ldb,                 \
                                   int64_t stride_b, const int *infos, void *work);                \
    /* B = op(A)^-1 B with P A = L U */                                                            \
    int sl_cuda_##x##getrs_batched(cublasHandle_t h, cublasOperation_t trans, int n, int nrhs,     \
                                   int64_t count, T *A, int lda, int64_t stride_a,                 \
                                   const int *ipiv, T *B, int ldb, int64_t stride_b,               \
                                   const int *infos, void *work);
SL_CUDA_SOLVE_DECLARE(s, float)
SL_CUDA_SOLVE_DECLARE(d, double)
SL_CUDA_SOLVE_DECLARE(c, cuComplex)
SL_CUDA_SOLVE_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_SOLVE_DECLARE

#ifdef __cplusplus
}
#endif

#endif

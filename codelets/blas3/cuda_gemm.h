/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gemm on the device, with the arguments and results of cublasDgemm, cublasZgemm and their
 * StridedBatched variants. Large products take the kernel with the largest blocks. The
 * handle must be in host pointer mode. No call allocates device memory or synchronises.
 * Threads may call at the same time with different handles. */

#ifndef SL_CUDA_GEMM_H
#define SL_CUDA_GEMM_H

#include <cublas_v2.h>

#define SL_CUDA_GEMM_DECLARE(x, T)                                                           \
    int sl_cuda_##x##gemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, \
                          int m, int n, int k, const T *alpha, const T *A, int lda,          \
                          const T *B, int ldb, const T *beta, T *C, int ldc);                \
    int sl_cuda_##x##gemm_strided(cublasHandle_t handle, cublasOperation_t ta,               \
                                  cublasOperation_t tb, int m, int n, int k, const T *alpha, \
                                  const T *A, int lda, long long next_a, const T *B, int ldb, \
                                  long long next_b, const T *beta, T *C, int ldc,            \
                                  long long next_c, int count);

SL_CUDA_GEMM_DECLARE(d, double)
SL_CUDA_GEMM_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_GEMM_DECLARE

/* In kernel files: the function of their precision. */
#if defined(STARLING_PREC_D) || defined(STARLING_PREC_Z)
#define sl_cuda_xgemm sl_cuda_x(gemm)
#define sl_cuda_xgemm_strided sl_cuda_x(gemm_strided)
#else
#define sl_cuda_xgemm cublas_x(gemm)
#define sl_cuda_xgemm_strided cublas_x(gemmStridedBatched)
#endif

#endif

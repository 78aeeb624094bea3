/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gemm on the device: cublasDgemm and cublasZgemm, large products by the kernel with the
 * largest blocks. Arguments and results are theirs; the handle is in host pointer mode, no
 * device memory is allocated, nothing synchronises, and threads may call at the same time with
 * different handles. */

#ifndef SL_CUDA_GEMM_H
#define SL_CUDA_GEMM_H

#include <cublas_v2.h>

int sl_cuda_dgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                  int n, int k, const double *alpha, const double *A, int lda,
                  const double *B, int ldb, const double *beta, double *C, int ldc);
int sl_cuda_zgemm(cublasHandle_t handle, cublasOperation_t ta, cublasOperation_t tb, int m,
                  int n, int k, const cuDoubleComplex *alpha, const cuDoubleComplex *A,
                  int lda, const cuDoubleComplex *B, int ldb, const cuDoubleComplex *beta,
                  cuDoubleComplex *C, int ldc);

#endif

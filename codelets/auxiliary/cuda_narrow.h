/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A in the lower precision, A m x n, and two numbers: the infinity norm of A, a NaN if A has
 * one, and 1 if a number is beyond the range of B, else 0. uplo L, U: this triangle of a Hermitian
 * A, whose diagonal is real. work: sl_narrow_work(m, n) doubles (narrow.h). Returns a cudaError_t.
 */

#ifndef SL_CUDA_NARROW_H
#define SL_CUDA_NARROW_H

#include <stdint.h>
#include <cuComplex.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

int sl_cuda_dnarrow_array(cudaStream_t stream, char uplo, int m, int n, const double *A,
                          int64_t lda, float *B, int64_t ldb, double *numbers, double *work);
int sl_cuda_znarrow_array(cudaStream_t stream, char uplo, int m, int n, const cuDoubleComplex *A,
                          int64_t lda, cuComplex *B, int64_t ldb, double *numbers, double *work);

#ifdef __cplusplus
}
#endif

#endif

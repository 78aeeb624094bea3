/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Solution of a triangular system with one right-hand side, x = alpha op(A)^-1 x, A of order n, in
 * one kernel. It multiplies by inverses of diagonal blocks of order SL_CUDA_TRSV. So the residual
 * can be as large as their condition allows, but not the error. This is what a preconditioner
 * needs.
 *
 * Everything is queued on the stream; x and A are column-major on the device. work:
 * sl_trsv_work(n) elements (args.h). Returns a cudaError_t.
 */
#ifndef SL_CUDA_TRSV_H
#define SL_CUDA_TRSV_H

#include <stddef.h>
#include <stdint.h>
#include <cuComplex.h>
#include <cublas_v2.h>

enum { SL_CUDA_TRSV = 64 };

#ifdef __cplusplus
extern "C" {
#endif

#define SL_CUDA_TRSV_DECLARE(x, T)                                                                 \
    int sl_cuda_##x##trsv(cudaStream_t stream, cublasFillMode_t uplo, cublasOperation_t trans,     \
                          cublasDiagType_t diag, int n, T alpha, const T *A, int64_t lda, T *x,    \
                          T *work);

SL_CUDA_TRSV_DECLARE(s, float)
SL_CUDA_TRSV_DECLARE(c, cuComplex)

#undef SL_CUDA_TRSV_DECLARE

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU of a tile without interchanges on CUDA. Handles, streams and results are as in
 * blas3/cuda_blas3.h.
 */
#ifndef SL_CUDA_GETRF_NOPIV_H
#define SL_CUDA_GETRF_NOPIV_H

#include "codelets/blas3/cuda_blas3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* sl_cuda_xgetrf_nopiv: A = L U, m x n, in place. info, on the device: 0, or the number of the
 * first pivot that is exactly zero; A is undefined then. */
#define SL_CUDA_GETRF_NOPIV_DECLARE(x, T)                                              \
    int sl_cuda_##x##getrf_nopiv(cublasHandle_t h, int m, int n, T *A, int lda, int *info);

SL_CUDA_GETRF_NOPIV_DECLARE(s, float)
SL_CUDA_GETRF_NOPIV_DECLARE(d, double)
SL_CUDA_GETRF_NOPIV_DECLARE(c, cuComplex)
SL_CUDA_GETRF_NOPIV_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_GETRF_NOPIV_DECLARE

#ifdef __cplusplus
}
#endif

#endif /* SL_CUDA_GETRF_NOPIV_H */

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Element-wise kernels of the reduction to a band on the device. Each function queues a kernel
 * on the stream and returns the cudaError_t of its launch. */

#ifndef SL_CUDA_HE2HB_H
#define SL_CUDA_HE2HB_H

#include <stdint.h>
#include <cuComplex.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SL_CUDA_HE2HB_DECLARE(x, T)                                                                \
    /* Both triangles of a Hermitian A, from triangle uplo; the diagonal becomes real */           \
    int sl_cuda_##x##he_block(cudaStream_t stream, char uplo, int n, T *A, int lda);               \
    /* B = m - 1 subdiagonals and the diagonal of n columns of A, in LAPACK's lower band           \
     * storage. A is the first element of the diagonal, which becomes real. There are zeros        \
     * below the last row of A, which has `rows` rows. */                                          \
    int sl_cuda_##x##band(cudaStream_t stream, int m, int n, int64_t rows, const T *A, int lda,    \
                          T *B, int ldb);

SL_CUDA_HE2HB_DECLARE(s, float)
SL_CUDA_HE2HB_DECLARE(d, double)
SL_CUDA_HE2HB_DECLARE(c, cuComplex)
SL_CUDA_HE2HB_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_HE2HB_DECLARE

#ifdef __cplusplus
}
#endif

#endif

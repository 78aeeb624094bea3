/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The first zero on the diagonal of a tile: *info, on the device, is its index from 1, or 0.
 * Queued on the stream; the cudaError_t of the launch.
 */
#ifndef SL_CUDA_TRTRI_H
#define SL_CUDA_TRTRI_H

#include <cuComplex.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SL_CUDA_TRTRI_DECLARE(x, T)                                                          \
    int sl_cuda_##x##first_zero(cudaStream_t stream, int n, const T *A, int lda, int *info);
SL_CUDA_TRTRI_DECLARE(s, float)
SL_CUDA_TRTRI_DECLARE(d, double)
SL_CUDA_TRTRI_DECLARE(c, cuComplex)
SL_CUDA_TRTRI_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_TRTRI_DECLARE

#ifdef __cplusplus
}
#endif

#endif

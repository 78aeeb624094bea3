/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Elements of a matrix change places with those that stand opposite, on the device. */

#ifndef SL_CUDA_FLIP_H
#define SL_CUDA_FLIP_H

#include <cuComplex.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* a[i + j lda] and b[-i - j ldb] change places, i < m, j < n. Returns the cudaError_t of the
 * launch. */
#define SL_CUDA_FLIP_DECLARE(x, T)                                                                 \
    int sl_cuda_##x##flip(cudaStream_t stream, int m, int n, T *a, int lda, T *b, int ldb);
SL_CUDA_FLIP_DECLARE(s, float)
SL_CUDA_FLIP_DECLARE(d, double)
SL_CUDA_FLIP_DECLARE(c, cuComplex)
SL_CUDA_FLIP_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_FLIP_DECLARE

#ifdef __cplusplus
}
#endif

#endif

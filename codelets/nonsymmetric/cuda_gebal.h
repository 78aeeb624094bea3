/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What tells whether gebal would change a matrix, on the device. The data are those of
 * args_of_balance.h, in its memory. Each function queues kernels on the stream and returns a
 * cudaError_t. */

#ifndef SL_CUDA_GEBAL_H
#define SL_CUDA_GEBAL_H

#include <cuComplex.h>
#include <cuda_runtime.h>
#include "args_of_balance.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SL_CUDA_GEBAL_DECLARE(x, T)                                                                \
    /* The m x n block column A, whose first diagonal element is in row `first` */                 \
    int sl_cuda_##x##gebal_norms(cudaStream_t stream, int m, int n, const T *a, int lda,           \
                                 int first, double *row, struct sl_column_norms *column);

SL_CUDA_GEBAL_DECLARE(s, float)
SL_CUDA_GEBAL_DECLARE(d, double)
SL_CUDA_GEBAL_DECLARE(c, cuComplex)
SL_CUDA_GEBAL_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_GEBAL_DECLARE

#ifdef __cplusplus
}
#endif

#endif

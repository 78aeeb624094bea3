/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a tridiagonal matrix by multisection on the device. All is queued on the stream;
 * each function returns the cudaError_t of its launches. */

#ifndef SL_CUDA_STEBZ_H
#define SL_CUDA_STEBZ_H

#include <cuda_runtime.h>
#include <stdint.h>
#include "sturm_row.h"

#ifdef __cplusplus
extern "C" {
#endif

/* value = the eigenvalues of the matrix of order n >= 1 with the diagonal t and the subdiagonal
 * t + ld, in about ascending order. No element is larger than 1. unit: the length of the last
 * intervals. points: so many counts come first, and about so many in each step that follows; a power
 * of two, not larger than 8 / unit. Workspace: sl_sturm_rows(n) rows, and `points` counts. */
#define SL_CUDA_STEBZ_DECLARE(x, T)                                                                \
    int sl_cuda_##x##stebz(cudaStream_t stream, int n, const T *t, int64_t ld, double unit,        \
                           struct sl_sturm_row *row, int *count, int points, T *value);
SL_CUDA_STEBZ_DECLARE(s, float)
SL_CUDA_STEBZ_DECLARE(d, double)
#undef SL_CUDA_STEBZ_DECLARE

#ifdef __cplusplus
}
#endif

#endif

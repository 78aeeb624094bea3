/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values of a bidiagonal matrix by multisection on the device. All is queued on the
 * stream; the result is the cudaError_t of the launches. */

#ifndef SL_CUDA_BDSBZ_H
#define SL_CUDA_BDSBZ_H

#include <cuda_runtime.h>
#include "bdsbz.h"

#ifdef __cplusplus
extern "C" {
#endif

/* value = the singular values of the matrix of order n >= 1 with the rows t of T (bdsbz.h), in
 * about ascending order, each relative to itself. shift: of the points. points: so many counts come
 * first, and about so many in each step that follows; a power of two, at most 2^24. Workspace:
 * `points` counts. */
int sl_cuda_bdsbz(cudaStream_t stream, int n, int shift, const double *t, int *count, int points,
                  double *value);

#ifdef __cplusplus
}
#endif

#endif

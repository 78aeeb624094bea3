/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from op(A) X = B by least squares, or of minimum norm, for each matrix of a batch on the
 * device, as LAPACK's gels. W is A, or A^H where A has more columns than rows; its QR factorization
 * is between the two parts. B has max(m, n) rows. Each function queues kernels on the stream and
 * returns the cudaError_t of their launches. */

#ifndef SL_CUDA_GELS_H
#define SL_CUDA_GELS_H

#include <stdbool.h>
#include <cuComplex.h>
#include <cuda_runtime.h>
#include "gels_call.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SL_CUDA_GELS_DECLARE(x)                                                                    \
    /* W, which is multiplied by a power of 2 if its numbers are at an end of the range */         \
    int sl_cuda_##x##gels_begin(cudaStream_t stream, const struct sl_gels *p);                     \
    /* X takes the place of B; the factors of A^H go back to A. */                                 \
    int sl_cuda_##x##gels_end(cudaStream_t stream, const struct sl_gels *p);
SL_CUDA_GELS_DECLARE(s)
SL_CUDA_GELS_DECLARE(d)
SL_CUDA_GELS_DECLARE(c)
SL_CUDA_GELS_DECLARE(z)
#undef SL_CUDA_GELS_DECLARE

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * One-stage reduction to tridiagonal form on a GPU: a panel; and what stands around the panels.
 */
#ifndef SL_CUDA_HETRD_H
#define SL_CUDA_HETRD_H

#include "codelets/qr/cuda_panel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Columns of the panel: `count` from a on, the first one has number `first` of n. V gets the
 * reflectors, W what belongs to them, and tau goes every next_tau elements. The matrix has tiles of
 * nb columns from `column` on, which sl_cuda_xpanel_tiles() has put to the workspace. */
struct sl_cuda_hetrd {
    int count, first, n;
    void *a, *v, *w, *tau;
    int lda, ldv, ldw, next_tau;
    int64_t tiles;
    int column, nb;
    void *work;
};
/* Each returns the cudaError_t of its launch.
 * diagonal: d[j] = the real part of a[j (lda + 1)], j < n */
#define SL_CUDA_HETRD_DECLARE(x, T, R)                                                             \
    int sl_cuda_##x##hetrd_panel(cudaStream_t stream, const struct sl_cuda_hetrd *p);              \
    int sl_cuda_##x##diagonal(cudaStream_t stream, int n, const T *a, int lda, R *d);
SL_CUDA_HETRD_DECLARE(s, float, float)
SL_CUDA_HETRD_DECLARE(d, double, double)
SL_CUDA_HETRD_DECLARE(c, cuComplex, float)
SL_CUDA_HETRD_DECLARE(z, cuDoubleComplex, double)
#undef SL_CUDA_HETRD_DECLARE

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * One-stage reduction to bidiagonal form on a GPU: a panel, and the rows that it leaves.
 */
#ifndef SL_CUDA_GEBRD_H
#define SL_CUDA_GEBRD_H

#include "codelets/qr/cuda_panel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Columns of the panel: `count` from a on, the first one has number `first` of n, in m rows. Its
 * rows, as columns, begin at r. V and U get the reflectors, X and Y what belongs to them. The
 * matrix has tiles of nb columns from `column` on, which sl_cuda_xpanel_tiles() has put to the
 * workspace. */
struct sl_cuda_gebrd {
    int count, first, m, n;
    void *a, *r, *v, *x, *y, *u, *tauq, *taup;
    int lda, ldr, ldv, ldx, ldy, ldu, next_tauq, next_taup;
    int64_t tiles;
    int column, nb;
    void *work;
};
/* Each returns the cudaError_t of its launch.
 * rows: a[i + j lda] = conj(r[j + i ldr]) for i < m and j < n, but not where j <= i + diagonal. */
#define SL_CUDA_GEBRD_DECLARE(x, T)                                                                \
    int sl_cuda_##x##gebrd_panel(cudaStream_t stream, const struct sl_cuda_gebrd *p);              \
    int sl_cuda_##x##gebrd_rows(cudaStream_t stream, int m, int n, int64_t diagonal, const T *r,   \
                                int ldr, T *a, int lda);
SL_CUDA_GEBRD_DECLARE(s, float)
SL_CUDA_GEBRD_DECLARE(d, double)
SL_CUDA_GEBRD_DECLARE(c, cuComplex)
SL_CUDA_GEBRD_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_GEBRD_DECLARE

#ifdef __cplusplus
}
#endif

#endif

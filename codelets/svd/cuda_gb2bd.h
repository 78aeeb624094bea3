/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Stage 2 of singular value problems on a GPU: an upper band to bidiagonal form, for band widths of 32
 * and 64. The band for stage 2 has 3 kd rows and n + 2 kd columns (args.h, sl_upper_place). All is queued on
 * the stream; each function returns the cudaError_t of its launches.
 */
#ifndef SL_CUDA_GB2BD_H
#define SL_CUDA_GB2BD_H

#include "codelets/eigen/cuda_hb2st.h"

#ifdef __cplusplus
extern "C" {
#endif

/* clear: the band is 0.
 * load: the band from `columns` columns of A, from column `first` on. A has triangles of order `block` on
 *       the diagonal, up to kd superdiagonals.
 * load_rows: the band from the same columns of B: its rows behind these triangles, transposed.
 * gb2bd: bulge chasing; flags: n + 1 integers of workspace; v2 and p2 may be NULL. blocks: so many
 *       thread blocks; 0: as many as pay.
 * diagonals: d and e from the band.
 * ge_upper: B = the upper triangle of A, zeros below, for columns from `first` on of the matrix. */
#define SL_CUDA_GB2BD_DECLARE(x, T, R)                                                       \
    int sl_cuda_##x##gb2bd_clear(cudaStream_t stream, int64_t n, int kd, T *band);           \
    int sl_cuda_##x##gb2bd_load(cudaStream_t stream, int kd, int64_t block, int64_t first,    \
                                int columns, const T *A, int lda, T *band);                  \
    int sl_cuda_##x##gb2bd_load_rows(cudaStream_t stream, int64_t n, int kd, int64_t block,  \
                                     int64_t first, int columns, const T *B, int ldb,        \
                                     T *band);                                               \
    int sl_cuda_##x##gb2bd(cudaStream_t stream, int64_t n, int kd, T *band, int *flags,      \
                           const struct sl_cuda_reflectors *v2,                              \
                           const struct sl_cuda_reflectors *p2, int blocks);                 \
    int sl_cuda_##x##gb2bd_diagonals(cudaStream_t stream, int64_t n, int kd, const T *band,  \
                                     R *d, R *e);                                            \
    int sl_cuda_##x##ge_upper(cudaStream_t stream, int m, int n, int64_t first, const T *A,  \
                              int lda, T *B, int ldb);
SL_CUDA_GB2BD_DECLARE(s, float, float)
SL_CUDA_GB2BD_DECLARE(d, double, double)
SL_CUDA_GB2BD_DECLARE(c, cuComplex, float)
SL_CUDA_GB2BD_DECLARE(z, cuDoubleComplex, double)
#undef SL_CUDA_GB2BD_DECLARE

#ifdef __cplusplus
}
#endif

#endif

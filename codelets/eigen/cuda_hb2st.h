/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Stage 2 on a GPU: a band matrix to tridiagonal form, for band widths of 32 and 64, and its orthogonal
 * blocks, for band widths up to 64. The band for stage 2
 * has 2 kd rows and n + kd columns. All is queued on the stream; each function returns the cudaError_t
 * of its launches.
 */
#ifndef SL_CUDA_HB2ST_H
#define SL_CUDA_HB2ST_H

#include <cuComplex.h>
#include <cuda_runtime.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The block columns of V2. */
enum { SL_CUDA_REFLECTOR_TILES = 128 };
struct sl_cuda_reflectors {
    void *tile[SL_CUDA_REFLECTOR_TILES];
    int ld[SL_CUDA_REFLECTOR_TILES];
    int width; /* columns of a tile */
};

/* load: columns `first` ... of the band, from `columns` columns of LAPACK's band storage; first = 0 also
 *       sets the rest of the band to 0.
 * hb2st: bulge chasing; flags: n + 1 integers of workspace; v2 may be NULL. blocks: so many thread
 *       blocks; 0: as many as pay.
 * diagonals: d and e from the band.
 * form_hb2st: `count` orthogonal blocks of the reflectors of sweeps `sweep` ... and `steps` steps each, one
 *       beside the other in q (args.h, struct sl_block_args). Column v_column of the tiles is that of
 *       the first sweep. */
#define SL_CUDA_HB2ST_DECLARE(x, T, R)                                                       \
    int sl_cuda_##x##hb2st_load(cudaStream_t stream, int64_t n, int kd, int64_t first,       \
                                int columns, const T *ab, int ldab, T *band);                \
    int sl_cuda_##x##hb2st(cudaStream_t stream, int64_t n, int kd, T *band, int *flags,      \
                           const struct sl_cuda_reflectors *v2, int blocks);                 \
    int sl_cuda_##x##hb2st_diagonals(cudaStream_t stream, int64_t n, int kd, const T *band,  \
                                     R *d, R *e);                                            \
    int sl_cuda_##x##form_hb2st(cudaStream_t stream, int64_t n, int kd, int64_t sweep,       \
                                int sweeps, int steps, int count, int v_column,              \
                                const struct sl_cuda_reflectors *v2, T *q, int ldq);
SL_CUDA_HB2ST_DECLARE(s, float, float)
SL_CUDA_HB2ST_DECLARE(d, double, double)
SL_CUDA_HB2ST_DECLARE(c, cuComplex, float)
SL_CUDA_HB2ST_DECLARE(z, cuDoubleComplex, double)
#undef SL_CUDA_HB2ST_DECLARE

#ifdef __cplusplus
}
#endif

#endif

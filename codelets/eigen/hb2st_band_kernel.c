/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* All of stage 2 in one task on a GPU: a band matrix to tridiagonal form. */

#include "args.h"
#include "codelets/codelet.h"

#ifdef STARLING_CUDA
#include "cuda_hb2st.h"

_Static_assert((int)SL_CUDA_REFLECTOR_TILES == SL_HB2ST_TILES, "the kernel takes these tiles");

/* Buffers: the band and the flags, which are workspace, D, E, and the tiles of AB and of V2. */
static void cuda_hb2st_band(void *tiles[], void *arg)
{
    struct sl_hb2st_band_args *p = arg;
    cudaStream_t stream = sl_cuda_stream();
    struct sl_cuda_reflectors v2 = {.width = (int)p->v_width};
    void **ab = tiles + 4, **v = ab + p->ab_tiles;
    scalar_t *band = TILE(tiles[0]);
    int *flags = (int *)STARPU_MATRIX_GET_PTR(tiles[1]), kd = (int)p->kd;

    for (int64_t j = 0; j < p->ab_tiles; j++)
        sl_cuda_check(&p->head, sl_cuda_x(hb2st_load)(stream, p->n, kd, j * p->ab_width,
                                                      TILE_N(ab[j]), CU(TILE(ab[j])),
                                                      TILE_LD(ab[j]), CU(band)));
    for (int64_t j = 0; j < p->v_tiles; j++) {
        v2.tile[j] = TILE(v[j]);
        v2.ld[j] = TILE_LD(v[j]);
    }
    sl_cuda_check(&p->head, sl_cuda_x(hb2st)(stream, p->n, kd, CU(band), flags,
                                             p->v_tiles > 0 ? &v2 : NULL, 0));
    sl_cuda_check(&p->head,
                  sl_cuda_x(hb2st_diagonals)(stream, p->n, kd, CU(band),
                                             (real_t *)STARPU_MATRIX_GET_PTR(tiles[2]),
                                             (real_t *)STARPU_MATRIX_GET_PTR(tiles[3])));
}
#endif

SL_CODELET_CUDA(hb2st_band);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* All of stage 2 in one task on a GPU: an upper band to bidiagonal form. */

#include "args.h"
#include "codelets/codelet.h"

#ifdef STARLING_CUDA
#include "cuda_gb2bd.h"

_Static_assert((int)SL_CUDA_REFLECTOR_TILES == SL_HB2ST_TILES, "the kernel takes these tiles");

static struct sl_cuda_reflectors reflectors(const struct sl_gb2bd_band_args *p, void *tiles[])
{
    struct sl_cuda_reflectors v = {.width = (int)p->v_width};
    for (int64_t j = 0; j < p->v_tiles; j++) {
        v.tile[j] = TILE(tiles[j]);
        v.ld[j] = TILE_LD(tiles[j]);
    }
    return v;
}

/* Buffers: the band and the flags, which are workspace, D, E, the tiles of A and of B, which have the
 * band (gb_copy_kernel.c), and those of V2 and P2. */
static void cuda_gb2bd_band(void *tiles[], void *arg)
{
    struct sl_gb2bd_band_args *p = arg;
    cudaStream_t stream = sl_cuda_stream();
    void **a = tiles + 4, **b = a + p->a_tiles, **v = b + p->b_tiles, **w = v + p->v_tiles;
    scalar_t *band = TILE(tiles[0]);
    int *flags = (int *)STARPU_MATRIX_GET_PTR(tiles[1]), kd = (int)p->kd;
    struct sl_cuda_reflectors v2 = reflectors(p, v), p2 = reflectors(p, w);

    sl_cuda_check(&p->head, sl_cuda_x(gb2bd_clear)(stream, p->n, kd, CU(band)));
    for (int64_t j = 0; j < p->a_tiles; j++)
        sl_cuda_check(&p->head, sl_cuda_x(gb2bd_load)(stream, kd, p->block, j * p->nb, TILE_N(a[j]),
                                                      CU(TILE(a[j])), TILE_LD(a[j]), CU(band)));
    for (int64_t j = 0; j < p->b_tiles; j++)
        sl_cuda_check(&p->head, sl_cuda_x(gb2bd_load_rows)(stream, p->n, kd, p->block, j * p->nb,
                                                           TILE_N(b[j]), CU(TILE(b[j])),
                                                           TILE_LD(b[j]), CU(band)));
    sl_cuda_check(&p->head, sl_cuda_x(gb2bd)(stream, p->n, kd, CU(band), flags,
                                             p->v_tiles > 0 ? &v2 : NULL,
                                             p->v_tiles > 0 ? &p2 : NULL, 0));
    sl_cuda_check(&p->head,
                  sl_cuda_x(gb2bd_diagonals)(stream, p->n, kd, CU(band),
                                             (real_t *)STARPU_MATRIX_GET_PTR(tiles[2]),
                                             (real_t *)STARPU_MATRIX_GET_PTR(tiles[3])));
}
#endif

SL_CODELET_CUDA(gb2bd_band);

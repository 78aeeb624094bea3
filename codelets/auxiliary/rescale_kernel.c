/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = factor A on a tile, or on its first rows. The factor is a number of a datum of the graph
 * (sigma_kernel.c), so nothing waits for it on the host. If it is 0, A becomes zero even if it has
 * NaN. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_rescale(void *tiles[], void *arg)
{
    const struct sl_rescale_args *p = arg;
    scalar_t *a = TILE(tiles[0]);
    int n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    int m = p->rows > 0 ? (int)p->rows : TILE_M(tiles[0]);
    const double *factors = (const double *)STARPU_MATRIX_GET_PTR(tiles[1]);
    double factor = factors[p->which];
    for (int j = 0; j < n && factor != 1; j++)
        for (int i = 0; i < m; i++)
            a[i + (int64_t)j * lda] =
                factor == 0 ? 0 : (scalar_t)(a[i + (int64_t)j * lda] * factor);
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_rescale(void *tiles[], void *arg)
{
    struct sl_rescale_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_x(rescale)(sl_cuda_stream(),
                                     p->rows > 0 ? (int)p->rows : TILE_M(tiles[0]),
                                     TILE_N(tiles[0]),
                                     (const double *)STARPU_MATRIX_GET_PTR(tiles[1]) + p->which,
                                     CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(rescale);

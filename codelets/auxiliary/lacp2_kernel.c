/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A on a tile, where A is real and B may be complex. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_lacp2(void *tiles[], void *arg)
{
    (void)arg;
    scalar_t *b = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), ldb = TILE_LD(tiles[0]);
    const real_t *a = (const real_t *)STARPU_MATRIX_GET_PTR(tiles[1]);
    int lda = TILE_LD(tiles[1]);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            b[i + (int64_t)j * ldb] = a[i + (int64_t)j * lda];
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_lacp2(void *tiles[], void *arg)
{
    struct sl_args *head = arg;
    sl_cuda_check(head, sl_cuda_x(lacp2)(sl_cuda_stream(), TILE_M(tiles[0]),
                                         TILE_N(tiles[0]),
                                         (const real_t *)STARPU_MATRIX_GET_PTR(tiles[1]),
                                         TILE_LD(tiles[1]), CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(lacp2);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A or B + A on a tile, where A is in the lower precision. Buffers: B, A. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_widen(void *tiles[], void *arg)
{
    const struct sl_convert_args *p = arg;
    int64_t m = TILE_M(tiles[0]), n = TILE_N(tiles[0]);
    for (int64_t j = 0; j < n; j++) {
        scalar_t *b = TILE(tiles[0]) + j * TILE_LD(tiles[0]);
        const low_t *a = (const low_t *)STARPU_MATRIX_GET_PTR(tiles[1]) + j * TILE_LD(tiles[1]);
        for (int64_t i = 0; i < m; i++)
            b[i] = p->add ? b[i] + (scalar_t)a[i] : (scalar_t)a[i];
    }
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_widen(void *tiles[], void *arg)
{
    struct sl_convert_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_x(widen)(sl_cuda_stream(), p->add, TILE_M(tiles[0]),
                                   TILE_N(tiles[0]), (const void *)STARPU_MATRIX_GET_PTR(tiles[1]),
                                   TILE_LD(tiles[1]), CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(widen);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Copies columns of one tile to their places in another tile, by a permutation. */

#include <string.h>
#include "args.h"
#include "codelets/codelet.h"

static void cpu_permute_columns(void *tiles[], void *arg)
{
    struct sl_columns_args *p = arg;
    const int *source = (const int *)STARPU_MATRIX_GET_PTR(tiles[2]) + p->to;
    for (int64_t j = 0; j < TILE_N(tiles[0]); j++) {
        int64_t s = source[j] - p->from;
        if (s >= 0 && s < TILE_N(tiles[1]))
            memcpy(TILE(tiles[0]) + j * TILE_LD(tiles[0]), TILE(tiles[1]) + s * TILE_LD(tiles[1]),
                   sizeof(scalar_t) * (size_t)TILE_M(tiles[0]));
    }
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"

static void cuda_permute_columns(void *tiles[], void *arg)
{
    struct sl_columns_args *p = arg;
    const int *source = (const int *)STARPU_MATRIX_GET_PTR(tiles[2]) + p->to;
    sl_cuda_check(&p->head,
                  sl_cuda_x(columns)(sl_cuda_stream(), TILE_M(tiles[0]),
                                   TILE_N(tiles[0]), source, (int)p->from, TILE_N(tiles[1]),
                                   CU(TILE(tiles[1])), TILE_LD(tiles[1]), CU(TILE(tiles[0])),
                                   TILE_LD(tiles[0])));
}
#endif

SL_CODELET(permute_columns);

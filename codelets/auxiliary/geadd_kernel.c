/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = alpha A + beta B on a tile, with real factors. Buffers: B, A. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_geadd(void *tiles[], void *arg)
{
    const struct sl_geadd_args *p = arg;
    real_t alpha = (real_t)p->alpha, beta = (real_t)p->beta;
    int64_t m = TILE_M(tiles[0]), n = TILE_N(tiles[0]);
    for (int64_t j = 0; j < n; j++) {
        scalar_t *b = TILE(tiles[0]) + j * TILE_LD(tiles[0]);
        const scalar_t *a = TILE(tiles[1]) + j * TILE_LD(tiles[1]);
        for (int64_t i = 0; i < m; i++)
            b[i] = alpha * a[i] + beta * b[i];
    }
}

#ifdef STARLING_CUDA
static void cuda_geadd(void *tiles[], void *arg)
{
    struct sl_geadd_args *p = arg;
    const scalar_t alpha = (real_t)p->alpha, beta = (real_t)p->beta;
    scalar_t *b = TILE(tiles[0]);
    int ldb = TILE_LD(tiles[0]);
    sl_cuda_check(&p->head,
                  cublas_x(geam)(sl_cuda_handle(), CUBLAS_OP_N, CUBLAS_OP_N,
                                 TILE_M(tiles[0]), TILE_N(tiles[0]), CS(alpha), CU(TILE(tiles[1])),
                                 TILE_LD(tiles[1]), CS(beta), CU(b), ldb, CU(b), ldb));
}
#endif

SL_CODELET(geadd);

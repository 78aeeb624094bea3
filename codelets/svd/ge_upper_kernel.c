/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = R of a QR factorization: the upper triangle of the matrix, zeros below. Buffers: block
 * columns of B and of the factored matrix. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_ge_upper(void *tiles[], void *arg)
{
    const struct sl_gb_args *p = arg;
    int64_t ldb = TILE_LD(tiles[0]), lda = TILE_LD(tiles[1]);
    for (int64_t j = 0; j < TILE_N(tiles[0]); j++)
        for (int64_t i = 0; i < TILE_M(tiles[0]); i++)
            TILE(tiles[0])[i + j * ldb] = i <= p->column + j ? TILE(tiles[1])[i + j * lda] : 0;
}

#ifdef STARLING_CUDA
#include "cuda_gb2bd.h"

static void cuda_ge_upper(void *tiles[], void *arg)
{
    struct sl_gb_args *p = arg;
    sl_cuda_check(&p->head, sl_cuda_x(ge_upper)(sl_cuda_stream(), TILE_M(tiles[0]),
                                                TILE_N(tiles[0]), p->column, CU(TILE(tiles[1])),
                                                TILE_LD(tiles[1]), CU(TILE(tiles[0])),
                                                TILE_LD(tiles[0])));
}
#endif

SL_CODELET(ge_upper);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A on a tile: all of it, one triangle or trapezium, or a block. A and B may be the same memory;
 * then nothing changes. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_lacpy(void *tiles[], void *arg)
{
    struct sl_laset_args *p = arg;
    int lda = TILE_LD(tiles[0]), ldb = TILE_LD(tiles[1]);
    int m = p->rows > 0 ? (int)p->rows : TILE_M(tiles[0]);
    int n = p->columns > 0 ? (int)p->columns : TILE_N(tiles[0]);
    scalar_t *a = TILE(tiles[0]) + p->row + p->to * lda;
    const scalar_t *b = TILE(tiles[1]) + p->above + p->from * ldb;
    for (int j = 0; j < n; j++) {
        int first = p->uplo == STARLING_LOWER ? j : 0;
        int end = p->uplo == STARLING_UPPER ? SL_MIN(j + 1, m) : m;
        for (int i = first; i < end; i++)
            a[i + (int64_t)j * lda] = b[i + (int64_t)j * ldb];
    }
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_lacpy(void *tiles[], void *arg)
{
    struct sl_laset_args *p = arg;
    int lda = TILE_LD(tiles[0]), ldb = TILE_LD(tiles[1]);
    sl_cuda_check(&p->head,
                  sl_cuda_x(lacpy)(sl_cuda_stream(), (char)p->uplo,
                                   p->rows > 0 ? (int)p->rows : TILE_M(tiles[0]),
                                   p->columns > 0 ? (int)p->columns : TILE_N(tiles[0]),
                                   CU(TILE(tiles[1]) + p->above + p->from * ldb), ldb,
                                   CU(TILE(tiles[0]) + p->row + p->to * lda), lda));
}
#endif

SL_CODELET(lacpy);

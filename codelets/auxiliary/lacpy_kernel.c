/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A on a tile: all of it, one triangle or trapezium, or some rows. A and B may be the
 * same memory; then nothing changes. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_lacpy(void *tiles[], void *arg)
{
    struct sl_laset_args *p = arg;
    scalar_t *a = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    const scalar_t *b = TILE(tiles[1]) + p->above;
    int ldb = TILE_LD(tiles[1]);
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
    sl_cuda_check(&p->head,
                  sl_cuda_x(lacpy)(starpu_cuda_get_local_stream(), (char)p->uplo, TILE_M(tiles[0]),
                              TILE_N(tiles[0]), CU(TILE(tiles[1]) + p->above), TILE_LD(tiles[1]), CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(lacpy);

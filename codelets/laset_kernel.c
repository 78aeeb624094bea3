/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = alpha off the diagonal, beta on it, on a tile or one triangle of it. */

#include "codelet.h"

static void cpu_laset(void *tiles[], void *arg)
{
    const struct sl_laset_args *p = arg;
    scalar_t *a = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    for (int j = 0; j < n; j++) {
        int first = p->uplo == STARLING_LOWER ? j : 0;
        int end = p->uplo == STARLING_UPPER ? SL_MIN(j + 1, m) : m;
        for (int i = first; i < end; i++)
            a[i + (int64_t)j * lda] = i == j ? beta : alpha;
    }
}

#ifdef STARLING_CUDA
static void cuda_laset(void *tiles[], void *arg)
{
    const struct sl_laset_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_xlaset(starpu_cuda_get_local_stream(), (char)p->uplo, TILE_M(tiles[0]),
                              TILE_N(tiles[0]), CV(SL_NARROW(p->alpha)), CV(SL_NARROW(p->beta)), CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(laset, 0xb9bfc7);

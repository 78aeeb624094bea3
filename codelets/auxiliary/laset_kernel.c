/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = alpha off the diagonal of the matrix, beta on it: on a tile, or on its part in one
 * triangle of the matrix. The diagonal of the matrix is at rows i = j + diagonal of the
 * tile. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_laset(void *tiles[], void *arg)
{
    struct sl_laset_args *p = arg;
    scalar_t *a = TILE(tiles[0]) + p->above;
    int m = TILE_M(tiles[0]) - (int)p->above, n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    for (int64_t j = 0; j < n; j++) {
        int64_t d = j + p->diagonal;
        int64_t first = p->uplo == STARLING_LOWER ? SL_MAX(0, d) : 0;
        int64_t end = p->uplo == STARLING_UPPER ? SL_MIN(d + 1, m) : m;
        for (int64_t i = first; i < end; i++)
            a[i + j * lda] = i == d ? beta : alpha;
    }
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_laset(void *tiles[], void *arg)
{
    struct sl_laset_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_x(laset)(sl_cuda_stream(), (char)p->uplo, p->diagonal,
                                 TILE_M(tiles[0]) - (int)p->above, TILE_N(tiles[0]),
                                 CV(SL_NARROW(p->alpha)), CV(SL_NARROW(p->beta)),
                                 CU(TILE(tiles[0]) + p->above), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(laset);

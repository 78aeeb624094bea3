/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Columns of a Hermitian band in LAPACK's lower band storage, from block columns of the matrix. The
 * diagonal is real. What is beyond the last row is 0. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_band(void *tiles[], void *arg)
{
    const struct sl_column_args *p = arg;
    int64_t m = TILE_M(tiles[1]), ldb = TILE_LD(tiles[0]);
    for (int64_t j = 0; j < TILE_N(tiles[0]); j++) {
        int64_t column = p->first + j, tile = column / p->nb - p->first / p->nb + 1;
        const scalar_t *a =
            TILE(tiles[tile]) + column + column % p->nb * (int64_t)TILE_LD(tiles[tile]);
        scalar_t *b = TILE(tiles[0]) + j * ldb;
        for (int64_t i = 0; i < TILE_M(tiles[0]); i++)
            b[i] = i == 0 ? SL_REAL(a[0]) : column + i < m ? a[i] : 0;
    }
}

#ifdef STARLING_CUDA
#include "cuda_he2hb.h"

/* By tiles of A. */
static void cuda_band(void *tiles[], void *arg)
{
    struct sl_column_args *p = arg;
    int ldb = TILE_LD(tiles[0]), m = TILE_M(tiles[1]);
    int64_t end = p->first + TILE_N(tiles[0]), next;
    void **tile = tiles + 1;
    for (int64_t j = p->first; j < end; j = next, tile++) {
        const scalar_t *a = TILE(*tile) + j + j % p->nb * (int64_t)TILE_LD(*tile);
        scalar_t *b = TILE(tiles[0]) + (j - p->first) * ldb;
        next = SL_MIN(end, j - j % p->nb + p->nb);
        sl_cuda_check(&p->head,
                      sl_cuda_x(band)(sl_cuda_stream(), TILE_M(tiles[0]),
                                      (int)(next - j), m - j, CU(a), TILE_LD(*tile), CU(b), ldb));
    }
}
#endif

SL_CODELET(band);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = diag(d) A on a tile, with numbers of d from `first` on. On cores a row whose factor is 0
 * becomes zero even if it has NaN. Buffers: A, d. */

#include "args.h"
#include "codelets/codelet.h"

static void cpu_scale_rows(void *tiles[], void *arg)
{
    const struct sl_scale_rows_args *p = arg;
    const scalar_t *d = TILE(tiles[1]) + p->first;
    int64_t m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            scalar_t *x = &TILE(tiles[0])[i + j * lda];
            *x = d[i] == 0 ? 0 : SL_REAL(d[i]) * *x;
        }
}

#ifdef STARLING_CUDA
static void cuda_scale_rows(void *tiles[], void *arg)
{
    struct sl_scale_rows_args *p = arg;
    int lda = TILE_LD(tiles[0]);
    scalar_t *a = TILE(tiles[0]);
    sl_cuda_check(&p->head, cublas_x(dgmm)(sl_cuda_handle(), CUBLAS_SIDE_LEFT,
                                           TILE_M(tiles[0]), TILE_N(tiles[0]), CU(a), lda,
                                           CU(TILE(tiles[1]) + p->first), 1, CU(a), lda));
}
#endif

SL_CODELET(scale_rows);

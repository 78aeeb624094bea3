/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L L^H or A = U^H U on a tile; info = 0, or the order of the smallest bad minor. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "inverse.h"
#include "minor.h"

static void cpu_potrf(void *tiles[], void *arg)
{
    struct sl_potrf_args *p = arg;
    int n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    scalar_t *a = TILE(tiles[0]);
    *(int *)STARPU_VARIABLE_GET_PTR(tiles[1]) = SL_X(chol)(p->uplo, n, a, lda);
    if (p->inverse)
        SL_X(invert_blocks)(p->uplo, STARLING_NONUNIT, n, a, lda, TILE(tiles[3]),
                            TILE_LD(tiles[3]));
}

#ifdef STARLING_CUDA
static void cuda_potrf(void *tiles[], void *arg)
{
    struct sl_potrf_args *p = arg;
    scalar_t *blocks = p->inverse ? TILE(tiles[3]) : NULL;
    sl_cuda_check(&p->head,
                  sl_cuda_x(potrf)(sl_cuda_begin(SL_URGENT), cublas_uplo(p->uplo),
                                   TILE_N(tiles[0]), CU(TILE(tiles[0])), TILE_LD(tiles[0]),
                                   CU(blocks), p->inverse ? TILE_LD(tiles[3]) : 0,
                                   CU(TILE(tiles[2])),
                                   (int *)STARPU_VARIABLE_GET_PTR(tiles[1])));
    sl_cuda_continue(SL_URGENT, SL_OWN);
}
#endif

SL_CODELET(potrf);

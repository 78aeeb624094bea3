/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* op(A) X = alpha B or X op(A) = alpha B with a triangular tile A. */

#include "triangle.h"

static void cpu_trsm(void *tiles[], void *arg)
{
    struct sl_trsm_args *p = arg;
    SL_X(solve_triangle)
    (p->side, p->uplo, p->trans, p->diag, TILE_M(tiles[1]), TILE_N(tiles[1]), SL_NARROW(p->alpha),
     TILE(tiles[0]), TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]));
}

#ifdef STARLING_CUDA
#include "cuda_blas3.h"

#define SOLVE(call, ...)                                                                           \
    call(sl_cuda_begin(SL_EARLY), cublas_side(p->side), cublas_uplo(p->uplo),                      \
         cublas_trans(p->trans), cublas_diag(p->diag), TILE_M(tiles[1]), TILE_N(tiles[1]),         \
         CV(SL_NARROW(p->alpha)), CU(TILE(tiles[0])), TILE_LD(tiles[0]), CU(TILE(tiles[2])),       \
         TILE_LD(tiles[2]), CU(TILE(tiles[1])), TILE_LD(tiles[1]), CU(TILE(tiles[3])) __VA_ARGS__)

/* If products are split, a step of Cholesky: A and B are parts of the factor. */
static int solve(struct sl_trsm_args *p, void *tiles[])
{
#ifdef STARLING_PREC_S
    if (p->head.scale[0] > 0 && p->head.scale[0] == p->head.scale[1])
        return SOLVE(sl_cuda_strsm_split, , p->head.scale);
#endif
    return SOLVE(sl_cuda_x(trsm));
}

static void cuda_trsm(void *tiles[], void *arg)
{
    struct sl_trsm_args *p = arg;
    sl_cuda_check(&p->head, solve(p, tiles));
    sl_cuda_continue(SL_EARLY, SL_OWN);
}
#endif

SL_CODELET(trsm);

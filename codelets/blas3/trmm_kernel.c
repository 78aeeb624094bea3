/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = alpha op(A) B or B = alpha B op(A) with a triangular tile A. */

#define SL_KERNEL_USES_BLAS
#include "codelets/codelet.h"
#include "args.h"

static void cpu_trmm(void *tiles[], void *arg)
{
    struct sl_trsm_args *p = arg;
    scalar_t alpha = SL_NARROW(p->alpha);
    cblas_x(trmm)(CblasColMajor, cblas_side(p->side), cblas_uplo(p->uplo), cblas_trans(p->trans),
                  cblas_diag(p->diag), TILE_M(tiles[1]), TILE_N(tiles[1]), SADDR(alpha),
                  TILE(tiles[0]), TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]));
}

#ifdef STARLING_CUDA
static void cuda_trmm(void *tiles[], void *arg)
{
    struct sl_trsm_args *p = arg;
    scalar_t alpha = SL_NARROW(p->alpha), *b = TILE(tiles[1]);
    int ldb = TILE_LD(tiles[1]);
    sl_cuda_check(&p->head,
                  cublas_x(trmm)(sl_cuda_handle(), cublas_side(p->side),
                                 cublas_uplo(p->uplo), cublas_trans(p->trans), cublas_diag(p->diag),
                                 TILE_M(tiles[1]), TILE_N(tiles[1]), CS(alpha), CU(TILE(tiles[0])),
                                 TILE_LD(tiles[0]), CU(b), ldb, CU(b), ldb));
}
#endif

SL_CODELET(trmm);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* C = alpha A B + beta C or alpha B A + beta C on tiles, where one triangle of A is stored: A is
 * Hermitian or symmetric. */

#define SL_KERNEL_USES_BLAS
#include "codelets/codelet.h"
#include "args.h"

static void cpu_hemm(void *tiles[], void *arg)
{
    struct sl_hemm_args *p = arg;
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    CBLAS_SIDE side = cblas_side(p->side);
    CBLAS_UPLO uplo = cblas_uplo(p->uplo);
#ifdef SL_COMPLEX
    if (p->hermitian) {
        cblas_x(hemm)(CblasColMajor, side, uplo, TILE_M(tiles[2]), TILE_N(tiles[2]), SADDR(alpha),
                      TILE(tiles[0]), TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]),
                      SADDR(beta), TILE(tiles[2]), TILE_LD(tiles[2]));
        return;
    }
#endif
    cblas_x(symm)(CblasColMajor, side, uplo, TILE_M(tiles[2]), TILE_N(tiles[2]), SADDR(alpha),
                  TILE(tiles[0]), TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]), SADDR(beta),
                  TILE(tiles[2]), TILE_LD(tiles[2]));
}

#ifdef STARLING_CUDA
static void cuda_hemm(void *tiles[], void *arg)
{
    struct sl_hemm_args *p = arg;
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    cublasHandle_t handle = sl_cuda_handle();
    cublasSideMode_t side = cublas_side(p->side);
    cublasFillMode_t uplo = cublas_uplo(p->uplo);
#ifdef SL_COMPLEX
    if (p->hermitian) {
        sl_cuda_check(&p->head,
                      cublas_x(hemm)(handle, side, uplo, TILE_M(tiles[2]), TILE_N(tiles[2]),
                                     CS(alpha), CU(TILE(tiles[0])), TILE_LD(tiles[0]),
                                     CU(TILE(tiles[1])), TILE_LD(tiles[1]), CS(beta),
                                     CU(TILE(tiles[2])), TILE_LD(tiles[2])));
        return;
    }
#endif
    sl_cuda_check(&p->head, cublas_x(symm)(handle, side, uplo, TILE_M(tiles[2]), TILE_N(tiles[2]),
                                           CS(alpha), CU(TILE(tiles[0])), TILE_LD(tiles[0]),
                                           CU(TILE(tiles[1])), TILE_LD(tiles[1]), CS(beta),
                                           CU(TILE(tiles[2])), TILE_LD(tiles[2])));
}
#endif

SL_CODELET(hemm);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One triangle of C = alpha A B^H + conj(alpha) B A^H + beta C, or of
 * alpha A^H B + conj(alpha) B^H A + beta C; or with ^T and alpha twice. */

#define SL_KERNEL_USES_BLAS
#include "codelets/codelet.h"
#include "args.h"

static int inner(void *tiles[], struct sl_herk_args *p)
{
    return p->trans == STARLING_NOTRANS ? TILE_N(tiles[0]) : TILE_M(tiles[0]);
}

static void cpu_her2k(void *tiles[], void *arg)
{
    struct sl_herk_args *p = arg;
    int n = TILE_N(tiles[2]), k = inner(tiles, p);
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    CBLAS_UPLO uplo = cblas_uplo(p->uplo);
#ifdef SL_COMPLEX
    if (p->hermitian) {
        cblas_x(her2k)(CblasColMajor, uplo, cblas_trans(p->trans), n, k, SADDR(alpha),
                       TILE(tiles[0]), TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]),
                       (real_t)creal(beta), TILE(tiles[2]), TILE_LD(tiles[2]));
        return;
    }
#endif
    CBLAS_TRANSPOSE trans = p->trans == STARLING_NOTRANS ? CblasNoTrans : CblasTrans;
    cblas_x(syr2k)(CblasColMajor, uplo, trans, n, k, SADDR(alpha), TILE(tiles[0]),
                   TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]), SADDR(beta),
                   TILE(tiles[2]), TILE_LD(tiles[2]));
}

#ifdef STARLING_CUDA
static void cuda_her2k(void *tiles[], void *arg)
{
    struct sl_herk_args *p = arg;
    cublasHandle_t handle = sl_cuda_handle();
    int n = TILE_N(tiles[2]), k = inner(tiles, p);
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    cublasFillMode_t uplo = cublas_uplo(p->uplo);
#ifdef SL_COMPLEX
    if (p->hermitian) {
        real_t real_beta = (real_t)creal(beta);
        sl_cuda_check(&p->head, cublas_x(her2k)(handle, uplo, cublas_trans(p->trans), n, k,
                                                CS(alpha), CU(TILE(tiles[0])), TILE_LD(tiles[0]),
                                                CU(TILE(tiles[1])), TILE_LD(tiles[1]), &real_beta,
                                                CU(TILE(tiles[2])), TILE_LD(tiles[2])));
        return;
    }
#endif
    cublasOperation_t trans = p->trans == STARLING_NOTRANS ? CUBLAS_OP_N : CUBLAS_OP_T;
    sl_cuda_check(&p->head,
                  cublas_x(syr2k)(handle, uplo, trans, n, k, CS(alpha), CU(TILE(tiles[0])),
                                  TILE_LD(tiles[0]), CU(TILE(tiles[1])), TILE_LD(tiles[1]),
                                  CS(beta), CU(TILE(tiles[2])), TILE_LD(tiles[2])));
}
#endif

SL_CODELET(her2k);

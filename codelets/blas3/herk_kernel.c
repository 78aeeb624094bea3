/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One triangle of C = alpha A A^H + beta C or alpha A^H A + beta C, or with ^T. Buffers: A, C; if A
 * is split already, its parts. */

#define SL_KERNEL_USES_BLAS
#include "codelets/codelet.h"
#include "args.h"

static int inner(void *tiles[], struct sl_herk_args *p)
{
    return p->trans == STARLING_NOTRANS ? TILE_N(tiles[0]) : TILE_M(tiles[0]);
}

static void cpu_herk(void *tiles[], void *arg)
{
    struct sl_herk_args *p = arg;
    int n = TILE_N(tiles[1]), k = inner(tiles, p);
    CBLAS_UPLO uplo = cblas_uplo(p->uplo);
#ifdef SL_COMPLEX
    if (p->hermitian) {
        cblas_x(herk)(CblasColMajor, uplo, cblas_trans(p->trans), n, k, (real_t)creal(p->alpha),
                      TILE(tiles[0]), TILE_LD(tiles[0]), (real_t)creal(p->beta), TILE(tiles[1]),
                      TILE_LD(tiles[1]));
        return;
    }
#endif
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    CBLAS_TRANSPOSE trans = p->trans == STARLING_NOTRANS ? CblasNoTrans : CblasTrans;
    cblas_x(syrk)(CblasColMajor, uplo, trans, n, k, SADDR(alpha), TILE(tiles[0]), TILE_LD(tiles[0]),
                  SADDR(beta), TILE(tiles[1]), TILE_LD(tiles[1]));
}

#ifdef STARLING_CUDA
#include "cuda_blas3.h"
#include "cuda_product.h"

static void cuda_herk(void *tiles[], void *arg)
{
    struct sl_herk_args *p = arg;
    cublasHandle_t handle = sl_cuda_handle();
    int n = TILE_N(tiles[1]), k = inner(tiles, p);
    cublasFillMode_t uplo = cublas_uplo(p->uplo);
#ifdef SL_COMPLEX
    if (p->hermitian) {
        real_t alpha = (real_t)creal(p->alpha), beta = (real_t)creal(p->beta);
        sl_cuda_check(&p->head, cublas_x(herk)(handle, uplo, cublas_trans(p->trans), n, k, &alpha,
                                               CU(TILE(tiles[0])), TILE_LD(tiles[0]), &beta,
                                               CU(TILE(tiles[1])), TILE_LD(tiles[1])));
        return;
    }
#endif
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    bool no = p->trans == STARLING_NOTRANS;
    cublasOperation_t trans = no ? CUBLAS_OP_N : CUBLAS_OP_T;
    if (p->head.scale[0] > 0 && sl_cuda_split_pays(n, n, k)) { /* both triangles, and sooner */
        struct factor A = {.a = TILE(tiles[0]), .ld = TILE_LD(tiles[0])};
        if (p->head.data > 2)
            factor_parts(&A, tiles[2], no, k);
        cuda_product(&p->head, handle, trans, no ? CUBLAS_OP_T : CUBLAS_OP_N, n, n, k, alpha, A, A,
                     beta, TILE(tiles[1]), TILE_LD(tiles[1]));
        return;
    }
    sl_cuda_check(&p->head, cublas_x(syrk)(handle, uplo, trans, n, k, CS(alpha), CU(TILE(tiles[0])),
                                           TILE_LD(tiles[0]), CS(beta), CU(TILE(tiles[1])),
                                           TILE_LD(tiles[1])));
}
#endif

SL_CODELET(herk);

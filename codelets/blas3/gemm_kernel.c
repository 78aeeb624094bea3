/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* C = alpha op(A) op(B) + beta C on tiles. Buffers: A, B, C; if A and B are split already, their
 * parts. */

#define SL_KERNEL_USES_BLAS
#include "codelets/codelet.h"
#include "args.h"

static int inner(void *tiles[], struct sl_gemm_args *p)
{
    return p->ta == STARLING_NOTRANS ? TILE_N(tiles[0]) : TILE_M(tiles[0]);
}

static void cpu_gemm(void *tiles[], void *arg)
{
    struct sl_gemm_args *p = arg;
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    cblas_x(gemm)(CblasColMajor, cblas_trans(p->ta), cblas_trans(p->tb), TILE_M(tiles[2]),
                  TILE_N(tiles[2]), inner(tiles, p), SADDR(alpha), TILE(tiles[0]),
                  TILE_LD(tiles[0]), TILE(tiles[1]), TILE_LD(tiles[1]), SADDR(beta), TILE(tiles[2]),
                  TILE_LD(tiles[2]));
}

#ifdef STARLING_CUDA
#include "cuda_product.h"

static void cuda_gemm(void *tiles[], void *arg)
{
    struct sl_gemm_args *p = arg;
    int k = inner(tiles, p);
    struct factor A = {.a = TILE(tiles[0]), .ld = TILE_LD(tiles[0])};
    struct factor B = {.a = TILE(tiles[1]), .ld = TILE_LD(tiles[1])};
    if (p->head.data > 3) {
        factor_parts(&A, tiles[3], p->ta == STARLING_NOTRANS, k);
        factor_parts(&B, tiles[4], p->tb != STARLING_NOTRANS, k);
    }
    cuda_product(&p->head, sl_cuda_handle(), cublas_trans(p->ta),
                 cublas_trans(p->tb), TILE_M(tiles[2]), TILE_N(tiles[2]), k, SL_NARROW(p->alpha), A,
                 B, SL_NARROW(p->beta), TILE(tiles[2]), TILE_LD(tiles[2]));
}
#endif

SL_CODELET(gemm);

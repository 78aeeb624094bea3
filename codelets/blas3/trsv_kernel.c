/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* x = alpha op(T)^-1 x with triangles T of an array, one after the other: cuBLAS reads each
 * triangle once. The first two buffers are the first tiles of the arrays of x and T. There
 * is no CPU kernel. */

#include "codelets/codelet.h"
#include "args.h"

#ifdef STARLING_CUDA
#include "cuda_blas3.h"

static void cuda_trsv(void *tiles[], void *arg)
{
    struct sl_trsv_args *p = arg;
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    for (int i = 0; i < p->count; i++) {
        const struct sl_triangle *t = &p->triangle[i];
        scalar_t alpha = i == 0 ? SL_NARROW(p->alpha) : 1;
        sl_cuda_check(&p->head,
                      cublas_x(trsm)(handle, CUBLAS_SIDE_LEFT, cublas_uplo(t->uplo),
                                  cublas_trans(t->trans), cublas_diag(t->diag), (int)p->order, 1,
                                  CS(alpha), CU(TILE(tiles[1])), TILE_LD(tiles[1]),
                                  CU(TILE(tiles[0])), TILE_LD(tiles[0])));
    }
}
#endif

SL_CODELET_CUDA(trsv);

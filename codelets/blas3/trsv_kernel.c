/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* x = alpha op(T)^-1 x with triangles T of an array, one after the other: each triangle is read
 * once. Buffers: the first tile of the array of x, perhaps a workspace, and the first tile of that
 * of T. There is no CPU kernel. */

#include "codelets/codelet.h"
#include "args.h"

#ifdef STARLING_CUDA
#include "cuda_blas3.h"
#include "cuda_trsv.h"

#if defined(STARLING_PREC_S) || defined(STARLING_PREC_C)
/* By inverses of diagonal blocks; of lower precisions only. */
static void by_inverses(struct sl_trsv_args *p, const struct sl_triangle *t, scalar_t alpha,
                        void *work, void *a, void *x)
{
    sl_cuda_check(&p->head,
                  sl_cuda_x(trsv)(sl_cuda_stream(), cublas_uplo(t->uplo),
                                  cublas_trans(t->trans), cublas_diag(t->diag), (int)p->order,
                                  CV(alpha), CU(TILE(a)), TILE_LD(a), CU(TILE(x)), CU(TILE(work))));
}
#else
static void by_inverses(struct sl_trsv_args *p, const struct sl_triangle *t, scalar_t alpha,
                        void *work, void *a, void *x)
{
    (void)t, (void)alpha, (void)work, (void)a, (void)x;
    sl_cuda_check(&p->head, CUBLAS_STATUS_NOT_SUPPORTED);
}
#endif

static void cuda_trsv(void *tiles[], void *arg)
{
    struct sl_trsv_args *p = arg;
    cublasHandle_t handle = sl_cuda_handle();
    void *x = tiles[0], *a = tiles[p->work < 0 ? 1 : p->work + 1];
    for (int i = 0; i < p->count; i++) {
        const struct sl_triangle *t = &p->triangle[i];
        scalar_t alpha = i == 0 ? SL_NARROW(p->alpha) : 1;
        if (p->work >= 0)
            by_inverses(p, t, alpha, tiles[p->work], a, x);
        else
            sl_cuda_check(&p->head, cublas_x(trsm)(handle, CUBLAS_SIDE_LEFT, cublas_uplo(t->uplo),
                                                   cublas_trans(t->trans), cublas_diag(t->diag),
                                                   (int)p->order, 1, CS(alpha), CU(TILE(a)),
                                                   TILE_LD(a), CU(TILE(x)), TILE_LD(x)));
    }
}
#endif

SL_CODELET_CUDA(trsv);

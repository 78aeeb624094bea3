/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R on a panel, recursively (Elmroth and Gustavson, IBM J. Res. Dev. 44, 2000), which gives
 * T, too. If the panel is wider than high, Q^H updates the columns to its right. */

#define SL_KERNEL_USES_BLAS
#include "reflector.h"

/* The index of the first zero on the diagonal of R, from 1; 0: there is none. */
static int first_zero(int k, const scalar_t *a, int lda)
{
    for (int64_t i = 0; i < k; i++)
        if (a[i + i * lda] == 0)
            return (int)i + 1;
    return 0;
}

static void cpu_geqrf(void *tiles[], void *arg)
{
    const struct sl_qr_args *p = arg;
    scalar_t *a = TILE(tiles[0]) + p->above, *t = TILE(tiles[1]);
    int m = TILE_M(tiles[0]) - (int)p->above, n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    int k = TILE_M(tiles[1]), ldt = TILE_LD(tiles[1]);
    LAPACKE_x(geqrt3_work)(LAPACK_COL_MAJOR, m, k, a, lda, t, ldt);
    SL_X(zero_below)(k, t, ldt);
    if (p->alone) {
        scalar_t *v = TILE(tiles[p->copy]);
        int ldv = TILE_LD(tiles[p->copy]);
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'L', m, k, a, lda, v, ldv);
        LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'U', k, k, 0, 1, v, ldv);
    }
    if (p->info >= 0)
        *(int *)STARPU_VARIABLE_GET_PTR(tiles[p->info]) = first_zero(k, a, lda);
    if (n > k) {
        struct reflector q = {m, k, a, t, lda, ldt};
        SL_X(apply_reflector)(&q, STARLING_LEFT, STARLING_CONJTRANS, n - k,
                              a + (int64_t)k * lda, lda, TILE(tiles[p->work]));
    }
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "cuda_geqrf.h"

static void cuda_geqrf(void *tiles[], void *arg)
{
    struct sl_qr_args *p = arg;
    scalar_t *a = TILE(tiles[0]) + p->above, *v = TILE(tiles[p->copy]);
    int m = TILE_M(tiles[0]) - (int)p->above, n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    int k = TILE_M(tiles[1]);
    cublasHandle_t handle = sl_cuda_begin(SL_URGENT);
    sl_cuda_check(&p->head, sl_cuda_x(geqrf)(handle, m, n, CU(a), lda, CU(TILE(tiles[1])),
                                             TILE_LD(tiles[1]), CU(v), TILE_LD(tiles[p->copy]),
                                             CU(TILE(tiles[p->work]))));
    if (p->info >= 0) {
        cudaStream_t stream = sl_cuda_stream(); /* if there is no handle */
        int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[p->info]);
        sl_cuda_check(&p->head, cublasGetStream(handle, &stream));
        sl_cuda_check(&p->head, sl_cuda_x(first_zero)(stream, k, CU(a), lda, info));
    }
    sl_cuda_continue(SL_URGENT, SL_OWN);
}
#endif

int64_t SL_X(geqrf_work)(int64_t m, int64_t n, int64_t panels)
{
    (void)panels;
#ifdef STARLING_CUDA
    return (int64_t)sl_cuda_x(geqrf_work)((int)m, (int)n);
#else
    return 0 * m * n;
#endif
}

SL_CODELET(geqrf);

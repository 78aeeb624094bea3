/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* W of a panel of the reduction to a band, from the shares of Y = A V:
 *   W = Y T - 1/2 V (T^H V^H Y T), so that Q^H A Q = A - V W^H - W V^H. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

/* Y = the sum of `count` shares. */
static void sum(int m, int k, void *share[], int count, int64_t top, scalar_t *y, int ldy)
{
    for (int64_t j = 0; j < k; j++)
        for (int s = 0; s < count; s++) {
            const scalar_t *x = TILE(share[s]) + top + j * TILE_LD(share[s]);
            for (int64_t i = 0; i < m; i++)
                y[i + j * ldy] = s == 0 ? x[i] : y[i + j * ldy] + x[i];
        }
}

/* Buffers: W, V, T, a workspace, and the shares of Y. */
static void cpu_he2hb_w(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0, minus_half = -0.5;
    const struct sl_he2hb_args *p = arg;
    int k = (int)p->count, ld = TILE_LD(tiles[0]), ldt = TILE_LD(tiles[2]);
    int64_t top = p->block + p->done + p->kd;
    int m = (int)(TILE_M(tiles[0]) - top);
    scalar_t *w = TILE(tiles[0]) + top + p->done * ld, *work = TILE(tiles[3]);
    const scalar_t *v = TILE(tiles[1]) + top + p->done * TILE_LD(tiles[1]);
    const scalar_t *t = TILE(tiles[2]) + p->done * (ldt + 1);
    int ldv = TILE_LD(tiles[1]);
    sum(m, k, tiles + 4, p->head.data - 4, top, w, ld);
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, m, k,
                  SADDR(one), t, ldt, w, ld);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, k, k, m, SADDR(one), v, ldv, w, ld,
                  SADDR(zero), work, k);
    cblas_x(trmm)(CblasColMajor, CblasLeft, CblasUpper, CblasConjTrans, CblasNonUnit, k, k,
                  SADDR(one), t, ldt, work, k);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, k, k, SADDR(minus_half), v, ldv,
                  work, k, SADDR(one), w, ld);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"
#include "codelets/qr/cuda_geqrf.h"

/* T is zero below its diagonal, so that it is a square in products, which are faster. */
static void cuda_he2hb_w(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0, minus_half = -0.5;
    struct sl_he2hb_args *p = arg;
    int k = (int)p->count, ld = TILE_LD(tiles[0]), ldv = TILE_LD(tiles[1]), ldt = TILE_LD(tiles[2]);
    int64_t top = p->block + p->done + p->kd;
    int m = (int)(TILE_M(tiles[0]) - top);
    scalar_t *w = TILE(tiles[0]) + top + p->done * ld;
    scalar_t *x = TILE(tiles[3]), *s = x + p->kd * p->kd, *work = s + p->kd * p->kd;
    const scalar_t *v = TILE(tiles[1]) + top + p->done * ldv;
    const scalar_t *t = TILE(tiles[2]) + p->done * (ldt + 1);
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    for (int i = 4; i < p->head.data; i++) /* the sum of the shares, times T */
        sl_cuda_check(&p->head, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, k, k, CU(&one),
                                              CU(TILE(tiles[i]) + top), TILE_LD(tiles[i]), CU(t),
                                              ldt, CU(i == 4 ? &zero : &one), CU(w), ld));
    sl_cuda_check(&p->head, sl_cuda_x(inner)(handle, m, k, k, CU(v), ldv, CU(w), ld, CU(s), k,
                                             CU(work)));
    sl_cuda_check(&p->head,
                  sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, k, k, k, CU(&minus_half), CU(t),
                                ldt, CU(s), k, CU(&zero), CU(x), k));
    sl_cuda_check(&p->head, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, k, k, CU(&one),
                                          CU(v), ldv, CU(x), k, CU(&one), CU(w), ld));
}
#endif

int64_t SL_X(he2hb_w_work)(int64_t m, int64_t n, int64_t panels)
{
    (void)m, (void)panels;
#ifdef STARLING_CUDA
    return 2 * n * n + (int64_t)sl_cuda_x(inner_work)();
#else
    return n * n;
#endif
}

SL_CODELET(he2hb_w);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* W of a panel of the reduction to a band, from the shares of Y = A V:
 *   W = Y T - 1/2 V (T^H V^H Y T), so that Q^H A Q = A - V W^H - W V^H = A - X Z^H with X = [V W]
 * and Z = [W V]. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/growing.h"

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

/* Where the data of the task are. Buffers: Z, X, T, a workspace, and the shares of Y. */
struct place {
    int m, k, ldx, ldz, ldt;
    int64_t top;
    scalar_t *v, *w;         /* in X */
    scalar_t *copied[2];     /* in Z: W and V */
    const scalar_t *t;
};

static struct place place_of(const struct sl_he2hb_args *p, void *tiles[])
{
    struct place q = {.k = (int)p->count, .ldz = TILE_LD(tiles[0]), .ldx = TILE_LD(tiles[1]),
                      .ldt = TILE_LD(tiles[2]), .top = p->block + p->done + p->kd};
    q.m = (int)(TILE_M(tiles[0]) - q.top);
    q.v = TILE(tiles[1]) + q.top + 2 * p->done * q.ldx;
    q.w = q.v + p->count * q.ldx;
    q.copied[0] = TILE(tiles[0]) + q.top + 2 * p->done * q.ldz;
    q.copied[1] = q.copied[0] + p->count * q.ldz;
    q.t = TILE(tiles[2]) + p->done * (q.ldt + 1);
    return q;
}

/* Z and X have V and W of this panel, too. */
static void grown(const struct sl_he2hb_args *p, void *tiles[])
{
    for (int i = 0; i < 2 && p->grows; i++)
        sl_grown(tiles[i], 2 * (p->done + p->count));
}

static void cpu_he2hb_w(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0, minus_half = -0.5;
    const struct sl_he2hb_args *p = arg;
    struct place q = place_of(p, tiles);
    int m = q.m, k = q.k;
    scalar_t *work = TILE(tiles[3]);
    sum(m, k, tiles + 4, p->head.data - 4, q.top, q.w, q.ldx);
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, m, k,
                  SADDR(one), q.t, q.ldt, q.w, q.ldx);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, k, k, m, SADDR(one), q.v, q.ldx, q.w,
                  q.ldx, SADDR(zero), work, k);
    cblas_x(trmm)(CblasColMajor, CblasLeft, CblasUpper, CblasConjTrans, CblasNonUnit, k, k,
                  SADDR(one), q.t, q.ldt, work, k);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, k, k, SADDR(minus_half), q.v, q.ldx,
                  work, k, SADDR(one), q.w, q.ldx);
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'G', m, k, q.w, q.ldx, q.copied[0], q.ldz);
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'G', m, k, q.v, q.ldx, q.copied[1], q.ldz);
    grown(p, tiles);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_gemm.h"
#include "codelets/qr/cuda_geqrf.h"

/* T is zero below its diagonal, so that it is a square in products, which are faster. */
static void cuda_he2hb_w(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0, minus_half = -0.5;
    struct sl_he2hb_args *p = arg;
    struct place q = place_of(p, tiles);
    int m = q.m, k = q.k;
    scalar_t *x = TILE(tiles[3]), *s = x + p->kd * p->kd, *work = s + p->kd * p->kd;
    cublasHandle_t handle = sl_cuda_handle();
    cudaStream_t stream = sl_cuda_stream();
    for (int i = 4; i < p->head.data; i++) /* the sum of the shares, times T */
        sl_cuda_check(&p->head, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, k, k, CS(one),
                                              CU(TILE(tiles[i]) + q.top), TILE_LD(tiles[i]),
                                              CU(q.t), q.ldt, CS(i == 4 ? zero : one), CU(q.w),
                                              q.ldx));
    sl_cuda_check(&p->head, sl_cuda_x(inner)(handle, m, k, k, CU(q.v), q.ldx, CU(q.w), q.ldx, CU(s),
                                             k, CU(work)));
    sl_cuda_check(&p->head,
                  sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, k, k, k, CS(minus_half),
                                CU(q.t), q.ldt, CU(s), k, CS(zero), CU(x), k));
    sl_cuda_check(&p->head, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, k, k, CS(one),
                                          CU(q.v), q.ldx, CU(x), k, CS(one), CU(q.w), q.ldx));
    for (int i = 0; i < 2; i++)
        sl_cuda_check(&p->head,
                      sl_cuda_x(lacpy)(stream, 'G', m, k, CU(i == 0 ? q.w : q.v), q.ldx,
                                       CU(q.copied[i]), q.ldz));
    grown(p, tiles);
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

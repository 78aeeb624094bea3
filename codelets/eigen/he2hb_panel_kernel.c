/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A panel of the reduction to a band. It gets the updates by the earlier panels of its block
 * column, which were deferred: P = P - X Z1^H, with the rows Z1 of its columns. Then the rows below
 * the band are factored: P = Q R, with V below R, and T. V is copied to X with ones and zeros. It
 * is also a panel of rows in singular value problems, transposed; then X and Z change places. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/growing.h"
#include "codelets/qr/reflector.h"

static void copy_reflectors(int m, int k, const scalar_t *a, int lda, scalar_t *v, int ldv)
{
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < m; i++)
            v[i + j * ldv] = i < j ? 0 : i == j ? 1 : a[i + j * lda];
}

static void cpu_he2hb_panel(void *tiles[], void *arg)
{
    const struct sl_he2hb_args *p = arg;
    int lda = TILE_LD(tiles[0]), n = (int)SL_MIN(p->kd, TILE_N(tiles[0]) - p->done);
    int64_t row = p->block + p->done, below = p->below;
    int m = TILE_M(tiles[0]), k = (int)p->count, rest = (int)(m - below);
    const scalar_t one = 1, minus_one = -1;
    scalar_t *a = TILE(tiles[0]) + p->done * lda;
    if (p->earlier > 0)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, (int)(m - p->top), n,
                      (int)p->earlier, SADDR(minus_one), TILE(tiles[1]) + p->top,
                      TILE_LD(tiles[1]), TILE(tiles[4]) + row, TILE_LD(tiles[4]), SADDR(one),
                      a + p->top, lda);
    if (k == 0)
        return;
    int ldv = TILE_LD(tiles[1]), ldt = TILE_LD(tiles[2]);
    scalar_t *v = TILE(tiles[1]) + below + p->earlier * ldv;
    scalar_t *t = TILE(tiles[2]) + p->done * (ldt + 1);
    LAPACKE_x(geqrt3_work)(LAPACK_COL_MAJOR, rest, k, a + below, lda, t, ldt);
    SL_X(zero_below)(k, t, ldt);
    if (n > k) {
        struct reflector q = {rest, k, a + below, t, lda, ldt};
        SL_X(apply_reflector)
        (&q, STARLING_LEFT, STARLING_CONJTRANS, n - k, a + below + (int64_t)k * lda, lda,
         TILE(tiles[3]));
    }
    copy_reflectors(rest, k, a + below, lda, v, ldv);
    if (p->grows)
        sl_grown(tiles[1], p->earlier + k);
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_gemm.h"
#include "codelets/qr/cuda_geqrf.h"

/* The panel of QR makes V alone, too. */
static void cuda_he2hb_panel(void *tiles[], void *arg)
{
    struct sl_he2hb_args *p = arg;
    int lda = TILE_LD(tiles[0]), n = (int)SL_MIN(p->kd, TILE_N(tiles[0]) - p->done);
    int ld = TILE_LD(tiles[1]), ldt = TILE_LD(tiles[2]);
    int64_t row = p->block + p->done, below = p->below;
    int m = (int)(TILE_M(tiles[0]) - p->top), rest = (int)(TILE_M(tiles[0]) - below);
    const scalar_t one = 1, minus_one = -1;
    scalar_t *a = TILE(tiles[0]) + p->done * lda;
    cublasHandle_t handle = sl_cuda_begin(SL_URGENT);
    if (p->earlier > 0)
        sl_cuda_check(&p->head,
                      sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, m, n, (int)p->earlier,
                                    CS(minus_one), CU(TILE(tiles[1]) + p->top), ld,
                                    CU(TILE(tiles[4]) + row), TILE_LD(tiles[4]), CS(one),
                                    CU(a + p->top), lda));
    if (p->count > 0)
        sl_cuda_check(&p->head, sl_cuda_x(geqrf)(handle, rest, n, CU(a + below), lda,
                                                 CU(TILE(tiles[2]) + p->done * (ldt + 1)), ldt,
                                                 CU(TILE(tiles[1]) + below + p->earlier * ld), ld,
                                                 CU(TILE(tiles[3]))));
    if (p->grows)
        sl_grown(tiles[1], p->earlier + p->count);
    sl_cuda_continue(SL_URGENT, SL_OWN);
}
#endif

SL_CODELET(he2hb_panel);

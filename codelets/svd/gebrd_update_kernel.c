/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A tile behind a panel of gebrd: A = A - V Y^H - X U^H in the rows below the panel's, and its own
 * rows become those of R. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

/* C = C - V Y^H */
static void update(void *V, void *Y, int k, int64_t row, int64_t column, int m, int n, scalar_t *c,
                   int ldc)
{
    const scalar_t one = 1, minus_one = -1;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, m, n, k, SADDR(minus_one),
                  TILE(V) + row, TILE_LD(V), TILE(Y) + column, TILE_LD(Y), SADDR(one), c, ldc);
}

static void cpu_gebrd_update(void *tiles[], void *arg)
{
    const struct sl_gebrd_args *p = arg;
    int k = (int)p->count, ldc = TILE_LD(tiles[0]), ldr = TILE_LD(tiles[1]);
    int64_t end = p->column + TILE_N(tiles[0]), below = p->first + k;
    int64_t from = SL_MAX(p->column, below), m = TILE_M(tiles[0]) - below;
    const scalar_t *r = TILE(tiles[1]) + (p->first - p->panel) * ldr;
    scalar_t *a = TILE(tiles[0]);
    for (int64_t c = SL_MAX(p->column, p->first + 1); c < end; c++)
        for (int64_t i = p->first; i < SL_MIN(below, c); i++)
            a[i + (c - p->column) * ldc] = SL_CONJ(r[c + (i - p->first) * ldr]);
    if (from < end && m > 0) {
        scalar_t *c = a + below + (from - p->column) * ldc;
        update(tiles[2], tiles[4], k, below, from, (int)m, (int)(end - from), c, ldc);
        update(tiles[3], tiles[5], k, below, from, (int)m, (int)(end - from), c, ldc);
    }
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"
#include "cuda_gebrd.h"

/* C = C - V Y^H */
static void cuda_update(struct sl_args *args, cublasHandle_t handle, void *V, void *Y, int k,
                        int64_t row, int64_t column, int m, int n, scalar_t *c, int ldc)
{
    const scalar_t one = 1, minus_one = -1;
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, m, n, k, CS(minus_one),
                                      CU(TILE(V) + row), TILE_LD(V), CU(TILE(Y) + column),
                                      TILE_LD(Y), CS(one), CU(c), ldc));
}

static void cuda_gebrd_update(void *tiles[], void *arg)
{
    struct sl_gebrd_args *p = arg;
    int k = (int)p->count, ldc = TILE_LD(tiles[0]), ldr = TILE_LD(tiles[1]);
    int64_t end = p->column + TILE_N(tiles[0]), below = p->first + k;
    int64_t from = SL_MAX(p->column, below), m = TILE_M(tiles[0]) - below;
    int64_t next = SL_MAX(p->column, p->first + 1);
    const scalar_t *r = TILE(tiles[1]) + (p->first - p->panel) * ldr + next;
    scalar_t *a = TILE(tiles[0]) + p->first + (next - p->column) * ldc;
    cublasHandle_t handle = sl_cuda_handle();
    if (next < end) /* row first + i and column next + j */
        sl_cuda_check(&p->head,
                      sl_cuda_x(gebrd_rows)(sl_cuda_stream(), k, (int)(end - next),
                                            p->first - next, CU(r), ldr, CU(a), ldc));
    if (from < end && m > 0) {
        scalar_t *c = TILE(tiles[0]) + below + (from - p->column) * ldc;
        int n = (int)(end - from);
        cuda_update(&p->head, handle, tiles[2], tiles[4], k, below, from, (int)m, n, c, ldc);
        cuda_update(&p->head, handle, tiles[3], tiles[5], k, below, from, (int)m, n, c, ldc);
    }
}
#endif

SL_CODELET(gebrd_update);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A tile gets the updates by a panel of the reduction to Hessenberg form: A = A - Y V^H from the
 * right, then A = (I - V T^H V^H) A from the left. The panel's own columns get only the first one,
 * in the rows above the reflectors; columns that are triangular already only the second one. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static const scalar_t one = 1, minus_one = -1, zero = 0;

struct update {
    int k; /* reflectors */
    const scalar_t *v, *y, *t;
    int ldv, ldy, ldt;
    scalar_t *c;
    int ldc, column; /* the tile, and its first column */
};

/* A = A - Y V^H in columns from ... end - 1 */
static void from_right(const struct update *u, int rows, int from, int end)
{
    if (from < end && rows > 0)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, rows, end - from, u->k,
                      SADDR(minus_one), u->y, u->ldy, u->v + from, u->ldv, SADDR(one),
                      u->c + (int64_t)(from - u->column) * u->ldc, u->ldc);
}

/* A = A - V T^H V^H A in columns from ... end - 1, and in the rows of the reflectors */
static void from_left(const struct update *u, int top, int rows, int from, int end, scalar_t *w)
{
    int n = end - from;
    scalar_t *c = u->c + top + (int64_t)(from - u->column) * u->ldc;
    if (n <= 0)
        return;
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, u->k, n, rows, SADDR(one),
                  u->v + top, u->ldv, c, u->ldc, SADDR(zero), w, u->k);
    cblas_x(trmm)(CblasColMajor, CblasLeft, CblasUpper, CblasConjTrans, CblasNonUnit, u->k, n,
                  SADDR(one), u->t, u->ldt, w, u->k);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, n, u->k, SADDR(minus_one),
                  u->v + top, u->ldv, w, u->k, SADDR(one), c, u->ldc);
}

static struct update update_of(const struct sl_gehrd_args *p, void *tiles[])
{
    return (struct update){
        .k = (int)p->count,
        .v = TILE(tiles[1]),
        .y = TILE(tiles[2]),
        .t = TILE(tiles[3]),
        .ldv = TILE_LD(tiles[1]),
        .ldy = TILE_LD(tiles[2]),
        .ldt = TILE_LD(tiles[3]),
        .c = TILE(tiles[0]),
        .ldc = TILE_LD(tiles[0]),
        .column = (int)p->column,
    };
}

static void cpu_gehrd_update(void *tiles[], void *arg)
{
    const struct sl_gehrd_args *p = arg;
    struct update u = update_of(p, tiles);
    int top = (int)p->first + 1, behind = (int)(p->first + p->count), rows = (int)p->end;
    int end = u.column + TILE_N(tiles[0]);
    from_right(&u, top, SL_MAX(u.column, top), SL_MIN(end, behind));
    from_right(&u, rows, SL_MAX(u.column, behind), SL_MIN(end, rows));
    from_left(&u, top, rows - top, SL_MAX(u.column, behind), end, TILE(tiles[4]));
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

static void cuda_from_right(struct sl_args *args, cublasHandle_t handle, const struct update *u,
                            int rows, int from, int end)
{
    if (from < end && rows > 0)
        sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, rows, end - from, u->k,
                                          CS(minus_one), CU(u->y), u->ldy, CU(u->v + from), u->ldv,
                                          CS(one), CU(u->c + (int64_t)(from - u->column) * u->ldc),
                                          u->ldc));
}

/* T is zero below its diagonal, so that it is a square in a product, which is faster. */
static void cuda_from_left(struct sl_args *args, cublasHandle_t handle, const struct update *u,
                           int top, int rows, int from, int end, scalar_t *w)
{
    int n = end - from, k = u->k;
    if (n <= 0)
        return;
    scalar_t *c = u->c + top + (int64_t)(from - u->column) * u->ldc, *w2 = w + (int64_t)k * n;
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, k, n, rows, CS(one),
                                      CU(u->v + top), u->ldv, CU(c), u->ldc, CS(zero), CU(w), k));
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, k, n, k, CS(one), CU(u->t),
                                      u->ldt, CU(w), k, CS(zero), CU(w2), k));
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, n, k, CS(minus_one),
                                      CU(u->v + top), u->ldv, CU(w2), k, CS(one), CU(c), u->ldc));
}

static void cuda_gehrd_update(void *tiles[], void *arg)
{
    struct sl_gehrd_args *p = arg;
    struct update u = update_of(p, tiles);
    int top = (int)p->first + 1, behind = (int)(p->first + p->count), rows = (int)p->end;
    int end = u.column + TILE_N(tiles[0]);
    cublasHandle_t handle = sl_cuda_handle();
    cuda_from_right(&p->head, handle, &u, top, SL_MAX(u.column, top), SL_MIN(end, behind));
    cuda_from_right(&p->head, handle, &u, rows, SL_MAX(u.column, behind), SL_MIN(end, rows));
    cuda_from_left(&p->head, handle, &u, top, rows - top, SL_MAX(u.column, behind), end,
                   TILE(tiles[4]));
}
#endif

SL_CODELET(gehrd_update);

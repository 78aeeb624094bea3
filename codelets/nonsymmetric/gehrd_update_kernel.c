/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tiles get the updates by a panel of the reduction to Hessenberg form, A = (I - V T^H V^H) (A - Y
 * V^H). In the rows of the reflectors these are one product of twice as many columns, A - [Y V] [V
 * W]^H with W = (A^H V - V (Y^H V)) T. So these rows are written once. The panel's own columns get
 * only the update from the right, in the rows above; columns that are triangular already only that
 * from the left. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static const scalar_t one = 1, minus_one = -1, zero = 0;

enum { FIXED = 3 }; /* data before the tiles */

struct update {
    int k, top, end;        /* reflectors, and their rows */
    const scalar_t *yv, *t; /* [Y V]; [T, Y^H V] */
    int ld, ldt;
    scalar_t *a; /* columns column ... behind - 1 of the matrix */
    int lda, column, behind;
    int from, n;      /* columns that get both updates */
    scalar_t *vw, *w; /* [V W] in the rows of these, and a workspace */
};

/* `together` tiles that are one, the first of which has number j. */
static struct update update_of(const struct sl_gehrd_args *p, void *tiles[], int j, int together)
{
    void **tile = tiles + FIXED + j;
    struct update u = {
        .k = (int)p->count,
        .top = (int)p->first + 1,
        .end = (int)p->end,
        .yv = TILE(tiles[0]),
        .t = TILE(tiles[1]),
        .ld = TILE_LD(tiles[0]),
        .ldt = TILE_LD(tiles[1]),
        .a = TILE(tile[0]),
        .lda = TILE_LD(tile[0]),
        .column = (int)(p->column + j * p->nb),
    };
    u.behind = u.column + sl_columns_together(tile, together, p->nb);
    u.from = SL_MAX(u.column, (int)(p->first + p->count));
    u.n = u.behind - u.from;
    u.vw = TILE(tiles[2]);
    u.w = u.vw + 2 * (int64_t)u.k * SL_MAX(0, u.n);
    return u;
}
static const scalar_t *v_of(const struct update *u)
{
    return u->yv + (int64_t)u->k * u->ld;
}
static scalar_t *column_of(const struct update *u, int column)
{
    return u->a + (int64_t)(column - u->column) * u->lda;
}
/* Of the columns with both updates those that are not triangular: V has rows of them. */
static int square_columns(const struct update *u)
{
    return SL_MAX(0, SL_MIN(u->behind, u->end) - u->from);
}

/* A = A - Y V^H in the rows above */
static void above(const struct update *u)
{
    int from = SL_MAX(u->column, u->top), end = SL_MIN(u->behind, u->end);
    if (from < end)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, u->top, end - from, u->k,
                      SADDR(minus_one), u->yv, u->ld, v_of(u) + from, u->ld, SADDR(one),
                      column_of(u, from), u->lda);
}

/* A = A - [Y V] [V W]^H */
static void both(const struct update *u)
{
    int k = u->k, n = u->n, square = square_columns(u);
    scalar_t *a = column_of(u, u->from) + u->top, *w = u->vw + (int64_t)k * n;
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', square, k, v_of(u) + u->from, u->ld, u->vw, n);
    if (square < n)
        LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'A', n - square, k, 0, 0, u->vw + square, n);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, n, k, u->end - u->top, SADDR(one), a,
                  u->lda, v_of(u) + u->top, u->ld, SADDR(zero), w, n);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, n, k, k, SADDR(minus_one), u->vw, n,
                  u->t + (int64_t)k * u->ldt, u->ldt, SADDR(one), w, n);
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, n, k,
                  SADDR(one), u->t, u->ldt, w, n);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, u->end - u->top, n, 2 * k,
                  SADDR(minus_one), u->yv + u->top, u->ld, u->vw, n, SADDR(one), a, u->lda);
}

static void cpu_gehrd_update(void *tiles[], void *arg)
{
    const struct sl_gehrd_args *p = arg;
    for (int j = 0; j < p->head.data - FIXED; j++) {
        struct update u = update_of(p, tiles, j, 1);
        above(&u);
        if (u.n > 0)
            both(&u);
    }
}

#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_gemm.h"

static void cuda_above(struct sl_args *args, cublasHandle_t handle, const struct update *u)
{
    int from = SL_MAX(u->column, u->top), end = SL_MIN(u->behind, u->end);
    if (from < end)
        sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, u->top, end - from,
                                          u->k, CS(minus_one), CU(u->yv), u->ld, CU(v_of(u) + from),
                                          u->ld, CS(one), CU(column_of(u, from)), u->lda));
}

/* T is zero below its diagonal, so that it is a square in a product, which is faster. */
static void cuda_both(struct sl_args *args, cublasHandle_t handle, const struct update *u)
{
    int k = u->k, n = u->n, rows = u->end - u->top, square = square_columns(u);
    scalar_t *a = column_of(u, u->from) + u->top, *w = u->vw + (int64_t)k * n;
    cudaStream_t stream = sl_cuda_stream();
    sl_cuda_check(
        args, sl_cuda_x(lacpy)(stream, 'G', square, k, CU(v_of(u) + u->from), u->ld, CU(u->vw), n));
    if (square < n)
        sl_cuda_check(args, sl_cuda_x(laset)(stream, 'G', 0, n - square, k, CV(zero), CV(zero),
                                             CU(u->vw + square), n));
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, n, k, rows, CS(one), CU(a),
                                      u->lda, CU(v_of(u) + u->top), u->ld, CS(zero), CU(u->w), n));
    sl_cuda_check(args,
                  sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, k, k, CS(minus_one), CU(u->vw),
                                n, CU(u->t + (int64_t)k * u->ldt), u->ldt, CS(one), CU(u->w), n));
    sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, k, k, CS(one), CU(u->w),
                                      n, CU(u->t), u->ldt, CS(zero), CU(w), n));
    sl_cuda_check(args,
                  sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, rows, n, 2 * k, CS(minus_one),
                                CU(u->yv + u->top), u->ld, CU(u->vw), n, CS(one), CU(a), u->lda));
}

static void cuda_gehrd_update(void *tiles[], void *arg)
{
    struct sl_gehrd_args *p = arg;
    cublasHandle_t handle = sl_cuda_handle();
    for (int j = 0, together, count = p->head.data - FIXED; j < count; j += together) {
        together = sl_side_by_side(tiles + FIXED + j, count - j);
        struct update u = update_of(p, tiles, j, together);
        cuda_above(&p->head, handle, &u);
        if (u.n > 0)
            cuda_both(&p->head, handle, &u);
    }
}
#endif

SL_CODELET(gehrd_update);

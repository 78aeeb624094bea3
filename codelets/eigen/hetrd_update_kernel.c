/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The lower triangle in tiles behind a panel of hetrd: A = A - V W^H - W V^H, which is A - [V W] [W
 * V]^H. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/tuning.h"

enum { FIXED = 1 }; /* data before the tiles */

/* Columns first ... end - 1 from the diagonal down, and V, W and V from row `first` on */
struct update {
    int first, end, n, k; /* n: rows of the matrix */
    const scalar_t *v, *w;
    int ldv;
    scalar_t *a; /* the element (first, first) */
    int lda;
};

/* `together` tiles that are one, the first of which has number j. No column: first >= end. */
static struct update update_of(const struct sl_hetrd_args *p, void *tiles[], int j, int together)
{
    void **tile = tiles + FIXED + j;
    int column = (int)(p->column + j * p->nb), ld = TILE_LD(tile[0]);
    int first = SL_MAX(column, (int)(p->first + p->count)), k = (int)p->count;
    int ldv = TILE_LD(tiles[0]);
    const scalar_t *v = TILE(tiles[0]) + first;
    return (struct update){
        .first = first,
        .end = column + sl_columns_together(tile, together, p->nb),
        .n = TILE_M(tile[0]),
        .k = k,
        .v = v,
        .w = v + (int64_t)k * ldv,
        .ldv = ldv,
        .a = TILE(tile[0]) + first + (int64_t)(first - column) * ld,
        .lda = ld,
    };
}

/* n of the columns, from column j of these on */
static void update(const struct update *u, int j, int n)
{
    const scalar_t one = 1, minus_one = -1;
    const scalar_t *v = u->v + j, *w = u->w + j;
    int rows = u->n - u->first - j - n;
    scalar_t *c = u->a + j + (int64_t)j * u->lda;
#ifdef SL_COMPLEX
    cblas_x(her2k)(CblasColMajor, CblasLower, CblasNoTrans, n, u->k, SADDR(minus_one), v, u->ldv, w,
                   u->ldv, 1, c, u->lda);
#else
    cblas_x(syr2k)(CblasColMajor, CblasLower, CblasNoTrans, n, u->k, minus_one, v, u->ldv, w,
                   u->ldv, 1, c, u->lda);
#endif
    if (rows > 0)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasConjTrans, rows, n, 2 * u->k,
                      SADDR(minus_one), v + n, u->ldv, w, u->ldv, SADDR(one), c + n, u->lda);
}

static void cpu_hetrd_update(void *tiles[], void *arg)
{
    const struct sl_hetrd_args *p = arg;
    for (int j = 0; j < p->head.data - FIXED; j++) {
        struct update u = update_of(p, tiles, j, 1);
        for (int c = 0; c < u.end - u.first; c += SL_TRIANGLE_COLUMNS)
            update(&u, c, SL_MIN(SL_TRIANGLE_COLUMNS, u.end - u.first - c));
    }
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

/* The triangle on the diagonal, then the rows below it. */
static void cuda_update(struct sl_args *args, cublasHandle_t handle, const struct update *u)
{
    const scalar_t one = 1, minus_one = -1;
    int n = u->end - u->first, rows = u->n - u->end;
#ifdef SL_COMPLEX
    const real_t beta = 1;
    sl_cuda_check(args, cublas_x(herkx)(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, 2 * u->k,
                                        CS(minus_one), CU(u->v), u->ldv, CU(u->w), u->ldv, &beta,
                                        CU(u->a), u->lda));
#else
    sl_cuda_check(args, cublas_x(syrkx)(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, 2 * u->k,
                                        CS(minus_one), CU(u->v), u->ldv, CU(u->w), u->ldv, CS(one),
                                        CU(u->a), u->lda));
#endif
    if (rows > 0)
        sl_cuda_check(args, sl_cuda_xgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, rows, n, 2 * u->k,
                                          CS(minus_one), CU(u->v + n), u->ldv, CU(u->w), u->ldv,
                                          CS(one), CU(u->a + n), u->lda));
}

static void cuda_hetrd_update(void *tiles[], void *arg)
{
    struct sl_hetrd_args *p = arg;
    for (int j = 0, together, count = p->head.data - FIXED; j < count; j += together) {
        together = sl_side_by_side(tiles + FIXED + j, count - j);
        struct update u = update_of(p, tiles, j, together);
        if (u.first < u.end)
            cuda_update(&p->head, sl_cuda_handle(), &u);
    }
}
#endif

SL_CODELET(hetrd_update);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* An update of a column by factored columns: the row interchanges of each step, then a step of the
 * substitution with L (blas3/solve_kernel.c). It can do so for several steps. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/blas3/substitution.h"
#include "update.h"
#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_product.h"
#endif

/* The operands with step q of a group, or with `steps` of them whose columns are one array. */
static struct substitution substitution_with(const struct group *s, int q, int steps,
                                             const struct column *c)
{
    int before = q * s->pivots;
    struct substitution step =
        substitution_at(STARLING_LOWER, STARLING_NOTRANS, s->L[q], s->above + before,
                        steps * s->pivots, c->tiles[0], c->offset + before);
    step.parts = s->parts;
    return step;
}

/* Applies the interchanges of a step. */
static void interchange(const struct column *c, const int *ipiv, int pivots)
{
    int ld, ld2, follow;
    scalar_t *a = column_row(c, 0, &ld, &follow);
    if (c->count == 1) {
        LAPACKE_x(laswp_work)(LAPACK_COL_MAJOR, c->n, a, ld, 1, pivots, ipiv, 1);
        return;
    }
    for (int i = 0; i < pivots; i++) {
        scalar_t *b = column_row(c, ipiv[i] - 1, &ld2, &follow);
        if (b != a + i)
            cblas_x(swap)(c->n, a + i, ld, b, ld2);
    }
}

void SL_X(update_column)(const struct group *s, const struct column *c)
{
    for (int q = 0; q < s->steps; q++) {
        struct column below = column_below(c, q * s->pivots);
        interchange(&below, s->ipiv[q], s->pivots);
    }
    for (int q = 0; q < s->steps; q++) {
        struct substitution step = substitution_with(s, q, 1, c);
        SL_X(solve_columns)(&step, 0, step.n);
        SL_X(subtract_product)(&step, 0, step.rest);
    }
}

/* A core works on columns that are not transposed. */
static void cpu_update(void *tiles[], void *arg)
{
    struct sl_lu_args *p = arg;
    int each = p->inverse ? 3 : 2;
    struct column c = column_of(tiles, p->column, &p->head, p->offset);
    struct group s = group_of(tiles, each, p->steps, &c);
    struct column below = column_below(&c, s.steps * s.pivots);
    if (p->was_transposed)
        SL_X(transpose_column)(&c);
    SL_X(update_column)(&s, &c);
    if (p->transposed)
        SL_X(transpose_column)(&below);
}

#ifdef STARLING_CUDA
/* Y = Y - R X */
static void cuda_rest(struct sl_args *args, cublasHandle_t handle, const struct substitution *s)
{
    SL_X(cuda_subtract_product)
    (args, handle, s, CUBLAS_OP_N, CUBLAS_OP_N, s->rest, s->pivots, s->x, s->ldb, s->y);
}

/* Applies interchanges across several tiles in a copy of the column. */
static void cuda_interchange(struct sl_args *args, const struct column *c, int pivots,
                             const int *moves, scalar_t *w)
{
    cudaStream_t stream = sl_cuda_stream();
    int ld, follow;
    for (int out = 0; out < 2; out++) {
        for (int i = 0; i < c->m; i += follow) {
            scalar_t *a = column_row(c, i, &ld, &follow);
            sl_cuda_check(args,
                          sl_cuda_x(lacpy)(stream, 'G', follow, c->n, CU(out ? w + i : a),
                                           out ? c->m : ld, CU(out ? a : w + i), out ? ld : c->m));
        }
        if (!out)
            sl_cuda_check(args, sl_cuda_x(laswp)(sl_cuda_handle(), 0, c->n, CU(w),
                                                 c->m, pivots, moves));
    }
}

/* In double precision a product of many rows is faster with U transposed, which takes a
 * copy of U. Transposed tiles always need it. */
static bool wants_transposed(int rest, int pivots, int transposed_rows)
{
    return transposed_rows > 0 ||
           (sizeof(real_t) >= sizeof(double) && rest >= SL_ROWS_OF_TRANSPOSED && pivots <= SL_IB);
}

/* Y = Y - R X, where x = X^T. The first `transposed_rows` rows of Y are in transposed tiles. */
static void cuda_rest_transposed(struct sl_args *args, cublasHandle_t handle,
                                 const struct substitution *s, int transposed_rows,
                                 const scalar_t *x)
{
    struct substitution others = *s;
    struct factor X = {.a = x, .ld = s->n}, R = {.a = s->r, .ld = s->lda, .next = s->n};
    factor_parts(&R, s->parts, true, s->pivots);
    others.r += transposed_rows;
    others.first += transposed_rows;
    if (transposed_rows > 0) /* Y^T = Y^T - X^T R^T, tile by tile */
        cuda_products(args, handle, true, CUBLAS_OP_N, CUBLAS_OP_T, s->n, s->n, s->pivots, -1, X, R,
                      1, s->y, s->ldb, s->n, transposed_rows / s->n);
    SL_X(cuda_subtract_product)
    (args, handle, &others, CUBLAS_OP_N, CUBLAS_OP_T, s->rest - transposed_rows, s->pivots, x, s->n,
     s->y + transposed_rows);
}

/* The columns of L of all steps must be one array: then they need only one product. */
static bool are_beside(struct sl_args *args, const struct group *s)
{
    bool beside = true;
    for (int q = 1; q < s->steps; q++)
        beside &= TILE_LD(s->L[q]) == TILE_LD(s->L[0]) &&
                  TILE(s->L[q]) == TILE(s->L[0]) + (int64_t)q * s->pivots * TILE_LD(s->L[0]);
    sl_cuda_check(args, beside ? 0 : CUBLAS_STATUS_INVALID_VALUE);
    return beside;
}

/* The rows of U for each step. If x is not NULL, also U^T. */
static void cuda_rows_of_u(struct sl_args *args, cublasHandle_t handle, const struct group *s,
                           const struct column *c, int transposed_rows, scalar_t *x, scalar_t *work)
{
    for (int q = 0; q < s->steps; q++) {
        struct substitution step = substitution_with(s, q, 1, c);
        void *d = s->inverse[q];
        int before = q * s->pivots;
        sl_cuda_check(args, sl_cuda_x(getrf_solve)(
                                handle, step.n, s->pivots, before, CU(step.t), step.lda,
                                CU(d ? TILE(d) : NULL), d ? TILE_LD(d) : 0, s->ipiv[q] + s->pivots,
                                SL_MAX(0, transposed_rows - before), CU(step.x), step.ldb,
                                CU(x ? x + (int64_t)step.n * before : NULL), CU(work)));
    }
}

/* The rows of U take small kernels. They run in another stream beside the product of the
 * task before. The products of a column that is factored soon also go to a more urgent
 * stream. */
static void cuda_update(void *tiles[], void *arg)
{
    struct sl_lu_args *p = arg;
    struct column c = column_of(tiles, p->column, &p->head, p->offset);
    struct group s = group_of(tiles, 3, p->steps, &c);
    s.parts = p->parts >= 0 ? tiles[p->parts] : NULL;
    struct substitution all = substitution_with(&s, 0, s.steps, &c);
    scalar_t *work = TILE(tiles[p->work]), *x = work + (int64_t)all.n * s.pivots;
    if (!are_beside(&p->head, &s))
        return;
    if (c.count > 1) {
        cuda_interchange(&p->head, &c, s.pivots, s.ipiv[0] + s.pivots, work);
        SL_X(cuda_substitute)(&p->head, &all, tiles[2], work);
        return;
    }
    int transposed_rows = p->transposed ? square_rows(&c) : 0;
    bool transposed = wants_transposed(all.rest, s.pivots, transposed_rows);
    enum sl_stream products = p->soon ? SL_EARLY : SL_BULK;
    cublasHandle_t handle = sl_cuda_begin(SL_EARLY);
    if (p->transposed && !p->was_transposed)
        SL_X(cuda_transpose_column)(&p->head, handle, &c);
    cuda_rows_of_u(&p->head, handle, &s, &c, transposed_rows, transposed ? x : NULL, work);
    handle = sl_cuda_continue(SL_EARLY, products);
    if (transposed)
        cuda_rest_transposed(&p->head, handle, &all, SL_MAX(0, transposed_rows - all.pivots), x);
    else
        cuda_rest(&p->head, handle, &all);
    sl_cuda_continue(products, SL_OWN);
}

/* The inverses of the triangles may not be there yet, so this does not use them. */
void SL_X(cuda_update_column)(struct sl_args *args, cublasHandle_t handle, const struct group *s,
                              const struct column *c)
{
    struct substitution all = substitution_with(s, 0, s->steps, c);
    if (!are_beside(args, s))
        return;
    cuda_rows_of_u(args, handle, s, c, 0, NULL, NULL);
    cuda_rest(args, handle, &all);
}
#endif

/* Workspace for an update with `steps` panels of m columns: for one panel, and for U^T. */
int64_t SL_X(update_work)(int64_t m, int64_t n, int64_t steps)
{
#ifdef STARLING_CUDA
    int64_t transposed = m <= SL_IB ? steps * m * n : 0;
    return (int64_t)sl_cuda_x(getrf_solve_work)((int)m, (int)n) + transposed;
#else
    return 0 * m * n * steps;
#endif
}

SL_CODELET(update);

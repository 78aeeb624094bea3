/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A step of a solution with the factors of a matrix. T is a triangle, L or U, at row
 * `offset` of a tile. X is the same rows of a tile of B. R is the rest of T's columns in
 * its tile, below L or above U, and Y is the same rows of B:
 *   no transpose  X = T^-1 X, Y = Y - R X
 *   transpose     X = T^-x (X - R^x Y), where x is T or H
 * An update of a column applies the row interchanges of a step, then the same with L. It
 * can do so for several steps. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/blas3/triangle.h"
#include "update.h"
#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#include "codelets/blas3/cuda_gemm.h"
#endif

/* The operands of a task, in the memory of its worker. */
struct substitution {
    starling_uplo uplo;
    starling_trans trans;
    int pivots, n, rest, lda, ldb;
    const scalar_t *t, *r;
    scalar_t *x, *y;
};

/* The operands with the triangle of order `pivots` at row `above` of a. */
static struct substitution substitution_at(starling_uplo uplo, starling_trans trans, void *a,
                                           int above, int pivots, void *b, int offset)
{
    bool lower = uplo == STARLING_LOWER;
    int from = lower ? offset + pivots : 0;
    return (struct substitution){
        .uplo = uplo, .trans = trans, .pivots = pivots, .n = TILE_N(b),
        .rest = lower ? TILE_M(b) - from : offset, .lda = TILE_LD(a), .ldb = TILE_LD(b),
        .t = TILE(a) + above, .r = TILE(a) + (lower ? above + pivots : 0),
        .x = TILE(b) + offset, .y = TILE(b) + from,
    };
}

/* a may lack the rows above its triangle. */
static struct substitution substitution_of(struct sl_lu_args *p, void *a, void *b)
{
    int offset = (int)p->offset, above = offset - (TILE_M(b) - TILE_M(a));
    int pivots = SL_MIN(TILE_M(a) - above, TILE_N(a));
    return substitution_at(p->uplo, p->trans, a, above, pivots, b, offset);
}

/* The operands with step q of a group, or with `steps` of them whose columns are one array. */
static struct substitution substitution_with(const struct group *s, int q, int steps,
                                             const struct column *c)
{
    int before = q * s->pivots;
    return substitution_at(STARLING_LOWER, STARLING_NOTRANS, s->L[q], s->above + before,
                           steps * s->pivots, c->tiles[0], c->offset + before);
}

/* The product with R, on `rows` rows of Y (no transpose) or X (transpose) from `first` on. */
static void product(const struct substitution *s, int first, int rows)
{
    const scalar_t one = 1, minus_one = -1;
    bool no = s->trans == STARLING_NOTRANS;
    CBLAS_TRANSPOSE trans = cblas_trans(s->trans);
    const scalar_t *r = s->r + (no ? first : (int64_t)first * s->lda), *b = no ? s->x : s->y;
    scalar_t *c = (no ? s->y : s->x) + first;
    int inner = no ? s->pivots : s->rest;
    if (s->n == 1)
        cblas_x(gemv)(CblasColMajor, trans, no ? rows : inner, no ? inner : rows, SADDR(minus_one), r,
                    s->lda, b, 1, SADDR(one), c, 1);
    else
        cblas_x(gemm)(CblasColMajor, trans, CblasNoTrans, rows, s->n, inner, SADDR(minus_one), r,
                    s->lda, b, s->ldb, SADDR(one), c, s->ldb);
}

static void product_chunk(void *arg, int chunk)
{
    const struct substitution *s = arg;
    int each = sl_solve_chunks(s->trans, s->pivots, s->rest).each, first = chunk * each;
    product(s, first, SL_MIN(each, (s->trans == STARLING_NOTRANS ? s->rest : s->pivots) - first));
}

/* Solves with the triangle, on columns of X from `first` on. */
static void triangle(const struct substitution *s, int first, int columns)
{
    SL_X(solve_triangle)(STARLING_LEFT, s->uplo, s->trans,
                         s->uplo == STARLING_LOWER ? STARLING_UNIT : STARLING_NONUNIT, s->pivots,
                         columns, 1, s->t, s->lda, s->x + (int64_t)first * s->ldb, s->ldb);
}

static struct sl_chunks triangle_chunks(const struct substitution *s)
{
    return sl_chunks_of(s->n, SL_CHUNK_COLUMNS);
}

static void triangle_chunk(void *arg, int chunk)
{
    const struct substitution *s = arg;
    int each = triangle_chunks(s).each, first = chunk * each;
    triangle(s, first, SL_MIN(each, s->n - first));
}

/* A team solves, even a team of one, so that the bits are the same. */
static void cpu_solve(void *tiles[], void *arg)
{
    struct sl_lu_args *p = arg;
    struct substitution s = substitution_of(p, tiles[0], tiles[1]);
    bool no = s.trans == STARLING_NOTRANS;
    sl_team_open(p->team);
    if (no)
        sl_team_run(p->team, 0, triangle_chunks(&s).count, triangle_chunk, &s);
    sl_team_run(p->team, 0, sl_solve_chunks(s.trans, s.pivots, s.rest).count, product_chunk, &s);
    if (!no)
        sl_team_run(p->team, 0, triangle_chunks(&s).count, triangle_chunk, &s);
    sl_team_close(p->team);
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
        triangle(&step, 0, step.n);
        product(&step, 0, step.rest);
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
/* C = C - op(R) op(B), m x n, the inner dimension k */
static void cuda_product(struct sl_args *args, cublasHandle_t handle,
                         const struct substitution *s, cublasOperation_t trans,
                         cublasOperation_t trans_b, int m, int k, const scalar_t *b, int ldb,
                         scalar_t *c)
{
    const scalar_t one = 1, minus_one = -1;
    if (m > 0 && k > 0)
        sl_cuda_check(args, sl_cuda_xgemm(handle, trans, trans_b, m, s->n, k, CU(&minus_one),
                                          CU(s->r), s->lda, CU(b), ldb, CU(&one), CU(c),
                                          s->ldb));
}

/* Y = Y - R X */
static void cuda_rest(struct sl_args *args, cublasHandle_t handle,
                      const struct substitution *s)
{
    cuda_product(args, handle, s, CUBLAS_OP_N, CUBLAS_OP_N, s->rest, s->pivots, s->x, s->ldb,
                 s->y);
}

/* T^-1 X. Pivoting keeps all elements of L at most 1 in size, so the product with its
 * inverse d is as accurate as substitution. U can be as ill-conditioned as the matrix, so
 * its inverse is not used (Du Croz and Higham, IMA J. Numer. Anal. 12, 1992). */
static void cuda_triangle(struct sl_args *args, const struct substitution *s, void *d,
                          scalar_t *work)
{
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    cublasOperation_t trans = cublas_trans(s->trans);
    const scalar_t one = 1;
    if (s->uplo == STARLING_UPPER)
        sl_cuda_check(args, cublas_x(trsm)(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, trans,
                                        CUBLAS_DIAG_NON_UNIT, s->pivots, s->n, CU(&one),
                                        CU(s->t), s->lda, CU(s->x), s->ldb));
    else
        sl_cuda_check(args, sl_cuda_x(trsm)(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, trans,
                                          CUBLAS_DIAG_UNIT, s->pivots, s->n, CV((scalar_t)1),
                                          CU(s->t), s->lda, CU(TILE(d)), TILE_LD(d), CU(s->x),
                                          s->ldb, CU(work)));
}

static void cuda_substitute(struct sl_args *args, const struct substitution *s, void *d,
                            scalar_t *work)
{
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    bool no = s->trans == STARLING_NOTRANS;
    cublasOperation_t trans = cublas_trans(s->trans);
    if (!no)
        cuda_product(args, handle, s, trans, CUBLAS_OP_N, s->pivots, s->rest, s->y, s->ldb,
                     s->x);
    cuda_triangle(args, s, d, work);
    if (no)
        cuda_rest(args, handle, s);
}

static void cuda_solve(void *tiles[], void *arg)
{
    struct sl_lu_args *p = arg;
    struct substitution s = substitution_of(p, tiles[0], tiles[1]);
    cuda_substitute(&p->head, &s, p->inverse ? tiles[2] : NULL,
                    p->inverse ? TILE(tiles[3]) : NULL);
}

/* Applies interchanges across several tiles in a copy of the column. */
static void cuda_interchange(struct sl_args *args, const struct column *c, int pivots,
                             const int *moves, scalar_t *w)
{
    cudaStream_t stream = starpu_cuda_get_local_stream();
    int ld, follow;
    for (int out = 0; out < 2; out++) {
        for (int i = 0; i < c->m; i += follow) {
            scalar_t *a = column_row(c, i, &ld, &follow);
            sl_cuda_check(args, sl_cuda_x(lacpy)(stream, 'G', follow, c->n, CU(out ? w + i : a),
                                               out ? c->m : ld, CU(out ? a : w + i),
                                               out ? ld : c->m));
        }
        if (!out)
            sl_cuda_check(args, sl_cuda_x(laswp)(starpu_cublas_get_local_handle(), 0, c->n, CU(w),
                                               c->m, pivots, moves));
    }
}

/* In double precision a product of many rows is faster with U transposed, which takes a
 * copy of U. Transposed tiles always need it. */
static bool wants_transposed(int rest, int pivots, int transposed_rows)
{
    return transposed_rows > 0 || (sizeof(real_t) >= sizeof(double) &&
                                   rest >= SL_ROWS_OF_TRANSPOSED && pivots <= SL_IB);
}

/* Y = Y - R X, where x = X^T. The first `transposed_rows` rows of Y are in transposed tiles. */
static void cuda_rest_transposed(struct sl_args *args, cublasHandle_t handle,
                                 const struct substitution *s, int transposed_rows, const scalar_t *x)
{
    const scalar_t one = 1, minus_one = -1;
    struct substitution others = *s;
    others.r += transposed_rows;
    if (transposed_rows > 0) /* Y^T = Y^T - X^T R^T, tile by tile */
        sl_cuda_check(args, sl_cuda_xgemm_strided(handle, CUBLAS_OP_N, CUBLAS_OP_T, s->n, s->n,
                                                  s->pivots, CU(&minus_one), CU(x), s->n, 0,
                                                  CU(s->r), s->lda, s->n, CU(&one), CU(s->y),
                                                  s->ldb, s->n, transposed_rows / s->n));
    cuda_product(args, handle, &others, CUBLAS_OP_N, CUBLAS_OP_T, s->rest - transposed_rows, s->pivots,
                 x, s->n, s->y + transposed_rows);
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
static void cuda_rows_of_u(struct sl_args *args, cublasHandle_t handle,
                           const struct group *s, const struct column *c, int transposed_rows,
                           scalar_t *x, scalar_t *work)
{
    for (int q = 0; q < s->steps; q++) {
        struct substitution step = substitution_with(s, q, 1, c);
        void *d = s->inverse[q];
        int before = q * s->pivots;
        sl_cuda_check(args, sl_cuda_x(getrf_solve)(
                                handle, step.n, s->pivots, before, CU(step.t), step.lda,
                                CU(d ? TILE(d) : NULL), d ? TILE_LD(d) : 0,
                                s->ipiv[q] + s->pivots, SL_MAX(0, transposed_rows - before),
                                CU(step.x), step.ldb,
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
    struct substitution all = substitution_with(&s, 0, s.steps, &c);
    scalar_t *work = TILE(tiles[p->work]), *x = work + (int64_t)all.n * s.pivots;
    if (!are_beside(&p->head, &s))
        return;
    if (c.count > 1) {
        cuda_interchange(&p->head, &c, s.pivots, s.ipiv[0] + s.pivots, work);
        cuda_substitute(&p->head, &all, tiles[2], work);
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
void SL_X(cuda_update_column)(struct sl_args *args, cublasHandle_t handle,
                              const struct group *s, const struct column *c)
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

SL_CODELET(solve);
SL_CODELET(update);

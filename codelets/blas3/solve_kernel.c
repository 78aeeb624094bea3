/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A step of a solution with a triangle that is cut into columns: the factors of LU, or R of QR. T
 * is a triangle, L or U, at row `offset` of a tile. X is the same rows of a tile of B. R is the
 * rest of T's columns in its tile, below L or above U, and Y is the same rows of B: no transpose  X
 * = T^-1 X, Y = Y - R X transpose     X = T^-x (X - R^x Y), where x is T or H */

#define SL_KERNEL_USES_BLAS
#include "codelets/worker_team.h"
#include "substitution.h"
#include "triangle.h"
#ifdef STARLING_CUDA
#include "cuda_blas3.h"
#include "cuda_product.h"
#endif

/* a may lack the rows above its triangle. */
static struct substitution substitution_of(struct sl_solve_args *p, void *a, void *b)
{
    int offset = (int)p->offset, above = offset - (TILE_M(b) - TILE_M(a));
    int pivots = SL_MIN(TILE_M(a) - above, TILE_N(a));
    return substitution_at(p->uplo, p->trans, a, above, pivots, b, offset);
}

/* The product with R, on `rows` rows of Y (no transpose) or X (transpose) from `first` on. */
void SL_X(subtract_product)(const struct substitution *s, int first, int rows)
{
    const scalar_t one = 1, minus_one = -1;
    bool no = s->trans == STARLING_NOTRANS;
    CBLAS_TRANSPOSE trans = cblas_trans(s->trans);
    const scalar_t *r = s->r + (no ? first : (int64_t)first * s->lda), *b = no ? s->x : s->y;
    scalar_t *c = (no ? s->y : s->x) + first;
    int inner = no ? s->pivots : s->rest;
    if (s->n == 1)
        cblas_x(gemv)(CblasColMajor, trans, no ? rows : inner, no ? inner : rows, SADDR(minus_one),
                      r, s->lda, b, 1, SADDR(one), c, 1);
    else
        cblas_x(gemm)(CblasColMajor, trans, CblasNoTrans, rows, s->n, inner, SADDR(minus_one), r,
                      s->lda, b, s->ldb, SADDR(one), c, s->ldb);
}

static void product_chunk(void *arg, int chunk)
{
    const struct substitution *s = arg;
    int each = sl_solve_chunks(s->trans, s->pivots, s->rest).each, first = chunk * each;
    SL_X(subtract_product)
    (s, first, SL_MIN(each, (s->trans == STARLING_NOTRANS ? s->rest : s->pivots) - first));
}

/* Solves with the triangle, on columns of X from `first` on. */
void SL_X(solve_columns)(const struct substitution *s, int first, int columns)
{
    SL_X(solve_triangle)
    (STARLING_LEFT, s->uplo, s->trans, s->uplo == STARLING_LOWER ? STARLING_UNIT : STARLING_NONUNIT,
     s->pivots, columns, 1, s->t, s->lda, s->x + (int64_t)first * s->ldb, s->ldb);
}

static struct sl_chunks triangle_chunks(const struct substitution *s)
{
    return sl_chunks_of(s->n, SL_CHUNK_COLUMNS);
}

static void triangle_chunk(void *arg, int chunk)
{
    const struct substitution *s = arg;
    int each = triangle_chunks(s).each, first = chunk * each;
    SL_X(solve_columns)(s, first, SL_MIN(each, s->n - first));
}

/* A team solves, even a team of one, so that the bits are the same. */
static void cpu_solve(void *tiles[], void *arg)
{
    struct sl_solve_args *p = arg;
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

#ifdef STARLING_CUDA
/* C = C - op(R) op(B), m x n, the inner dimension k */
void SL_X(cuda_subtract_product)(struct sl_args *args, cublasHandle_t handle,
                                 const struct substitution *s, cublasOperation_t trans,
                                 cublasOperation_t trans_b, int m, int k, const scalar_t *b,
                                 int ldb, scalar_t *c)
{
    struct factor R = {.a = s->r - s->first, .ld = s->lda};
    factor_parts(&R, s->parts, true, k);
    if (m > 0 && k > 0)
        cuda_product(args, handle, trans, trans_b, m, s->n, k, -1, factor_below(R, s->first),
                     (struct factor){.a = b, .ld = ldb}, 1, c, s->ldb);
}

/* Y = Y - R X */
static void cuda_rest(struct sl_args *args, cublasHandle_t handle, const struct substitution *s)
{
    SL_X(cuda_subtract_product)
    (args, handle, s, CUBLAS_OP_N, CUBLAS_OP_N, s->rest, s->pivots, s->x, s->ldb, s->y);
}

/* T^-1 X. Pivoting keeps all elements of L at most 1 in size, so the product with its
 * inverse d is as accurate as substitution. U can be as ill-conditioned as the matrix, so
 * its inverse is not used (Du Croz and Higham, IMA J. Numer. Anal. 12, 1992). */
static void cuda_triangle(struct sl_args *args, const struct substitution *s, void *d,
                          scalar_t *work)
{
    cublasHandle_t handle = sl_cuda_handle();
    cublasOperation_t trans = cublas_trans(s->trans);
    const scalar_t one = 1;
    if (s->uplo == STARLING_UPPER)
        sl_cuda_check(args, cublas_x(trsm)(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, trans,
                                           CUBLAS_DIAG_NON_UNIT, s->pivots, s->n, CS(one), CU(s->t),
                                           s->lda, CU(s->x), s->ldb));
    else
        sl_cuda_check(args,
                      sl_cuda_x(trsm)(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, trans,
                                      CUBLAS_DIAG_UNIT, s->pivots, s->n, CV((scalar_t)1), CU(s->t),
                                      s->lda, CU(TILE(d)), TILE_LD(d), CU(s->x), s->ldb, CU(work)));
}

void SL_X(cuda_substitute)(struct sl_args *args, const struct substitution *s, void *d,
                           scalar_t *work)
{
    cublasHandle_t handle = sl_cuda_handle();
    bool no = s->trans == STARLING_NOTRANS;
    cublasOperation_t trans = cublas_trans(s->trans);
    if (!no)
        SL_X(cuda_subtract_product)
        (args, handle, s, trans, CUBLAS_OP_N, s->pivots, s->rest, s->y, s->ldb, s->x);
    cuda_triangle(args, s, d, work);
    if (no)
        cuda_rest(args, handle, s);
}

static void cuda_solve(void *tiles[], void *arg)
{
    struct sl_solve_args *p = arg;
    struct substitution s = substitution_of(p, tiles[0], tiles[1]);
    SL_X(cuda_substitute)
    (&p->head, &s, p->inverse ? tiles[2] : NULL, p->inverse ? TILE(tiles[3]) : NULL);
}

#endif

SL_CODELET(solve);

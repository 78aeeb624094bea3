/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Substitution with a triangle T at rows `offset` of a tile of a factored matrix, on the same
 * rows X of a tile of B, and the product with the rest R of T's columns on the other rows Y of
 * that tile, which T = L couples from below and T = U from above:
 *   no transpose  X = T^-1 X, Y = Y - R X
 *   transpose     X = T^-x (X - R^x Y)
 * update: the same with L, after the row interchanges of its step on all of the column. */

#define SL_KERNEL_USES_BLAS
#include "column.h"

/* What a task works on; pointers are to the tiles' memory, wherever that is. */
struct substitution {
    starling_uplo uplo;
    starling_trans trans;
    int pivots, n, rest, lda, ldb;
    const scalar_t *t, *r;
    scalar_t *x, *y;
};

static struct substitution substitution_of(const struct sl_lu_args *p, void *a, void *b)
{
    int offset = (int)p->offset, pivots = SL_MIN(TILE_M(a) - offset, TILE_N(a));
    bool lower = p->uplo == STARLING_LOWER;
    int from = lower ? offset + pivots : 0;
    return (struct substitution){
        .uplo = p->uplo, .trans = p->trans, .pivots = pivots, .n = TILE_N(b),
        .rest = lower ? TILE_M(b) - from : offset, .lda = TILE_LD(a), .ldb = TILE_LD(b),
        .t = TILE(a) + offset, .r = TILE(a) + from, .x = TILE(b) + offset, .y = TILE(b) + from,
    };
}

static void substitute(const struct substitution *s)
{
    const scalar_t one = 1, minus_one = -1;
    bool no = s->trans == STARLING_NOTRANS;
    CBLAS_TRANSPOSE trans = cblas_trans(s->trans);
    if (!no)
        cblas_xgemm(CblasColMajor, trans, CblasNoTrans, s->pivots, s->n, s->rest,
                    SADDR(minus_one), s->r, s->lda, s->y, s->ldb, SADDR(one), s->x, s->ldb);
    cblas_xtrsm(CblasColMajor, CblasLeft, cblas_uplo(s->uplo), trans,
                s->uplo == STARLING_LOWER ? CblasUnit : CblasNonUnit, s->pivots, s->n,
                SADDR(one), s->t, s->lda, s->x, s->ldb);
    if (no)
        cblas_xgemm(CblasColMajor, trans, CblasNoTrans, s->rest, s->n, s->pivots,
                    SADDR(minus_one), s->r, s->lda, s->x, s->ldb, SADDR(one), s->y, s->ldb);
}

static void cpu_solve(void *tiles[], void *arg)
{
    struct substitution s = substitution_of(arg, tiles[0], tiles[1]);
    substitute(&s);
}

/* The interchanges of a step, column by column: a column of them stays in the cache. */
static void interchange(const struct column *c, const int *ipiv, int pivots)
{
    int ld, ld2, follow;
    scalar_t *a = column_row(c, 0, &ld, &follow);
    if (c->count == 1) {
        LAPACKE_xlaswp_work(LAPACK_COL_MAJOR, c->n, a, ld, 1, pivots, ipiv, 1);
        return;
    }
    for (int i = 0; i < pivots; i++) {
        scalar_t *b = column_row(c, ipiv[i] - 1, &ld2, &follow);
        if (b != a + i)
            cblas_xswap(c->n, a + i, ld, b, ld2);
    }
}

static void cpu_update(void *tiles[], void *arg)
{
    const struct sl_lu_args *p = arg;
    struct column c = column_of(tiles, p->inverse ? 4 : 2, p->offset);
    struct substitution s = substitution_of(p, tiles[0], c.tiles[0]);
    interchange(&c, (const int *)STARPU_MATRIX_GET_PTR(tiles[1]), s.pivots);
    substitute(&s);
}

SL_CODELET_CPU(solve, 0x5f9ea0);
SL_CODELET_CPU(update, 0x3b7dd8);

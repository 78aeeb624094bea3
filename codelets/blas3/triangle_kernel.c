/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions with a triangle. If all diagonal elements have reciprocals, BLAS solves. Else
 * the triangle is halved, and each half is solved in the same way. A small triangle without
 * reciprocals is solved as in the reference BLAS, with divisions. */

#define SL_KERNEL_USES_BLAS
#include "triangle.h"

struct system {
    starling_side side;
    starling_uplo uplo;
    starling_trans trans;
    starling_diag diag;
    int m, n, ldt, ldb;
    const scalar_t *t;
    scalar_t *b;
};

/* Unknowns are rows of B (left) or columns. */
static int order_of(const struct system *s)
{
    return s->side == STARLING_LEFT ? s->m : s->n;
}

/* Whether the first unknown depends on no other. */
static bool is_forward(const struct system *s)
{
    bool lower = (s->uplo == STARLING_LOWER) == (s->trans == STARLING_NOTRANS);
    return lower == (s->side == STARLING_LEFT);
}

/* Element (i, j) of op(T). */
static scalar_t element(const struct system *s, int i, int j)
{
    scalar_t x = s->trans == STARLING_NOTRANS ? s->t[i + (int64_t)j * s->ldt]
                                              : s->t[j + (int64_t)i * s->ldt];
    return s->trans == STARLING_CONJTRANS ? SL_CONJ(x) : x;
}

/* Element of right-hand side v at unknown k. */
static scalar_t *unknown(const struct system *s, int k, int v)
{
    return s->side == STARLING_LEFT ? s->b + k + (int64_t)v * s->ldb
                                    : s->b + v + (int64_t)k * s->ldb;
}

/* Solves for one right-hand side. As in the reference BLAS, A X = B skips zeros. */
static void substitute(const struct system *s, scalar_t alpha, int v)
{
    int order = order_of(s);
    bool left = s->side == STARLING_LEFT, forward = is_forward(s);
    bool over_zeros = left && s->trans == STARLING_NOTRANS;
    for (int k = 0; k < order && alpha != 1; k++)
        *unknown(s, k, v) *= alpha;
    for (int step = 0; step < order; step++) {
        int k = forward ? step : order - 1 - step;
        scalar_t *x = unknown(s, k, v);
        if (*x == 0 && over_zeros)
            continue;
        if (s->diag == STARLING_NONUNIT)
            *x /= element(s, k, k);
        for (int next = step + 1; next < order; next++) {
            int i = forward ? next : order - 1 - next;
            *unknown(s, i, v) -= left ? element(s, i, k) * *x : *x * element(s, k, i);
        }
    }
}

/* The part of s with `count` unknowns from `first` on. */
static struct system part_of(const struct system *s, int first, int count)
{
    struct system part = *s;
    part.t += first + (int64_t)first * s->ldt;
    part.b = unknown(s, first, 0);
    *(s->side == STARLING_LEFT ? &part.m : &part.n) = count;
    return part;
}

/* B_to = alpha B_to - op(T)_to,from X_from, or the same from the right. */
static void update(const struct system *s, scalar_t alpha, int to, int nto, int from, int nfrom)
{
    const scalar_t minus_one = -1;
    bool left = s->side == STARLING_LEFT, no = s->trans == STARLING_NOTRANS;
    int row = left == no ? to : from, col = left == no ? from : to;
    const scalar_t *t = s->t + row + (int64_t)col * s->ldt;
    if (left)
        cblas_x(gemm)(CblasColMajor, cblas_trans(s->trans), CblasNoTrans, nto, s->n, nfrom,
                    SADDR(minus_one), t, s->ldt, unknown(s, from, 0), s->ldb, SADDR(alpha),
                    unknown(s, to, 0), s->ldb);
    else
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, cblas_trans(s->trans), s->m, nto, nfrom,
                    SADDR(minus_one), unknown(s, from, 0), s->ldb, t, s->ldt, SADDR(alpha),
                    unknown(s, to, 0), s->ldb);
}

static void solve(const struct system *s, scalar_t alpha)
{
    int order = order_of(s);
    if (have_reciprocals(s->diag, order, s->t, s->ldt)) {
        cblas_x(trsm)(CblasColMajor, cblas_side(s->side), cblas_uplo(s->uplo),
                    cblas_trans(s->trans), cblas_diag(s->diag), s->m, s->n, SADDR(alpha), s->t,
                    s->ldt, s->b, s->ldb);
    } else if (order <= SL_TRIANGLE_LEAF) {
        for (int v = 0; v < (s->side == STARLING_LEFT ? s->n : s->m); v++)
            substitute(s, alpha, v);
    } else {
        bool forward = is_forward(s);
        int half = order / 2, first = forward ? 0 : half, second = forward ? half : 0;
        struct system one = part_of(s, first, forward ? half : order - half);
        struct system other = part_of(s, second, forward ? order - half : half);
        solve(&one, alpha);
        update(s, alpha, second, order_of(&other), first, order_of(&one));
        solve(&other, 1);
    }
}

void SL_X(solve_triangle)(starling_side side, starling_uplo uplo, starling_trans trans,
                          starling_diag diag, int m, int n, scalar_t alpha, const scalar_t *t,
                          int ldt, scalar_t *b, int ldb)
{
    struct system s = {.side = side, .uplo = uplo, .trans = trans, .diag = diag, .m = m, .n = n,
                       .ldt = ldt, .ldb = ldb, .t = t, .b = b};
    solve(&s, alpha);
}

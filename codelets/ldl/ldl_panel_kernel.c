/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The panel of a blocked L D L^T: columns first ... end - 1 of A, and one more if a pivot of two
 * columns begins at the last one. Pivots are those of Bunch and Kaufman (Math. Comp. 31, 1977),
 * with LAPACK's ipiv, factors and info. The panel is left-looking: it updates only the columns that
 * it looks at. The array W gets what the other columns need: W = L D, and then L with all
 * interchanges of the panel, each of up to nb + 1 columns. Its last column is room for a row. Data:
 * W, info, ipiv, the end of this panel, that of the panel before unless it `begins`, and the block
 * columns from this one on. */

#define SL_KERNEL_USES_BLAS
#include <string.h>
#include "codelets/blas3/triangle.h"
#include "ldl.h"

struct panel {
    const struct sl_ldl_args *p;
    struct view A;
    scalar_t *w, *l, *x; /* W and L; n rows; a row */
    int64_t first;
};

static scalar_t *w_at(const struct panel *s, int64_t i, int64_t m, int64_t column)
{
    return s->w + first_row(s->p, i, m) + (column - s->first) * s->p->n;
}

static scalar_t *l_at(const struct panel *s, int64_t i, int64_t m, int64_t column)
{
    return s->l + first_row(s->p, i, m) + (column - s->first) * s->p->n;
}

/* The element is real in a Hermitian matrix. */
static void make_real(const struct panel *s, scalar_t *diagonal)
{
    if (s->p->hermitian)
        *diagonal = SL_REAL(*diagonal);
}

/* Column `to` of W = rows k, k + 1, ... of column j of A, updated by columns first ... k - 1:
 *   a - L x, where x is row j of W */
static void load(const struct panel *s, int64_t k, int64_t j, int64_t to)
{
    const scalar_t one = 1, minus_one = -1;
    int64_t n = s->p->n, count = k - s->first;
    scalar_t *y = w_at(s, k, n - k, to), *x = s->x;
    for (int64_t i = k; i < j; i++) /* row j, left of the diagonal */
        *w_at(s, i, 1, to) = conj_if(s->p->hermitian, *column_of(&s->A, j, 1, i));
    memcpy(w_at(s, j, n - j, to), column_of(&s->A, j, n - j, j), sizeof *y * (size_t)(n - j));
    make_real(s, w_at(s, j, 1, to));
    for (int64_t c = 0; c < count; c++)
        x[c] = conj_if(s->p->hermitian, *w_at(s, j, 1, s->first + c));
    if (count > 0)
        cblas_x(gemv)(CblasColMajor, CblasNoTrans, (int)(n - k), (int)count, SADDR(minus_one),
                      l_at(s, k, n - k, s->first), (int)n, x, 1, SADDR(one), y, 1);
    make_real(s, w_at(s, j, 1, to));
}

/* The row of the largest of rows i ... i + m - 1 in a column of W, and its size; -1: m = 0. */
static int64_t largest(const struct panel *s, int64_t i, int64_t m, int64_t column, real_t *size)
{
    *size = 0;
    if (m == 0)
        return -1;
    const scalar_t *x = w_at(s, i, m, column);
    int64_t found = SL_MAX(0, SL_MIN(m - 1, (int64_t)cblas_ix(amax)((int)m, x, 1)));
    *size = size_of(x[found]);
    return in_memory(s->p, first_row(s->p, i, m) + found);
}

static real_t diagonal_size(const struct panel *s, int64_t i, int64_t column)
{
    scalar_t d = *w_at(s, i, 1, column);
    return s->p->hermitian ? (real_t)fabs(SL_REAL(d)) : size_of(d);
}

/* Chooses the pivot of column k, which is in W, and of 1 or 2 columns. Returns its row; *columns:
 * how many; 0: the column is zero. With two the column of the row is the next one of W. */
static int64_t choose(const struct panel *s, int64_t k, int *columns)
{
    const real_t alpha = (real_t)((1 + sqrt(17)) / 8);
    int64_t n = s->p->n;
    real_t here = diagonal_size(s, k, k), below, left, right;
    int64_t row = largest(s, k + 1, n - k - 1, k, &below);
    *columns = SL_MAX(here, below) == 0 ? 0 : 1;
    if (row < 0 || *columns == 0 || here >= alpha * below)
        return k;
    load(s, k, row, k + 1);
    largest(s, k, row - k, k + 1, &left); /* beside the diagonal */
    largest(s, row + 1, n - row - 1, k + 1, &right);
    real_t other = SL_MAX(left, right);
    if (here >= alpha * below * (below / other))
        return k;
    if (diagonal_size(s, row, k + 1) >= alpha * other)
        memcpy(w_at(s, k, n - k, k), w_at(s, k, n - k, k + 1), sizeof *s->w * (size_t)(n - k));
    else
        *columns = 2;
    return row;
}

static void swap_rows(const struct sl_ldl_args *p, scalar_t *x, int64_t columns, int64_t i,
                      int64_t j)
{
    if (columns > 0)
        cblas_x(swap)((int)columns, x + in_memory(p, i), (int)p->n, x + in_memory(p, j), (int)p->n);
}

/* Interchanges row and column `from` with `to` > from. Column `from` of A is not needed any more,
 * so it is only copied. `done` columns of L, and those of W up to the pivot's, have rows to
 * interchange. */
static void interchange(const struct panel *s, int64_t from, int64_t to, int64_t done,
                        int64_t pivot)
{
    int64_t below = s->p->n - to - 1;
    *column_of(&s->A, to, 1, to) = *column_of(&s->A, from, 1, from);
    make_real(s, column_of(&s->A, to, 1, to));
    for (int64_t i = from + 1; i < to; i++)
        *column_of(&s->A, to, 1, i) = conj_if(s->p->hermitian, *column_of(&s->A, i, 1, from));
    if (below > 0)
        memcpy(column_of(&s->A, to + 1, below, to), column_of(&s->A, to + 1, below, from),
               sizeof *s->w * (size_t)below);
    swap_rows(s->p, s->l, done, from, to);
    swap_rows(s->p, s->w, done + pivot, from, to);
}

/* A column of L to A, with the diagonal block of D above it. */
static void store(const struct panel *s, int64_t i, int64_t column)
{
    int64_t m = s->p->n - i;
    if (m > 0)
        memcpy(column_of(&s->A, i, m, column), l_at(s, i, m, column), sizeof *s->l * (size_t)m);
}

/* L = W / d, or 0 of a zero column */
static void divide(const struct panel *s, int64_t k, bool zero)
{
    int64_t below = s->p->n - k - 1;
    scalar_t d = *w_at(s, k, 1, k), *l = l_at(s, k + 1, below, k);
    const scalar_t *w = w_at(s, k + 1, below, k);
    bool multiply = has_reciprocal(d);
    scalar_t reciprocal = multiply ? 1 / d : 0;
    *l_at(s, k, 1, k) = d;
    for (int64_t i = 0; i < below; i++)
        l[i] = zero ? 0 : multiply ? w[i] * reciprocal : w[i] / d;
    store(s, k, k);
}

/* (l1 l2) D = (w1 w2) with D of order 2. Its element d21 is the largest: all is divided by it. */
static void divide_pair(const struct panel *s, int64_t k)
{
    int64_t below = s->p->n - k - 2;
    scalar_t d21 = *w_at(s, k + 1, 1, k), d12 = conj_if(s->p->hermitian, d21);
    scalar_t d11 = *w_at(s, k, 1, k), d22 = *w_at(s, k + 1, 1, k + 1);
    scalar_t a = d11 / d12, c = d22 / d21, scale = 1 / (a * c - 1);
    bool multiply = has_reciprocal(d21);
    scalar_t scale1 = multiply ? scale / d12 : scale, scale2 = multiply ? scale / d21 : scale;
    const scalar_t *w1 = w_at(s, k + 2, below, k), *w2 = w_at(s, k + 2, below, k + 1);
    scalar_t *l1 = l_at(s, k + 2, below, k), *l2 = l_at(s, k + 2, below, k + 1);
    for (int64_t i = 0; i < below; i++) {
        l1[i] = scale1 * (c * w1[i] - w2[i]);
        l2[i] = scale2 * (a * w2[i] - w1[i]);
    }
    for (int64_t i = 0; i < below && !multiply; i++) {
        l1[i] /= d12;
        l2[i] /= d21;
    }
    *l_at(s, k, 1, k) = d11;
    *l_at(s, k + 1, 1, k) = d21;
    *l_at(s, k + 1, 1, k + 1) = d22;
    store(s, k, k);
    store(s, k + 1, k + 1);
}

static void cpu_ldl_panel(void *tiles[], void *arg)
{
    const struct sl_ldl_args *p = arg;
    int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[1]);
    int *ipiv = (int *)STARPU_MATRIX_GET_PTR(tiles[2]);
    int *end = (int *)STARPU_VARIABLE_GET_PTR(tiles[3]);
    struct panel s = {.p = p, .A = {tiles + (p->begins ? 4 : 5), p}, .w = TILE(tiles[0])};
    s.l = s.w + p->n * most_columns(p);
    s.x = s.l + p->n * most_columns(p);
    s.first = p->begins ? 0 : *(int *)STARPU_VARIABLE_GET_PTR(tiles[4]);
    if (p->begins)
        *info = 0;
    int64_t k = s.first;
    while (k < p->end) {
        int columns;
        load(&s, k, k, k);
        int64_t row = choose(&s, k, &columns), last = columns == 2 ? k + 1 : k;
        if (columns == 0 && *info == 0)
            *info = (int)in_memory(p, k) + 1;
        if (row != last)
            interchange(&s, last, row, k - s.first, last - k + 1);
        if (columns == 2)
            divide_pair(&s, k);
        else
            divide(&s, k, columns == 0);
        int number = (int)in_memory(p, row) + 1;
        for (; k <= last; k++)
            ipiv[in_memory(p, k)] = columns == 2 ? -number : number;
    }
    *end = (int)k;
}

SL_CODELET_CPU(ldl_panel);

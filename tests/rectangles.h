/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* For tests of singular values and of the polar decomposition: matrices of any shape whose singular
 * values are zero, equal, graded, in clusters or at the ends of the range, and what is to be small.
 */

#ifndef RECTANGLES_H
#define RECTANGLES_H

#include <math.h>
#include <stdlib.h>
#include "reference.h"

enum kind {
    RANDOM,
    ZERO,
    IDENTITY,
    EQUAL,
    ONES,
    HALF,
    GRADED,
    KAHAN,
    RANK_ONE,
    TINY,
    HUGE,
    GLUED,     /* Wilkinson matrices with small elements between, as a bidiagonal matrix */
    ONE_LARGE, /* what follows is by values: 1, eps, eps ... */
    ONE_SMALL, /* 1, 1 ... eps */
    CLUSTERS,  /* around 1, sqrt(eps) and eps, some of them equal */
    SPREAD,    /* from 1 to eps */
    KINDS
};
static const char *const kind_name[] = {
    "random",       "zero",   "identity",        "equal values",    "ones",
    "half",         "graded", "Kahan",           "rank one",        "tiny",
    "huge",         "glued",  "one large value", "one small value", "three clusters",
    "spread values"};

static inline int64_t positive(int64_t x)
{
    return x > 0 ? x : 1;
}

static inline bool is_single(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C;
}

static inline double rectangle_element(enum kind kind, bool single, int64_t m, int64_t n, int64_t i,
                                       int64_t j)
{
    double k = (double)(m < n ? m : n), s = 0.6, c = 0.8, least = single ? -36 : -300;
    switch (kind) {
    case IDENTITY:
        return i == j;
    case EQUAL: /* a permutation */
        return i < n && i % n == (j * 7 + 3) % n ? 2 : 0;
    case ONES: /* of rank one, without rounding errors */
        return 1;
    case GRADED:
        return i == j       ? pow(10, least * (double)i / k)
               : j == i + 1 ? pow(10, least * (double)j / k)
                            : 0;
    case KAHAN:
        return pow(s, (double)i) * (i == j ? 1 : i < j ? -c : 0);
    case RANK_ONE:
        return (double)(i + 1) * (double)(j + 1) / ((double)m * (double)n);
    case GLUED:
        return i == j ? fabs(10 - (double)(i % 21)) : j == i + 1 ? (i % 21 == 20 ? 1e-8 : 1) : 0;
    default:
        return 0;
    }
}

static inline double singular_value(enum kind kind, double eps, int64_t k, int64_t i)
{
    switch (kind) {
    case ONE_LARGE:
        return i == 0 ? 1 : eps;
    case ONE_SMALL:
        return i < k - 1 ? 1 : eps;
    case CLUSTERS:
        return pow(eps, (double)(i % 3) / 2) * (i % 2 == 0 ? 1 : 1 + (double)i * eps);
    default:
        return pow(eps, k > 1 ? (double)i / (double)(k - 1) : 0);
    }
}

/* The first k columns of a random orthogonal or unitary matrix. */
static inline wide *orthonormal(bool complex_numbers, int64_t m, int64_t k, uint64_t seed)
{
    wide *a = wide_zeros(m, k), *tau = wide_zeros(k, 1), *q = wide_zeros(m, k);
    for (int64_t i = 0; i < m * k; i++)
        a[i] = uniform(&seed) + (complex_numbers ? uniform(&seed) * I : 0);
    for (int64_t i = 0; i < k; i++)
        q[i + i * m] = 1;
    wide_factor(false, m, k, a, tau);
    wide_multiply(false, 'L', 'N', m, k, k, a, tau, q);
    free(a);
    free(tau);
    return q;
}

/* A = U S V^H with these singular values; eps: the smallest one. */
static inline void set_by_values(struct array *a, enum kind kind, double eps)
{
    int64_t m = a->m, n = a->n, k = m < n ? m : n;
    wide *u = orthonormal(is_complex(a->prec), m, k, 31), *x = wide_zeros(m, n);
    wide *v = orthonormal(is_complex(a->prec), n, k, 32);
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < m; i++)
            u[i + j * m] *= singular_value(kind, eps, k, j);
    wide_gemm('N', 'C', m, n, k, 1, u, v, 0, x);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            array_set(a, i, j, x[i + j * m]);
    free(u);
    free(v);
    free(x);
}

/* HALF: every second column is the one before. */
static inline struct array rectangle(starling_precision prec, enum kind kind, int64_t m, int64_t n)
{
    struct array a = array_new(prec, m, n, 2);
    double factor = kind == TINY   ? (is_single(prec) ? 1e-36 : 1e-300)
                    : kind == HUGE ? (is_single(prec) ? 1e36 : 1e300)
                                   : 1;
    bool random = kind == RANDOM || kind == TINY || kind == HUGE || kind == HALF;
    if (random)
        array_random(&a, STARLING_GENERAL, (uint64_t)(m + 3 * n) + 17);
    if (kind >= ONE_LARGE)
        set_by_values(&a, kind, epsilon(prec));
    for (int64_t j = 0; j < n && kind < ONE_LARGE; j++)
        for (int64_t i = 0; i < m; i++)
            array_set(&a, i, j,
                      random ? array_get(&a, i, kind == HALF ? j - j % 2 : j) * factor
                             : rectangle_element(kind, is_single(prec), m, n, i, j));
    array_save(&a);
    return a;
}

/* |X^H X - I|, or |X X^H - I| of rows */
static inline double orthogonality(const struct array *x, bool rows)
{
    int64_t order = rows ? x->m : x->n, length = rows ? x->n : x->m;
    wide *v = wide_of(x, STARLING_GENERAL), *unit = wide_zeros(order, order);
    for (int64_t j = 0; j < order; j++)
        unit[j + j * order] = -1;
    if (order > 0 && length > 0)
        wide_gemm(rows ? 'N' : 'C', rows ? 'C' : 'N', order, order, length, 1, v, v, 1, unit);
    double error = scaled(x->prec, wide_norm(unit, order, order), length, 1);
    free(v);
    free(unit);
    return order > 0 ? error : 0;
}

/* The singular values of A / norm by LAPACK, min(m, n) and one more; NULL: it failed. */
static inline double *values_of(const wide *a, int64_t m, int64_t n, double norm)
{
    double *x = calloc((size_t)(m < n ? m : n) + 1, sizeof *x);
    wide *copy = wide_zeros(m, n);
    for (int64_t i = 0; i < m * n; i++)
        copy[i] = a[i] / norm;
    if (m > 0 && n > 0 && wide_gesvd(m, n, copy, x) != 0) {
        free(x);
        x = NULL;
    }
    free(copy);
    return x;
}

/* Whether a column of real numbers descends and has no negative one. */
static inline bool descends(const struct array *s)
{
    for (int64_t j = 0; j < s->m; j++) {
        double next = j + 1 < s->m ? creal(array_get(s, j + 1, 0)) : 0;
        if (!(creal(array_get(s, j, 0)) >= next))
            return false;
    }
    return true;
}

/* U and V may have more vectors than there are values. (A - U diag(s) V^H) / norm in the one-norm;
 * a is divided by the norm. */
static inline double svd_error(const struct array *u, const struct array *s, const struct array *v,
                               wide *a, double norm)
{
    int64_t m = u->m, n = v->n, k = s->m;
    wide *us = wide_zeros(m, k), *vt = wide_zeros(k, n);
    for (int64_t j = 0; j < k; j++) {
        for (int64_t i = 0; i < m; i++)
            us[i + j * m] = array_get(u, i, j) * (creal(array_get(s, j, 0)) / norm);
        for (int64_t i = 0; i < n; i++)
            vt[j + i * k] = array_get(v, j, i);
    }
    for (int64_t i = 0; i < m * n; i++)
        a[i] /= norm;
    if (k > 0)
        wide_gemm('N', 'N', m, n, k, -1, us, vt, 1, a);
    double error = wide_norm(a, m, n);
    free(us);
    free(vt);
    return k > 0 ? error : 0;
}

/* A call with a bad argument at a position. */
#define BAD(position, call) refuse(cases, position, call, #call)

#endif

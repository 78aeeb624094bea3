/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* For tests of Schur forms: whether T is one, A = Z T Z^H, and eigenvalues beside others. */

#ifndef SCHUR_H
#define SCHUR_H

#include "nonsymmetric.h"

/* Whether T is (quasi-)triangular with standard blocks, and its eigenvalues are `value`. */
static inline bool is_schur(const struct array *t, const wide *value)
{
    int64_t n = t->n;
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = j + 2; i < n; i++)
            if (array_get(t, i, j) != 0)
                return false;
        wide below = j + 1 < n ? array_get(t, j + 1, j) : 0;
        if (below == 0 && value[j] != array_get(t, j, j))
            return false;
        if (below == 0)
            continue;
        double above = creal(array_get(t, j, j + 1)),
               im = sqrt(fabs(creal(below))) * sqrt(fabs(above));
        if (is_complex(t->prec) || signbit(above) == signbit(creal(below)) ||
            array_get(t, j, j) != array_get(t, j + 1, j + 1) ||
            creal(value[j]) != creal(array_get(t, j, j)) ||
            !(fabs(cimag(value[j]) - im) <= 4 * epsilon(t->prec) * im) ||
            value[j + 1] != conj(value[j]) || (j + 2 < n && array_get(t, j + 2, j + 1) != 0))
            return false;
        j++;
    }
    return true;
}

/* The largest distance of an eigenvalue from the nearest one of the other list, both ways. */
static inline double distance(int64_t n, const wide *value, const wide *other)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++) {
        double least = INFINITY, back = INFINITY;
        for (int64_t j = 0; j < n; j++) {
            least = fmin(least, cabs(value[i] - other[j]));
            back = fmin(back, cabs(value[j] - other[i]));
        }
        most = residual_larger(most, residual_larger(least, back));
    }
    return most;
}

/* |A - B C| / (n |A| eps), of matrices of one order; C is replaced by its conjugate transpose if
 * told. */
static inline double error_of_product(starling_precision prec, int64_t n, const wide *a,
                                      const wide *b, const wide *c, bool transposed)
{
    wide *d = wide_zeros(n, n);
    wide_gemm('N', transposed ? 'C' : 'N', n, n, n, 1, b, c, 0, d);
    for (int64_t i = 0; i < n * n; i++)
        d[i] -= a[i];
    double norm = wide_norm(a, n, n), error = wide_norm(d, n, n);
    free(d);
    return norm > 0 ? error / norm / (double)n / epsilon(prec) : error;
}

/* A random orthogonal matrix: the Householder matrix of a random vector. */
static inline void set_reflector(struct array *z)
{
    uint64_t seed = 4;
    int64_t n = z->n;
    double *x = calloc((size_t)n + 1, sizeof *x), sum = 0;
    for (int64_t i = 0; i < n; i++) {
        x[i] = uniform(&seed);
        sum += x[i] * x[i];
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            array_set(z, i, j, (i == j) - 2 * x[i] * x[j] / sum);
    free(x);
}

/* |A - Z T Z^H|, scaled. */
static inline double schur_error(starling_precision prec, int64_t n, const wide *a, const wide *t,
                                 const wide *z)
{
    wide *y = wide_zeros(n, n);
    if (n > 0)
        wide_gemm('N', 'N', n, n, n, 1, z, t, 0, y);
    double error = n > 0 ? error_of_product(prec, n, a, y, z, true) : 0;
    free(y);
    return error;
}

/* |I - Z Z^H|, scaled. */
static inline double unitary_error(starling_precision prec, int64_t n, const wide *z)
{
    wide *unit = wide_zeros(n, n);
    for (int64_t i = 0; i < n; i++)
        unit[i + i * n] = 1;
    double error = n > 0 ? error_of_product(prec, n, unit, z, z, true) : 0;
    free(unit);
    return error;
}

/* The eigenvalues of the routines' arrays. */
static inline wide *values_of(const struct array *w)
{
    wide *value = wide_zeros(w->m, 1);
    for (int64_t i = 0; i < w->m; i++)
        value[i] = array_get(w, i, 0) + (is_complex(w->prec) ? 0 : I * array_get(w, i, 1));
    return value;
}

#endif

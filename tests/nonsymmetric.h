/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* For tests of nonsymmetric eigenvalue problems: eigenvalues and vectors as complex numbers,
 * residuals for each vector, and LAPACK's results. */

#ifndef NONSYMMETRIC_H
#define NONSYMMETRIC_H

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include "reference.h"

/* Vectors of a real matrix in columns, as complex ones. value: all eigenvalues of these columns. */
static inline wide *vectors_of(const struct array *v, const wide *value)
{
    int64_t n = v->m, m = v->n;
    wide *x = wide_of(v, STARLING_GENERAL);
    for (int64_t j = 0; j + 1 < m && !is_complex(v->prec); j++)
        if (cimag(value[j]) != 0) {
            for (int64_t i = 0; i < n; i++) {
                wide re = x[i + j * n], im = x[i + (j + 1) * n];
                x[i + j * n] = re + I * im;
                x[i + (j + 1) * n] = re - I * im;
            }
            j++;
        }
    return x;
}

static inline double length(int64_t n, const wide *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += cabs(x[i]);
    return sum;
}

/* The largest |A x - lambda x| / (|A| |x| eps) of all columns; left: |A^H x - conj(lambda) x|.
 * LAPACK's one-norms. */
static inline double eigen_residual(starling_precision prec, bool left, int64_t n, const wide *a,
                                    int64_t m, const wide *value, const wide *x)
{
    double most = 0, norm = wide_norm(a, n, n);
    double inverse =
        norm > 0 ? 1 / norm : 1; /* products of tiny or huge numbers stay in the range */
    wide *b = wide_zeros(n, n), *y = wide_zeros(n, m);
    for (int64_t i = 0; i < n * n; i++)
        b[i] = a[i] * inverse;
    if (n > 0 && m > 0)
        wide_gemm(left ? 'C' : 'N', 'N', n, m, n, 1, b, x, 0, y);
    for (int64_t j = 0; j < m; j++) {
        wide lambda = (left ? conj(value[j]) : value[j]) * inverse;
        for (int64_t i = 0; i < n; i++)
            y[i + j * n] -= lambda * x[i + j * n];
        double size = length(n, x + j * n);
        most = residual_larger(most, size > 0 ? length(n, y + j * n) / size : NAN);
    }
    free(b);
    free(y);
    return most / epsilon(prec);
}

/* Of each vector, the largest |1 - norm|: the largest sum of parts, or the length. */
static inline double norm_error(bool euclid, const struct array *v, const wide *value)
{
    wide *x = vectors_of(v, value);
    double most = 0;
    for (int64_t j = 0; j < v->n; j++) {
        double norm = 0;
        for (int64_t i = 0; i < v->m; i++) {
            wide e = x[i + j * v->m];
            double sum = fabs(creal(e)) + fabs(cimag(e));
            norm = euclid ? hypot(norm, cabs(e)) : sum > norm || sum != sum ? sum : norm;
        }
        most = residual_larger(most, fabs(norm - 1));
    }
    free(x);
    return most / epsilon(v->prec);
}

/* The largest difference of two arrays' elements, over eps. */
static inline double element_error(const struct array *x, const struct array *y)
{
    double most = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            most = residual_larger(most, cabs(array_get(x, i, j) - array_get(y, i, j)));
    return most / epsilon(x->prec);
}

/* LAPACK's eigenvectors of T, with Q in v if howmny is B; info. NaN are not looked for. */
static inline int lapack_trevc(char side, char howmny, struct array *t, struct array *v)
{
    int n = (int)t->n, ld = (int)t->lda, ldv = (int)v->lda, m = 0, info, cm = LAPACK_COL_MAJOR;
    lapack_logical *all = calloc((size_t)n + 1, sizeof *all);
    double *work = calloc(6 * (size_t)n + 6, sizeof *work), *rest = work + 4 * (size_t)n + 4;
    void *w = work, *r = rest, *left = v->a, *right = v->a;
    switch (t->prec) {
    case STARLING_S:
        info = LAPACKE_strevc_work(cm, side, howmny, all, n, t->a, ld, left, ldv, right, ldv, n, &m,
                                   w);
        break;
    case STARLING_D:
        info = LAPACKE_dtrevc_work(cm, side, howmny, all, n, t->a, ld, left, ldv, right, ldv, n, &m,
                                   w);
        break;
    case STARLING_C:
        info = LAPACKE_ctrevc_work(cm, side, howmny, all, n, t->a, ld, left, ldv, right, ldv, n, &m,
                                   w, r);
        break;
    default:
        info = LAPACKE_ztrevc_work(cm, side, howmny, all, n, t->a, ld, left, ldv, right, ldv, n, &m,
                                   w, r);
    }
    free(all);
    free(work);
    return info;
}

#endif

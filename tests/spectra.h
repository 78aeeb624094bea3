/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Hermitian matrices for tests of eigenproblems: random ones, and ones whose eigenvalues are clustered,
 * graded, zero or at the ends of the range. */

#ifndef SPECTRA_H
#define SPECTRA_H

#include <math.h>
#include <stdlib.h>
#include "reference.h"

enum kind {
    RANDOM, CLUSTERED, GEOMETRIC, GLUED, ZERO, IDENTITY, RANK_ONE, TINY, HUGE, SPLIT, KINDS
};
static const char *const kind_name[] = {"random", "clustered", "geometric", "glued Wilkinson",
                                        "zero", "identity", "rank one", "tiny", "huge",
                                        "block diagonal"};

/* Q diag(w) Q^H with a random unitary Q. */
static inline wide *with_eigenvalues(int64_t n, const double *w, uint64_t seed)
{
    wide *q = wide_zeros(n, n), *tau = wide_zeros(n, 1), *a = wide_zeros(n, n);
    wide *x = wide_zeros(n, n), *qw = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = 0; i < n; i++)
            q[i + j * n] = uniform(&seed) + uniform(&seed) * I;
        x[j + j * n] = 1;
    }
    wide_factor(false, n, n, q, tau);
    wide_multiply(false, 'L', 'N', n, n, n, q, tau, x);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            qw[i + j * n] = x[i + j * n] * w[j];
    wide_gemm('N', 'C', n, n, n, 1, qw, x, 0, a);
    free(q);
    free(tau);
    free(x);
    free(qw);
    return a;
}

static inline double eigenvalue(enum kind kind, starling_precision prec, int64_t j, int64_t n)
{
    double t = n > 1 ? (double)j / (double)(n - 1) : 0, eps = epsilon(prec);
    return kind == CLUSTERED ? (j % 3 == 0 ? 1 + (double)j * eps : -2)
           : kind == GEOMETRIC ? pow(eps, t)
                               : 0;
}

/* Blocks of 21 with the Wilkinson matrix, which meet by a small element. */
static inline wide wilkinson(int64_t i, int64_t j)
{
    if (i == j)
        return fabs((double)(i % 21) - 10);
    return i != j + 1 && j != i + 1 ? 0 : (i > j ? i : j) % 21 == 0 ? 1e-6 : 1;
}

static inline wide element(enum kind kind, int64_t n, int64_t i, int64_t j)
{
    switch (kind) {
    case GLUED:
        return wilkinson(i, j);
    case IDENTITY:
        return i == j;
    case RANK_ONE:
        return (double)(i + 1) * (double)(j + 1) / ((double)n * (double)n);
    case SPLIT:
        return i / 10 == j / 10 ? 1.0 / (double)(i + j + 1) : 0;
    default:
        return 0;
    }
}

/* The matrix in one triangle of an array; the other one is NaN. */
static inline struct array matrix(starling_precision prec, enum kind kind, char uplo, int64_t n)
{
    struct array a = array_new(prec, n, n, 2);
    bool single = prec == STARLING_S || prec == STARLING_C;
    double factor = kind == TINY ? (single ? 1e-36 : 1e-300) : kind == HUGE ? (single ? 1e36 : 1e300) : 1;
    double *w = calloc((size_t)n + 1, sizeof *w);
    bool by_values = kind == CLUSTERED || kind == GEOMETRIC;
    for (int64_t j = 0; j < n; j++)
        w[j] = eigenvalue(kind, prec, j, n);
    wide *made = by_values ? with_eigenvalues(n, w, 7) : NULL;
    if (kind == RANDOM || kind == TINY || kind == HUGE)
        array_random(&a, uplo, (uint64_t)n + 17);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            if (inside(uplo, i, j)) {
                wide x = by_values ? made[i + j * n]
                         : kind == RANDOM || kind == TINY || kind == HUGE
                             ? array_get(&a, i, j) * factor
                             : element(kind, n, i, j);
                array_set(&a, i, j, is_complex(prec) ? x : creal(x));
            }
    free(made);
    free(w);
    array_save(&a);
    return a;
}

#endif

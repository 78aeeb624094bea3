/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the tests of calls of the drop-in library share: a call by name alone, what is expected of it,
 * and matrices. */

#ifndef SL_CALLS_H
#define SL_CALLS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "dropin/dropin.h"

extern int lapack_calls; /* since the last look */

enum { N = 41, M = 30, K = 23, LD = 44, NRHS = 3, LWORK = 4000 };
static const fint n = N, m = M, k = K, ld = LD, nrhs = NRHS, lwork = LWORK, ask = -1, minus = -1;
static const real_t eps = sizeof(real_t) == 4 ? (real_t)6e-8 : (real_t)1.2e-16;
static int failed;

/* A Fortran routine by its name alone; lengths of options are behind its arguments. */
#define CALL(name, ...)                                                                            \
    do {                                                                                           \
        extern void SYMBOL(name)();                                                                \
        lapack_calls = 0;                                                                          \
        info = 0;                                                                                  \
        SYMBOL(name)(__VA_ARGS__);                                                                 \
    } while (0)
#define RIGHT(name, condition)                                                                     \
    do {                                                                                           \
        if (lapack_calls != 0)                                                                     \
            fail(SL_STRING(SYMBOL(name)), "went to LAPACK");                                       \
        else if (!(condition))                                                                     \
            fail(SL_STRING(SYMBOL(name)), #condition);                                             \
    } while (0)
#define LAPACKS(name, ...)                                                                         \
    do {                                                                                           \
        CALL(name, __VA_ARGS__);                                                                   \
        if (lapack_calls != 1)                                                                     \
            fail(SL_STRING(SYMBOL(name)), "a wrong call, or a query, did not go to LAPACK");       \
    } while (0)

static fint info;

static void fail(const char *routine, const char *what)
{
    printf("%s: %s\n", routine, what);
    failed = 1;
}

static real_t number(void)
{
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return (real_t)((state >> 8) % 2000) / 1000 - 1;
}

static void fill(scalar_t *a)
{
    for (int i = 0; i < LD * LD; i++) {
        a[i] = number();
#ifdef SL_COMPLEX
        a[i] += (real_t)0.5 * number() * (scalar_t)I;
#endif
    }
}

static scalar_t conjugate(scalar_t x)
{
    return (scalar_t)SL_CONJ(x);
}

/* Element (i, j) of op(A), and of the matrix of which a triangle L is stored. */
static scalar_t op(char trans, const scalar_t *a, int i, int j)
{
    return trans == 'N' ? a[i + j * LD] : trans == 'T' ? a[j + i * LD] : conjugate(a[j + i * LD]);
}

static scalar_t whole(bool hermitian, const scalar_t *a, int i, int j)
{
    if (hermitian && i == j)
        return SL_REAL(a[i + j * LD]);
    return i >= j ? a[i + j * LD] : hermitian ? conjugate(a[j + i * LD]) : a[j + i * LD];
}

/* The largest |a - b| of a part. */
static double apart(int rows, int columns, const scalar_t *a, const scalar_t *b)
{
    double most = 0;
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            double d = SL_ABS(a[i + j * LD] - b[i + j * LD]);
            most = d > most || d != d ? d : most;
        }
    return most;
}

/* max |A X - B|, A of order N */
static double residual(const scalar_t *a, const scalar_t *x, const scalar_t *b)
{
    static scalar_t r[LD * LD];
    memcpy(r, b, sizeof r);
    for (int j = 0; j < NRHS; j++)
        for (int i = 0; i < N; i++)
            for (int l = 0; l < N; l++)
                r[i + j * LD] -= a[i + l * LD] * x[l + j * LD];
    static const scalar_t zero[LD * LD];
    return apart(N, NRHS, r, zero);
}

#define SMALL (1000 * N * (double)eps)
static scalar_t a[LD * LD], b[LD * LD], c[LD * LD], x[LD * LD], af[LD * LD], work[LWORK];
static real_t rwork[LWORK];
#ifdef SL_COMPLEX
#define WORK2 rwork
#else
#define WORK2 iwork
#endif
static fint iwork[LWORK], ipiv[N];

/* max |A X - Y B|, all of order N */
__attribute__((unused)) static double difference(const scalar_t *left, const scalar_t *u,
                                                 const scalar_t *v, const scalar_t *right)
{
    double worst = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            double _Complex sum = 0;
            for (int l = 0; l < N; l++)
                sum += left[i + l * LD] * u[l + j * LD] - v[i + l * LD] * right[l + j * LD];
            worst = cabs(sum) > worst || cabs(sum) != cabs(sum) ? cabs(sum) : worst;
        }
    return worst;
}

#endif

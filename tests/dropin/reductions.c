/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Reductions of the drop-in library, as calls.c: A Q = Q T for the Q that its other routines make
 * or multiply by, of both triangles, high and wide matrices, and a part of a Hessenberg matrix. */

#include "calls.h"

int test_reductions(void);

static const char adjoint[] = {SL_PARTS == 2 ? 'C' : 'T', 0};
static scalar_t q[LD * LD], t[LD * LD], tau[N], taup[N], w[2 * N];
static real_t d[N], e[N];

static void identity(scalar_t *matrix)
{
    memset(matrix, 0, sizeof a);
    for (int i = 0; i < N; i++)
        matrix[i + i * LD] = 1;
}

/* max |Q^H Q - I| */
static double orthogonality(const scalar_t *matrix)
{
    double worst = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            double _Complex sum = i == j ? -1 : 0;
            for (int l = 0; l < N; l++)
                sum += op('C', matrix, i, l) * matrix[l + j * LD];
            worst = cabs(sum) > worst || cabs(sum) != cabs(sum) ? cabs(sum) : worst;
        }
    return worst;
}

static void tridiagonal(const char *uplo)
{
    fill(a);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            c[i + j * LD] = whole(true, a, i, j);
    memcpy(a, c, sizeof a);
    CALL(HE(trd), uplo, &n, a, &ld, d, e, tau, work, &lwork, &info, ONE);
    memset(t, 0, sizeof t);
    for (int i = 0; i < N; i++)
        t[i + i * LD] = d[i];
    for (int i = 0; i + 1 < N; i++)
        t[i + 1 + i * LD] = t[i + (i + 1) * LD] = e[i];
    RIGHT(HE(trd), info == 0);
    memcpy(q, a, sizeof q);
    CALL(UN(gtr), uplo, &n, q, &ld, tau, work, &lwork, &info, ONE);
    RIGHT(UN(gtr), info == 0 && difference(c, q, q, t) < SMALL && orthogonality(q) < SMALL);
    identity(x);
    CALL(UN(mtr), "l", uplo, "N", &n, &n, a, &ld, tau, x, &ld, work, &lwork, &info, ONE, ONE, ONE);
    RIGHT(UN(mtr), info == 0 && apart(N, N, x, q) < SMALL);
    CALL(UN(mtr), "R", uplo, adjoint, &n, &n, a, &ld, tau, x, &ld, work, &lwork, &info, ONE, ONE,
         ONE);
    identity(b);
    RIGHT(UN(mtr), info == 0 && apart(N, N, x, b) < SMALL);

    LAPACKS(HE(trd), "X", &n, a, &ld, d, e, tau, work, &lwork, &info, ONE);
    LAPACKS(HE(trd), uplo, &n, a, &ld, d, e, tau, work, &ask, &info, ONE);
    LAPACKS(UN(gtr), uplo, &n, q, &k, tau, work, &lwork, &info, ONE);
    LAPACKS(UN(gtr), uplo, &n, q, &ld, tau, work, &ask, &info, ONE);
    LAPACKS(UN(mtr), "X", uplo, "N", &n, &n, a, &ld, tau, x, &ld, work, &lwork, &info, ONE, ONE,
            ONE);
    LAPACKS(UN(mtr), "L", uplo, "N", &n, &n, a, &ld, tau, x, &ld, work, &ask, &info, ONE, ONE, ONE);
}

static void bidiagonal(const fint *rows, const fint *columns)
{
    fint smaller = *rows < *columns ? *rows : *columns;
    bool upper = *rows >= *columns;
    fill(a);
    memcpy(c, a, sizeof c);
    CALL(gebrd, rows, columns, a, &ld, d, e, tau, taup, work, &lwork, &info);
    RIGHT(gebrd, info == 0);
    memset(t, 0, sizeof t);
    for (int i = 0; i < smaller; i++)
        t[i + i * LD] = d[i];
    for (int i = 0; i + 1 < smaller; i++)
        t[upper ? i + (i + 1) * LD : i + 1 + i * LD] = e[i];
    memcpy(x, c, sizeof x);
    CALL(UN(mbr), "Q", "L", adjoint, rows, columns, columns, a, &ld, tau, x, &ld, work, &lwork,
         &info, ONE, ONE, ONE);
    RIGHT(UN(mbr), info == 0);
    CALL(UN(mbr), "p", "R", "N", rows, columns, rows, a, &ld, taup, x, &ld, work, &lwork, &info,
         ONE, ONE, ONE);
    RIGHT(UN(mbr), info == 0 && apart((int)*rows, (int)*columns, x, t) < SMALL); /* Q^H A P */

    memcpy(q, a, sizeof q);
    CALL(UN(gbr), "Q", rows, rows, columns, q, &ld, tau, work, &lwork, &info, ONE);
    identity(x);
    CALL(UN(mbr), "Q", "L", "N", rows, rows, columns, a, &ld, tau, x, &ld, work, &lwork, &info, ONE,
         ONE, ONE);
    RIGHT(UN(gbr), info == 0 && apart((int)*rows, (int)*rows, x, q) < SMALL);
    memcpy(q, a, sizeof q);
    CALL(UN(gbr), "P", columns, columns, rows, q, &ld, taup, work, &lwork, &info, ONE);
    identity(x);
    CALL(UN(mbr), "P", "L", adjoint, columns, columns, rows, a, &ld, taup, x, &ld, work, &lwork,
         &info, ONE, ONE, ONE);
    RIGHT(UN(gbr), info == 0 && apart((int)*columns, (int)*columns, x, q) < SMALL);

    LAPACKS(gebrd, rows, &minus, a, &ld, d, e, tau, taup, work, &lwork, &info);
    LAPACKS(gebrd, rows, columns, a, &ld, d, e, tau, taup, work, &ask, &info);
    LAPACKS(UN(gbr), "X", rows, rows, columns, q, &ld, tau, work, &lwork, &info, ONE);
    LAPACKS(UN(gbr), "Q", rows, rows, columns, q, &ld, tau, work, &ask, &info, ONE);
    LAPACKS(UN(gbr), "Q", &k, rows, rows, q, &ld, tau, work, &lwork, &info, ONE); /* too wide */
    LAPACKS(UN(mbr), "X", "L", "N", rows, columns, columns, a, &ld, tau, x, &ld, work, &lwork,
            &info, ONE, ONE, ONE);
    LAPACKS(UN(mbr), "Q", "L", "N", rows, columns, columns, a, &ld, tau, x, &ld, work, &ask, &info,
            ONE, ONE, ONE);
}

#ifdef SL_COMPLEX
#define VALUES w
#else
#define VALUES w, w + N
#endif

/* Rows and columns ilo to ihi are not upper triangular yet. */
static void hessenberg(const fint *ilo, const fint *ihi)
{
    double trace = 0;
    fill(a);
    for (int j = 0; j < N; j++)
        for (int i = j + 1; i < N; i++)
            if (j + 1 < *ilo || i + 1 > *ihi)
                a[i + j * LD] = 0;
    memcpy(c, a, sizeof c);
    CALL(gehrd, &n, ilo, ihi, a, &ld, tau, work, &lwork, &info);
    RIGHT(gehrd, info == 0);
    memcpy(t, a, sizeof t);
    for (int j = 0; j < N; j++)
        for (int i = j + 2; i < N; i++)
            t[i + j * LD] = 0;
    memcpy(q, a, sizeof q);
    CALL(UN(ghr), &n, ilo, ihi, q, &ld, tau, work, &lwork, &info);
    RIGHT(UN(ghr), info == 0 && difference(c, q, q, t) < SMALL && orthogonality(q) < SMALL);
    identity(x);
    CALL(UN(mhr), "L", "n", &n, &n, ilo, ihi, a, &ld, tau, x, &ld, work, &lwork, &info, ONE, ONE);
    RIGHT(UN(mhr), info == 0 && apart(N, N, x, q) < SMALL);

    LAPACKS(gehrd, &n, &minus, ihi, a, &ld, tau, work, &lwork, &info);
    LAPACKS(gehrd, &n, ilo, ihi, a, &ld, tau, work, &ask, &info);
    LAPACKS(UN(ghr), &n, ilo, ihi, q, &k, tau, work, &lwork, &info);
    LAPACKS(UN(ghr), &n, ilo, ihi, q, &ld, tau, work, &ask, &info);
    LAPACKS(UN(mhr), "L", "X", &n, &n, ilo, ihi, a, &ld, tau, x, &ld, work, &lwork, &info, ONE,
            ONE);
    LAPACKS(UN(mhr), "L", "N", &n, &n, ilo, ihi, a, &ld, tau, x, &ld, work, &ask, &info, ONE, ONE);

    memcpy(b, t, sizeof b);
    LAPACKS(hseqr, "S", "V", &n, &minus, ihi, t, &ld, VALUES, q, &ld, work, &lwork, &info, ONE,
            ONE);
    LAPACKS(hseqr, "S", "V", &n, ilo, ihi, t, &ld, VALUES, q, &ld, work, &ask, &info, ONE, ONE);
    LAPACKS(hseqr, "E", "V", &n, ilo, ihi, t, &ld, VALUES, q, &ld, work, &lwork, &info, ONE, ONE);
    CALL(hseqr, "S", "v", &n, ilo, ihi, t, &ld, VALUES, q, &ld, work, &lwork, &info, ONE, ONE);
    RIGHT(hseqr, info == 0 && difference(c, q, q, t) < SMALL && orthogonality(q) < SMALL);
    CALL(hseqr, "E", "N", &n, ilo, ihi, b, &ld, VALUES, q, &ld, work, &lwork, &info, ONE, ONE);
    for (int i = 0; i < N; i++)
        trace += SL_REAL(c[i + i * LD]) - SL_REAL(w[i]);
    RIGHT(hseqr, info == 0 && fabs(trace) < SMALL);
}

#ifndef SL_COMPLEX
static void singular_values(void)
{
    real_t none = 0;
    memset(t, 0, sizeof t);
    memset(b, 0, sizeof b);
    for (int i = 0; i < N; i++)
        t[i + i * LD] = d[i] = number();
    for (int i = 0; i + 1 < N; i++)
        t[i + (i + 1) * LD] = e[i] = number();
    CALL(bdsdc, "U", "i", &n, d, e, q, &ld, x, &ld, &none, ipiv, work, iwork, &info, ONE, ONE);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            b[i + j * LD] = d[i] * x[i + j * LD]; /* B = U (S VT) */
    identity(c);
    RIGHT(bdsdc, info == 0 && difference(t, c, q, b) < SMALL && orthogonality(q) < SMALL &&
                     orthogonality(x) < SMALL && d[0] >= d[N - 1] && d[N - 1] >= 0);
    LAPACKS(bdsdc, "L", "I", &n, d, e, q, &ld, x, &ld, &none, ipiv, work, iwork, &info, ONE, ONE);
    LAPACKS(bdsdc, "U", "N", &n, d, e, q, &ld, x, &ld, &none, ipiv, work, iwork, &info, ONE, ONE);
    LAPACKS(bdsdc, "U", "I", &n, d, e, q, &k, x, &ld, &none, ipiv, work, iwork, &info, ONE, ONE);
}
#endif

int test_reductions(void)
{
    const fint one = 1, ilo = 4, ihi = 35;
    tridiagonal("L");
    tridiagonal("U");
    bidiagonal(&n, &m);
    bidiagonal(&m, &n);
    bidiagonal(&n, &n);
    hessenberg(&one, &n);
    hessenberg(&ilo, &ihi);
#ifndef SL_COMPLEX
    singular_values();
#endif
    return failed;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals by random probing. Compiled once a precision. Only CBLAS and LAPACKE are used here,
 * nothing of the library under test. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lapacke.h>
#include "cases.h"

#define cblas_xtrmm SL_PASTE(cblas_, SL_LETTER, trmm)
#define LAPACKE_xlantr SL_PASTE(LAPACKE_, SL_LETTER, lantr)

enum { PROBES = 4 };
static const scalar_t one = 1, zero = 0, minus_one = -1, half = (real_t)0.5;

static double norm_one(int64_t m, int64_t n, const scalar_t *a, int64_t lda)
{
    return LAPACKE_xlange(LAPACK_COL_MAJOR, '1', (int)m, (int)n, a, (int)lda);
}

static double norm_hermitian(starling_uplo uplo, int64_t n, const scalar_t *a, int64_t lda)
{
    return LAPACKE_xlanhe(LAPACK_COL_MAJOR, '1', (char)uplo, (int)n, a, (int)lda);
}

/* A thin m x PROBES array: numbers in (-1/2, 1/2), or zeros. Numbers have five bits, so that
 * products with small integers, as of Wilkinson's matrix and its factors, are exact. */
static scalar_t *thin(int64_t m, bool random)
{
    scalar_t *x = calloc((size_t)(m > 0 ? m : 1) * PROBES, sizeof *x);
    uint64_t state = 88172645463325252u;
    for (int64_t i = 0; x && random && i < m * PROBES; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17; /* xorshift64 */
        x[i] = (real_t)(((double)(state >> 60) + 0.5) / 16 - 0.5);
    }
    return x;
}

/* Y = alpha op(A) X + beta Y, op(A) m x n. */
static void apply(CBLAS_TRANSPOSE trans, int64_t m, int64_t n, scalar_t alpha,
                  const scalar_t *a, int64_t lda, const scalar_t *x, scalar_t beta,
                  scalar_t *y)
{
    cblas_xgemm(CblasColMajor, trans, CblasNoTrans, (int)m, PROBES, (int)n, SADDR(alpha), a,
                (int)lda, x, (int)(n > 1 ? n : 1), SADDR(beta), y, (int)(m > 1 ? m : 1));
}

/* Y = alpha A X + beta Y with a Hermitian A. */
static void apply_hermitian(starling_uplo uplo, int64_t n, scalar_t alpha, const scalar_t *a,
                            int64_t lda, const scalar_t *x, scalar_t beta, scalar_t *y)
{
    cblas_xhemm(CblasColMajor, CblasLeft, uplo_of(uplo), (int)n, PROBES, SADDR(alpha), a,
                (int)lda, x, (int)n, SADDR(beta), y, (int)n);
}

/* X = op(A) X with a triangular A. */
static void apply_triangle(starling_uplo uplo, CBLAS_TRANSPOSE trans, starling_diag diag,
                           int64_t n, const scalar_t *a, int64_t lda, scalar_t *x)
{
    cblas_xtrmm(CblasColMajor, CblasLeft, uplo_of(uplo), trans,
                diag == STARLING_UNIT ? CblasUnit : CblasNonUnit, (int)n, PROBES, SADDR(one),
                a, (int)lda, x, (int)n);
}

/* |R|_1 / (largest dimension eps scale |X|_1); infinite when it is not a number. */
static double scaled(const struct problem *p, const scalar_t *r, int64_t m, const scalar_t *x,
                     int64_t n, double scale)
{
    double eps = sizeof(real_t) == 4 ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
    double error = norm_one(m, PROBES, r, m > 1 ? m : 1);
    double size = (double)(m > n ? m : n);
    if (strchr(p->routine->options, 'k') && (double)p->k > size)
        size = (double)p->k;
    double unit = size * eps * scale * norm_one(n, PROBES, x, n > 1 ? n : 1);
    double value = error == 0 ? 0 : error / unit;
    return value == value ? value : INFINITY;
}

/* (A - L L^H) X or (A - U^H U) X */
static double residual_potrf(const struct problem *p, const scalar_t *a, const scalar_t *l,
                             int64_t ld, const scalar_t *x, scalar_t *y)
{
    bool lower = p->uplo == STARLING_LOWER;
    memcpy(y, x, sizeof *y * (size_t)(p->n * PROBES));
    apply_triangle(p->uplo, lower ? CblasConjTrans : CblasNoTrans, STARLING_NONUNIT, p->n, l,
                   ld, y);
    apply_triangle(p->uplo, lower ? CblasNoTrans : CblasConjTrans, STARLING_NONUNIT, p->n, l,
                   ld, y);
    apply_hermitian(p->uplo, p->n, one, a, ld, x, minus_one, y);
    return scaled(p, y, p->n, x, p->n, norm_hermitian(p->uplo, p->n, a, ld));
}

/* (P A - L U) X: the interchanges are made in A X, and L U is applied as its two trapezia. */
static double residual_getrf(const struct problem *p, const scalar_t *a, const scalar_t *lu,
                             int64_t ld, const int64_t *ipiv, const scalar_t *x, scalar_t *y)
{
    int64_t m = p->m, n = p->n, k = m < n ? m : n;
    scalar_t *z = thin(k, false);
    if (!z)
        return NAN;
    apply(CblasNoTrans, m, n, one, a, ld, x, zero, y);
    for (int64_t i = 0; i < k; i++)
        cblas_xswap(PROBES, y + i, (int)m, y + ipiv[i] - 1, (int)m);
    /* Z = U X with U = (U1 U2) */
    for (int64_t j = 0; j < PROBES; j++)
        memcpy(z + j * k, x + j * n, sizeof *z * (size_t)k);
    apply_triangle(STARLING_UPPER, CblasNoTrans, STARLING_NONUNIT, k, lu, ld, z);
    cblas_xgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)k, PROBES, (int)(n - k),
                SADDR(one), lu + k * ld, (int)ld, x + k, (int)n, SADDR(one), z, (int)k);
    /* Y -= L Z with L = (L1; L2) */
    cblas_xgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)(m - k), PROBES, (int)k,
                SADDR(minus_one), lu + k, (int)ld, z, (int)k, SADDR(one), y + k, (int)m);
    apply_triangle(STARLING_LOWER, CblasNoTrans, STARLING_UNIT, k, lu, ld, z);
    for (int64_t j = 0; j < PROBES; j++)
        for (int64_t i = 0; i < k; i++)
            y[i + j * m] -= z[i + j * k];
    free(z);
    return scaled(p, y, m, x, n, norm_one(m, n, a, ld));
}

double CASE(growth)(const struct problem *p, const scalar_t *a, const scalar_t *factors,
                    int64_t lda)
{
    int m = (int)p->m, n = (int)p->n, k = m < n ? m : n;
    if (k == 0)
        return NAN;
    return LAPACKE_xlantr(LAPACK_COL_MAJOR, 'M', 'U', 'N', k, n, factors, (int)lda) /
           LAPACKE_xlange(LAPACK_COL_MAJOR, 'M', m, n, a, (int)lda);
}

double CASE(worst_column)(int64_t n, int64_t nrhs, const scalar_t *r, int64_t ldr,
                          const scalar_t *x, int64_t ldx, double anorm)
{
    double eps = sizeof(real_t) == 4 ? FLT_EPSILON / 2 : DBL_EPSILON / 2, worst = 0;
    for (int64_t j = 0; j < nrhs; j++) {
        double error = norm_one(n, 1, r + j * ldr, ldr);
        double unit = (double)n * eps * anorm * norm_one(n, 1, x + j * ldx, ldx);
        double value = error == 0 ? 0 : error / unit;
        if (!(value <= worst))
            worst = value;
    }
    return worst == worst ? worst : INFINITY;
}

/* B -= L L^H X or U^H U X: A is given by its factor. */
static bool subtract_by_factor(const struct problem *p, const scalar_t *l, int64_t lda,
                               const scalar_t *x, scalar_t *b, int64_t ldb)
{
    bool lower = p->uplo == STARLING_LOWER;
    size_t size = (size_t)ldb * (size_t)p->nrhs;
    scalar_t *y = malloc(sizeof *y * size);
    if (!y)
        return false;
    memcpy(y, x, sizeof *y * size);
    for (int pass = 0; pass < 2; pass++)
        cblas_xtrmm(CblasColMajor, CblasLeft, uplo_of(p->uplo),
                    (pass == 0) == lower ? CblasConjTrans : CblasNoTrans, CblasNonUnit,
                    (int)p->n, (int)p->nrhs, SADDR(one), l, (int)lda, y, (int)ldb);
    for (int64_t j = 0; j < p->nrhs; j++)
        for (int64_t i = 0; i < p->n; i++)
            b[i + j * ldb] -= y[i + j * ldb];
    free(y);
    return true;
}

/* B - op(A) X for the solution itself, all its columns (no probing). */
static double residual_solution(const struct problem *p, const scalar_t *a, int64_t lda,
                                scalar_t *b, const scalar_t *x, int64_t ldb)
{
    int n = (int)p->n, nrhs = (int)p->nrhs;
    double anorm;
    if (strcmp(p->routine->name, "potrs") == 0) {
        if (!subtract_by_factor(p, a, lda, x, b, ldb))
            return NAN;
        anorm = norm_one(n, n, a, lda);
        anorm *= anorm;
    } else if (strcmp(p->routine->name, "posv") == 0) {
        cblas_xhemm(CblasColMajor, CblasLeft, uplo_of(p->uplo), n, nrhs, SADDR(minus_one), a,
                    (int)lda, x, (int)ldb, SADDR(one), b, (int)ldb);
        anorm = norm_hermitian(p->uplo, n, a, lda);
    } else {
        cblas_xgemm(CblasColMajor, trans_of(p->transa), CblasNoTrans, n, nrhs, n,
                    SADDR(minus_one), a, (int)lda, x, (int)ldb, SADDR(one), b, (int)ldb);
        char norm = p->transa == STARLING_NOTRANS ? '1' : 'I'; /* |A^H|_1 is |A|_inf */
        anorm = LAPACKE_xlange(LAPACK_COL_MAJOR, norm, n, n, a, (int)lda);
    }
    return CASE(worst_column)(n, nrhs, b, ldb, x, ldb, anorm);
}

/* (C - (-op(A) op(B) + C0/2)) X */
static double residual_gemm(const struct problem *p, scalar_t *const before[3],
                            const scalar_t *c, const int64_t ld[3], const scalar_t *x,
                            scalar_t *y)
{
    scalar_t *z = thin(p->k, false);
    if (!z)
        return NAN;
    apply(CblasNoTrans, p->m, p->n, one, c, ld[2], x, zero, y);
    apply(CblasNoTrans, p->m, p->n, -half, before[2], ld[2], x, one, y);
    apply(trans_of(p->transb), p->k, p->n, one, before[1], ld[1], x, zero, z);
    apply(trans_of(p->transa), p->m, p->k, one, before[0], ld[0], z, one, y);
    free(z);
    bool na = p->transa == STARLING_NOTRANS, nb = p->transb == STARLING_NOTRANS;
    double a = norm_one(na ? p->m : p->k, na ? p->k : p->m, before[0], ld[0]);
    double b = norm_one(nb ? p->k : p->n, nb ? p->n : p->k, before[1], ld[1]);
    return scaled(p, y, p->m, x, p->n, a * b + norm_one(p->m, p->n, before[2], ld[2]));
}

/* (C - (-op(A) op(A)^H + C0/2)) X */
static double residual_herk(const struct problem *p, scalar_t *const before[3],
                            const scalar_t *c, const int64_t ld[3], const scalar_t *x,
                            scalar_t *y)
{
    bool no = p->transa == STARLING_NOTRANS;
    scalar_t *z = thin(p->k, false);
    if (!z)
        return NAN;
    apply_hermitian(p->uplo, p->n, one, c, ld[2], x, zero, y);
    apply_hermitian(p->uplo, p->n, -half, before[2], ld[2], x, one, y);
    apply(no ? CblasConjTrans : CblasNoTrans, p->k, p->n, one, before[0], ld[0], x, zero, z);
    apply(no ? CblasNoTrans : CblasConjTrans, p->n, p->k, one, before[0], ld[0], z, one, y);
    free(z);
    double a = norm_one(no ? p->n : p->k, no ? p->k : p->n, before[0], ld[0]);
    return scaled(p, y, p->n, x, p->n, a * a + norm_hermitian(p->uplo, p->n, before[2], ld[2]));
}

/* (op(A) X + B) V or (X op(A) + B) V */
static double residual_trsm(const struct problem *p, scalar_t *const before[3],
                            const scalar_t *s, const int64_t ld[3], const scalar_t *x,
                            scalar_t *y)
{
    int64_t order = p->side == STARLING_LEFT ? p->m : p->n;
    if (p->side == STARLING_LEFT) {
        apply(CblasNoTrans, p->m, p->n, one, s, ld[1], x, zero, y);
        apply_triangle(p->uplo, trans_of(p->transa), p->diag, order, before[0], ld[0], y);
    } else {
        scalar_t *z = thin(order, false);
        if (!z)
            return NAN;
        memcpy(z, x, sizeof *z * (size_t)(order * PROBES));
        apply_triangle(p->uplo, trans_of(p->transa), p->diag, order, before[0], ld[0], z);
        apply(CblasNoTrans, p->m, p->n, one, s, ld[1], z, zero, y);
        free(z);
    }
    apply(CblasNoTrans, p->m, p->n, one, before[1], ld[1], x, one, y);
    double a = norm_one(order, order, before[0], ld[0]);
    return scaled(p, y, p->m, x, p->n, a * norm_one(p->m, p->n, s, ld[1]));
}

/* Whether the routine's result is a solution, of all of whose columns the residual is taken. */
static bool solves(const struct problem *p)
{
    static const char *const names[] = {"posv", "potrs", "gesv", "getrs"};
    for (int i = 0; i < 4; i++)
        if (strcmp(p->routine->name, names[i]) == 0)
            return p->matrix != MATRIX_SINGULAR; /* then there are only the factors */
    return false;
}

double CASE(residual)(const struct problem *p, scalar_t *const before[3],
                      scalar_t *const after[3], const int64_t ld[3], const int64_t *ipiv)
{
    const char *name = p->routine->name;
    int64_t m = strchr(p->routine->options, 'm') ? p->m : p->n;
    if (p->n == 0 || m == 0 || (solves(p) && p->nrhs == 0))
        return 0;
    if (solves(p))
        return residual_solution(p, before[0], ld[0], before[1], after[1], ld[1]);
    scalar_t *x = thin(p->n, true), *y = thin(m, false);
    double error = NAN;
    if (x && y)
        error = ipiv ? residual_getrf(p, before[0], after[0], ld[0], ipiv, x, y)
                : strcmp(name, "potrf") == 0
                    ? residual_potrf(p, before[0], after[0], ld[0], x, y)
                : strcmp(name, "gemm") == 0 ? residual_gemm(p, before, after[2], ld, x, y)
                : strcmp(name, "herk") == 0 ? residual_herk(p, before, after[2], ld, x, y)
                                            : residual_trsm(p, before, after[1], ld, x, y);
    free(x);
    free(y);
    return error;
}

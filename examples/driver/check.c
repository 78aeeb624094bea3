/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals by random probing, and the same routines by BLAS and LAPACK. Compiled once a
 * precision. Only CBLAS and LAPACKE are used here, nothing of the library under test. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <lapacke.h>
#include <starpu.h>
#include "cases.h"
#include "threads.h"

#define cblas_xtrmm SL_PASTE(cblas_, SL_LETTER, trmm)
#define LAPACKE_xpotrs_work SL_PASTE(LAPACKE_, SL_LETTER, potrs_work)
#define LAPACKE_xposv_work SL_PASTE(LAPACKE_, SL_LETTER, posv_work)

enum { PROBES = 4 };
static const scalar_t one = 1, zero = 0, minus_one = -1, half = (real_t)0.5;

static CBLAS_TRANSPOSE trans_of(starling_trans t)
{
    return t == STARLING_NOTRANS ? CblasNoTrans : t == STARLING_TRANS ? CblasTrans : CblasConjTrans;
}

static CBLAS_UPLO uplo_of(starling_uplo uplo)
{
    return uplo == STARLING_LOWER ? CblasLower : CblasUpper;
}

static double norm_one(int64_t m, int64_t n, const scalar_t *a, int64_t lda)
{
    return LAPACKE_xlange(LAPACK_COL_MAJOR, '1', (int)m, (int)n, a, (int)lda);
}

static double norm_hermitian(starling_uplo uplo, int64_t n, const scalar_t *a, int64_t lda)
{
    return LAPACKE_xlanhe(LAPACK_COL_MAJOR, '1', (char)uplo, (int)n, a, (int)lda);
}

/* A thin m x PROBES array: numbers in (-1/2, 1/2), or zeros. */
static scalar_t *thin(int64_t m, bool random)
{
    scalar_t *x = calloc((size_t)(m > 0 ? m : 1) * PROBES, sizeof *x);
    uint64_t state = 88172645463325252u;
    for (int64_t i = 0; x && random && i < m * PROBES; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17; /* xorshift64 */
        x[i] = (real_t)((double)(state >> 11) / 9007199254740992.0 - 0.5);
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

/* B - A X for the solution itself, all its columns (no probing): LAPACK's test of a solve. */
static double residual_solution(const struct problem *p, const scalar_t *a, int64_t lda,
                                scalar_t *b, const scalar_t *x, int64_t ldb, bool factored)
{
    int n = (int)p->n, nrhs = (int)p->nrhs;
    double anorm, xnorm = norm_one(n, nrhs, x, ldb), bnorm;
    if (factored) { /* A = L L^H is given by its factor */
        bool lower = p->uplo == STARLING_LOWER;
        size_t size = (size_t)ldb * (size_t)nrhs;
        scalar_t *y = malloc(sizeof *y * size);
        if (!y)
            return NAN;
        memcpy(y, x, sizeof *y * size);
        for (int pass = 0; pass < 2; pass++)
            cblas_xtrmm(CblasColMajor, CblasLeft, uplo_of(p->uplo),
                        (pass == 0) == lower ? CblasConjTrans : CblasNoTrans, CblasNonUnit, n,
                        nrhs, SADDR(one), a, (int)lda, y, (int)ldb);
        for (int j = 0; j < nrhs; j++)
            for (int i = 0; i < n; i++)
                b[i + j * ldb] -= y[i + j * ldb];
        free(y);
        anorm = norm_one(n, n, a, lda);
        anorm *= anorm;
    } else {
        cblas_xhemm(CblasColMajor, CblasLeft, uplo_of(p->uplo), n, nrhs, SADDR(minus_one), a,
                    (int)lda, x, (int)ldb, SADDR(one), b, (int)ldb);
        anorm = norm_hermitian(p->uplo, n, a, lda);
    }
    bnorm = norm_one(n, nrhs, b, ldb);
    double eps = sizeof(real_t) == 4 ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
    double value = bnorm == 0 ? 0 : bnorm / ((double)n * eps * anorm * xnorm);
    return value == value ? value : INFINITY;
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

double CASE(residual)(const struct problem *p, scalar_t *const before[3],
                      scalar_t *const after[3], const int64_t ld[3])
{
    const char *name = p->routine->name;
    if (p->n == 0 || (strcmp(name, "gemm") == 0 && p->m == 0) ||
        (strcmp(name, "trsm") == 0 && p->m == 0))
        return 0;
    if (strcmp(name, "posv") == 0 || strcmp(name, "potrs") == 0)
        return p->nrhs == 0 ? 0
                            : residual_solution(p, before[0], ld[0], before[1], after[1],
                                                ld[1], strcmp(name, "potrs") == 0);
    bool tall = strcmp(name, "gemm") == 0 || strcmp(name, "trsm") == 0;
    scalar_t *x = thin(p->n, true), *y = thin(tall ? p->m : p->n, false);
    double error = NAN;
    if (x && y)
        error = strcmp(name, "potrf") == 0 ? residual_potrf(p, before[0], after[0], ld[0], x, y)
                : strcmp(name, "gemm") == 0 ? residual_gemm(p, before, after[2], ld, x, y)
                : strcmp(name, "herk") == 0 ? residual_herk(p, before, after[2], ld, x, y)
                                            : residual_trsm(p, before, after[1], ld, x, y);
    free(x);
    free(y);
    return error;
}

/* What LAPACK returned; 0 from BLAS. */
static int run_lapack(const struct problem *p, scalar_t *const a[3], const int64_t ld[3])
{
    const char *name = p->routine->name;
    char uplo = (char)p->uplo;
    int m = (int)p->m, n = (int)p->n, k = (int)p->k, nrhs = (int)p->nrhs;
    int lda = (int)ld[0], ldb = (int)ld[1], ldc = (int)ld[2];
    if (strcmp(name, "potrf") == 0)
        return LAPACKE_xpotrf_work(LAPACK_COL_MAJOR, uplo, n, a[0], lda);
    else if (strcmp(name, "potrs") == 0)
        return LAPACKE_xpotrs_work(LAPACK_COL_MAJOR, uplo, n, nrhs, a[0], lda, a[1], ldb);
    else if (strcmp(name, "posv") == 0)
        return LAPACKE_xposv_work(LAPACK_COL_MAJOR, uplo, n, nrhs, a[0], lda, a[1], ldb);
    if (strcmp(name, "gemm") == 0)
        cblas_xgemm(CblasColMajor, trans_of(p->transa), trans_of(p->transb), m, n, k,
                    SADDR(minus_one), a[0], lda, a[1], ldb, SADDR(half), a[2], ldc);
    else if (strcmp(name, "herk") == 0)
#ifdef SL_COMPLEX
        cblas_xherk(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), n, k, -1, a[0], lda,
                    (real_t)0.5, a[2], ldc);
#else
        cblas_xsyrk(CblasColMajor, uplo_of(p->uplo), trans_of(p->transa), n, k, minus_one,
                    a[0], lda, half, a[2], ldc);
#endif
    else
        cblas_xtrsm(CblasColMajor, p->side == STARLING_LEFT ? CblasLeft : CblasRight,
                    uplo_of(p->uplo), trans_of(p->transa),
                    p->diag == STARLING_UNIT ? CblasUnit : CblasNonUnit, m, n,
                    SADDR(minus_one), a[0], lda, a[1], ldb);
    return 0;
}

double CASE(lapack)(const struct problem *p, scalar_t *const a[3], const int64_t ld[3],
                    int threads, int *info)
{
    int before = blas_threads(threads);
    double start = starpu_timing_now();
    *info = run_lapack(p, a, ld);
    double time = 1e-6 * (starpu_timing_now() - start);
    blas_threads(before);
    return time;
}

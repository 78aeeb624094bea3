/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* References and residuals in double precision complex. */

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "reference.h"

#define AT(m, i, j) ((i) + (j) * ((m) > 1 ? (m) : 1))

/* OpenBLAS 0.3.21 reads beyond the end of a row (zgemv of SkylakeX), so some columns are spare. */
wide *wide_zeros(int64_t m, int64_t n)
{
    enum { SPARE = 4 };
    wide *a = calloc((size_t)((m > 1 ? m : 1) * ((n > 1 ? n : 1) + SPARE)), sizeof *a);
    if (!a) {
        printf("Bail out! no memory for a reference\n");
        exit(99);
    }
    return a;
}

wide *wide_of(const struct array *x, int region)
{
    wide *a = wide_zeros(x->m, x->n);
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            if (inside(region, i, j))
                a[AT(x->m, i, j)] = array_get(x, i, j);
    return a;
}

wide *wide_symmetric(const struct array *x, int uplo)
{
    wide *a = wide_of(x, uplo);
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            if (!inside(uplo, i, j))
                a[AT(x->m, i, j)] = array_get(x, j, i);
    return a;
}

wide *wide_hermitian(const struct array *x, int uplo)
{
    wide *a = wide_symmetric(x, uplo);
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++) {
            wide *aij = &a[AT(x->m, i, j)];
            *aij = i == j ? creal(*aij) : inside(uplo, i, j) ? *aij : conj(*aij);
        }
    return a;
}

double wide_norm(const wide *a, int64_t m, int64_t n)
{
    double norm = 0;
    for (int64_t j = 0; j < n; j++) {
        double sum = 0;
        for (int64_t i = 0; i < m; i++)
            sum += cabs(a[AT(m, i, j)]);
        norm = residual_larger(norm, sum);
    }
    return norm;
}

double wide_difference(const wide *a, const wide *b, int64_t m, int64_t n)
{
    double norm = 0;
    for (int64_t j = 0; j < n; j++) {
        double sum = 0;
        for (int64_t i = 0; i < m; i++)
            sum += cabs(a[AT(m, i, j)] - b[AT(m, i, j)]);
        norm = residual_larger(norm, sum);
    }
    return norm;
}

static CBLAS_TRANSPOSE cblas_trans(char trans)
{
    return trans == 'N' ? CblasNoTrans : trans == 'T' ? CblasTrans : CblasConjTrans;
}

void wide_gemm(char transa, char transb, int64_t m, int64_t n, int64_t k, wide alpha,
               const wide *a, const wide *b, wide beta, wide *c)
{
    int lda = (int)(transa == 'N' ? m : k), ldb = (int)(transb == 'N' ? k : n);
    if (m == 0 || n == 0)
        return;
    cblas_zgemm(CblasColMajor, cblas_trans(transa), cblas_trans(transb), (int)m, (int)n,
                (int)k, &alpha, a, lda > 1 ? lda : 1, b, ldb > 1 ? ldb : 1, &beta, c, (int)m);
}

void wide_trsm(char side, char uplo, char trans, char diag, int64_t m, int64_t n, wide alpha,
               const wide *a, wide *b)
{
    if (m == 0 || n == 0)
        return;
    cblas_ztrsm(CblasColMajor, side == 'L' ? CblasLeft : CblasRight,
                uplo == 'L' ? CblasLower : CblasUpper, cblas_trans(trans),
                diag == 'U' ? CblasUnit : CblasNonUnit, (int)m, (int)n, &alpha, a,
                (int)(side == 'L' ? m : n), b, (int)m);
}

int wide_potrf(char uplo, int64_t n, wide *a)
{
    return n == 0 ? 0 : LAPACKE_zpotrf_work(LAPACK_COL_MAJOR, uplo, (int)n, a, (int)n);
}

double wide_lange(char norm, const wide *a, int64_t m, int64_t n)
{
    double *work = malloc(sizeof *work * (size_t)(m + 1)), value = 0;
    if (work && m > 0 && n > 0)
        value = LAPACKE_zlange_work(LAPACK_COL_MAJOR, norm, (int)m, (int)n, a, (int)m, work);
    free(work);
    return value;
}

double scaled(starling_precision prec, double error, int64_t size, double scale)
{
    if (!isfinite(error) || !isfinite(scale))
        return INFINITY;
    if (error == 0)
        return 0;
    return error / ((double)(size > 1 ? size : 1) * scale * epsilon(prec));
}

bool same_result(const struct array *x, const struct array *y)
{
    int64_t m = x->m, n = x->n;
    wide *a = wide_of(x, 'G'), *b = wide_of(y, 'G');
    double error = wide_difference(a, b, m, n);
    if (!one_kind())
        error = scaled(x->prec, error, m > n ? m : n, wide_norm(a, m, n));
    free(a);
    free(b);
    return one_kind() ? error == 0 : residual_right(error);
}

double cholesky_residual(char uplo, const struct array *f, const wide *a)
{
    int64_t n = f->n;
    wide *factor = wide_of(f, uplo), *product = wide_zeros(n, n);
    wide_gemm(uplo == 'L' ? 'N' : 'C', uplo == 'L' ? 'C' : 'N', n, n, n, 1, factor, factor, 0,
              product);
    double error = wide_difference(a, product, n, n);
    free(factor);
    free(product);
    return scaled(f->prec, error, n, wide_norm(a, n, n));
}

double solve_residual(const wide *a, const struct array *x, const wide *b)
{
    int64_t n = x->m, nrhs = x->n;
    wide *solution = wide_of(x, 'G'), *product = wide_zeros(n, nrhs);
    wide_gemm('N', 'N', n, nrhs, n, 1, a, solution, 0, product);
    double error = wide_difference(product, b, n, nrhs);
    double scale = wide_norm(a, n, n) * wide_norm(solution, n, nrhs) + wide_norm(b, n, nrhs);
    free(solution);
    free(product);
    return scaled(x->prec, error, n, scale);
}

int lapack_getrf(const struct array *x, int *ipiv)
{
    int m = (int)x->m, n = (int)x->n, lda = (int)x->lda, cm = LAPACK_COL_MAJOR;
    switch (x->prec) {
    case STARLING_S: return LAPACKE_sgetrf_work(cm, m, n, x->a, lda, ipiv);
    case STARLING_D: return LAPACKE_dgetrf_work(cm, m, n, x->a, lda, ipiv);
    case STARLING_C: return LAPACKE_cgetrf_work(cm, m, n, x->a, lda, ipiv);
    default: return LAPACKE_zgetrf_work(cm, m, n, x->a, lda, ipiv);
    }
}

/* A by its factors with the interchanges undone: P^T L U. */
static wide *product(const struct array *f, const int64_t *ipiv)
{
    int64_t m = f->m, n = f->n, k = m < n ? m : n, ld = m > 1 ? m : 1;
    wide *l = wide_zeros(m, k), *u = wide_zeros(k, n), *p = wide_zeros(m, n);
    for (int64_t j = 0; j < k; j++) {
        for (int64_t i = j + 1; i < m; i++)
            l[i + j * ld] = array_get(f, i, j);
        l[j + j * ld] = 1;
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j && i < k; i++)
            u[i + j * (k > 1 ? k : 1)] = array_get(f, i, j);
    wide_gemm('N', 'N', m, n, k, 1, l, u, 0, p);
    for (int64_t i = k - 1; i >= 0; i--)
        for (int64_t j = 0; j < n && ipiv[i] - 1 != i; j++) {
            wide t = p[i + j * ld];
            p[i + j * ld] = p[ipiv[i] - 1 + j * ld];
            p[ipiv[i] - 1 + j * ld] = t;
        }
    free(l);
    free(u);
    return p;
}

double lu_residual(const struct array *f, const int64_t *ipiv, const wide *a)
{
    wide *p = product(f, ipiv);
    double error = wide_difference(p, a, f->m, f->n), scale = wide_norm(a, f->m, f->n);
    free(p);
    return scaled(f->prec, error, f->m > f->n ? f->m : f->n, scale);
}

static double _Complex *z(const wide *a)
{
    return (double _Complex *)(uintptr_t)a;
}

static void must(int info, const char *what)
{
    if (info != 0) {
        printf("Bail out! LAPACK's %s: %d\n", what, info);
        exit(99);
    }
}

void wide_factor(bool lq, int64_t m, int64_t n, wide *a, wide *tau)
{
    int ld = m > 1 ? (int)m : 1;
    must(lq ? LAPACKE_zgelqf(LAPACK_COL_MAJOR, (int)m, (int)n, z(a), ld, z(tau))
            : LAPACKE_zgeqrf(LAPACK_COL_MAJOR, (int)m, (int)n, z(a), ld, z(tau)),
         "geqrf");
}

void wide_multiply(bool lq, char side, char trans, int64_t m, int64_t n, int64_t k, const wide *a,
                   const wide *tau, wide *c)
{
    int64_t rows = lq ? k : side == 'L' ? m : n;
    int ld = rows > 1 ? (int)rows : 1, ldc = m > 1 ? (int)m : 1;
    int size = (int)(m + n + 66) * 64; /* the check for NaNs takes a for a matrix of another shape */
    wide *work = wide_zeros(size, 1);
    must(lq ? LAPACKE_zunmlq_work(LAPACK_COL_MAJOR, side, trans, (int)m, (int)n, (int)k, z(a), ld,
                                  z(tau), z(c), ldc, z(work), size)
            : LAPACKE_zunmqr_work(LAPACK_COL_MAJOR, side, trans, (int)m, (int)n, (int)k, z(a), ld,
                                  z(tau), z(c), ldc, z(work), size),
         "unmqr");
    free(work);
}

int wide_gels(char trans, int64_t m, int64_t n, int64_t nrhs, wide *a, wide *b)
{
    int64_t rows = m > n ? m : n;
    return LAPACKE_zgels(LAPACK_COL_MAJOR, trans, (int)m, (int)n, (int)nrhs, z(a),
                         m > 1 ? (int)m : 1, z(b), rows > 1 ? (int)rows : 1);
}

int wide_heev(int64_t n, wide *a, double *values)
{
    return LAPACKE_zheevd(LAPACK_COL_MAJOR, 'N', 'L', (int)n, z(a), n > 1 ? (int)n : 1, values);
}

int wide_gesvd(int64_t m, int64_t n, wide *a, double *s)
{
    double *rest = calloc((size_t)(m < n ? m : n) + 1, sizeof *rest);
    int info = LAPACKE_zgesvd(LAPACK_COL_MAJOR, 'N', 'N', (int)m, (int)n, z(a), m > 1 ? (int)m : 1,
                              s, NULL, 1, NULL, 1, rest);
    free(rest);
    return info;
}

int wide_gelsd(int64_t m, int64_t n, int64_t nrhs, wide *a, wide *b, double *s, double rcond,
               int *rank)
{
    int64_t rows = m > n ? m : n;
    return LAPACKE_zgelsd(LAPACK_COL_MAJOR, (int)m, (int)n, (int)nrhs, z(a), m > 1 ? (int)m : 1,
                          z(b), rows > 1 ? (int)rows : 1, s, rcond, rank);
}

int tridiagonal_eigenvalues(int64_t n, double *d, double *e)
{
    return n == 0 ? 0 : LAPACKE_dsterf_work((int)n, d, e);
}

int wide_band_eigenvalues(int64_t n, int64_t kd, const wide *a, double *w)
{
    int64_t below = kd < n ? kd : n > 1 ? n - 1 : 0;
    wide *ab = wide_zeros(below + 1, n), *work = wide_zeros(n, 1);
    double *e = malloc(sizeof *e * (size_t)(n + 1));
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n && i <= j + below; i++)
            ab[AT(below + 1, i - j, j)] = a[AT(n, i, j)];
    int info = LAPACKE_zhbtrd_work(LAPACK_COL_MAJOR, 'N', 'L', (int)n, (int)below, z(ab),
                                   (int)below + 1, w, e, NULL, 1, z(work));
    info = info != 0 ? info : tridiagonal_eigenvalues(n, w, e);
    free(ab);
    free(work);
    free(e);
    return info;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Checks of condition numbers and refined solutions, and these by LAPACK. Compiled once
 * a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/condition.h"
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define LAPACKE_hecon LAPACKE_x(hecon)
#else
#define LAPACKE_hecon LAPACKE_x(sycon)
#endif

/* ---- Condition numbers ----------------------------------------------------------- */

static int lapack_gecon(const struct host_arrays *x)
{
    real_t rcond = 0;
    int info =
        LAPACKE_x(gecon)(LAPACK_COL_MAJOR, (char)condition_norm(x->p), (int)x->p->n,
                         x->a[0], (int)x->ld[0], (real_t)CONDITION_ANORM, &rcond);
    x->values[0] = (double)rcond;
    return info;
}

static int lapack_pocon(const struct host_arrays *x)
{
    real_t rcond = 0;
    int info =
        LAPACKE_x(pocon)(LAPACK_COL_MAJOR, (char)x->p->uplo, (int)x->p->n, x->a[0],
                         (int)x->ld[0], (real_t)CONDITION_ANORM, &rcond);
    x->values[0] = (double)rcond;
    return info;
}

static int lapack_sycon(const struct host_arrays *x)
{
    real_t rcond = 0;
    int info = LAPACKE_x(sycon)(LAPACK_COL_MAJOR, (char)x->p->uplo, (int)x->p->n, x->a[0],
                                (int)x->ld[0], x->ipiv, (real_t)CONDITION_ANORM, &rcond);
    x->values[0] = (double)rcond;
    return info;
}

static int lapack_hecon(const struct host_arrays *x)
{
    real_t rcond = 0;
    int info = LAPACKE_hecon(LAPACK_COL_MAJOR, (char)x->p->uplo, (int)x->p->n, x->a[0],
                             (int)x->ld[0], x->ipiv, (real_t)CONDITION_ANORM, &rcond);
    x->values[0] = (double)rcond;
    return info;
}

static int lapack_trcon(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    real_t rcond = 0;
    int info =
        LAPACKE_x(trcon)(LAPACK_COL_MAJOR, (char)condition_norm(p), (char)p->uplo,
                         (char)p->diag, (int)p->n, x->a[0], (int)x->ld[0], &rcond);
    x->values[0] = (double)rcond;
    return info;
}

/* The same estimator with the same factors: LAPACK's value but for rounding errors,
 * which grow by the condition number. */
static double estimate_error(const struct result *r, double anorm,
                             void *const factors[], lapack_function *lapack)
{
    double value = r->values[0], lapacks = 0;
    struct host_arrays x = {.p = r->p, .values = &lapacks};
    memcpy(x.a, factors, sizeof x.a);
    memcpy(x.ld, r->ld, sizeof x.ld);
    if (r->p->n == 0)
        return value == 1 ? 0 : INFINITY;
    x.ipiv = calloc((size_t)r->p->n, sizeof *x.ipiv);
    for (int64_t i = 0; i < r->p->n && x.ipiv && r->ipiv; i++)
        x.ipiv[i] = (int)r->ipiv[i];
    int info = x.ipiv ? lapack(&x) : LAPACK_WORK_MEMORY_ERROR;
    free(x.ipiv);
    if (info != 0)
        return NAN;
    double size = (double)r->p->n * CASE(epsilon)() * (1 + anorm / lapacks);
    return value == lapacks ? 0 : fabs(value / lapacks - 1) / size;
}

/* The norm of the matrix before its factorization. */
static double before_norm(const struct result *r, const struct part *A)
{
    bool rows = condition_norm(r->p) == STARLING_INF_NORM;
    return CASE(norm)(A, rows ? STARLING_NOTRANS : STARLING_TRANS, 1);
}

static double error_gecon(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    return estimate_error(r, before_norm(r, &A), r->after, lapack_gecon);
}

static double error_pocon(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    return estimate_error(r, before_norm(r, &A), r->after, lapack_pocon);
}

#ifdef SL_COMPLEX
/* sycon of complex numbers with A^-H = conj(A^-1). LAPACK has A^-1 once more, which may be a
 * smaller bound of the norm. */
static int estimate_sycon(const struct host_arrays *x)
{
    int n = (int)x->p->n, kase = 0, isave[3] = {0}, info = 0;
    scalar_t *y = calloc((size_t)n * 2, sizeof *y), *v = y + n;
    real_t norm = 0;
    if (!y)
        return LAPACK_WORK_MEMORY_ERROR;
    for (info = LAPACKE_x(lacn2)(n, v, y, &norm, &kase, isave); kase != 0 && info == 0;
         info = LAPACKE_x(lacn2)(n, v, y, &norm, &kase, isave)) {
        for (int i = 0; i < n && kase == 2; i++)
            y[i] = SL_CONJ(y[i]);
        LAPACKE_x(sytrs_work)(LAPACK_COL_MAJOR, (char)x->p->uplo, n, 1, x->a[0],
                              (int)x->ld[0], x->ipiv, y, n);
        for (int i = 0; i < n && kase == 2; i++)
            y[i] = SL_CONJ(y[i]);
    }
    x->values[0] = 1 / (double)norm / CONDITION_ANORM;
    free(y);
    return info;
}
#else
#define estimate_sycon lapack_sycon
#endif

static double error_sycon(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    double norm = before_norm(r, &A);
    return fmin(estimate_error(r, norm, r->after, estimate_sycon),
                estimate_error(r, norm, r->after, lapack_sycon));
}

static double error_hecon(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    return estimate_error(r, before_norm(r, &A), r->after, lapack_hecon);
}

static double error_trcon(const struct result *r)
{
    return estimate_error(r, 1, r->before, lapack_trcon);
}

const struct numerics CASE(gecon_numerics) = {error_gecon, lapack_gecon};
const struct numerics CASE(pocon_numerics) = {error_pocon, lapack_pocon};
const struct numerics CASE(sycon_numerics) = {error_sycon, lapack_sycon};
const struct numerics CASE(hecon_numerics) = {error_hecon, lapack_hecon};
const struct numerics CASE(trcon_numerics) = {error_trcon, lapack_trcon};

/* ---- Refinement ------------------------------------------------------------------ */

static double size_of(scalar_t z)
{
    return fabs((double)creal(z)) + fabs((double)cimag(z));
}

/* Element (i, j) of op(A). */
static scalar_t element(const struct part *A, starling_trans trans, int64_t i,
                        int64_t j)
{
    const scalar_t *a = A->a;
    if (A->hermitian) {
        bool stored = A->uplo == STARLING_LOWER ? i >= j : i <= j;
        return i == j   ? SL_REAL(a[i + i * A->lda])
               : stored ? a[i + j * A->lda]
                        : SL_CONJ(a[j + i * A->lda]);
    }
    return trans == STARLING_NOTRANS ? a[i + j * A->lda]
           : trans == STARLING_TRANS ? a[j + i * A->lda]
                                     : SL_CONJ(a[j + i * A->lda]);
}

/* The largest |b - op(A) x| / ((n + 1) eps (|op(A)| |x| + |b|)) of all elements, in
 * double precision. */
static double componentwise(const struct result *r, const struct part *A,
                            starling_trans trans)
{
    int64_t n = r->p->n;
    double worst = 0;
    for (int64_t c = 0; c < r->p->nrhs; c++) {
        const scalar_t *b = (const scalar_t *)r->before[2] + c * r->ld[2];
        const scalar_t *x = (const scalar_t *)r->after[3] + c * r->ld[3];
        for (int64_t i = 0; i < n; i++) {
            double _Complex rest = b[i];
            double terms = size_of(b[i]);
            for (int64_t j = 0; j < n; j++) {
                scalar_t a = element(A, trans, i, j);
                rest -= (double _Complex)a * (double _Complex)x[j];
                terms += size_of(a) * size_of(x[j]);
            }
            double error = fabs(creal(rest)) + fabs(cimag(rest));
            worst = residual_larger(
                worst,
                error == 0 ? 0 : error / ((double)(n + 1) * CASE(epsilon)() * terms));
        }
    }
    return worst;
}

static double error_gerfs(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    return componentwise(r, &A, r->p->transa);
}

static double error_porfs(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    return componentwise(r, &A, STARLING_NOTRANS);
}

static void copy(const struct host_arrays *x, int from, int to, int64_t n)
{
    for (int64_t j = 0; j < n; j++)
        memcpy((scalar_t *)x->a[to] + j * x->ld[to],
               (const scalar_t *)x->a[from] + j * x->ld[from],
               sizeof(scalar_t) * (size_t)x->p->n);
}

static int lapack_gesolve(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    int n = (int)p->n, nrhs = (int)p->nrhs;
    copy(x, 0, 1, p->n);
    copy(x, 2, 3, p->nrhs);
    int info =
        LAPACKE_x(getrf_work)(LAPACK_COL_MAJOR, n, n, x->a[1], (int)x->ld[1], x->ipiv);
    return info != 0 ? info
                     : LAPACKE_x(getrs_work)(LAPACK_COL_MAJOR, (char)p->transa, n, nrhs,
                                             x->a[1], (int)x->ld[1], x->ipiv, x->a[3],
                                             (int)x->ld[3]);
}

static int lapack_posolve(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    int n = (int)p->n, nrhs = (int)p->nrhs;
    copy(x, 0, 1, p->n);
    copy(x, 2, 3, p->nrhs);
    int info = LAPACKE_x(potrf_work)(LAPACK_COL_MAJOR, (char)p->uplo, n, x->a[1],
                                     (int)x->ld[1]);
    return info != 0
               ? info
               : LAPACKE_x(potrs_work)(LAPACK_COL_MAJOR, (char)p->uplo, n, nrhs,
                                       x->a[1], (int)x->ld[1], x->a[3], (int)x->ld[3]);
}

static int lapack_refine(const struct host_arrays *x, bool lu)
{
    const struct problem *p = x->p;
    int n = (int)p->n, nrhs = (int)p->nrhs;
    real_t *bounds = malloc(sizeof *bounds * (2 * (size_t)nrhs + 1));
    if (!bounds)
        return LAPACK_WORK_MEMORY_ERROR;
    int info = lu ? LAPACKE_x(gerfs)(LAPACK_COL_MAJOR, (char)p->transa, n, nrhs,
                                     x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1],
                                     x->ipiv, x->a[2], (int)x->ld[2], x->a[3],
                                     (int)x->ld[3], bounds, bounds + nrhs)
                  : LAPACKE_x(porfs)(LAPACK_COL_MAJOR, (char)p->uplo, n, nrhs, x->a[0],
                                     (int)x->ld[0], x->a[1], (int)x->ld[1], x->a[2],
                                     (int)x->ld[2], x->a[3], (int)x->ld[3], bounds,
                                     bounds + nrhs);
    free(bounds);
    return info;
}

static int lapack_gerfs(const struct host_arrays *x)
{
    return lapack_refine(x, true);
}

static int lapack_porfs(const struct host_arrays *x)
{
    return lapack_refine(x, false);
}

const struct numerics CASE(gesolve_numerics) = {NULL, lapack_gesolve};
const struct numerics CASE(posolve_numerics) = {NULL, lapack_posolve};
const struct numerics CASE(gerfs_numerics) = {error_gerfs, lapack_gerfs};
const struct numerics CASE(porfs_numerics) = {error_porfs, lapack_porfs};

/* ---- Expert drivers -------------------------------------------------------------- */

static double error_gesvx(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    return CASE(solve_residual)(&A, r->p->transa, r->p->nrhs, r->after[3], r->ld[3],
                                r->before[2], r->ld[2]);
}

static double error_posvx(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    return CASE(solve_residual)(&A, STARLING_NOTRANS, r->p->nrhs, r->after[3], r->ld[3],
                                r->before[2], r->ld[2]);
}

static int lapack_expert(const struct host_arrays *x, bool lu)
{
    const struct problem *p = x->p;
    int n = (int)p->n, nrhs = (int)p->nrhs;
    char equed = 'N';
    real_t *real = malloc(sizeof *real * (size_t)(2 * nrhs + 2 * n + 2));
    if (!real)
        return LAPACK_WORK_MEMORY_ERROR;
    real_t *ferr = real + 2, *berr = ferr + nrhs, *r = berr + nrhs, *c = r + n;
    int info =
        lu ? LAPACKE_x(gesvx)(LAPACK_COL_MAJOR, 'N', (char)p->transa, n, nrhs, x->a[0],
                              (int)x->ld[0], x->a[1], (int)x->ld[1], x->ipiv, &equed, r,
                              c, x->a[2], (int)x->ld[2], x->a[3], (int)x->ld[3], real,
                              ferr, berr, real + 1)
           : LAPACKE_x(posvx)(LAPACK_COL_MAJOR, 'N', (char)p->uplo, n, nrhs, x->a[0],
                              (int)x->ld[0], x->a[1], (int)x->ld[1], &equed, r, x->a[2],
                              (int)x->ld[2], x->a[3], (int)x->ld[3], real, ferr, berr);
    free(real);
    return info;
}

static int lapack_gesvx(const struct host_arrays *x)
{
    return lapack_expert(x, true);
}

static int lapack_posvx(const struct host_arrays *x)
{
    return lapack_expert(x, false);
}

const struct numerics CASE(gesvx_numerics) = {error_gesvx, lapack_gesvx};
const struct numerics CASE(posvx_numerics) = {error_posvx, lapack_posvx};

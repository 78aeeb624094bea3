/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of Cholesky's routines, and these by LAPACK. Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lapacke.h>
#include "routines/probe.h"


static const scalar_t one = 1, minus_one = -1;

/* (A - L L^H) X or (A - U^H U) X */
static double probe_potrf(const struct probe *t)
{
    const struct problem *p = t->r->p;
    const scalar_t *l = t->r->after[0];
    int64_t ld = t->r->ld[0];
    bool lower = p->uplo == STARLING_LOWER;
    struct part A = CASE(hermitian)(p, t->r->before[0], ld);
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(p->n * PROBES));
    CASE(apply_triangle)
    (p->uplo, lower ? CblasConjTrans : CblasNoTrans, STARLING_NONUNIT, p->n, l, ld,
     t->y);
    CASE(apply_triangle)
    (p->uplo, lower ? CblasNoTrans : CblasConjTrans, STARLING_NONUNIT, p->n, l, ld,
     t->y);
    CASE(apply_hermitian)(p->uplo, p->n, one, A.a, ld, t->x, minus_one, t->y);
    return CASE(scaled_probe)(t, p->n, CASE(norm)(&A, STARLING_NOTRANS, t->power));
}

/* A factorization is linear in A: a power of two brings A near 1. */
static double residual_potrf(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_potrf);
}

static int lapack_potrf(const struct host_arrays *x)
{
    return LAPACKE_x(potrf_work)(LAPACK_COL_MAJOR, (char)x->p->uplo, (int)x->p->n,
                               x->a[0], (int)x->ld[0]);
}

const struct numerics CASE(potrf_numerics) = {residual_potrf, lapack_potrf};

/* A = L L^H or U^H U is given by its factor, which the command makes of moderate
 * numbers. */
static double residual_potrs(const struct result *r)
{
    const struct problem *p = r->p;
    const scalar_t *l = r->before[0], *x = r->after[1];
    scalar_t *b = r->before[1];
    int64_t ldl = r->ld[0], ld = r->ld[1];
    if (p->n == 0 || p->nrhs == 0)
        return 0;
    struct part L = {p->uplo, .m = p->n, .n = p->n, .a = l, .lda = ldl};
    bool lower = p->uplo == STARLING_LOWER;
    double worst = NAN;
    int n = (int)p->n, nrhs = (int)p->nrhs;
    scalar_t *y = CASE(scale_columns)(n, nrhs, 0, x, ld, b, ld);
    scalar_t *z = malloc(sizeof *z * (size_t)(p->n * p->nrhs));
    if (y && z) {
        memcpy(z, y, sizeof *z * (size_t)(p->n * p->nrhs));
        for (int pass = 0; pass < 2; pass++)
            cblas_x(trmm)(CblasColMajor, CblasLeft, uplo_of(p->uplo),
                        (pass == 0) == lower ? CblasConjTrans : CblasNoTrans,
                        CblasNonUnit, n, nrhs, SADDR(one), l, (int)ldl, z, n);
        for (int64_t j = 0; j < nrhs; j++)
            for (int64_t i = 0; i < n; i++)
                b[i + j * ld] -= z[i + j * n];
        double anorm =
            CASE(norm)(&L, STARLING_NOTRANS, 1) * CASE(norm)(&L, STARLING_TRANS, 1);
        worst = CASE(scaled)(n, anorm, 1, nrhs, n, b, ld, n, y, n);
    }
    free(y);
    free(z);
    return worst;
}

static int lapack_potrs(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(potrs_work)(LAPACK_COL_MAJOR, (char)p->uplo, (int)p->n, (int)p->nrhs,
                               x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1]);
}

const struct numerics CASE(potrs_numerics) = {residual_potrs, lapack_potrs};

/* B - A X, all columns. */
static double residual_posv(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    return CASE(solve_residual)(&A, STARLING_NOTRANS, r->p->nrhs, r->after[1], r->ld[1],
                                r->before[1], r->ld[1]);
}

static int lapack_posv(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(posv_work)(LAPACK_COL_MAJOR, (char)p->uplo, (int)p->n, (int)p->nrhs,
                              x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1]);
}

const struct numerics CASE(posv_numerics) = {residual_posv, lapack_posv};

/* (A X - I) V for the inverse X of a triangle A. */
static double probe_trtri(const struct probe *t)
{
    const struct problem *p = t->r->p;
    int64_t n = p->n, ld = t->r->ld[0];
    bool unit = p->diag == STARLING_UNIT;
    struct part A = {p->uplo, .unit = unit, .m = n, .n = n, .a = t->r->before[0], .lda = ld};
    struct part X = {p->uplo, .unit = unit, .m = n, .n = n, .a = t->r->after[0], .lda = ld};
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(n * PROBES));
    CASE(apply_triangle)(p->uplo, CblasNoTrans, p->diag, n, X.a, ld, t->y);
    CASE(apply_triangle)(p->uplo, CblasNoTrans, p->diag, n, A.a, ld, t->y);
    for (int64_t i = 0; i < n * PROBES; i++)
        t->y[i] -= t->x[i];
    double norm = CASE(norm)(&A, STARLING_NOTRANS, t->power);
    return CASE(scaled_probe)(t, n, norm * CASE(norm)(&X, STARLING_NOTRANS, 1));
}

static double residual_trtri(const struct result *r)
{
    return CASE(probe)(r, 1, probe_trtri);
}

static int lapack_trtri(const struct host_arrays *x)
{
    return LAPACKE_x(trtri_work)(LAPACK_COL_MAJOR, (char)x->p->uplo, (char)x->p->diag,
                                 (int)x->p->n, x->a[0], (int)x->ld[0]);
}

const struct numerics CASE(trtri_numerics) = {residual_trtri, lapack_trtri};

/* (C - L^H L) X or (C - U U^H) X, C Hermitian */
static double probe_lauum(const struct probe *t)
{
    const struct problem *p = t->r->p;
    const scalar_t *l = t->r->before[0];
    int64_t n = p->n, ld = t->r->ld[0];
    bool lower = p->uplo == STARLING_LOWER;
    struct part C = CASE(hermitian)(p, t->r->after[0], ld);
    struct part L = {p->uplo, .m = n, .n = n, .a = l, .lda = ld};
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(n * PROBES));
    CASE(apply_triangle)
    (p->uplo, lower ? CblasNoTrans : CblasConjTrans, STARLING_NONUNIT, n, l, ld, t->y);
    CASE(apply_triangle)
    (p->uplo, lower ? CblasConjTrans : CblasNoTrans, STARLING_NONUNIT, n, l, ld, t->y);
    CASE(apply_hermitian)(p->uplo, n, one, C.a, ld, t->x, minus_one, t->y);
    return CASE(scaled_probe)(t, n, CASE(norm)(&L, STARLING_NOTRANS, t->power) *
                                        CASE(norm)(&L, STARLING_TRANS, 1));
}

static double residual_lauum(const struct result *r)
{
    return CASE(probe)(r, 1, probe_lauum);
}

static int lapack_lauum(const struct host_arrays *x)
{
    return LAPACKE_x(lauum_work)(LAPACK_COL_MAJOR, (char)x->p->uplo, (int)x->p->n, x->a[0],
                                 (int)x->ld[0]);
}

const struct numerics CASE(lauum_numerics) = {residual_lauum, lapack_lauum};

/* (A X - I) V for the inverse X, both Hermitian */
static double probe_potri(const struct probe *t)
{
    const struct problem *p = t->r->p;
    int64_t n = p->n, ld = t->r->ld[0];
    struct part A = CASE(hermitian)(p, t->r->before[0], ld);
    struct part X = CASE(hermitian)(p, t->r->after[0], ld);
    scalar_t *z = CASE(thin)(n, 0);
    if (!z)
        return NAN;
    CASE(apply_hermitian)(p->uplo, n, one, X.a, ld, t->x, one, z);
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(n * PROBES));
    CASE(apply_hermitian)(p->uplo, n, one, A.a, ld, z, minus_one, t->y);
    free(z);
    double norm = CASE(norm)(&A, STARLING_NOTRANS, t->power);
    return CASE(scaled_probe)(t, n, norm * CASE(norm)(&X, STARLING_NOTRANS, 1));
}

static double residual_potri(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_potri);
}

static int lapack_potri(const struct host_arrays *x)
{
    return LAPACKE_x(potri_work)(LAPACK_COL_MAJOR, (char)x->p->uplo, (int)x->p->n, x->a[0],
                                 (int)x->ld[0]);
}

const struct numerics CASE(potri_numerics) = {residual_potri, lapack_potri};

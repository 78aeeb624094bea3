/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of LU's routines, and these by LAPACK. Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lapacke.h>
#include "routines/probe.h"


static const scalar_t one = 1, zero = 0, minus_one = -1;

/* (P A - L U) X: the interchanges, if there are any, are made in A X, and L U is applied as its two
 * trapezia. */
static double probe_getrf(const struct probe *t)
{
    const struct problem *p = t->r->p;
    const scalar_t *lu = t->r->after[0], *x = t->x;
    int64_t m = p->m, n = p->n, k = m < n ? m : n, ld = t->r->ld[0];
    scalar_t *z = CASE(thin)(k, 0), *y = t->y;
    if (!z)
        return NAN;
    CASE(apply)(CblasNoTrans, m, n, one, t->r->before[0], ld, x, zero, y);
    for (int64_t i = 0; t->r->ipiv && i < k; i++)
        cblas_x(swap)(PROBES, y + i, (int)m, y + t->r->ipiv[i] - 1, (int)m);
    /* Z = U X with U = (U1 U2) */
    for (int64_t j = 0; j < PROBES; j++)
        memcpy(z + j * k, x + j * n, sizeof *z * (size_t)k);
    CASE(apply_triangle)(STARLING_UPPER, CblasNoTrans, STARLING_NONUNIT, k, lu, ld, z);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)k, PROBES, (int)(n - k),
                SADDR(one), lu + k * ld, (int)ld, x + k, (int)n, SADDR(one), z, (int)k);
    /* Y -= L Z with L = (L1; L2) */
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)(m - k), PROBES, (int)k,
                SADDR(minus_one), lu + k, (int)ld, z, (int)k, SADDR(one), y + k,
                (int)m);
    CASE(apply_triangle)(STARLING_LOWER, CblasNoTrans, STARLING_UNIT, k, lu, ld, z);
    for (int64_t j = 0; j < PROBES; j++)
        for (int64_t i = 0; i < k; i++)
            y[i + j * m] -= z[i + j * k];
    free(z);
    return CASE(scaled_probe)(t, m, CASE(norm_of)(t, 0, STARLING_NOTRANS, m, n));
}

/* A factorization is linear in A: a power of two brings A near 1. */
static double residual_getrf(const struct result *r)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_getrf);
}

static int lapack_getrf(const struct host_arrays *x)
{
    return LAPACKE_x(getrf_work)(LAPACK_COL_MAJOR, (int)x->p->m, (int)x->p->n, x->a[0],
                               (int)x->ld[0], x->ipiv);
}

const struct numerics CASE(getrf_numerics) = {residual_getrf, lapack_getrf};

/* B - op(A) X, all columns. */
static double residual_getrs(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    return CASE(solve_residual)(&A, r->p->transa, r->p->nrhs, r->after[1], r->ld[1],
                                r->before[1], r->ld[1]);
}

static int lapack_getrs(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(getrs_work)(LAPACK_COL_MAJOR, (char)p->transa, (int)p->n,
                               (int)p->nrhs, x->a[0], (int)x->ld[0], x->ipiv, x->a[1],
                               (int)x->ld[1]);
}

const struct numerics CASE(getrs_numerics) = {residual_getrs, lapack_getrs};

/* A singular matrix gives factors, and no solution. */
static double residual_gesv(const struct result *r)
{
    return r->p->matrix == MATRIX_SINGULAR ? residual_getrf(r) : residual_getrs(r);
}

static int lapack_gesv(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(gesv_work)(LAPACK_COL_MAJOR, (int)p->n, (int)p->nrhs, x->a[0],
                              (int)x->ld[0], x->ipiv, x->a[1], (int)x->ld[1]);
}

const struct numerics CASE(gesv_numerics) = {residual_gesv, lapack_gesv};

/* (A X - I) V for the inverse X: its columns are solutions, and so A stands on the
 * left. */
static double probe_getri(const struct probe *t)
{
    const struct result *r = t->r;
    int64_t n = r->p->n, ld = r->ld[0];
    struct part X = CASE(general)(n, n, r->after[0], ld);
    scalar_t *z = CASE(thin)(n, 0);
    if (!z)
        return NAN;
    CASE(apply)(CblasNoTrans, n, n, one, r->after[0], ld, t->x, zero, z);
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(n * PROBES));
    CASE(apply)(CblasNoTrans, n, n, one, r->before[0], ld, z, minus_one, t->y);
    free(z);
    double norm = CASE(norm_of)(t, 0, STARLING_NOTRANS, n, n);
    return CASE(scaled_probe)(t, n, norm * CASE(norm)(&X, STARLING_NOTRANS, 1));
}

static double residual_getri(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_getri);
}

/* Of orders up to a block of LAPACK this is the best workspace. A batch has no time to ask. */
enum { SMALL = 64 };

static int lapack_getri(const struct host_arrays *x)
{
    int n = (int)x->p->n, ld = (int)x->ld[0], size;
    scalar_t best = 0, small[SMALL];
    if (n <= SMALL)
        return LAPACKE_x(getri_work)(LAPACK_COL_MAJOR, n, x->a[0], ld, x->ipiv, small, SMALL);
    int info =
        LAPACKE_x(getri_work)(LAPACK_COL_MAJOR, n, x->a[0], ld, x->ipiv, &best, -1);
    size = (int)SL_REAL(best) > 1 ? (int)SL_REAL(best) : 1;
    scalar_t *work = malloc(sizeof *work * (size_t)size);
    if (info == 0)
        info = !work ? LAPACK_WORK_MEMORY_ERROR
                     : LAPACKE_x(getri_work)(LAPACK_COL_MAJOR, n, x->a[0], ld, x->ipiv,
                                           work, size);
    free(work);
    return info;
}

const struct numerics CASE(getri_numerics) = {residual_getri, lapack_getri};

/* ---- Without interchanges. On a diagonally dominant matrix LAPACK makes none, too. ---- */

static double residual_getrf_nopiv(const struct result *r)
{
    struct result plain = *r;
    plain.ipiv = NULL;
    return residual_getrf(&plain);
}

const struct numerics CASE(getrf_nopiv_numerics) = {residual_getrf_nopiv, lapack_getrf};
const struct numerics CASE(getrs_nopiv_numerics) = {residual_getrs, lapack_getrs};
const struct numerics CASE(gesv_nopiv_numerics) = {residual_getrs, lapack_gesv};

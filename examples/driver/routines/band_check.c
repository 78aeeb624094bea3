/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of systems with a band, and these by LAPACK. Compiled once a precision.
 * A residual reads the band alone: its order may be large. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define cblas_xhbmv cblas_x(hbmv)
#else
#define cblas_xhbmv cblas_x(sbmv)
#endif

static const scalar_t one = 1, minus_one = -1;

/* A(i, j) is a[ku + i - j + j ld]. Of a Hermitian matrix one triangle is stored. */
struct band {
    bool hermitian;
    int64_t m, n, kl, ku;
    const scalar_t *a;
    int64_t ld;
};

/* LAPACK has kl rows above for fill-in. */
static struct band general(const struct problem *p, const scalar_t *ab, int64_t ld)
{
    return (struct band){false, p->m, p->n, p->kl, p->ku, ab + p->kl, ld};
}

static struct band hermitian(const struct problem *p, const scalar_t *ab, int64_t ld)
{
    bool lower = p->uplo == STARLING_LOWER;
    return (struct band){true, p->n, p->n, lower ? p->kd : 0, lower ? 0 : p->kd,
                         ab,   ld};
}

/* Y = alpha op(A) X + beta Y */
static void multiply(const struct band *A, starling_trans trans, int64_t columns,
                     scalar_t alpha, const scalar_t *x, int64_t ldx, scalar_t beta,
                     scalar_t *y, int64_t ldy)
{
    int m = (int)A->m, n = (int)A->n, kl = (int)A->kl, ku = (int)A->ku, ld = (int)A->ld;
    for (int64_t j = 0; j < columns; j++, x += ldx, y += ldy)
        if (A->hermitian)
            cblas_xhbmv(CblasColMajor, kl > 0 ? CblasLower : CblasUpper, n, kl + ku,
                        SADDR(alpha), A->a, ld, x, 1, SADDR(beta), y, 1);
        else
            cblas_x(gbmv)(CblasColMajor, trans_of(trans), m, n, kl, ku, SADDR(alpha),
                          A->a, ld, x, 1, SADDR(beta), y, 1);
}

/* The infinity norm of op(A). */
static double norm(const struct band *A, starling_trans trans)
{
    int64_t m = A->m, count = m > A->n ? m : A->n;
    double value = 0, *sum = calloc((size_t)count + 1, sizeof *sum);
    if (!sum)
        return NAN;
    for (int64_t j = 0; j < A->n; j++)
        for (int64_t i = j > A->ku ? j - A->ku : 0; i < m && i <= j + A->kl; i++) {
            double size = SL_ABS(A->a[A->ku + i - j + j * A->ld]);
            sum[trans == STARLING_NOTRANS ? i : j] += size;
            if (A->hermitian && i != j)
                sum[j] += size;
        }
    for (int64_t i = 0; i < count; i++)
        value = residual_larger(value, sum[i]);
    free(sum);
    return value;
}

/* ---- Factorizations -------------------------------------------------------------- */

/* Y = P L Y, as gbtrf leaves L: interchanges are not done to its columns. False: an
 * interchange is none of the band. */
static bool apply_lower(const struct result *r, scalar_t *z)
{
    const struct problem *p = r->p;
    int64_t columns = p->m < p->n ? p->m : p->n, ld = r->ld[0];
    for (int64_t j = columns - 1; j >= 0; j--) {
        int64_t last = j + p->kl < p->m ? j + p->kl : p->m - 1, row = r->ipiv[j] - 1;
        const scalar_t *l = (const scalar_t *)r->after[0] + p->kl + p->ku + j * ld;
        if (row < j || row > last)
            return false;
        for (scalar_t *y = z; y < z + PROBES * p->m; y += p->m) {
            scalar_t first = y[j];
            for (int64_t i = j + 1; i <= last; i++)
                y[i] += l[i - j] * first;
            y[j] = y[row];
            y[row] = first;
        }
    }
    return true;
}

/* (A - P L U) X; U has kl diagonals more than A. */
static double probe_gbtrf(const struct probe *t)
{
    const struct problem *p = t->r->p;
    int64_t ld = t->r->ld[0], columns = p->m < p->n ? p->m : p->n;
    struct band A = general(p, t->r->before[0], ld);
    struct band U = {false, columns, p->n, 0, p->kl + p->ku, t->r->after[0], ld};
    multiply(&U, STARLING_NOTRANS, PROBES, 1, t->x, p->n, 0, t->y, p->m);
    if (!apply_lower(t->r, t->y))
        return NAN;
    multiply(&A, STARLING_NOTRANS, PROBES, 1, t->x, p->n, -1, t->y, p->m);
    return CASE(scaled_probe)(t, p->m, norm(&A, STARLING_NOTRANS));
}

static double residual_gbtrf(const struct result *r)
{
    return CASE(probe)(r, 1, probe_gbtrf);
}

/* (A - L L^H) X or (A - U^H U) X */
static double probe_pbtrf(const struct probe *t)
{
    const struct problem *p = t->r->p;
    bool lower = p->uplo == STARLING_LOWER;
    int64_t ld = t->r->ld[0];
    struct band A = hermitian(p, t->r->before[0], ld);
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(p->n * PROBES));
    for (int pass = 0; pass < 2; pass++)
        for (int64_t j = 0; j < PROBES; j++)
            cblas_x(tbmv)(CblasColMajor, uplo_of(p->uplo),
                          (pass == 0) == lower ? CblasConjTrans : CblasNoTrans,
                          CblasNonUnit, (int)p->n, (int)p->kd, t->r->after[0], (int)ld,
                          t->y + j * p->n, 1);
    multiply(&A, STARLING_NOTRANS, PROBES, one, t->x, p->n, minus_one, t->y, p->n);
    return CASE(scaled_probe)(t, p->n, norm(&A, STARLING_NOTRANS));
}

static double residual_pbtrf(const struct result *r)
{
    return CASE(probe)(r, 1, probe_pbtrf);
}

/* ---- Solutions: B - op(A) X, all columns ----------------------------------------- */

static double solve_residual(const struct band *A, starling_trans trans,
                             const struct result *r)
{
    int64_t n = A->n, nrhs = r->p->nrhs, ldb = r->ld[1];
    scalar_t *b = r->before[1];
    const scalar_t *x = r->after[1];
    if (n == 0 || nrhs == 0)
        return 0;
    multiply(A, trans, nrhs, minus_one, x, ldb, one, b, ldb);
    return CASE(scaled)(n, norm(A, trans), 1, nrhs, n, b, ldb, n, x, ldb);
}

static double residual_gbsv(const struct result *r)
{
    struct band A = general(r->p, r->before[0], r->ld[0]);
    return solve_residual(&A, r->p->transa, r);
}

static double residual_pbsv(const struct result *r)
{
    struct band A = hermitian(r->p, r->before[0], r->ld[0]);
    return solve_residual(&A, STARLING_NOTRANS, r);
}

/* ---- LAPACK ---------------------------------------------------------------------- */

static int lapack_gbtrf(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(gbtrf_work)(LAPACK_COL_MAJOR, (int)p->m, (int)p->n, (int)p->kl,
                                 (int)p->ku, x->a[0], (int)x->ld[0], x->ipiv);
}

static int lapack_gbtrs(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(gbtrs_work)(LAPACK_COL_MAJOR, (char)p->transa, (int)p->n,
                                 (int)p->kl, (int)p->ku, (int)p->nrhs, x->a[0],
                                 (int)x->ld[0], x->ipiv, x->a[1], (int)x->ld[1]);
}

static int lapack_gbsv(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(gbsv_work)(LAPACK_COL_MAJOR, (int)p->n, (int)p->kl, (int)p->ku,
                                (int)p->nrhs, x->a[0], (int)x->ld[0], x->ipiv, x->a[1],
                                (int)x->ld[1]);
}

static int lapack_pbtrf(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(pbtrf_work)(LAPACK_COL_MAJOR, (char)p->uplo, (int)p->n, (int)p->kd,
                                 x->a[0], (int)x->ld[0]);
}

static int lapack_pbtrs(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(pbtrs_work)(LAPACK_COL_MAJOR, (char)p->uplo, (int)p->n, (int)p->kd,
                                 (int)p->nrhs, x->a[0], (int)x->ld[0], x->a[1],
                                 (int)x->ld[1]);
}

static int lapack_pbsv(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(pbsv_work)(LAPACK_COL_MAJOR, (char)p->uplo, (int)p->n, (int)p->kd,
                                (int)p->nrhs, x->a[0], (int)x->ld[0], x->a[1],
                                (int)x->ld[1]);
}

const struct numerics CASE(gbtrf_numerics) = {residual_gbtrf, lapack_gbtrf};
const struct numerics CASE(gbtrs_numerics) = {residual_gbsv, lapack_gbtrs};
const struct numerics CASE(gbsv_numerics) = {residual_gbsv, lapack_gbsv};
const struct numerics CASE(pbtrf_numerics) = {residual_pbtrf, lapack_pbtrf};
const struct numerics CASE(pbtrs_numerics) = {residual_pbsv, lapack_pbtrs};
const struct numerics CASE(pbsv_numerics) = {residual_pbsv, lapack_pbsv};

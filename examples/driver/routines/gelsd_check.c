/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residuals of gelsd and pinv, and the same by LAPACK. Compiled once a precision.
 */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

/* The largest norm of a column, m x n. */
static double column_norm(int64_t m, int64_t n, const scalar_t *x, int64_t ld)
{
    double most = 0;
    for (int64_t j = 0; j < n; j++) {
        double norm = 0;
        for (int64_t i = 0; i < m; i++)
            norm = hypot(norm, (double)SL_ABS(x[i + j * ld]));
        most = residual_larger(most, norm);
    }
    return most;
}

/* error / (size eps scale); 0: there is no error */
static double ratio(double error, int64_t size, double scale)
{
    return error == 0 ? 0 : error / ((double)size * CASE(epsilon)() * scale);
}

/* What LAPACK makes of the same: X, the rows below it, and the values. NULL: no memory,
 * or info. The arrays have a column behind (allocate() in operands.c). */
struct reference {
    scalar_t *a, *b;
    real_t *s;
};

static struct reference reference_of(const struct result *r, int *info)
{
    const struct problem *p = r->p;
    int64_t m = p->m, n = p->n, rows = m > n ? m : n, k = m < n ? m : n;
    int64_t nrhs = p->nrhs > 0 ? p->nrhs : 1; /* LAPACK wants a column */
    struct reference x = {malloc(sizeof *x.a * (size_t)(m * (n + 1) + 1)),
                          calloc((size_t)(rows * (nrhs + 1) + 1), sizeof *x.b),
                          malloc(sizeof *x.s * (size_t)(k + 1))};
    int rank;
    *info = x.a && x.b && x.s ? 0 : LAPACK_WORK_MEMORY_ERROR;
    for (int64_t j = 0; j < n && *info == 0; j++)
        memcpy(x.a + j * m, (scalar_t *)r->before[0] + j * r->ld[0],
               sizeof *x.a * (size_t)m);
    for (int64_t j = 0; j < p->nrhs && *info == 0; j++)
        memcpy(x.b + j * rows, (scalar_t *)r->before[2] + j * r->ld[2],
               sizeof *x.b * (size_t)rows);
    if (*info == 0)
        *info = LAPACKE_x(gelsd)(LAPACK_COL_MAJOR, (int)m, (int)n, (int)nrhs, x.a,
                                 (int)m, x.b, (int)rows, x.s, -1, &rank);
    return x;
}

/* The largest difference of a column, from row `first` to `end` - 1, or of the norms.
 */
static double difference(bool norms, const struct result *r, const scalar_t *x,
                         int64_t first, int64_t end)
{
    int64_t rows = r->p->m > r->p->n ? r->p->m : r->p->n;
    double most = 0;
    for (int64_t j = 0; j < r->p->nrhs; j++) {
        const scalar_t *ours = (const scalar_t *)r->after[2] + j * r->ld[2];
        double sum = 0;
        for (int64_t i = first; i < end && !norms; i++)
            sum = hypot(sum, (double)SL_ABS(ours[i] - x[i + j * rows]));
        if (norms)
            sum = fabs(column_norm(end - first, 1, ours + first, 1) -
                       column_norm(end - first, 1, x + first + j * rows, 1));
        most = residual_larger(most, sum);
    }
    return most;
}

/* X beside LAPACK's: a rounding error grows by the condition number k, and by k^2 in
 * what depends on the residual (Wedin, BIT 13, 1973). Also the residual below X, and
 * the values. */
static double residual_gelsd(const struct result *r)
{
    int64_t m = r->p->m, n = r->p->n, rows = m > n ? m : n, k = m < n ? m : n;
    const real_t *s = r->after[1];
    int info = 0;
    double error = NAN;
    if (k == 0) /* the solution is 0 */
        return ratio(column_norm(n, r->p->nrhs, r->after[2], r->ld[2]), 1, 0);
    struct reference x = reference_of(r, &info);
    if (info == 0) {
        double largest = (double)x.s[0], least = (double)x.s[k - 1], off = 0;
        double condition = least > 0 ? fmin(largest / least, 1 / CASE(epsilon)())
                                     : 1 / CASE(epsilon)();
        double norm = column_norm(n, r->p->nrhs, x.b, rows);
        double rest = m > n ? column_norm(m - n, r->p->nrhs, x.b + n, rows) : 0;
        double scale =
            condition * (norm + (largest > 0 ? condition * rest / largest : 0));
        for (int64_t j = 0; j < k; j++)
            off = residual_larger(off, fabs((double)(s[j] - x.s[j])));
        error = ratio(difference(false, r, x.b, 0, n), rows, scale);
        error = residual_larger(error, ratio(off, rows, largest));
        if (m > n)
            error = residual_larger(
                error, ratio(difference(true, r, x.b, n, m), rows,
                             column_norm(m, r->p->nrhs, r->before[2], r->ld[2])));
    }
    free(x.a);
    free(x.b);
    free(x.s);
    return error;
}

static int lapack_gelsd(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    int rank;
    return p->m == 0 || p->n == 0
               ? 0
               : LAPACKE_x(gelsd)(LAPACK_COL_MAJOR, (int)p->m, (int)p->n, (int)p->nrhs,
                                  x->a[0], (int)x->ld[0], x->a[2], (int)x->ld[2],
                                  x->a[1], -1, &rank);
}

const struct numerics CASE(gelsd_numerics) = {residual_gelsd, lapack_gelsd};

/* The four equations of Penrose for A and P, times X: A P A - A, P A P - P, and A P and
 * P A are Hermitian. Errors grow by the condition number, |A| |P|. */
static double penrose(const struct result *r, bool first)
{
    const scalar_t one = 1, zero = 0;
    int64_t m = first ? r->p->m : r->p->n, n = first ? r->p->n : r->p->m;
    const scalar_t *a = first ? r->before[0] : r->after[1],
                   *b = first ? r->after[1] : r->before[0];
    int64_t lda = r->ld[first ? 0 : 1], ldb = r->ld[first ? 1 : 0],
            size = m > n ? m : n;
    struct part A = CASE(general)(m, n, a, lda), B = CASE(general)(n, m, b, ldb);
    double norm = CASE(norm)(&A, STARLING_NOTRANS, 1);
    double condition = norm * CASE(norm)(&B, STARLING_NOTRANS, 1), error = NAN;
    scalar_t *x = CASE(thin)(n, 1), *u = CASE(thin)(m, 1), *y = CASE(thin)(m, 0),
             *z = CASE(thin)(n, 0), *w = CASE(thin)(m, 0);
    if (x && u && y && z && w) {
        const scalar_t minus_one = -1;
        CASE(apply)(CblasNoTrans, m, n, one, a, lda, x, zero, y);
        memcpy(w, y, sizeof *w * (size_t)(m * PROBES));
        CASE(apply)(CblasNoTrans, n, m, one, b, ldb, y, zero, z);
        CASE(apply)
        (CblasNoTrans, m, n, one, a, lda, z, minus_one, w); /* (A B A - A) X */
        error = CASE(scaled)(size, condition * norm, 1, PROBES, m, w, m, n, x, n);
        CASE(apply)(CblasNoTrans, n, m, one, b, ldb, u, zero, z);
        CASE(apply)(CblasNoTrans, m, n, one, a, lda, z, zero, w);
        CASE(apply)(CblasConjTrans, n, m, one, a, lda, u, zero, z);
        CASE(apply)
        (CblasConjTrans, m, n, one, b, ldb, z, minus_one, w); /* ((A B)^H - A B) U */
        error = residual_larger(
            error, CASE(scaled)(size, condition, 1, PROBES, m, w, m, m, u, m));
    }
    free(x);
    free(u);
    free(y);
    free(z);
    free(w);
    return error;
}

/* For an empty A there is nothing. */
static double residual_pinv(const struct result *r)
{
    int64_t m = r->p->m, n = r->p->n;
    if (m == 0 || n == 0)
        return 0;
    return residual_larger(penrose(r, true), penrose(r, false));
}

/* P = V S^+ U^H */
static int lapack_pinv(const struct host_arrays *x)
{
    const scalar_t one = 1, zero = 0;
    int64_t m = x->p->m, n = x->p->n, k = m < n ? m : n, longer = m < n ? n : m;
    if (k == 0)
        return 0;
    scalar_t *u = malloc(sizeof *u * (size_t)(m * (k + 1) + 1)),
             *vt = malloc(sizeof *vt * (size_t)(k * (n + 1) + 1));
    real_t *s = malloc(sizeof *s * (size_t)k);
    int info = u && vt && s ? 0 : LAPACK_WORK_MEMORY_ERROR;
    if (info == 0)
        info = LAPACKE_x(gesdd)(LAPACK_COL_MAJOR, 'S', (int)m, (int)n, x->a[0],
                                (int)x->ld[0], s, u, (int)m, vt, (int)k);
    for (int64_t i = 0; i < k * n && info == 0; i++) {
        double value = (double)s[i % k],
               limit = 2 * (double)longer * CASE(epsilon)() * (double)s[0];
        vt[i] = value > limit ? vt[i] / (real_t)value : 0;
    }
    if (info == 0)
        cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasConjTrans, (int)n, (int)m,
                      (int)k, SADDR(one), vt, (int)k, u, (int)m, SADDR(zero), x->a[1],
                      (int)x->ld[1]);
    free(u);
    free(vt);
    free(s);
    return info;
}

const struct numerics CASE(pinv_numerics) = {residual_pinv, lapack_pinv};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of the routines of QR and LQ, and these by LAPACK. Compiled once a
 * precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lapacke.h>
#include "routines/probe.h"
#include "routines/qr.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define LAPACKE_un(name) LAPACKE_x(un##name)
#else
#define LAPACKE_un(name) LAPACKE_x(or ##name)
#endif

/* Z = Q Z or Q^H Z. Q of QR is H(1) H(2) ... H(k); that of LQ is the conjugate
 * transpose. False: there is no memory. */
static bool apply_q(const struct result *r, bool transposed, scalar_t *z)
{
    const scalar_t *a = r->after[0], *tau = r->tau;
    int64_t m = q_order(r->p), k = q_reflectors(r->p), ld = r->ld[0];
    bool lq = is_lq(r->p), forward = transposed != lq;
    scalar_t *v = malloc(sizeof *v * (size_t)(m + 1));
    for (int64_t n = 0; n < k && v; n++) {
        int64_t first = forward ? n : k - 1 - n;
        v[first] = 1;
        for (int64_t i = first + 1; i < m; i++)
            v[i] = lq ? SL_CONJ(a[first + i * ld]) : a[i + first * ld];
        CASE(reflect)(forward ? SL_CONJ(tau[first]) : tau[first], m, first, v, z);
    }
    free(v);
    return v != NULL;
}

/* |Q^H Q X - X| / (m eps |X|): Q is unitary. */
static double orthogonality(const struct probe *t)
{
    int64_t m = q_order(t->r->p);
    scalar_t *x = CASE(thin)(m, 1), *y = CASE(thin)(m, 0);
    double error = NAN;
    if (x && y) {
        memcpy(y, x, sizeof *y * (size_t)(m * PROBES));
        if (!apply_q(t->r, false, y) || !apply_q(t->r, true, y))
            y[0] = NAN;
        for (int64_t i = 0; i < m * PROBES; i++)
            y[i] -= x[i];
        error = CASE(scaled)(m, 1, 1, PROBES, m, y, m, m, x, m);
    }
    free(x);
    free(y);
    return error;
}

/* (A - Q R) X with R = (R1 R2), and Q. */
static double probe_geqrf(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t m = r->p->m, n = r->p->n, k = m < n ? m : n, ld = r->ld[0];
    const scalar_t *a = r->after[0];
    scalar_t *z = CASE(thin)(k, 0), *y = t->y;
    if (!z)
        return NAN;
    for (int64_t j = 0; j < PROBES; j++)
        memcpy(z + j * k, t->x + j * n, sizeof *z * (size_t)k);
    CASE(apply_triangle)(STARLING_UPPER, CblasNoTrans, STARLING_NONUNIT, k, a, ld, z);
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)k, PROBES,
                  (int)(n - k), SADDR(one), a + k * ld, (int)ld, t->x + k, (int)n,
                  SADDR(one), z, (int)k);
    memset(y, 0, sizeof *y * (size_t)(m * PROBES));
    for (int64_t j = 0; j < PROBES; j++)
        memcpy(y + j * m, z + j * k, sizeof *z * (size_t)k);
    free(z);
    if (!apply_q(r, false, y))
        return NAN;
    CASE(apply)(CblasNoTrans, m, n, one, r->before[0], ld, t->x, minus_one, y);
    double norm = CASE(norm_of)(t, 0, STARLING_NOTRANS, m, n);
    return residual_larger(CASE(scaled_probe)(t, m, norm), orthogonality(t));
}

/* A factorization is linear in A: a power of two brings A near 1. */
static double residual_geqrf(const struct result *r)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_geqrf);
}

typedef lapack_int factor_function(int, lapack_int, lapack_int, scalar_t *, lapack_int,
                                   scalar_t *, scalar_t *, lapack_int);

/* LAPACK has blocks of at most 64 columns, or rows in LQ. */
static int lapack_factor(factor_function *factor, int m, int n, int across,
                         const struct host_arrays *x)
{
    int size = 64 * (across > 1 ? across : 1);
    scalar_t *work = malloc(sizeof *work * (size_t)size);
    int info = !work ? LAPACK_WORK_MEMORY_ERROR
                     : factor(LAPACK_COL_MAJOR, m, n, x->a[0], (int)x->ld[0], x->tau,
                              work, size);
    free(work);
    return info;
}

static int lapack_geqrf(const struct host_arrays *x)
{
    int m = (int)q_order(x->p), n = (int)q_width(x->p);
    return lapack_factor(LAPACKE_x(geqrf_work), m, n, n, x);
}

const struct numerics CASE(geqrf_numerics) = {residual_geqrf, lapack_geqrf};

/* (A - L Q) X with L = (L1; L2), and Q. */
static double probe_gelqf(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    int64_t m = r->p->m, n = r->p->n, k = m < n ? m : n, ld = r->ld[0];
    const scalar_t *a = r->after[0];
    scalar_t *z = CASE(thin)(n, 0), *top = CASE(thin)(k, 0), *y = t->y;
    if (z)
        memcpy(z, t->x, sizeof *z * (size_t)(n * PROBES));
    bool ok = z && top && apply_q(r, false, z);
    if (ok) {
        for (int64_t j = 0; j < PROBES; j++)
            memcpy(top + j * k, z + j * n, sizeof *z * (size_t)k);
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)(m - k), PROBES,
                      (int)k, SADDR(one), a + k, (int)ld, top, (int)k, SADDR(zero),
                      y + k, (int)m);
        CASE(apply_triangle)
        (STARLING_LOWER, CblasNoTrans, STARLING_NONUNIT, k, a, ld, top);
        for (int64_t j = 0; j < PROBES; j++)
            memcpy(y + j * m, top + j * k, sizeof *y * (size_t)k);
        CASE(apply)(CblasNoTrans, m, n, one, r->before[0], ld, t->x, minus_one, y);
    }
    double norm = CASE(norm_of)(t, 0, STARLING_NOTRANS, m, n);
    double error =
        ok ? residual_larger(CASE(scaled_probe)(t, m, norm), orthogonality(t)) : NAN;
    free(z);
    free(top);
    return error;
}

static double residual_gelqf(const struct result *r)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_gelqf);
}

static int lapack_gelqf(const struct host_arrays *x)
{
    int m = (int)q_width(x->p), n = (int)q_order(x->p);
    return lapack_factor(LAPACKE_x(gelqf_work), m, n, m, x);
}

const struct numerics CASE(gelqf_numerics) = {residual_gelqf, lapack_gelqf};

/* X of `rows` rows with `more` zero rows below; NULL: no memory. */
static scalar_t *extended(int64_t rows, int64_t more, const scalar_t *x)
{
    scalar_t *z = CASE(thin)(rows + more, 0);
    for (int64_t j = 0; j < PROBES && z; j++)
        memcpy(z + j * (rows + more), x + j * rows, sizeof *z * (size_t)rows);
    return z;
}

/* (op(Q) C - C') X, or (C op(Q) - C') X, where C' is the result. */
static double probe_unmqr(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    const struct problem *p = r->p;
    bool left = p->side == STARLING_LEFT, transposed = p->transa != STARLING_NOTRANS;
    int64_t m = p->m, n = p->n, ld = r->ld[1];
    scalar_t *z = extended(n, 0, t->x);
    if (!z)
        return NAN;
    bool ok = left || apply_q(r, transposed, z);
    CASE(apply)(CblasNoTrans, m, n, one, r->before[1], ld, z, zero, t->y);
    ok = ok && (!left || apply_q(r, transposed, t->y));
    CASE(apply)(CblasNoTrans, m, n, minus_one, r->after[1], ld, t->x, one, t->y);
    free(z);
    if (!ok)
        return NAN;
    struct part C = CASE(general)(m, n, r->before[1], ld);
    double norm = CASE(norm)(&C, STARLING_NOTRANS, t->power);
    return CASE(scaled_probe)(t, m, norm);
}

static double residual_unmqr(const struct result *r)
{
    return CASE(probe)(r, 1, probe_unmqr);
}

static int lapack_unmqr(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    char trans = p->transa == STARLING_NOTRANS       ? 'N'
                 : sizeof(scalar_t) > sizeof(real_t) ? 'C'
                                                     : 'T';
    int m = (int)p->m, n = (int)p->n, k = (int)q_reflectors(p), lda = (int)x->ld[0];
    if (is_lq(p)) {
        /* LAPACKE's check for NaNs takes a for a matrix of another shape. */
        int size = (m + n + 65) * 64;
        scalar_t *work = malloc(sizeof *work * (size_t)size);
        int info = !work ? LAPACK_WORK_MEMORY_ERROR
                         : LAPACKE_un(mlq_work)(LAPACK_COL_MAJOR, (char)p->side, trans,
                                                m, n, k, x->a[0], lda, x->tau, x->a[1],
                                                (int)x->ld[1], work, size);
        free(work);
        return info;
    }
    return LAPACKE_un(mqr)(LAPACK_COL_MAJOR, (char)p->side, trans, m, n, k, x->a[0],
                           lda, x->tau, x->a[1], (int)x->ld[1]);
}

const struct numerics CASE(unmqr_numerics) = {residual_unmqr, lapack_unmqr};
const struct numerics CASE(unmlq_numerics) = {residual_unmqr, lapack_unmqr};

/* (Q E - Q') X, where E has the first n columns of the identity, and Q' is the result.
 * In LQ (E^H Q - Q') X, with m columns. */
static double probe_ungqr(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t m = r->p->m, n = r->p->n, order = q_order(r->p);
    scalar_t *z = extended(n, order - n, t->x);
    if (!z || !apply_q(r, false, z)) {
        free(z);
        return NAN;
    }
    for (int64_t j = 0; j < PROBES; j++)
        memcpy(t->y + j * m, z + j * order, sizeof *z * (size_t)m);
    free(z);
    CASE(apply)(CblasNoTrans, m, n, minus_one, r->after[1], r->ld[1], t->x, one, t->y);
    return CASE(scaled_probe)(t, m, t->power);
}

static double residual_ungqr(const struct result *r)
{
    return CASE(probe)(r, 1, probe_ungqr);
}

static int lapack_ungqr(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    int m = (int)p->m, n = (int)p->n, most = is_lq(p) ? m : n, k = (int)q_reflectors(p);
    k = k < most ? k : most;
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', is_lq(p) ? k : m, is_lq(p) ? n : k,
                          x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1]);
    return is_lq(p) ? LAPACKE_un(glq)(LAPACK_COL_MAJOR, m, n, k, x->a[1], (int)x->ld[1],
                                      x->tau)
                    : LAPACKE_un(gqr)(LAPACK_COL_MAJOR, m, n, k, x->a[1], (int)x->ld[1],
                                      x->tau);
}

const struct numerics CASE(ungqr_numerics) = {residual_ungqr, lapack_ungqr};
const struct numerics CASE(unglq_numerics) = {residual_ungqr, lapack_ungqr};

/* B - op(A) X; NULL: no memory. */
static scalar_t *remainder_of(const struct result *r, int64_t rows, int64_t columns)
{
    const scalar_t one = 1, minus_one = -1;
    const struct problem *p = r->p;
    scalar_t *y = malloc(sizeof *y * (size_t)((rows + 1) * (p->nrhs + 1)));
    for (int64_t j = 0; j < p->nrhs && y; j++)
        memcpy(y + j * rows, (const scalar_t *)r->before[1] + j * r->ld[1],
               sizeof *y * (size_t)rows);
    if (y)
        cblas_x(gemm)(CblasColMajor, trans_of(p->transa), CblasNoTrans, (int)rows,
                      (int)p->nrhs, (int)columns, SADDR(minus_one), r->before[0],
                      (int)r->ld[0], r->after[1], (int)r->ld[1], SADDR(one), y,
                      rows > 1 ? (int)rows : 1);
    return y;
}

static double norm_of_part(const struct part *A)
{
    return CASE(norm)(A, STARLING_NOTRANS, 1);
}

/* |Y| / (size eps scale) in the infinity norm; 0: Y is 0. */
static double ratio(int64_t size, const struct part *Y, double scale)
{
    double norm = norm_of_part(Y);
    return norm == 0 ? 0 : norm / ((double)size * CASE(epsilon)() * scale);
}

/* Least squares: op(A)^H (B - op(A) X) is small, for the residual is orthogonal to the
 * columns. X is exact for A and B with relative errors of some eps, so that the
 * residual has an error of |A| |X| + |B|. */
static double orthogonal_residual(const struct result *r, int64_t rows, int64_t columns,
                                  const scalar_t *y)
{
    const scalar_t one = 1, zero = 0;
    const struct problem *p = r->p;
    bool no = p->transa == STARLING_NOTRANS;
    struct part A = CASE(general)(p->m, p->n, r->before[0], r->ld[0]);
    struct part B = CASE(general)(rows, p->nrhs, r->before[1], r->ld[1]);
    scalar_t *z = malloc(sizeof *z * (size_t)(columns * p->nrhs + 1));
    if (!z)
        return NAN;
    cblas_x(gemm)(CblasColMajor, no ? CblasConjTrans : CblasNoTrans, CblasNoTrans,
                  (int)columns, (int)p->nrhs, (int)rows, SADDR(one), r->before[0],
                  (int)r->ld[0], y, (int)rows, SADDR(zero), z, (int)columns);
    struct part Z = CASE(general)(columns, p->nrhs, z, columns);
    struct part X = CASE(general)(columns, p->nrhs, r->after[1], r->ld[1]);
    double norm = CASE(norm)(&A, p->transa, 1);
    double error = ratio(rows, &Z, norm * (norm * norm_of_part(&X) + norm_of_part(&B)));
    free(z);
    return error;
}

/* Minimum norm: X = op(A)^H W, where W = (R^H R)^-1 B with the triangle of the result.
 * |X - op(A)^H W| / (size eps |A| |W|) */
static double beyond_rows(const struct result *r, int64_t rows, int64_t columns)
{
    const scalar_t one = 1, minus_one = -1;
    const struct problem *p = r->p;
    CBLAS_UPLO uplo = is_lq(p) ? CblasLower : CblasUpper;
    int ld = (int)r->ld[0], vectors = (int)p->nrhs;
    scalar_t *w = malloc(sizeof *w * (size_t)(rows * p->nrhs + 1));
    scalar_t *x = malloc(sizeof *x * (size_t)(columns * p->nrhs + 1));
    double error = NAN;
    for (int64_t j = 0; j < p->nrhs && w && x; j++) {
        memcpy(w + j * rows, (const scalar_t *)r->before[1] + j * r->ld[1],
               sizeof *w * (size_t)rows);
        memcpy(x + j * columns, (const scalar_t *)r->after[1] + j * r->ld[1],
               sizeof *x * (size_t)columns);
    }
    if (w && x) {
        struct part A = CASE(general)(p->m, p->n, r->before[0], ld);
        struct part W = CASE(general)(rows, vectors, w, rows);
        struct part X = CASE(general)(columns, vectors, x, columns);
        for (int step = 0; step < 2; step++)
            cblas_x(trsm)(CblasColMajor, CblasLeft, uplo,
                          (step == 0) == is_lq(p) ? CblasNoTrans : CblasConjTrans,
                          CblasNonUnit, (int)rows, vectors, SADDR(one), r->after[0], ld,
                          w, (int)rows);
        cblas_x(gemm)(CblasColMajor, is_lq(p) ? CblasConjTrans : CblasNoTrans,
                      CblasNoTrans, (int)columns, vectors, (int)rows, SADDR(minus_one),
                      r->before[0], ld, w, (int)rows, SADDR(one), x, (int)columns);
        error =
            ratio(columns, &X,
                  CASE(norm)(&A, is_lq(p) ? STARLING_CONJTRANS : STARLING_NOTRANS, 1) *
                      norm_of_part(&W));
    }
    free(w);
    free(x);
    return error;
}

static double norm_of_vector(int64_t n, const scalar_t *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum = hypot(sum, SL_ABS(x[i]));
    return sum;
}

/* Least squares: the rows below X have the norm of the residual, in each column, with
 * the error of orthogonal_residual(). */
static double rows_below(const struct result *r, int64_t rows, int64_t columns,
                         const scalar_t *y)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    double error = 0, norm = CASE(norm)(&A, r->p->transa, 1);
    for (int64_t j = 0; j < r->p->nrhs; j++) {
        const scalar_t *b = (const scalar_t *)r->before[1] + j * r->ld[1];
        const scalar_t *x = (const scalar_t *)r->after[1] + j * r->ld[1];
        double difference = fabs(norm_of_vector(rows - columns, x + columns) -
                                 norm_of_vector(rows, y + j * rows));
        double scale = (double)rows * CASE(epsilon)() *
                       (norm * norm_of_vector(columns, x) + norm_of_vector(rows, b));
        error = residual_larger(error, difference == 0 ? 0 : difference / scale);
    }
    return error;
}

/* An empty A has the solution 0. */
static double residual_gels(const struct result *r)
{
    const struct problem *p = r->p;
    bool no = p->transa == STARLING_NOTRANS;
    int64_t rows = no ? p->m : p->n, columns = no ? p->n : p->m;
    struct part A = CASE(general)(p->m, p->n, r->before[0], r->ld[0]);
    struct part X = CASE(general)(columns, p->nrhs, r->after[1], r->ld[1]);
    scalar_t *y = remainder_of(r, rows, columns);
    double error = NAN;
    if (rows == 0 || columns == 0)
        error = CASE(norm)(&X, STARLING_NOTRANS, 1) == 0 ? 0 : INFINITY;
    else if (y && rows >= columns)
        error = residual_larger(orthogonal_residual(r, rows, columns, y),
                                rows_below(r, rows, columns, y));
    else if (y) {
        struct part Y = CASE(general)(rows, p->nrhs, y, rows);
        double scale = CASE(norm)(&A, p->transa, 1) * norm_of_part(&X);
        error =
            residual_larger(ratio(columns, &Y, scale), beyond_rows(r, rows, columns));
    }
    free(y);
    return error;
}

static int lapack_gels(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    char trans = p->transa == STARLING_NOTRANS       ? 'N'
                 : sizeof(scalar_t) > sizeof(real_t) ? 'C'
                                                     : 'T';
    int m = (int)p->m, n = (int)p->n, least = m < n ? m : n;
    int64_t size = least + (int64_t)(m + n + (int)p->nrhs + 1) * 64;
    scalar_t *work = malloc(sizeof *work * (size_t)size);
    int info = !work ? LAPACK_WORK_MEMORY_ERROR
                     : LAPACKE_x(gels_work)(LAPACK_COL_MAJOR, trans, m, n, (int)p->nrhs,
                                            x->a[0], (int)x->ld[0], x->a[1],
                                            (int)x->ld[1], work, (int)size);
    free(work);
    return info;
}

const struct numerics CASE(gels_numerics) = {residual_gels, lapack_gels};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of stage 2, B = Q2 T Q2^H, and the reduction by LAPACK. Compiled once a
 * precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lapacke.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define LAPACKE_hb(name) LAPACKE_x(hb##name)
#define LAPACKE_he(name) LAPACKE_x(he##name)
#else
#define LAPACKE_hb(name) LAPACKE_x(sb##name)
#define LAPACKE_he(name) LAPACKE_x(sy##name)
#endif

/* Z = Q2 Z or Q2^H Z */
static void apply_q2(const struct result *r, bool transposed, scalar_t *z)
{
    CASE(apply_sweeps)(r->p->n, r->p->kd, r->after[3], r->ld[3], transposed, z);
}

/* Y = T Z */
static void apply_tridiagonal(const struct result *r, const scalar_t *z, scalar_t *y)
{
    int64_t n = r->p->n;
    const real_t *d = r->after[1], *e = r->after[2];
    for (int64_t j = 0; j < PROBES; j++)
        for (int64_t i = 0; i < n; i++)
            y[i + j * n] = d[i] * z[i + j * n] +
                           (i > 0 ? e[i - 1] * z[i - 1 + j * n] : 0) +
                           (i + 1 < n ? e[i] * z[i + 1 + j * n] : 0);
}

/* Y = Y - B X with the band in lower storage. */
static void subtract_band(const struct result *r, const scalar_t *x, scalar_t *y)
{
    int64_t n = r->p->n, kd = r->p->kd;
    const scalar_t *ab = r->before[0];
    for (int64_t p = 0; p < PROBES * n; p += n)
        for (int64_t j = 0; j < n; j++) {
            const scalar_t *b = ab + j * r->ld[0] - j;
            y[j + p] -= SL_REAL(b[j]) * x[j + p];
            for (int64_t i = j + 1; i < n && i <= j + kd; i++) {
                y[i + p] -= b[i] * x[j + p];
                y[j + p] -= SL_CONJ(b[i]) * x[i + p];
            }
        }
}

/* The largest sum of a column, times the power. */
static double band_norm(const struct probe *t)
{
    const struct result *r = t->r;
    int64_t n = r->p->n;
    const scalar_t *ab = r->before[0];
    double *sum = calloc((size_t)n + 1, sizeof *sum), most = sum ? 0 : NAN;
    for (int64_t j = 0; j < n && sum; j++)
        for (int64_t i = j; i < n && i <= j + r->p->kd; i++) {
            double size = SL_ABS(ab[i - j + j * r->ld[0]]) * t->power;
            sum[j] += size;
            sum[i] += i > j ? size : 0;
        }
    for (int64_t j = 0; j < n && sum; j++)
        most = residual_larger(most, sum[j]);
    free(sum);
    return most;
}

/* (Q2 T Q2^H - B) X, and (Q2 Q2^H - I) X */
static double probe_hb2st(const struct probe *t)
{
    const struct result *r = t->r;
    int64_t n = r->p->n;
    size_t size = sizeof(scalar_t) * (size_t)(n * PROBES);
    scalar_t *x = CASE(thin)(n, 1), *z = CASE(thin)(n, 0);
    double error = NAN;
    if (x && z) {
        memcpy(z, x, size);
        apply_q2(r, true, z);
        apply_q2(r, false, z);
        for (int64_t i = 0; i < n * PROBES; i++)
            z[i] -= x[i];
        error = CASE(scaled)(n, 1, 1, PROBES, n, z, n, n, x, n);
        memcpy(z, t->x, size);
        apply_q2(r, true, z);
        apply_tridiagonal(r, z, t->y);
        apply_q2(r, false, t->y);
        subtract_band(r, t->x, t->y);
        error = residual_larger(error, CASE(scaled_probe)(t, n, band_norm(t)));
    }
    free(x);
    free(z);
    return error;
}

static double residual_hb2st(const struct result *r)
{
    return CASE(probe)(r, 1, probe_hb2st);
}

/* A full band is a whole matrix, and sweep s has the reflector of column s of LAPACK's
 * hetrd. */
static int lapack_full(const struct host_arrays *x)
{
    int64_t n = x->p->n, ld = n > 1 ? n : 1, ldv = x->ld[3];
    size_t elements = (size_t)(ld * ld + ld + 64 * ld);
    scalar_t *a = malloc(sizeof *a * elements), *v = x->a[3];
    scalar_t *tau = a + ld * ld, *work = tau + ld;
    if (!a)
        return LAPACK_WORK_MEMORY_ERROR;
    for (int64_t j = 0; j < n; j++)
        memcpy(a + j + j * ld, (scalar_t *)x->a[0] + j * x->ld[0],
               sizeof *a * (size_t)(n - j));
    int info = LAPACKE_he(trd_work)(LAPACK_COL_MAJOR, 'L', (int)n, a, (int)ld, x->a[1],
                                    x->a[2], tau, work, (int)(64 * ld));
    for (int64_t j = 0; j < n - 1; j++) {
        memcpy(v + j + 1 + j * ldv, a + j + 1 + j * ld,
               sizeof *v * (size_t)(n - j - 1));
        v[j + 1 + j * ldv] = tau[j];
    }
    free(a);
    return info;
}

/* Of a narrow band without reflectors: those of hbtrd are others. */
static int lapack_hb2st(const struct host_arrays *x)
{
    int n = (int)x->p->n;
    if (x->p->kd >= n - 1)
        return lapack_full(x);
    scalar_t *work = malloc(sizeof *work * (size_t)(n + 1));
    int info = LAPACK_WORK_MEMORY_ERROR;
    if (work)
        info = LAPACKE_hb(trd_work)(LAPACK_COL_MAJOR, 'N', 'L', n, (int)x->p->kd,
                                    x->a[0], (int)x->ld[0], x->a[1], x->a[2], NULL, 1,
                                    work);
    free(work);
    return info;
}

const struct numerics CASE(hb2st_numerics) = {residual_hb2st, lapack_hb2st};

/* (op(Q2) C - C') X, where C' is the result. */
static double residual_unmtr_hb2st(const struct result *r)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    int64_t n = r->p->n, columns = r->p->nrhs;
    scalar_t *x = CASE(thin)(columns, 1), *y = CASE(thin)(n, 0);
    double error = n == 0 || columns == 0 ? 0 : NAN;
    if (x && y && error != 0) {
        struct part C = CASE(general)(n, columns, r->before[4], r->ld[4]);
        double norm = CASE(norm)(&C, STARLING_NOTRANS, 1);
        CASE(apply)(CblasNoTrans, n, columns, one, r->before[4], r->ld[4], x, zero, y);
        apply_q2(r, r->p->transa != STARLING_NOTRANS, y);
        CASE(apply)
        (CblasNoTrans, n, columns, minus_one, r->after[4], r->ld[4], x, one, y);
        error = CASE(scaled)(n > columns ? n : columns, norm, 1, PROBES, n, y, n,
                             columns, x, columns);
    }
    free(x);
    free(y);
    return error;
}

/* C = op(Q2) C, one reflector after the other. */
static int lapack_unmtr_hb2st(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    bool transposed = p->transa != STARLING_NOTRANS;
    int64_t n = p->n, kd = sweep_width(n, p->kd), ldv = x->ld[3];
    scalar_t *v = malloc(sizeof *v * (size_t)(kd + p->nrhs + 1)), *work = v + kd;
    for (int64_t k = 0; k < n - 1 && v; k++) {
        int64_t s = transposed ? k : n - 2 - k;
        for (int64_t first = s + 1; first < n; first += kd) {
            int64_t rows = first + kd < n ? kd : n - first;
            const scalar_t *from = (const scalar_t *)x->a[3] + first + s * ldv;
            memcpy(v, from, sizeof *v * (size_t)rows);
            v[0] = 1;
            LAPACKE_x(larfx_work)(LAPACK_COL_MAJOR, 'L', (int)rows, (int)p->nrhs, v,
                                  transposed ? SL_CONJ(from[0]) : from[0],
                                  (scalar_t *)x->a[4] + first, (int)x->ld[4], work);
        }
    }
    int info = v ? 0 : LAPACK_WORK_MEMORY_ERROR;
    free(v);
    return info;
}

const struct numerics CASE(unmtr_hb2st_numerics) = {residual_unmtr_hb2st,
                                                    lapack_unmtr_hb2st};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of the stages of singular values, A = Q1 B P1^H and B = Q2 D P2^H, and the
 * second one by LAPACK. Compiled once a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define WORK(work, n) work, (real_t *)((work) + (n))
#else
#define WORK(work, n) work
#endif

/* The band that ge2gb leaves in two arrays, n x n with kd superdiagonals. */
struct band {
    int64_t n, kd, lda, ldr;
    const scalar_t *a, *r;
};
static struct band band_of(const struct problem *p, void *const x[], const int64_t ld[])
{
    return (struct band){p->n, p->kd, ld[0], ld[1], x[0], x[1]};
}

static scalar_t element(const struct band *b, int64_t i, int64_t j)
{
    return i / b->kd == j / b->kd ? b->a[i + j * b->lda]
                                  : (scalar_t)SL_CONJ(b->r[j + i * b->ldr]);
}

/* Y = Y + alpha B X for the first n rows of Y, which has m */
static void apply_band(const struct band *b, scalar_t alpha, const scalar_t *x,
                       int64_t m, scalar_t *y)
{
    for (int64_t c = 0; c < PROBES; c++, x += b->n, y += m)
        for (int64_t j = 0; j < b->n; j++)
            for (int64_t i = j > b->kd ? j - b->kd : 0; i <= j; i++)
                y[i] += alpha * element(b, i, j) * x[j];
}

/* ---- ge2gb ----------------------------------------------------------------------- */

/* (A - Q1 B P1^H) X, Q1 and P1 */
static double probe_ge2gb(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t m = r->p->m, n = r->p->n, kd = r->p->kd;
    const scalar_t *tau = r->tau;
    struct band b = band_of(r->p, r->after, r->ld);
    struct reflectors q = {
        .n = m, .count = n, .step = 1, .next = r->ld[0], .a = r->after[0], .tau = tau};
    struct reflectors p = {.n = n,
                           .count = n > kd ? n - kd : 0,
                           .step = 1,
                           .next = r->ld[1],
                           .below = kd,
                           .a = r->after[1],
                           .tau = tau + n};
    scalar_t *z = CASE(thin)(n, 0);
    double error = NAN;
    if (z)
        memcpy(z, t->x, sizeof *z * (size_t)(n * PROBES));
    if (z && CASE(apply_reflectors)(&p, true, z)) {
        memset(t->y, 0, sizeof *z * (size_t)(m * PROBES));
        apply_band(&b, one, z, m, t->y);
        if (CASE(apply_reflectors)(&q, false, t->y)) {
            CASE(apply)
            (CblasNoTrans, m, n, one, r->before[0], r->ld[0], t->x, minus_one, t->y);
            error =
                CASE(scaled_probe)(t, m, CASE(norm_of)(t, 0, STARLING_NOTRANS, m, n));
        }
    }
    free(z);
    error = residual_larger(error, CASE(orthogonality)(&q));
    return residual_larger(error, CASE(orthogonality)(&p));
}

static double residual_ge2gb(const struct result *r)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_ge2gb);
}

/* LAPACK has no such routine. */
const struct numerics CASE(ge2gb_numerics) = {residual_ge2gb, NULL};

/* ---- gb2bd ----------------------------------------------------------------------- */

/* |Q Q^H X - X| / (n eps |X|) with the reflectors of sweeps in v */
static double orthogonality_of_sweeps(int64_t n, int64_t kd, const scalar_t *v,
                                      int64_t ld)
{
    scalar_t *x = CASE(thin)(n, 1), *y = CASE(thin)(n, 0);
    double error = NAN;
    if (x && y) {
        memcpy(y, x, sizeof *y * (size_t)(n * PROBES));
        CASE(apply_sweeps)(n, kd, v, ld, true, y);
        CASE(apply_sweeps)(n, kd, v, ld, false, y);
        for (int64_t i = 0; i < n * PROBES; i++)
            y[i] -= x[i];
        error = CASE(scaled)(n, 1, 1, PROBES, n, y, n, n, x, n);
    }
    free(x);
    free(y);
    return error;
}

/* The largest sum of a row of B, times the power. */
static double norm_of_band(const struct band *b, double power)
{
    double most = 0;
    for (int64_t i = 0; i < b->n; i++) {
        double sum = 0;
        for (int64_t j = i; j < b->n && j <= i + b->kd; j++)
            sum += power * SL_ABS(element(b, i, j));
        most = residual_larger(most, sum);
    }
    return most;
}

/* (Q2 D P2^H - B) X, Q2 and P2. The band is what ge2gb left. */
static double probe_gb2bd(const struct probe *t)
{
    const scalar_t minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n, kd = r->p->kd;
    struct band b = band_of(r->p, r->after, r->ld);
    const real_t *d = r->after[2], *e = r->after[3];
    scalar_t *z = CASE(thin)(n, 0);
    double error = NAN;
    if (z) {
        memcpy(z, t->x, sizeof *z * (size_t)(n * PROBES));
        CASE(apply_sweeps)(n, kd, r->after[5], r->ld[5], true, z);
        for (int64_t i = 0; i < n * PROBES; i++)
            t->y[i] = d[i % n] * z[i] + (i % n + 1 < n ? e[i % n] * z[i + 1] : 0);
        CASE(apply_sweeps)(n, kd, r->after[4], r->ld[4], false, t->y);
        apply_band(&b, minus_one, t->x, n, t->y);
        error = CASE(scaled_probe)(t, n, norm_of_band(&b, t->power));
    }
    free(z);
    error =
        residual_larger(error, orthogonality_of_sweeps(n, kd, r->after[4], r->ld[4]));
    return residual_larger(error,
                           orthogonality_of_sweeps(n, kd, r->after[5], r->ld[5]));
}

static double residual_gb2bd(const struct result *r)
{
    return CASE(probe)(r, 1, probe_gb2bd);
}

/* Without vectors: those of gbbrd are of rotations. */
static int lapack_gb2bd(const struct host_arrays *x)
{
    struct band b = band_of(x->p, x->a, x->ld);
    int64_t n = b.n, kd = b.kd < n ? b.kd : n - 1, ld = kd + 1;
    scalar_t *ab = calloc((size_t)(ld * n + 1), sizeof *ab), none[1];
    scalar_t *work = malloc(sizeof *work * (size_t)(4 * n + 1));
    int info = LAPACK_WORK_MEMORY_ERROR;
    if (ab && work && n > 0) {
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = j > kd ? j - kd : 0; i <= j; i++)
                ab[kd + i - j + j * ld] = element(&b, i, j);
        info = LAPACKE_x(gbbrd_work)(LAPACK_COL_MAJOR, 'N', (int)n, (int)n, 0, 0,
                                     (int)kd, ab, (int)ld, x->a[2], x->a[3], none, 1,
                                     none, 1, none, 1, WORK(work, n));
    }
    free(ab);
    free(work);
    return n == 0 ? 0 : info;
}

const struct numerics CASE(gb2bd_numerics) = {residual_gb2bd, lapack_gb2bd};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of hetrd and gebrd, and these by LAPACK. Compiled once a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define LAPACKE_he(name) LAPACKE_x(he##name)
#else
#define LAPACKE_he(name) LAPACKE_x(sy##name)
#endif

/* Y = B X with the diagonal d, and with e in column j + 1 of row j (upper), or in row j
 * + 1 of column j (lower). B is m x n. */
static void apply_diagonals(int64_t m, int64_t n, const real_t *d, const real_t *e,
                            bool upper, bool lower, const scalar_t *x, scalar_t *y)
{
    int64_t k = m < n ? m : n;
    memset(y, 0, sizeof *y * (size_t)(m * PROBES));
    for (int64_t c = 0; c < PROBES; c++, x += n, y += m)
        for (int64_t j = 0; j < k; j++) {
            y[j] += d[j] * x[j];
            if (upper && j + 1 < k)
                y[j] += e[j] * x[j + 1];
            if (lower && j + 1 < k)
                y[j + 1] += e[j] * x[j];
        }
}

/* (A - Q T Q^H) X, and Q */
static double probe_hetrd(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n;
    struct reflectors q = {.n = n,
                           .count = n > 1 ? n - 1 : 0,
                           .step = 1,
                           .next = r->ld[0],
                           .below = 1,
                           .upper = r->p->uplo == STARLING_UPPER,
                           .a = r->after[0],
                           .tau = r->tau};
    scalar_t *z = CASE(thin)(n, 0);
    if (z)
        memcpy(z, t->x, sizeof *z * (size_t)(n * PROBES));
    bool made = z && CASE(apply_reflectors)(&q, true, z);
    if (made) {
        apply_diagonals(n, n, r->after[1], r->after[2], true, true, z, t->y);
        made = CASE(apply_reflectors)(&q, false, t->y);
    }
    free(z);
    if (!made)
        return NAN;
    CASE(apply_hermitian)
    (r->p->uplo, n, one, r->before[0], r->ld[0], t->x, minus_one, t->y);
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    double norm = CASE(norm)(&A, STARLING_NOTRANS, t->power);
    return residual_larger(CASE(scaled_probe)(t, n, norm), CASE(orthogonality)(&q));
}

static double residual_hetrd(const struct result *r)
{
    return CASE(probe)(r, 1, probe_hetrd);
}

static int lapack_hetrd(const struct host_arrays *x)
{
    int n = (int)x->p->n, size = 64 * (n > 1 ? n : 1);
    scalar_t *work = malloc(sizeof *work * (size_t)size);
    int info = !work ? LAPACK_WORK_MEMORY_ERROR
                     : LAPACKE_he(trd_work)(LAPACK_COL_MAJOR, (char)x->p->uplo, n,
                                            x->a[0], (int)x->ld[0], x->a[1], x->a[2],
                                            x->tau, work, size);
    free(work);
    return info;
}

const struct numerics CASE(hetrd_numerics) = {residual_hetrd, lapack_hetrd};

/* (A - Q B P^H) X, Q and P */
static double probe_gebrd(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t m = r->p->m, n = r->p->n, k = m < n ? m : n, ld = r->ld[0];
    bool wide = m < n;
    const scalar_t *a = r->after[0], *tau = r->tau;
    struct reflectors q = {.n = m,
                           .count = wide && m > 0 ? m - 1 : k,
                           .step = 1,
                           .next = ld,
                           .below = wide,
                           .a = a,
                           .tau = tau};
    struct reflectors p = {.n = n,
                           .count = wide    ? k
                                    : n > 0 ? n - 1
                                            : 0,
                           .step = ld,
                           .next = 1,
                           .below = !wide,
                           .rows = true,
                           .a = a,
                           .tau = tau + k};
    scalar_t *z = CASE(thin)(n, 0);
    if (z)
        memcpy(z, t->x, sizeof *z * (size_t)(n * PROBES));
    bool made = z && CASE(apply_reflectors)(&p, true, z);
    if (made) {
        apply_diagonals(m, n, r->after[1], r->after[2], !wide, wide, z, t->y);
        made = CASE(apply_reflectors)(&q, false, t->y);
    }
    free(z);
    if (!made)
        return NAN;
    CASE(apply)(CblasNoTrans, m, n, one, r->before[0], ld, t->x, minus_one, t->y);
    double norm = CASE(norm_of)(t, 0, STARLING_NOTRANS, m, n);
    return residual_larger(
        CASE(scaled_probe)(t, m, norm),
        residual_larger(CASE(orthogonality)(&q), CASE(orthogonality)(&p)));
}

/* The reduction is linear in A: a power of two brings A near 1. */
static double residual_gebrd(const struct result *r)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_gebrd);
}

static int lapack_gebrd(const struct host_arrays *x)
{
    int m = (int)x->p->m, n = (int)x->p->n, least = m < n ? m : n,
        size = 64 * (m + n + 1);
    scalar_t *work = malloc(sizeof *work * (size_t)size), *tau = x->tau;
    int info =
        !work ? LAPACK_WORK_MEMORY_ERROR
              : LAPACKE_x(gebrd_work)(LAPACK_COL_MAJOR, m, n, x->a[0], (int)x->ld[0],
                                      x->a[1], x->a[2], tau, tau + least, work, size);
    free(work);
    return info;
}

const struct numerics CASE(gebrd_numerics) = {residual_gebrd, lapack_gebrd};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of stedc and sterf, and these by LAPACK. Compiled once a precision; complex
 * ones have no such routines. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lapacke.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifndef SL_COMPLEX

/* Y = T X */
static void apply_t(const struct result *r, const scalar_t *x, scalar_t *y)
{
    const scalar_t *d = r->before[0], *e = r->before[1];
    int64_t n = r->p->n;
    for (int64_t j = 0; j < PROBES; j++, x += n, y += n)
        for (int64_t i = 0; i < n; i++) {
            y[i] = d[i] * x[i];
            if (i > 0)
                y[i] += e[i - 1] * x[i - 1];
            if (i + 1 < n)
                y[i] += e[i] * x[i + 1];
        }
}

/* The largest element of T. */
static double size_of_t(const struct result *r)
{
    struct part D = CASE(general)(r->p->n, 1, r->before[0], r->ld[0]);
    struct part E =
        CASE(general)(r->p->n > 0 ? r->p->n - 1 : 0, 1, r->before[1], r->ld[1]);
    return residual_larger(CASE(largest)(&D, 1), CASE(largest)(&E, 1));
}

/* |(T Z - Z D) X| / (n eps |T| |X|), and |(Z^T Z - I) X| / (n eps |X|). */
static double probe_stedc(const struct probe *t)
{
    const struct result *r = t->r;
    const scalar_t *d = r->after[0], *z = r->after[2];
    int64_t n = r->p->n, ld = r->ld[2];
    scalar_t *zx = CASE(thin)(n, 0), *dx = CASE(thin)(n, 0);
    double error = NAN;
    if (zx && dx) {
        CASE(apply)(CblasNoTrans, n, n, 1, z, ld, t->x, 0, zx);
        memcpy(t->y, t->x, sizeof *zx * (size_t)(n * PROBES));
        CASE(apply)(CblasTrans, n, n, 1, z, ld, zx, -1, t->y);
        error = CASE(scaled)(n, 1, 1, PROBES, n, t->y, n, n, t->x, n);
        for (int64_t i = 0; i < n * PROBES; i++)
            dx[i] = d[i % n] * t->x[i];
        apply_t(r, zx, t->y);
        CASE(apply)(CblasNoTrans, n, n, -1, z, ld, dx, 1, t->y);
        double norm = size_of_t(r) * t->power;
        error = residual_larger(error, CASE(scaled_probe)(t, n, norm));
    }
    free(zx);
    free(dx);
    return error;
}

static bool ascends(const struct result *r)
{
    const scalar_t *d = r->after[0];
    bool in_order = true;
    for (int64_t i = 1; i < r->p->n; i++)
        in_order &= d[i - 1] <= d[i];
    return in_order;
}

static double residual_stedc(const struct result *r)
{
    return ascends(r) ? CASE(probe)(r, 1, probe_stedc) : NAN;
}

/* LAPACK overwrites E: it gets a copy, in the room for tau. */
static scalar_t *copy_of_e(const struct host_arrays *x)
{
    size_t count = x->p->n > 0 ? (size_t)x->p->n - 1 : 0;
    return memcpy(x->tau, x->a[1], sizeof(scalar_t) * count);
}

static int lapack_stedc(const struct host_arrays *x)
{
    int n = (int)x->p->n;
    return n == 0 ? 0
                  : LAPACKE_x(stedc)(LAPACK_COL_MAJOR, 'I', n, x->a[0], copy_of_e(x),
                                     x->a[2], (int)x->ld[2]);
}

const struct numerics CASE(stedc_numerics) = {residual_stedc, lapack_stedc};

/* The distance from LAPACK's eigenvalues in double precision / (n eps |T|). */
static double residual_sterf(const struct result *r)
{
    const scalar_t *d0 = r->before[0], *e0 = r->before[1], *d = r->after[0];
    int64_t n = r->p->n;
    double *exact = malloc(sizeof *exact * (size_t)(2 * n + 1)), *e = exact + n;
    double error = NAN, size = size_of_t(r);
    if (exact && ascends(r)) {
        for (int64_t i = 0; i < n; i++)
            exact[i] = d0[i];
        for (int64_t i = 0; i + 1 < n; i++)
            e[i] = e0[i];
        error = n > 0 && LAPACKE_dsterf((int)n, exact, e) != 0 ? NAN : 0;
        for (int64_t i = 0; i < n; i++)
            error = residual_larger(error, fabs(d[i] - exact[i]));
        if (error > 0)
            error /= (double)n * CASE(epsilon)() * size;
    }
    free(exact);
    return error;
}

static int lapack_sterf(const struct host_arrays *x)
{
    int n = (int)x->p->n;
    return n == 0 ? 0 : LAPACKE_x(sterf)(n, x->a[0], copy_of_e(x));
}

const struct numerics CASE(sterf_numerics) = {residual_sterf, lapack_sterf};

#endif

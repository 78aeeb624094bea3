/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of gehrd, unmhr and unghr, and these by LAPACK. Compiled once a precision.
 */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define LAPACKE_un(name) LAPACKE_x(un##name)
#else
#define LAPACKE_un(name) LAPACKE_x(or ##name)
#endif

static int64_t order_of(const struct problem *p)
{
    bool right = (p->routine->has & HAS_SIDE) && p->side == STARLING_RIGHT;
    return p->routine->has & HAS_M && !right ? p->m : p->n;
}

/* Z = Q Z or Q^H Z with Q = H(1) H(2) ... H(n - 1); H(i) begins in row i + 1. */
static bool apply_q(const struct result *r, bool transposed, scalar_t *z)
{
    const scalar_t *a = r->after[0], *tau = r->tau;
    int64_t n = order_of(r->p), ld = r->ld[0];
    scalar_t *v = malloc(sizeof *v * (size_t)(n + 1));
    for (int64_t k = 0; k + 1 < n && v; k++) {
        int64_t j = transposed ? k : n - 2 - k;
        v[j + 1] = 1;
        for (int64_t i = j + 2; i < n; i++)
            v[i] = a[i + j * ld];
        CASE(reflect)(transposed ? SL_CONJ(tau[j]) : tau[j], n, j + 1, v, z);
    }
    free(v);
    return v != NULL;
}

static scalar_t *copy_of(int64_t n, const scalar_t *x)
{
    scalar_t *z = CASE(thin)(n, 0);
    if (z)
        memcpy(z, x, sizeof *z * (size_t)(n * PROBES));
    return z;
}

/* |Q^H Q X - X| / (n eps |X|): Q is unitary. */
static double orthogonality(const struct probe *t)
{
    int64_t n = order_of(t->r->p);
    scalar_t *x = CASE(thin)(n, 1), *y = x ? copy_of(n, x) : NULL;
    double error = NAN;
    if (y && apply_q(t->r, false, y) && apply_q(t->r, true, y)) {
        for (int64_t i = 0; i < n * PROBES; i++)
            y[i] -= x[i];
        error = CASE(scaled)(n, 1, 1, PROBES, n, y, n, n, x, n);
    }
    free(x);
    free(y);
    return error;
}

/* (Q H Q^H - A) X: Z = H Q^H X is of a triangle and the elements below it. */
static double probe_gehrd(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n, ld = r->ld[0];
    const scalar_t *a = r->after[0];
    scalar_t *z = copy_of(n, t->x), *y = t->y;
    bool made = z && apply_q(r, true, z);
    if (made) {
        memcpy(y, z, sizeof *y * (size_t)(n * PROBES));
        CASE(apply_triangle)
        (STARLING_UPPER, CblasNoTrans, STARLING_NONUNIT, n, a, ld, y);
        for (int64_t c = 0; c < PROBES; c++)
            for (int64_t i = 1; i < n; i++)
                y[i + c * n] += a[i + (i - 1) * ld] * z[i - 1 + c * n];
        made = apply_q(r, false, y);
        CASE(apply)(CblasNoTrans, n, n, one, r->before[0], ld, t->x, minus_one, y);
    }
    free(z);
    if (!made)
        return NAN;
    double norm = CASE(norm_of)(t, 0, STARLING_NOTRANS, n, n);
    return residual_larger(CASE(scaled_probe)(t, n, norm), orthogonality(t));
}

/* The reduction is linear in A: a power of two brings A near 1. */
static double residual_gehrd(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_gehrd);
}

static int lapack_gehrd(const struct host_arrays *x)
{
    int n = (int)order_of(x->p), ld = (int)x->ld[0],
        size = 64 * (n > 1 ? n : 1) + 65 * 64;
    scalar_t *work = malloc(sizeof *work * (size_t)size);
    int info = !work ? LAPACK_WORK_MEMORY_ERROR
                     : LAPACKE_x(gehrd_work)(LAPACK_COL_MAJOR, n, 1, n, x->a[0], ld,
                                             x->tau, work, size);
    free(work);
    return info;
}

const struct numerics CASE(gehrd_numerics) = {residual_gehrd, lapack_gehrd};

/* (op(Q) C - C') X, or (C op(Q) - C') X, where C' is the result. */
static double probe_unmhr(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    const struct problem *p = r->p;
    bool left = p->side == STARLING_LEFT, transposed = p->transa != STARLING_NOTRANS;
    int64_t m = p->m, n = p->n, ld = r->ld[1];
    scalar_t *z = copy_of(n, t->x);
    if (!z)
        return NAN;
    bool made = left || apply_q(r, transposed, z);
    CASE(apply)(CblasNoTrans, m, n, one, r->before[1], ld, z, zero, t->y);
    made = made && (!left || apply_q(r, transposed, t->y));
    CASE(apply)(CblasNoTrans, m, n, minus_one, r->after[1], ld, t->x, one, t->y);
    free(z);
    struct part C = CASE(general)(m, n, r->before[1], ld);
    return made ? CASE(scaled_probe)(t, m, CASE(norm)(&C, STARLING_NOTRANS, t->power))
                : NAN;
}

static double residual_unmhr(const struct result *r)
{
    return CASE(probe)(r, 1, probe_unmhr);
}

static int lapack_unmhr(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    char trans = p->transa == STARLING_NOTRANS ? 'N' : SL_PARTS == 2 ? 'C' : 'T';
    int m = (int)p->m, n = (int)p->n, ihi = (int)order_of(p);
    return LAPACKE_un(mhr)(LAPACK_COL_MAJOR, (char)p->side, trans, m, n, 1, ihi,
                           x->a[0], (int)x->ld[0], x->tau, x->a[1], (int)x->ld[1]);
}

const struct numerics CASE(unmhr_numerics) = {residual_unmhr, lapack_unmhr};

/* (Q - Q') X, where Q' is the result. */
static double probe_unghr(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n;
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(n * PROBES));
    if (!apply_q(r, false, t->y))
        return NAN;
    CASE(apply)(CblasNoTrans, n, n, minus_one, r->after[1], r->ld[1], t->x, one, t->y);
    return CASE(scaled_probe)(t, n, t->power);
}

static double residual_unghr(const struct result *r)
{
    return CASE(probe)(r, 1, probe_unghr);
}

static int lapack_unghr(const struct host_arrays *x)
{
    int n = (int)x->p->n, ldq = (int)x->ld[1];
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'L', n, n, x->a[0], (int)x->ld[0], x->a[1],
                          ldq);
    return LAPACKE_un(ghr)(LAPACK_COL_MAJOR, n, 1, n, x->a[1], ldq, x->tau);
}

const struct numerics CASE(unghr_numerics) = {residual_unghr, lapack_unghr};

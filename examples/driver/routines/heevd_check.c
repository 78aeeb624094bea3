/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residual of heevd, and the same by LAPACK. Compiled once a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define LAPACKE_heevd LAPACKE_x(heevd)
#else
#define LAPACKE_heevd LAPACKE_x(syevd)
#endif

/* Y = Z W Z^H X with the eigenvalues W, and U = Z^H Z X - X; V is workspace. */
static void apply_eigen(const struct result *r, const scalar_t *x, scalar_t *v, scalar_t *y,
                        scalar_t *u)
{
    const scalar_t one = 1, zero = 0;
    const scalar_t *z = r->after[0];
    const real_t *w = r->after[1];
    int64_t n = r->p->n, ld = r->ld[0];
    CASE(apply)(CblasNoTrans, n, n, one, z, ld, x, zero, v);
    CASE(apply)(CblasConjTrans, n, n, one, z, ld, v, zero, u);
    CASE(apply)(CblasConjTrans, n, n, one, z, ld, x, zero, v);
    for (int64_t j = 0; j < n * PROBES; j++) {
        v[j] *= w[j % n];
        u[j] -= x[j];
    }
    CASE(apply)(CblasNoTrans, n, n, one, z, ld, v, zero, y);
}

/* NaN unless the eigenvalues ascend. */
static double ascending(int64_t n, const real_t *w)
{
    for (int64_t j = 1; j < n; j++)
        if (!(w[j - 1] <= w[j]))
            return NAN;
    return 0;
}

/* (A - Z W Z^H) X, and Z^H Z X - X. */
static double probe_vectors(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n;
    scalar_t *v = CASE(thin)(n, 0), *u = CASE(thin)(n, 0), *y = t->y;
    double error = NAN;
    if (v && u) {
        apply_eigen(r, t->x, v, y, u);
        CASE(apply_hermitian)
        (r->p->uplo, n, one, r->before[0], r->ld[0], t->x, minus_one, y);
        struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
        error = residual_larger(
            CASE(scaled_probe)(t, n, CASE(norm)(&A, STARLING_NOTRANS, t->power)),
            CASE(scaled)(n, 1, 1, PROBES, n, u, n, n, t->x, n));
    }
    free(v);
    free(u);
    return error + ascending(n, r->after[1]);
}

/* The largest difference from LAPACK's eigenvalues, as |difference| / (n eps |A|). */
static double values_alone(const struct result *r)
{
    int64_t n = r->p->n;
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    double norm = CASE(norm)(&A, STARLING_NOTRANS, 1), error = NAN;
    real_t *w = malloc(sizeof *w * (size_t)(n + 1));
    const real_t *ours = r->after[1];
    int info = w ? LAPACKE_heevd(LAPACK_COL_MAJOR, 'N', (char)r->p->uplo, (int)n,
                                 r->before[0], (int)r->ld[0], w)
                 : LAPACK_WORK_MEMORY_ERROR;
    if (info == 0)
        error = ascending(n, ours);
    for (int64_t j = 0; j < n && info == 0; j++)
        if (w[j] != ours[j])
            error = residual_larger(error, fabs((double)w[j] - (double)ours[j]) /
                                               ((double)n * CASE(epsilon)() * norm));
    free(w);
    return error;
}

static double residual_heevd(const struct result *r)
{
    return r->p->job == STARLING_VALUES ? values_alone(r)
                                        : CASE(probe)(r, 1, probe_vectors);
}

static int lapack_heevd(const struct host_arrays *x)
{
    return LAPACKE_heevd(LAPACK_COL_MAJOR, (char)x->p->job, (char)x->p->uplo, (int)x->p->n,
                         x->a[0], (int)x->ld[0], x->a[1]);
}

const struct numerics CASE(heevd_numerics) = {residual_heevd, lapack_heevd};

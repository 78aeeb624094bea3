/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residuals of heevd and heevx, and the same by LAPACK. Compiled once a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define LAPACKE_heevd LAPACKE_x(heevd)
#define LAPACKE_heevr LAPACKE_x(heevr)
#else
#define LAPACKE_heevd LAPACKE_x(syevd)
#define LAPACKE_heevr LAPACKE_x(syevr)
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

/* The largest difference from LAPACK's eigenvalues `first`, `first` + 1, ..., as
 * |difference| / (n eps |A|). */
static double values_alone(const struct result *r, int64_t first, int64_t count)
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
        error = ascending(count, ours);
    for (int64_t j = 0; j < count && info == 0; j++)
        if (w[first + j] != ours[j])
            error = residual_larger(error, fabs((double)w[first + j] - (double)ours[j]) /
                                               ((double)n * CASE(epsilon)() * norm));
    free(w);
    return error;
}

static double residual_heevd(const struct result *r)
{
    return r->p->job == STARLING_VALUES ? values_alone(r, 0, r->p->n)
                                        : CASE(probe)(r, 1, probe_vectors);
}

static int lapack_heevd(const struct host_arrays *x)
{
    return LAPACKE_heevd(LAPACK_COL_MAJOR, (char)x->p->job, (char)x->p->uplo, (int)x->p->n,
                         x->a[0], (int)x->ld[0], x->a[1]);
}

const struct numerics CASE(heevd_numerics) = {residual_heevd, lapack_heevd};

/* A Z X - Z W X, and Z^H Z X - X, with as many rows of X as there are eigenvectors. That these are
 * the wanted ones is left to tests/check_heevx. */
static double probe_some(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1, zero = 0;
    const struct result *r = t->r;
    const scalar_t *z = r->after[2];
    const real_t *w = r->after[1];
    int64_t n = r->p->n, m = r->p->iu - r->p->il + 1, ld = r->ld[2];
    scalar_t *x = CASE(thin)(m, 1), *v = CASE(thin)(n, 0), *u = CASE(thin)(m, 0), *y = t->y;
    double error = NAN;
    if (x && v && u) {
        struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
        CASE(apply)(CblasNoTrans, n, m, one, z, ld, x, zero, v);
        CASE(apply_hermitian)(r->p->uplo, n, one, r->before[0], r->ld[0], v, zero, y);
        for (int64_t j = 0; j < m * PROBES; j++)
            u[j] = x[j] * w[j % m];
        CASE(apply)(CblasNoTrans, n, m, minus_one, z, ld, u, one, y);
        error = CASE(scaled)(n, CASE(norm)(&A, STARLING_NOTRANS, 1), 1, PROBES, n, y, n, m, x, m);
        memcpy(u, x, sizeof *u * (size_t)(m * PROBES));
        CASE(apply)(CblasConjTrans, m, n, one, z, ld, v, minus_one, u);
        error = residual_larger(error, CASE(scaled)(n, 1, 1, PROBES, m, u, m, m, x, m));
    }
    free(x);
    free(v);
    free(u);
    return error + ascending(m, w);
}

static double residual_heevx(const struct result *r)
{
    int64_t first = r->p->il - 1;
    return r->p->job == STARLING_VALUES ? values_alone(r, first, r->p->iu - first)
                                        : CASE(probe)(r, 1, probe_some);
}

/* By heevr, which is the fastest of LAPACK's for some eigenvalues. */
static int lapack_heevr(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    lapack_int m, *support = malloc(sizeof *support * (size_t)(2 * p->n + 1));
    scalar_t none;
    bool vectors = p->job == STARLING_VECTORS;
    int info = LAPACK_WORK_MEMORY_ERROR;
    if (support)
        info = LAPACKE_heevr(LAPACK_COL_MAJOR, (char)p->job, 'I', (char)p->uplo, (int)p->n, x->a[0],
                             (int)x->ld[0], 0, 0, (int)p->il, (int)p->iu, 0, &m, x->a[1],
                             vectors ? x->a[2] : &none, (int)x->ld[vectors ? 2 : 0], support);
    free(support);
    return info;
}

const struct numerics CASE(heevx_numerics) = {residual_heevx, lapack_heevr};

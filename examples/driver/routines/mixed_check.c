/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of gesv_mixed, posv_mixed and gesv_nopiv_refined, and the first two by
 * LAPACK. Compiled once a precision; s and c have only the last one. */

#include <lapacke.h>
#include <math.h>
#include <string.h>
#include "routines/mixed.h"
#include "routines/probe.h"
#include "routines/residual.h"

/* What was given of A is what it was. */
static bool stays(const struct result *r, bool hermitian)
{
    for (int64_t j = 0; j < r->p->n; j++) {
        const scalar_t *before = (scalar_t *)r->before[0] + j * r->ld[0];
        const scalar_t *after = (scalar_t *)r->after[0] + j * r->ld[0];
        int64_t first = hermitian && r->p->uplo == STARLING_LOWER ? j : 0;
        int64_t end = hermitian && r->p->uplo == STARLING_UPPER ? j + 1 : r->p->n;
        if (memcmp(before + first, after + first,
                   sizeof *before * (size_t)(end - first)) != 0)
            return false;
    }
    return true;
}

/* B - A X. After refinement A stays, and the backward error is small: if there are steps,
 * or in any case. */
static double residual(const struct result *r, struct part A, bool always)
{
    double error = 0;
    if (r->p->n == 0)
        return 0;
    if (r->p->matrix == MATRIX_SINGULAR) /* there is no solution */
        return r->values[MIXED_ITER] == -3 ? 0 : INFINITY;
    if (always || r->values[MIXED_ITER] >= 0)
        error = stays(r, A.hermitian)
                    ? r->values[MIXED_BERR] / CASE(epsilon)() / sqrt((double)r->p->n)
                    : INFINITY;
    return residual_larger(error, CASE(solve_residual)(&A, STARLING_NOTRANS, r->p->nrhs,
                                                       r->after[2], r->ld[2],
                                                       r->before[1], r->ld[1]));
}

static double residual_gesv_nopiv_refined(const struct result *r)
{
    return residual(r, CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]), true);
}

const struct numerics CASE(gesv_nopiv_refined_numerics) = {residual_gesv_nopiv_refined,
                                                           NULL};

#if defined(STARLING_PREC_D) || defined(STARLING_PREC_Z)
#ifdef SL_COMPLEX
#define LAPACKE_mixed(name) LAPACKE_zc##name
#else
#define LAPACKE_mixed(name) LAPACKE_ds##name
#endif

static double residual_gesv_mixed(const struct result *r)
{
    return residual(r, CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]), false);
}

static int lapack_gesv_mixed(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    int iter;
    return LAPACKE_mixed(gesv)(LAPACK_COL_MAJOR, (int)p->n, (int)p->nrhs, x->a[0],
                               (int)x->ld[0], x->ipiv, x->a[1], (int)x->ld[1], x->a[2],
                               (int)x->ld[2], &iter);
}

const struct numerics CASE(gesv_mixed_numerics) = {residual_gesv_mixed,
                                                   lapack_gesv_mixed};

static double residual_posv_mixed(const struct result *r)
{
    return residual(r, CASE(hermitian)(r->p, r->before[0], r->ld[0]), false);
}

static int lapack_posv_mixed(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    int iter;
    return LAPACKE_mixed(posv)(LAPACK_COL_MAJOR, (char)p->uplo, (int)p->n, (int)p->nrhs,
                               x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1], x->a[2],
                               (int)x->ld[2], &iter);
}

const struct numerics CASE(posv_mixed_numerics) = {residual_posv_mixed,
                                                   lapack_posv_mixed};
#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of sysv and hesv, and these by LAPACK. Compiled once a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include "routines/probe.h"

#ifdef SL_COMPLEX
#define LAPACKE_hesv LAPACKE_x(hesv)
#else
#define LAPACKE_hesv LAPACKE_x(sysv)
#endif

/* B - A X with both triangles of A. */
static double residual(const struct result *r, bool hermitian)
{
    int64_t n = r->p->n, ld = r->ld[0];
    const scalar_t *a = r->before[0];
    bool lower = r->p->uplo == STARLING_LOWER;
    scalar_t *full = malloc(sizeof *full * (size_t)(n * n + 1));
    if (!full)
        return NAN;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            bool stored = lower ? i >= j : i <= j;
            scalar_t v = stored ? a[i + j * ld] : a[j + i * ld];
            full[i + j * n] = !hermitian ? v : i == j ? SL_REAL(v) : stored ? v : SL_CONJ(v);
        }
    struct part A = CASE(general)(n, n, full, n);
    double value = CASE(solve_residual)(&A, STARLING_NOTRANS, r->p->nrhs, r->after[1],
                                        r->ld[1], r->before[1], r->ld[1]);
    free(full);
    return value;
}

static double residual_sysv(const struct result *r)
{
    return residual(r, false);
}

static double residual_hesv(const struct result *r)
{
    return residual(r, true);
}

static int lapack_sysv(const struct host_arrays *x)
{
    return LAPACKE_x(sysv)(LAPACK_COL_MAJOR, (char)x->p->uplo, (int)x->p->n,
                           (int)x->p->nrhs, x->a[0], (int)x->ld[0], x->ipiv, x->a[1],
                           (int)x->ld[1]);
}

static int lapack_hesv(const struct host_arrays *x)
{
    return LAPACKE_hesv(LAPACK_COL_MAJOR, (char)x->p->uplo, (int)x->p->n,
                        (int)x->p->nrhs, x->a[0], (int)x->ld[0], x->ipiv, x->a[1],
                        (int)x->ld[1]);
}

const struct numerics CASE(sysv_numerics) = {residual_sysv, lapack_sysv};
const struct numerics CASE(hesv_numerics) = {residual_hesv, lapack_hesv};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a tridiagonal and singular values of a bidiagonal matrix, in real precisions.
 * LAPACK overwrites the other diagonal, so it gets a copy. */

#define SL_KERNEL_USES_BLAS
#include "workspace.h"

#ifndef SL_COMPLEX

static real_t *copy_of(int n, const real_t *e, struct workspace *w)
{
    for (int i = 0; i < n - 1; i++)
        w->r[i] = e[i];
    return w->r;
}

int SL_X(direct_sterf)(int n, real_t *d, const real_t *e)
{
    int info = STARLING_ENOMEM;
    struct workspace w;
    workspace_begin(&w, 0, n, 0);
    if (w.x)
        info = LAPACKE_x(sterf_work)(n, d, copy_of(n, e, &w));
    workspace_end(&w);
    return info;
}

int SL_X(direct_stedc)(int n, real_t *d, const real_t *e, real_t *z, int ldz)
{
    real_t numbers = 0;
    int integers = 0, info = STARLING_ENOMEM;
#define STEDC(e, x, lx, i, li)                                                                     \
    LAPACKE_x(stedc_work)(LAPACK_COL_MAJOR, 'I', n, d, e, z, ldz, x, lx, i, li)
    STEDC(NULL, &numbers, -1, &integers, -1);
    struct workspace w;
    workspace_begin(&w, (int)numbers, n, integers);
    if (w.x)
        info = STEDC(copy_of(n, e, &w), w.x, (int)numbers, w.i, integers);
    workspace_end(&w);
    return info;
}

static void transpose(int n, real_t *v, int ldv)
{
    for (int j = 1; j < n; j++)
        cblas_x(swap)(j, v + (int64_t)j * ldv, 1, v + j, ldv);
}

int SL_X(direct_bdsdc)(int n, real_t *d, const real_t *e, real_t *u, int ldu, real_t *v, int ldv)
{
    int info = STARLING_ENOMEM;
    struct workspace w;
    workspace_begin(&w, (3 * n + 4) * n, n, 8 * n);
    if (w.x)
        info = LAPACKE_x(bdsdc_work)(LAPACK_COL_MAJOR, 'U', 'I', n, d, copy_of(n, e, &w), u, ldu, v,
                                     ldv, NULL, NULL, w.x, w.i);
    workspace_end(&w);
    transpose(n, v, ldv);
    return info;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Reductions to Hessenberg, tridiagonal and bidiagonal form. */

#define SL_KERNEL_USES_BLAS
#include "workspace.h"

int SL_X(direct_gehrd)(int n, int ilo, int ihi, scalar_t *a, int lda, scalar_t *tau)
{
    struct guarded g;
    int info = STARLING_ENOMEM;
    guard(&g, n, n, a, lda);
    if (g.a)
        CALL_WITH_WORKSPACE(info, LAPACKE_x(gehrd_work), n, ilo, ihi, g.a, g.ld, tau);
    guard_back(n, n, &g, a, lda);
    return info;
}

int SL_X(direct_hetrd)(char uplo, int n, scalar_t *a, int lda, real_t *d, real_t *e, scalar_t *tau)
{
    struct guarded g;
    int info = STARLING_ENOMEM;
    guard(&g, n, n, a, lda);
    if (g.a)
        CALL_WITH_WORKSPACE(info, HE(trd_work), uplo, n, g.a, g.ld, d, e, tau);
    guard_back(n, n, &g, a, lda);
    return info;
}

int SL_X(direct_gebrd)(int m, int n, scalar_t *a, int lda, real_t *d, real_t *e, scalar_t *tauq,
                       scalar_t *taup)
{
    struct guarded g;
    int info = STARLING_ENOMEM;
    guard(&g, m, n, a, lda);
    if (g.a)
        CALL_WITH_WORKSPACE(info, LAPACKE_x(gebrd_work), m, n, g.a, g.ld, d, e, tauq, taup);
    guard_back(m, n, &g, a, lda);
    return info;
}

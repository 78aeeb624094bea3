/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR or, by rows, LQ. */

#define SL_KERNEL_USES_BLAS
#include "workspace.h"

#ifdef SL_COMPLEX
#define UN(name) LAPACKE_x(un##name)
#else
#define UN(name) LAPACKE_x(or ##name)
#endif

static int gelqf(int m, int n, scalar_t *a, int lda, scalar_t *tau)
{
    RETURN_WITH_WORKSPACE(LAPACKE_x(gelqf_work), m, n, a, lda, tau);
}

int SL_X(direct_geqrf)(bool by_rows, int m, int n, scalar_t *a, int lda, scalar_t *tau)
{
    if (!by_rows)
        RETURN_WITH_WORKSPACE(LAPACKE_x(geqrf_work), m, n, a, lda, tau);
    struct guarded g = guard(m, n, a, lda);
    int info = g.a ? gelqf(m, n, g.a, g.ld, tau) : STARLING_ENOMEM;
    guard_back(m, n, g, a, lda);
    return info;
}

static int multiply(bool by_rows, char side, char trans, int m, int n, int k, const scalar_t *a,
                    int lda, const scalar_t *tau, scalar_t *c, int ldc)
{
    if (by_rows)
        RETURN_WITH_WORKSPACE(UN(mlq_work), side, trans, m, n, k, a, lda, tau, c, ldc);
    RETURN_WITH_WORKSPACE(UN(mqr_work), side, trans, m, n, k, a, lda, tau, c, ldc);
}

/* In real precisions C is T. */
static char adjoint(char trans)
{
    return SL_PARTS == 1 && trans == 'C' ? 'T' : trans;
}

int SL_X(direct_unmqr)(bool by_rows, char side, char trans, int m, int n, int k, const scalar_t *a,
                       int lda, const scalar_t *tau, scalar_t *c, int ldc)
{
    int order = side == 'L' ? m : n;
    struct guarded g = guard(by_rows ? k : order, by_rows ? order : k, a, lda);
    int info = STARLING_ENOMEM;
    if (g.a)
        info = multiply(by_rows, side, adjoint(trans), m, n, k, g.a, g.ld, tau, c, ldc);
    unguard(g);
    return info;
}

static int unglq(int m, int n, int k, scalar_t *a, int lda, const scalar_t *tau)
{
    RETURN_WITH_WORKSPACE(UN(glq_work), m, n, k, a, lda, tau);
}

int SL_X(direct_ungqr)(bool by_rows, int m, int n, int k, scalar_t *a, int lda, const scalar_t *tau)
{
    if (!by_rows)
        RETURN_WITH_WORKSPACE(UN(gqr_work), m, n, k, a, lda, tau);
    struct guarded g = guard(m, n, a, lda);
    int info = g.a ? unglq(m, n, k, g.a, g.ld, tau) : STARLING_ENOMEM;
    guard_back(m, n, g, a, lda);
    return info;
}

static int gels(char trans, int m, int n, int nrhs, scalar_t *a, int lda, scalar_t *b, int ldb)
{
    RETURN_WITH_WORKSPACE(LAPACKE_x(gels_work), trans, m, n, nrhs, a, lda, b, ldb);
}

int SL_X(direct_gels)(char trans, int m, int n, int nrhs, scalar_t *a, int lda, scalar_t *b,
                      int ldb)
{
    struct guarded g = guard(m, n, a, lda);
    int info = g.a ? gels(adjoint(trans), m, n, nrhs, g.a, g.ld, b, ldb) : STARLING_ENOMEM;
    guard_back(m, n, g, a, lda);
    return info;
}

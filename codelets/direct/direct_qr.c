/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR or, by rows, LQ; and the Q of a reduction to tridiagonal form. */

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
    struct guarded g;
    guard(&g, m, n, a, lda);
    int info = g.a ? gelqf(m, n, g.a, g.ld, tau) : STARLING_ENOMEM;
    guard_back(m, n, &g, a, lda);
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
    struct guarded g;
    guard(&g, by_rows ? k : order, by_rows ? order : k, a, lda);
    int info = STARLING_ENOMEM;
    if (g.a)
        info = multiply(by_rows, side, adjoint(trans), m, n, k, g.a, g.ld, tau, c, ldc);
    unguard(&g);
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
    struct guarded g;
    guard(&g, m, n, a, lda);
    int info = g.a ? unglq(m, n, k, g.a, g.ld, tau) : STARLING_ENOMEM;
    guard_back(m, n, &g, a, lda);
    return info;
}

/* With the Q of QR or QL of a part of A. LAPACK's unmtr does the same, but asks for less workspace
 * than it needs for the blocks. */
int SL_X(direct_unmtr)(char side, char uplo, char trans, int m, int n, const scalar_t *a, int lda,
                       const scalar_t *tau, scalar_t *c, int ldc)
{
    bool left = side == 'L';
    int order = (left ? m : n) - 1, info = STARLING_ENOMEM;
    struct guarded g;
    *(left ? &m : &n) = order;
    if (uplo == 'L')
        return SL_X(direct_unmqr)(false, side, trans, m, n, order, a + 1, lda, tau,
                                  c + (left ? 1 : ldc), ldc);
    guard(&g, order, order, a + lda, lda);
    if (g.a)
        CALL_WITH_WORKSPACE(info, UN(mql_work), side, adjoint(trans), m, n, order, g.a, g.ld, tau,
                            c, ldc);
    unguard(&g);
    return info;
}

int SL_X(direct_ungtr)(char uplo, int n, scalar_t *a, int lda, const scalar_t *tau)
{
    RETURN_WITH_WORKSPACE(UN(gtr_work), uplo, n, a, lda, tau);
}

static int gels(char trans, int m, int n, int nrhs, scalar_t *a, int lda, scalar_t *b, int ldb)
{
    RETURN_WITH_WORKSPACE(LAPACKE_x(gels_work), trans, m, n, nrhs, a, lda, b, ldb);
}

int SL_X(direct_gels)(char trans, int m, int n, int nrhs, scalar_t *a, int lda, scalar_t *b,
                      int ldb)
{
    struct guarded g;
    guard(&g, m, n, a, lda);
    int info = g.a ? gels(adjoint(trans), m, n, nrhs, g.a, g.ld, b, ldb) : STARLING_ENOMEM;
    guard_back(m, n, &g, a, lda);
    return info;
}

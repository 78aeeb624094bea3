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

int SL_X(direct_geqrf)(bool by_rows, int m, int n, scalar_t *a, int lda, scalar_t *tau)
{
    if (by_rows)
        RETURN_WITH_WORKSPACE(LAPACKE_x(gelqf_work), m, n, a, lda, tau);
    RETURN_WITH_WORKSPACE(LAPACKE_x(geqrf_work), m, n, a, lda, tau);
}

int SL_X(direct_unmqr)(bool by_rows, char side, char trans, int m, int n, int k, const scalar_t *a,
                       int lda, const scalar_t *tau, scalar_t *c, int ldc)
{
#ifndef SL_COMPLEX
    trans = trans == 'C' ? 'T' : trans;
#endif
    if (by_rows)
        RETURN_WITH_WORKSPACE(UN(mlq_work), side, trans, m, n, k, a, lda, tau, c, ldc);
    RETURN_WITH_WORKSPACE(UN(mqr_work), side, trans, m, n, k, a, lda, tau, c, ldc);
}

int SL_X(direct_ungqr)(bool by_rows, int m, int n, int k, scalar_t *a, int lda, const scalar_t *tau)
{
    if (by_rows)
        RETURN_WITH_WORKSPACE(UN(glq_work), m, n, k, a, lda, tau);
    RETURN_WITH_WORKSPACE(UN(gqr_work), m, n, k, a, lda, tau);
}

int SL_X(direct_gels)(char trans, int m, int n, int nrhs, scalar_t *a, int lda, scalar_t *b,
                      int ldb)
{
#ifndef SL_COMPLEX
    trans = trans == 'C' ? 'T' : trans;
#endif
    RETURN_WITH_WORKSPACE(LAPACKE_x(gels_work), trans, m, n, nrhs, a, lda, b, ldb);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#define SL_KERNEL_USES_BLAS
#include "direct.h"
#include "codelets/blas3/triangle.h"
#include "panel.h"

int SL_X(direct_getrf)(int m, int n, scalar_t *a, int lda, int64_t *ipiv)
{
    int pivots[SL_DIRECT_PIVOTS];
    int info = SL_X(panel)(NULL, m, n, a, lda, pivots);
    for (int i = 0; i < SL_MIN(m, n); i++)
        ipiv[i] = pivots[i];
    return info;
}

static void solve(starling_uplo uplo, starling_trans trans, int n, int nrhs, const scalar_t *a,
                  int lda, scalar_t *b, int ldb)
{
    SL_X(solve_triangle)
    (STARLING_LEFT, uplo, trans, uplo == STARLING_LOWER ? STARLING_UNIT : STARLING_NONUNIT, n, nrhs,
     1, a, lda, b, ldb);
}

void SL_X(direct_getrs)(starling_trans trans, int n, int nrhs, const scalar_t *a, int lda,
                        const int64_t *ipiv, scalar_t *b, int ldb)
{
    int pivots[SL_DIRECT_PIVOTS];
    for (int i = 0; i < n; i++)
        pivots[i] = (int)ipiv[i];
    if (trans == STARLING_NOTRANS) { /* L U X = P B */
        LAPACKE_x(laswp_work)(LAPACK_COL_MAJOR, nrhs, b, ldb, 1, n, pivots, 1);
        solve(STARLING_LOWER, trans, n, nrhs, a, lda, b, ldb);
        solve(STARLING_UPPER, trans, n, nrhs, a, lda, b, ldb);
    } else { /* op(U) op(L) P X = B */
        solve(STARLING_UPPER, trans, n, nrhs, a, lda, b, ldb);
        solve(STARLING_LOWER, trans, n, nrhs, a, lda, b, ldb);
        LAPACKE_x(laswp_work)(LAPACK_COL_MAJOR, nrhs, b, ldb, 1, n, pivots, -1);
    }
}

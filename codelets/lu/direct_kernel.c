/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#define SL_KERNEL_USES_BLAS
#include <stdlib.h>
#include <string.h>
#include "direct.h"
#include "codelets/blas3/triangle.h"
#include "panel.h"

static void copy(int m, int n, const scalar_t *from, int ldfrom, scalar_t *to, int ldto)
{
    for (int64_t j = 0; j < n; j++)
        memcpy(to + j * ldto, from + j * ldfrom, sizeof *to * (size_t)m);
}

/* LAPACK's getrf, which is faster than ours up to about this order. It multiplies by reciprocals of
 * pivots: if one has none, or is zero, A is what it was. Whether A is factored. */
enum { SMALL = 32 };
static bool by_lapack(int m, int n, scalar_t *a, int lda, int *pivots)
{
    scalar_t before[SMALL * SMALL];
    copy(m, n, a, lda, before, m);
    if (LAPACKE_x(getrf_work)(LAPACK_COL_MAJOR, m, n, a, lda, pivots) == 0 &&
        have_reciprocals(STARLING_NONUNIT, SL_MIN(m, n), a, lda))
        return true;
    copy(m, n, before, m, a, lda);
    return false;
}

int SL_X(direct_getrf)(int m, int n, scalar_t *a, int lda, int64_t *ipiv)
{
    int pivots[SL_DIRECT_LARGEST], info = 0;
    if (SL_MAX(m, n) > SMALL || !by_lapack(m, n, a, lda, pivots))
        info = SL_X(panel)(NULL, m, n, a, lda, pivots);
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
    int pivots[SL_DIRECT_LARGEST];
    for (int i = 0; i < n; i++)
        pivots[i] = (int)ipiv[i];
    if (have_reciprocals(STARLING_NONUNIT, n, a, lda)) /* else LAPACK's may overflow */
        LAPACKE_x(getrs_work)(LAPACK_COL_MAJOR, (char)trans, n, nrhs, a, lda, pivots, b, ldb);
    else if (trans == STARLING_NOTRANS) { /* L U X = P B */
        LAPACKE_x(laswp_work)(LAPACK_COL_MAJOR, nrhs, b, ldb, 1, n, pivots, 1);
        solve(STARLING_LOWER, trans, n, nrhs, a, lda, b, ldb);
        solve(STARLING_UPPER, trans, n, nrhs, a, lda, b, ldb);
    } else { /* op(U) op(L) P X = B */
        solve(STARLING_UPPER, trans, n, nrhs, a, lda, b, ldb);
        solve(STARLING_LOWER, trans, n, nrhs, a, lda, b, ldb);
        LAPACKE_x(laswp_work)(LAPACK_COL_MAJOR, nrhs, b, ldb, 1, n, pivots, -1);
    }
}

int SL_X(direct_gbtrf)(int m, int n, int kl, int ku, scalar_t *ab, int ldab, int64_t *ipiv)
{
    char *narrow = (char *)ipiv; /* LAPACK's integers take the first half */
    int info = LAPACKE_x(gbtrf_work)(LAPACK_COL_MAJOR, m, n, kl, ku, ab, ldab, (int *)narrow);
    for (int i = SL_MIN(m, n) - 1; i >= 0; i--) {
        int pivot;
        memcpy(&pivot, narrow + sizeof pivot * (size_t)i, sizeof pivot);
        int64_t wide = pivot;
        memcpy(narrow + sizeof wide * (size_t)i, &wide, sizeof wide);
    }
    return info;
}

int SL_X(direct_gbtrs)(starling_trans trans, int n, int kl, int ku, int nrhs, const scalar_t *ab,
                       int ldab, const int64_t *ipiv, scalar_t *b, int ldb)
{
    int *narrow = malloc(sizeof *narrow * (size_t)n);
    if (!narrow)
        return STARLING_ENOMEM;
    for (int i = 0; i < n; i++)
        narrow[i] = (int)ipiv[i];
    LAPACKE_x(gbtrs_work)(LAPACK_COL_MAJOR, (char)trans, n, kl, ku, nrhs, ab, ldab, narrow, b, ldb);
    free(narrow);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#define SL_KERNEL_USES_BLAS
#include <stdlib.h>
#include <string.h>
#include "direct.h"
#include "codelets/blas3/triangle.h"
#include "codelets/direct/workspace.h"
#include "panel.h"

/* A system, or its matrix alone if nrhs is 0. */
struct problem {
    int m, n, nrhs, lda, ldb;
    scalar_t *a, *b;
};

static int lapack(const struct problem *p, int *pivots)
{
    if (p->nrhs == 0)
        return LAPACKE_x(getrf_work)(LAPACK_COL_MAJOR, p->m, p->n, p->a, p->lda, pivots);
    return LAPACKE_x(gesv_work)(LAPACK_COL_MAJOR, p->n, p->nrhs, p->a, p->lda, pivots, p->b,
                                p->ldb);
}

/* getrf or gesv by LAPACK, which is faster than ours. It multiplies by reciprocals of pivots: if
 * one has none, or is zero, A and B are what they were. Whether it is done. */
static bool by_lapack(const struct problem *p, int *pivots)
{
    struct workspace before;
    int64_t of_a = (int64_t)p->m * p->n;
    workspace_begin(&before, of_a + (int64_t)p->n * p->nrhs, 0, 0);
    if (!before.x)
        return false;
    copy_columns(p->m, p->n, p->a, p->lda, before.x, p->m);
    copy_columns(p->n, p->nrhs, p->b, p->ldb, before.x + of_a, p->n);
    bool done = lapack(p, pivots) == 0 &&
                have_reciprocals(STARLING_NONUNIT, SL_MIN(p->m, p->n), p->a, p->lda);
    if (!done) {
        copy_columns(p->m, p->n, before.x, p->m, p->a, p->lda);
        copy_columns(p->n, p->nrhs, before.x + of_a, p->n, p->b, p->ldb);
    }
    workspace_end(&before);
    return done;
}

static void widen(int count, const int *pivots, int64_t *ipiv)
{
    for (int i = 0; i < count; i++)
        ipiv[i] = pivots[i];
}

static void solve(starling_uplo uplo, starling_trans trans, int n, int nrhs, const scalar_t *a,
                  int lda, scalar_t *b, int ldb)
{
    SL_X(solve_triangle)
    (STARLING_LEFT, uplo, trans, uplo == STARLING_LOWER ? STARLING_UNIT : STARLING_NONUNIT, n, nrhs,
     1, a, lda, b, ldb);
}

/* LAPACK's may overflow without reciprocals. */
static void substitute(starling_trans trans, int n, int nrhs, const scalar_t *a, int lda,
                       const int *pivots, scalar_t *b, int ldb)
{
    if (have_reciprocals(STARLING_NONUNIT, n, a, lda))
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

int SL_X(direct_getrf)(int m, int n, scalar_t *a, int lda, int64_t *ipiv)
{
    struct problem p = {.m = m, .n = n, .lda = lda, .a = a};
    int pivots[SL_DIRECT_LARGEST];
    int info = by_lapack(&p, pivots) ? 0 : SL_X(panel)(NULL, m, n, a, lda, pivots);
    widen(SL_MIN(m, n), pivots, ipiv);
    return info;
}

void SL_X(direct_getrs)(starling_trans trans, int n, int nrhs, const scalar_t *a, int lda,
                        const int64_t *ipiv, scalar_t *b, int ldb)
{
    int pivots[SL_DIRECT_LARGEST];
    for (int i = 0; i < n; i++)
        pivots[i] = (int)ipiv[i];
    substitute(trans, n, nrhs, a, lda, pivots, b, ldb);
}

int SL_X(direct_gesv)(int n, int nrhs, scalar_t *a, int lda, int64_t *ipiv, scalar_t *b, int ldb)
{
    struct problem p = {n, n, nrhs, lda, ldb, a, b};
    int pivots[SL_DIRECT_LARGEST], info = 0;
    if (!by_lapack(&p, pivots)) {
        info = SL_X(panel)(NULL, n, n, a, lda, pivots);
        if (info == 0)
            substitute(STARLING_NOTRANS, n, nrhs, a, lda, pivots, b, ldb);
    }
    widen(n, pivots, ipiv);
    return info;
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

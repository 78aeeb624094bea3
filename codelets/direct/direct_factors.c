/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L D L^T or A = L D L^H, the inverse of LU, condition numbers, refinement. LAPACK has pivots of
 * 32 bits. */

#define SL_KERNEL_USES_BLAS
#include "workspace.h"

static void narrow(int n, const int64_t *ipiv, int *pivots)
{
    for (int i = 0; i < n; i++)
        pivots[i] = (int)ipiv[i];
}

static int widen(int info, int n, const int *pivots, int64_t *ipiv)
{
    for (int i = 0; i < n && info >= 0; i++)
        ipiv[i] = pivots[i];
    return info;
}

int SL_X(direct_getri)(int n, scalar_t *a, int lda, const int64_t *ipiv)
{
    int pivots[SL_DIRECT_LARGEST];
    narrow(n, ipiv, pivots);
    RETURN_WITH_WORKSPACE(LAPACKE_x(getri_work), n, a, lda, pivots);
}

static int trf(bool hermitian, char uplo, int n, scalar_t *a, int lda, int *pivots)
{
#ifdef SL_COMPLEX
    if (hermitian)
        RETURN_WITH_WORKSPACE(LAPACKE_x(hetrf_work), uplo, n, a, lda, pivots);
#endif
    (void)hermitian;
    RETURN_WITH_WORKSPACE(LAPACKE_x(sytrf_work), uplo, n, a, lda, pivots);
}

static int sv(bool hermitian, char uplo, int n, int nrhs, scalar_t *a, int lda, int *pivots,
              scalar_t *b, int ldb)
{
#ifdef SL_COMPLEX
    if (hermitian)
        RETURN_WITH_WORKSPACE(LAPACKE_x(hesv_work), uplo, n, nrhs, a, lda, pivots, b, ldb);
#endif
    (void)hermitian;
    RETURN_WITH_WORKSPACE(LAPACKE_x(sysv_work), uplo, n, nrhs, a, lda, pivots, b, ldb);
}

int SL_X(direct_sytrf)(bool hermitian, char uplo, int n, scalar_t *a, int lda, int64_t *ipiv)
{
    int pivots[SL_DIRECT_LARGEST];
    return widen(trf(hermitian, uplo, n, a, lda, pivots), n, pivots, ipiv);
}

int SL_X(direct_sytrs)(bool hermitian, char uplo, int n, int nrhs, const scalar_t *a, int lda,
                       const int64_t *ipiv, scalar_t *b, int ldb)
{
    int pivots[SL_DIRECT_LARGEST];
    narrow(n, ipiv, pivots);
#ifdef SL_COMPLEX
    if (hermitian)
        return LAPACKE_x(hetrs_work)(LAPACK_COL_MAJOR, uplo, n, nrhs, a, lda, pivots, b, ldb);
#endif
    (void)hermitian;
    return LAPACKE_x(sytrs_work)(LAPACK_COL_MAJOR, uplo, n, nrhs, a, lda, pivots, b, ldb);
}

int SL_X(direct_sysv)(bool hermitian, char uplo, int n, int nrhs, scalar_t *a, int lda,
                      int64_t *ipiv, scalar_t *b, int ldb)
{
    int pivots[SL_DIRECT_LARGEST];
    return widen(sv(hermitian, uplo, n, nrhs, a, lda, pivots, b, ldb), n, pivots, ipiv);
}

int SL_X(direct_sytri)(bool hermitian, char uplo, int n, scalar_t *a, int lda, const int64_t *ipiv)
{
    int pivots[SL_DIRECT_LARGEST];
    struct workspace w;
    workspace_begin(&w, 2 * n, 0, 0);
    int info = STARLING_ENOMEM;
    narrow(n, ipiv, pivots);
#ifdef SL_COMPLEX
    if (w.x && hermitian)
        info = LAPACKE_x(hetri_work)(LAPACK_COL_MAJOR, uplo, n, a, lda, pivots, w.x);
    else
#endif
        if (w.x)
        info = LAPACKE_x(sytri_work)(LAPACK_COL_MAJOR, uplo, n, a, lda, pivots, w.x);
    (void)hermitian;
    workspace_end(&w);
    return info;
}

/* ---- Condition numbers --------------------------------------------------------------------- */

/* The last workspace has real numbers in complex precisions, else integers. */
#ifdef SL_COMPLEX
#define OTHER(w) (w).r
#else
#define OTHER(w) (w).i
#endif

int SL_X(direct_gecon)(char norm, int n, const scalar_t *a, int lda, real_t anorm, real_t *rcond)
{
    struct workspace w;
    workspace_begin(&w, 4 * n, 2 * n, n);
    int info = STARLING_ENOMEM;
    if (w.x)
        info =
            LAPACKE_x(gecon_work)(LAPACK_COL_MAJOR, norm, n, a, lda, anorm, rcond, w.x, OTHER(w));
    workspace_end(&w);
    return info;
}

int SL_X(direct_pocon)(char uplo, int n, const scalar_t *a, int lda, real_t anorm, real_t *rcond)
{
    struct workspace w;
    workspace_begin(&w, 3 * n, n, n);
    int info = STARLING_ENOMEM;
    if (w.x)
        info =
            LAPACKE_x(pocon_work)(LAPACK_COL_MAJOR, uplo, n, a, lda, anorm, rcond, w.x, OTHER(w));
    workspace_end(&w);
    return info;
}

int SL_X(direct_trcon)(char norm, char uplo, char diag, int n, const scalar_t *a, int lda,
                       real_t *rcond)
{
    struct workspace w;
    workspace_begin(&w, 3 * n, n, n);
    int info = STARLING_ENOMEM;
    if (w.x)
        info = LAPACKE_x(trcon_work)(LAPACK_COL_MAJOR, norm, uplo, diag, n, a, lda, rcond, w.x,
                                     OTHER(w));
    workspace_end(&w);
    return info;
}

#ifdef SL_COMPLEX
#define INTEGERS(w)
#else
#define INTEGERS(w) , (w).i
#endif

int SL_X(direct_sycon)(bool hermitian, char uplo, int n, const scalar_t *a, int lda,
                       const int64_t *ipiv, real_t anorm, real_t *rcond)
{
    int pivots[SL_DIRECT_LARGEST];
    struct workspace w;
    workspace_begin(&w, 2 * n, 0, n);
    int info = STARLING_ENOMEM;
    narrow(n, ipiv, pivots);
#ifdef SL_COMPLEX
    if (w.x && hermitian)
        info = LAPACKE_x(hecon_work)(LAPACK_COL_MAJOR, uplo, n, a, lda, pivots, anorm, rcond, w.x);
    else
#endif
        if (w.x)
        info = LAPACKE_x(sycon_work)(LAPACK_COL_MAJOR, uplo, n, a, lda, pivots, anorm, rcond,
                                     w.x INTEGERS(w));
    (void)hermitian;
    workspace_end(&w);
    return info;
}

/* ---- Refinement ---------------------------------------------------------------------------- */

int SL_X(direct_gerfs)(char trans, int n, int nrhs, const scalar_t *a, int lda, const scalar_t *af,
                       int ldaf, const int64_t *ipiv, const scalar_t *b, int ldb, scalar_t *x,
                       int ldx, real_t *ferr, real_t *berr)
{
    int pivots[SL_DIRECT_LARGEST], info = STARLING_ENOMEM;
    struct workspace w;
    workspace_begin(&w, 3 * n, n, n);
    narrow(n, ipiv, pivots);
    if (w.x)
        info = LAPACKE_x(gerfs_work)(LAPACK_COL_MAJOR, trans, n, nrhs, a, lda, af, ldaf, pivots, b,
                                     ldb, x, ldx, ferr, berr, w.x, OTHER(w));
    workspace_end(&w);
    return info;
}

int SL_X(direct_porfs)(char uplo, int n, int nrhs, const scalar_t *a, int lda, const scalar_t *af,
                       int ldaf, const scalar_t *b, int ldb, scalar_t *x, int ldx, real_t *ferr,
                       real_t *berr)
{
    int info = STARLING_ENOMEM;
    struct workspace w;
    workspace_begin(&w, 3 * n, n, n);
    if (w.x)
        info = LAPACKE_x(porfs_work)(LAPACK_COL_MAJOR, uplo, n, nrhs, a, lda, af, ldaf, b, ldb, x,
                                     ldx, ferr, berr, w.x, OTHER(w));
    workspace_end(&w);
    return info;
}

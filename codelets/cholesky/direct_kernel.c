/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#define SL_KERNEL_USES_BLAS
#include "direct.h"
#include "codelets/blas3/triangle.h"
#include "minor.h"

int SL_X(direct_potrf)(starling_uplo uplo, int n, scalar_t *a, int lda)
{
    return SL_X(chol)(uplo, n, a, lda);
}

void SL_X(direct_potrs)(starling_uplo uplo, int n, int nrhs, const scalar_t *a, int lda,
                        scalar_t *b, int ldb)
{
    bool lower = uplo == STARLING_LOWER; /* L X = B, L^H X = B; U^H X = B, U X = B */
    for (int i = 0; i < 2; i++)
        SL_X(solve_triangle)
    (STARLING_LEFT, uplo, lower == (i == 0) ? STARLING_NOTRANS : STARLING_CONJTRANS,
     STARLING_NONUNIT, n, nrhs, 1, a, lda, b, ldb);
}

int SL_X(direct_trtri)(starling_uplo uplo, starling_diag diag, int n, scalar_t *a, int lda)
{
    for (int i = 0; i < n && diag == STARLING_NONUNIT; i++)
        if (a[i + (int64_t)i * lda] == 0)
            return i + 1;
    return LAPACKE_x(trtri_work)(LAPACK_COL_MAJOR, (char)uplo, (char)diag, n, a, lda);
}

void SL_X(direct_lauum)(starling_uplo uplo, int n, scalar_t *a, int lda)
{
#ifdef SL_COMPLEX
    /* OpenBLAS' dot product of rows (0.3.21) reads one element too many, behind A in its last
     * column. That column is left to us: U = [V w; 0 u], U U^H = [V V^H + w w^H, u w; ., u^2]. */
    if (uplo == STARLING_UPPER && n > 1) {
        int m = n - 1;
        scalar_t *w = a + (int64_t)m * lda;
        real_t u = SL_REAL(w[m]);
        LAPACKE_x(lauum_work)(LAPACK_COL_MAJOR, 'U', m, a, lda);
        cblas_x(her)(CblasColMajor, CblasUpper, m, 1, w, 1, a, lda);
        for (int i = 0; i < m; i++)
            w[i] *= u;
        w[m] = u * u;
        return;
    }
#endif
    LAPACKE_x(lauum_work)(LAPACK_COL_MAJOR, (char)uplo, n, a, lda);
}

int SL_X(direct_potri)(starling_uplo uplo, int n, scalar_t *a, int lda)
{
    int info = SL_X(direct_trtri)(uplo, STARLING_NONUNIT, n, a, lda);
    if (info == 0)
        SL_X(direct_lauum)(uplo, n, a, lda);
    return info;
}

int SL_X(direct_pbtrf)(starling_uplo uplo, int n, int kd, scalar_t *ab, int ldab)
{
    int info = LAPACKE_x(pbtrf_work)(LAPACK_COL_MAJOR, (char)uplo, n, kd, ab, ldab);
    const scalar_t *diagonal = ab + (uplo == STARLING_LOWER ? 0 : kd);
    for (int i = 0; i < (info > 0 ? info - 1 : n); i++) /* as in minor.h */
        if (!(SL_REAL(diagonal[(int64_t)i * ldab]) > 0))
            return i + 1;
    return info;
}

void SL_X(direct_pbtrs)(starling_uplo uplo, int n, int kd, int nrhs, const scalar_t *ab, int ldab,
                        scalar_t *b, int ldb)
{
    LAPACKE_x(pbtrs_work)(LAPACK_COL_MAJOR, (char)uplo, n, kd, nrhs, ab, ldab, b, ldb);
}

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

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

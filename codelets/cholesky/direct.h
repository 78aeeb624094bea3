/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Problems of one tile that the calling thread solves, without a task. */

#ifndef SL_CHOLESKY_DIRECT_H
#define SL_CHOLESKY_DIRECT_H

#include "starling.h"
#include "codelets/precision.h"

/* A = L L^H or U^H U; returns info. */
int SL_X(direct_potrf)(starling_uplo uplo, int n, scalar_t *a, int lda);

/* B = A^-1 B with the factor in a. */
void SL_X(direct_potrs)(starling_uplo uplo, int n, int nrhs, const scalar_t *a, int lda,
                        scalar_t *b, int ldb);

/* A = A^-1, a triangle; info, and then A is unchanged. */
int SL_X(direct_trtri)(starling_uplo uplo, starling_diag diag, int n, scalar_t *a, int lda);

/* A = L^H L or A = U U^H; the diagonal counts as real, as in LAPACK. */
void SL_X(direct_lauum)(starling_uplo uplo, int n, scalar_t *a, int lda);

/* A^-1 with the factor in a. */
int SL_X(direct_potri)(starling_uplo uplo, int n, scalar_t *a, int lda);

/* potrf and potrs of a band with kd diagonals beside the main one, in LAPACK's array, of any order.
 */
int SL_X(direct_pbtrf)(starling_uplo uplo, int n, int kd, scalar_t *ab, int ldab);
void SL_X(direct_pbtrs)(starling_uplo uplo, int n, int kd, int nrhs, const scalar_t *ab, int ldab,
                        scalar_t *b, int ldb);

#endif

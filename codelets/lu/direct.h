/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Problems of one tile that the calling thread solves, without a task. */

#ifndef SL_LU_DIRECT_H
#define SL_LU_DIRECT_H

#include "starling.h"
#include "codelets/direct/direct.h"
#include "codelets/precision.h"

/* P A = L U; returns info. */
int SL_X(direct_getrf)(int m, int n, scalar_t *a, int lda, int64_t *ipiv);

/* B = op(A)^-1 B with the factors in a. */
void SL_X(direct_getrs)(starling_trans trans, int n, int nrhs, const scalar_t *a, int lda,
                        const int64_t *ipiv, scalar_t *b, int ldb);

/* Both. */
int SL_X(direct_gesv)(int n, int nrhs, scalar_t *a, int lda, int64_t *ipiv, scalar_t *b, int ldb);

/* LU of a band, in LAPACK's array of kl + ku + 1 diagonals and kl more, and a solution with it.
 * Sizes are not limited. Both return info; of gbtrs it is 0 or STARLING_ENOMEM. */
int SL_X(direct_gbtrf)(int m, int n, int kl, int ku, scalar_t *ab, int ldab, int64_t *ipiv);
int SL_X(direct_gbtrs)(starling_trans trans, int n, int kl, int ku, int nrhs, const scalar_t *ab,
                       int ldab, const int64_t *ipiv, scalar_t *b, int ldb);

#endif

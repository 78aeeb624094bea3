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

#endif

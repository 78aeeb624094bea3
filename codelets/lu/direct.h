/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Problems of one tile that the calling thread solves, without a task. */

#ifndef SL_LU_DIRECT_H
#define SL_LU_DIRECT_H

#include "starling.h"
#include "codelets/precision.h"

enum { SL_DIRECT_PIVOTS = 512 }; /* at most so many rows or columns */

/* P A = L U; returns info. */
int SL_X(direct_getrf)(int m, int n, scalar_t *a, int lda, int64_t *ipiv);

/* B = op(A)^-1 B with the factors in a. */
void SL_X(direct_getrs)(starling_trans trans, int n, int nrhs, const scalar_t *a, int lda,
                        const int64_t *ipiv, scalar_t *b, int ldb);

#endif

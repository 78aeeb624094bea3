/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU with partial pivoting by a team of cores. Compiled once for each precision. */

#ifndef SL_PANEL_H
#define SL_PANEL_H

#include "codelets/worker_team.h"
#include "codelets/precision.h"

/* P A = L U with LAPACK's ipiv and info. The bits do not depend on the number of helpers. */
int SL_X(panel)(struct sl_team *team, int m, int n, scalar_t *a, int lda, int *ipiv);
#endif

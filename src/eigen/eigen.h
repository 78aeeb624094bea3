/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Symmetric and Hermitian eigenproblems: the stages, after the checks of their arguments. D and E
 * are columns of real numbers in one tile: the diagonal and the subdiagonal of T. */

#ifndef SL_EIGEN_H
#define SL_EIGEN_H

#include "codelets/eigen/args.h"
#include "src/qr/qr.h"

/* ---- Stage 1 ------------------------------------------------------------------------------- */

/* ---- Stage 2 ------------------------------------------------------------------------------- */

/* ---- The tridiagonal matrix ---------------------------------------------------------------- */

/* D = eigenvalues of T, ascending, and Z = its eigenvectors; E stays. Return info. */
int sl_stedc_tasks(starling_matrix *D, starling_matrix *E, starling_matrix *Z,
                   starling_sequence *seq);
int sl_sterf_tasks(starling_matrix *D, starling_matrix *E, starling_sequence *seq);

/* ---- Drivers ------------------------------------------------------------------------------- */

#endif

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

/* ---- Drivers ------------------------------------------------------------------------------- */

#endif

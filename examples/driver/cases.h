/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the files compiled once a precision share: cases.c runs, check.c verifies and runs
 * LAPACK, special.c makes matrices with a given property. */

#ifndef CASES_H
#define CASES_H

#include <stddef.h>
#include "codelets/precision.h"
#include "command.h"
#include "mm.h"

#define CASE(name) SL_PASTE(name, _, SL_LETTER)

/* What the command uses of BLAS and LAPACK beyond the kernels. */
#define LAPACKE_xlange SL_PASTE(LAPACKE_, SL_LETTER, lange)
#ifdef SL_COMPLEX
#define cblas_xhemm SL_PASTE(cblas_, SL_LETTER, hemm)
#define LAPACKE_xlanhe SL_PASTE(LAPACKE_, SL_LETTER, lanhe)
#else
#define cblas_xhemm SL_PASTE(cblas_, SL_LETTER, symm)
#define LAPACKE_xlanhe SL_PASTE(LAPACKE_, SL_LETTER, lansy)
#endif

/* A file's numbers in this precision, which is complex where they are. */
void CASE(convert)(const struct mm *file, scalar_t *a);

/* Fills A from the problem's file, or as a Hermitian matrix of the given condition. */
int CASE(special_matrix)(const struct problem *p, starling_matrix *A);

/* A = factor A: a triangle whose implicit ones do not drown in what is beside them. */
int CASE(scale_matrix)(double factor, starling_matrix *A);

/* Scaled residual of a run, from the operands before and after it:
 *   |(result - exact) X|_1 / (max(m, n, k) eps |terms|_1 |X|_1), X four random columns,
 * which takes only n^2 operations. Below 30 is right, in LAPACK's sense. NaN gives infinity. */
double CASE(residual)(const struct problem *p, scalar_t *const before[3],
                      scalar_t *const after[3], const int64_t ld[3]);

/* Runs the routine by BLAS or LAPACK in place; seconds. */
double CASE(lapack)(const struct problem *p, scalar_t *const a[3], const int64_t ld[3],
                    int threads, int *info);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the files compiled once a precision share: cases.c runs, check.c verifies, lapack.c runs
 * LAPACK, special.c makes matrices with a given property. */

#ifndef CASES_H
#define CASES_H

#include <stddef.h>
#include <cblas.h>
#include "codelets/precision.h"
#include "command.h"
#include "mm.h"

static inline CBLAS_TRANSPOSE trans_of(starling_trans t)
{
    return t == STARLING_NOTRANS ? CblasNoTrans : t == STARLING_TRANS ? CblasTrans : CblasConjTrans;
}

static inline CBLAS_UPLO uplo_of(starling_uplo uplo)
{
    return uplo == STARLING_LOWER ? CblasLower : CblasUpper;
}

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

/* Fills A, of any shape, as the problem's kind of matrix says. */
int CASE(special_matrix)(const struct problem *p, starling_matrix *A);

/* A = factor A: a triangle whose implicit ones do not drown in what is beside them. */
int CASE(scale_matrix)(double factor, starling_matrix *A);

/* Scaled residual of a run, from the operands before and after it:
 *   |(result - exact) X|_1 / (max(m, n, k) eps |terms|_1 |X|_1), X four random columns,
 * which takes only n^2 operations; a solve's in full, as worst_column says. `ipiv` is LU's, else
 * NULL. Below 30 is right, in LAPACK's sense. NaN gives infinity. */
double CASE(residual)(const struct problem *p, scalar_t *const before[3],
                      scalar_t *const after[3], const int64_t ld[3], const int64_t *ipiv);

/* LAPACK's test of a solve, with R = B - op(A) X: the largest |r|_1 / (n eps |op(A)|_1 |x|_1) of
 * all columns. */
double CASE(worst_column)(int64_t n, int64_t nrhs, const scalar_t *r, int64_t ldr,
                          const scalar_t *x, int64_t ldx, double anorm);

/* max |U| / max |A|: what pivoting is to keep small. */
double CASE(growth)(const struct problem *p, const scalar_t *a, const scalar_t *factors,
                    int64_t lda);

/* Runs the routine by BLAS or LAPACK in place; seconds, without what prepares it. */
double CASE(lapack)(const struct problem *p, scalar_t *const a[3], const int64_t ld[3],
                    int threads, int *info);

#endif

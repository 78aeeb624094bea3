/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the files compiled once a precision share: run.c runs, check.c verifies, lapack.c runs
 * LAPACK, matgen.c makes matrices with a given property. */

#ifndef RUN_H
#define RUN_H

#include <stddef.h>
#include <cblas.h>
#include "codelets/precision.h"
#include "command.h"
#include "files/mm.h"

static inline CBLAS_TRANSPOSE trans_of(starling_trans t)
{
    return t == STARLING_NOTRANS ? CblasNoTrans : t == STARLING_TRANS ? CblasTrans : CblasConjTrans;
}

static inline CBLAS_UPLO uplo_of(starling_uplo uplo)
{
    return uplo == STARLING_LOWER ? CblasLower : CblasUpper;
}

#define CASE(name) SL_PASTE(name, _, SL_LETTER)

/* A Hermitian product; a real matrix is symmetric. */
#ifdef SL_COMPLEX
#define cblas_xhemm SL_PASTE(cblas_, SL_LETTER, hemm)
#else
#define cblas_xhemm SL_PASTE(cblas_, SL_LETTER, symm)
#endif

/* A file's numbers in this precision, which is complex where they are. */
void CASE(convert)(const struct mm *file, scalar_t *a);

/* Fills A, of any shape, as the problem's kind of matrix says. */
int CASE(generate_matrix)(const struct problem *p, starling_matrix *A);

/* A = factor A: a triangle whose implicit ones do not drown in what is beside them. */
int CASE(scale_matrix)(double factor, starling_matrix *A);

/* What a norm is taken of: an array, or one triangle of it, which may stand for a Hermitian matrix
 * or have ones on its diagonal that are not in the array. */
struct part {
    starling_uplo uplo;
    bool hermitian, unit;
    int64_t m, n;
    const scalar_t *a;
    int64_t lda;
};

/* The infinity norm of op(A) times a power of two. NaN: A has one, or there is no memory. */
double CASE(norm)(const struct part *A, starling_trans trans, double power);

/* The exponent e for which the largest element of A times 2^e is near 1, where 2^e itself is in the
 * range of the precision. Residuals, growth and condition do not change when a matrix is multiplied
 * by a power of two, and those of a matrix near 1 do not overflow. */
int CASE(exponent)(const struct part *A);

/* Scaled residual of a run, from the operands before and after it:
 *   |(result - exact) X| / (max(m, n, k) eps |terms| |X|), X a random column, the largest of four,
 * which takes only n^2 operations; a solve's in full. Below 30 is right, as in LAPACK's tests, which
 * have the one-norm here. Infinite where a number is not finite. B is overwritten. */
double CASE(residual)(const struct problem *p, scalar_t *const before[3],
                      scalar_t *const after[3], const int64_t ld[3], const int64_t *ipiv);

/* The residual of a solve: the largest |b - op(A) x| / (n eps |op(A)| |x|) of all columns. B is
 * overwritten. */
double CASE(solve_residual)(const struct part *A, starling_trans trans, int64_t nrhs,
                            const scalar_t *x, int64_t ldx, scalar_t *b, int64_t ldb);

/* max |U| / max |A|: what pivoting is to keep small. NaN: there are no elements; infinite where a
 * number is not finite. */
double CASE(growth)(int64_t m, int64_t n, const scalar_t *a, const scalar_t *factors, int64_t lda);

/* Runs the routine by BLAS or LAPACK in place; seconds, without what prepares it. */
double CASE(lapack)(const struct problem *p, scalar_t *const a[3], const int64_t ld[3],
                    int threads, int *info);

#endif

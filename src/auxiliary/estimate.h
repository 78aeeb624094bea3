/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Condition estimates and iterative refinement, for all families that factor a matrix. Both
 * alternate between products or solutions, which are graphs of tasks, and decisions of the calling
 * thread on some columns. So they wait, and have no asynchronous form. */

#ifndef SL_ESTIMATE_H
#define SL_ESTIMATE_H

#include <float.h>
#include "src/tasks/tasks.h"

/* A matrix and its factors, or a triangle. */
struct sl_system {
    starling_matrix *F; /* factors of A */
    starling_uplo uplo; /* the triangle of A and F; G: all */
    starling_diag diag; /* of a triangle */
    bool symmetric;     /* A = A^T: solve has A^-1 alone, and A^-H is its conjugate */
    /* X = op(A)^-1 X, X cut into rows as F. Without `permute` the interchanges of LU are left out.
     * They permute columns of the inverse, which does not change its norms. */
    void (*solve)(const struct sl_system *s, starling_trans trans, bool permute, starling_matrix *X,
                  starling_sequence *seq);
};

/* ---- Columns in main memory ---------------------------------------------------------------- */

/* Half the distance from 1 to the next number, and the smallest normal number. */
double sl_epsilon(starling_precision prec);
double sl_smallest(starling_precision prec);
/* NaN if one of both is. */
static inline double sl_larger(double a, double b)
{
    return b > a || b != b ? b : a;
}

/* ---- Estimates (estimate.c) ---------------------------------------------------------------- */

/* estimate[j] = a lower bound, nearly always close, of the one-norm of diag(w(:, j)) op(A)^-1, for
 * trans = N or C and k columns w of n numbers. w = NULL: all are 1. scale: so many numbers by which
 * vectors are multiplied before a solution; the norms are those times scale if w is NULL. Returns
 * info. */
int sl_estimate(const struct sl_system *s, starling_trans trans, int64_t k, const double *w,
                const double *scale, double *estimate, starling_sequence *seq);
/* The reciprocal condition number of A in the one-norm, or the infinity norm: 1 / (|A| |A^-1|). If
 * the norm of the inverse is a NaN, it is 0: numbers have overflowed. A has no NaN then. */
int sl_rcond(const struct sl_system *s, starling_norm norm, double anorm, double *rcond,
             starling_sequence *seq);
/* The same for factors that may have a NaN; `largest` is their largest element. Then rcond is NaN,
 * and the info is 1. */
int sl_finite_rcond(const char *routine, double largest, double *rcond);

/* The one-norm or the infinity norm of a triangle, in square tiles (norm.c). */
int sl_norm_of_triangle(starling_norm norm, starling_uplo uplo, starling_diag diag,
                        starling_matrix *A, double *value, starling_sequence *seq);

/* Requirements on arguments. */
#define SL_IS_NORM(anorm) ((anorm) >= 0 && (anorm) <= DBL_MAX)
#define SL_A_NORM "a norm, at least 0 and finite"
#define SL_OF_ROWS "a matrix of A's precision with %lld rows"

/* ---- Refinement (refine.c) ----------------------------------------------------------------- */

/* Refines the solution X of op(A) X = B, and bounds its errors, column by column. A: general, or
 * the triangle s->uplo of a Hermitian matrix, in any tiles. Returns info. */
int sl_refine(const struct sl_system *s, starling_trans trans, starling_matrix *A,
              starling_matrix *B, starling_matrix *X, double *ferr, double *berr,
              starling_sequence *seq);
/* Inserts R -= op(A) X and W += |op(A)| |X| of tiles. shape: the triangle of a Hermitian tile. */
void sl_insert_residual(starling_sequence *seq, starling_trans trans, enum sl_shape shape,
                        sl_tile A, sl_tile X, sl_tile R, sl_tile W);

#endif

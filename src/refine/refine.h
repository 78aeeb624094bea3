/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Refinement of the solution of a linear system with factors in a lower precision, or without
 * interchanges. */

#ifndef SL_REFINE_H
#define SL_REFINE_H

#include <float.h>
#include "src/tasks/tasks.h"

/* ---- The lower precision ------------------------------------------------------------------- */

/* This, its largest number, and low_t of codelets/precision.h are the choice. */
static inline starling_precision sl_lower_precision(starling_precision prec)
{
    return sl_is_complex(prec) ? STARLING_C : STARLING_S;
}
#define SL_LOWER_LARGEST ((double)FLT_MAX)
static inline bool sl_has_lower_precision(starling_precision prec)
{
    return prec == STARLING_D || prec == STARLING_Z;
}

/* ---- A system ------------------------------------------------------------------------------ */

/* A X = B. R is cut as B and X are. */
struct sl_refined {
    starling_sequence *seq;
    starling_uplo uplo; /* G: LU; L or U: Cholesky, A is Hermitian */
    starling_matrix *A, *B, *X;
    starling_matrix *low; /* the factors M of A in the lower precision ... */
    bool same;            /* ... or in that of A: without interchanges ... */
    bool interchanges;    /* ... or, because they did not suffice, with them */
    starling_matrix *D;   /* a correction in the precision of M */
    starling_matrix *R;   /* B - A X */
    /* of a Hermitian A: its diagonal tiles with both triangles, and the last one if it is smaller;
     * NULL: they were not needed yet */
    starling_matrix *diagonal, *corner;
    double norm, limit; /* |A|, and the residual of x = 1 that is right, in the infinity norm */
    double *b, *x, *r;  /* the largest elements of the columns of B, X and R */
};

static inline bool sl_is_lu(const struct sl_refined *s)
{
    return s->uplo == STARLING_GENERAL;
}

/* Factors A, or M. Returns info, as do the next ones. */
int sl_system_factor(struct sl_refined *s, starling_matrix *A);
/* X = A^-1 X with these factors */
int sl_system_solve(struct sl_refined *s, starling_matrix *A, starling_matrix *X);
/* R = alpha A X + beta R. The columns of X are cut as those of R. */
int sl_system_product(struct sl_refined *s, double alpha, starling_matrix *X, double beta,
                      starling_matrix *R);
/* D = M^-1 R */
int sl_system_correct(struct sl_refined *s, starling_matrix *R, starling_matrix *D);
/* X = D, or X + D */
int sl_system_add(struct sl_refined *s, starling_matrix *D, bool add, starling_matrix *X);
/* Whether column j is not accurate enough. */
bool sl_is_open(const struct sl_refined *s, int64_t j);
/* One step of GMRES refinement of each open column: X(:, j) = X(:, j) + Z y. */
int sl_gmres_step(struct sl_refined *s);

/* ---- Solutions, for the LAPACK forms -------------------------------------------------------- */

/* starling_gesv_mixed(); ipiv: NULL, or where the interchanges of the factorization go that gave X.
 */
int sl_gesv_mixed(starling_matrix *A, starling_matrix *B, starling_matrix *X, int *iter,
                  double *berr, int64_t *ipiv);

/* ---- Tasks (refine_task.c) ------------------------------------------------------------------ */

/* B = A in the lower precision, all or a triangle. over: NULL, or whether a number was too large:
 * then it waits. */
int sl_narrow(starling_uplo uplo, starling_matrix *A, starling_matrix *B, bool *over,
              starling_sequence *seq);
/* The same of arrays of the only GPU, in one task, which also finds the infinity norm of A. uplo:
 * the triangle of a Hermitian A. */
bool sl_is_narrow_array(const starling_matrix *A, const starling_matrix *B);
int sl_narrow_array(starling_uplo uplo, starling_matrix *A, starling_matrix *B, double *norm,
                    bool *over, starling_sequence *seq);
/* B = A, which is in the lower precision, or B + A */
void sl_widen(starling_matrix *A, bool add, starling_matrix *B, starling_sequence *seq);
/* R = alpha A X + beta R with a Hermitian A. The first time it copies the diagonal tiles of A. */
int sl_hermitian_product(struct sl_refined *s, double alpha, starling_matrix *X, double beta,
                         starling_matrix *R);
/* y = column j of X, and back; y has one column, and the same rows of tiles */
void sl_take_column(starling_matrix *X, int64_t j, starling_matrix *y, starling_sequence *seq);
void sl_put_column(starling_matrix *y, starling_matrix *X, int64_t j, starling_sequence *seq);
/* A = alpha A */
void sl_scale(double alpha, starling_matrix *A, starling_sequence *seq);
/* most[j] = the largest element of column j, NaN if it has one. Waits. */
int sl_largest_of_columns(starling_matrix *A, double *most, starling_sequence *seq);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Triangular solves for other families, and the tasks of products that only this family has. */

#ifndef SL_BLAS3_H
#define SL_BLAS3_H

#include "src/tasks/tasks.h"

/* B = alpha op(T)^-1 B with `count` triangles T of A, one after the other, in one task. The
 * only GPU has A and the vector B as arrays, and reads each triangle once. */
bool sl_is_trsv(const starling_matrix *A, const starling_matrix *B);
void sl_trsv(double _Complex alpha, int count, const struct sl_triangle *triangle,
             starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/* The tiles of A, or those with elements of its triangle, to be freed; NULL: no memory. */
starpu_data_handle_t *sl_stored_tiles(starling_uplo uplo, const starling_matrix *A, int64_t *count);

/* y = alpha A x + beta y with vectors x and y of one task, if the only GPU has A, x and y as
 * arrays. uplo: G, or the stored triangle of a Hermitian A. */
bool sl_is_matvec(const starling_matrix *A, const starling_matrix *x, const starling_matrix *y);
void sl_matvec(starling_uplo uplo, double alpha, starling_matrix *A, starling_matrix *x,
               double beta, starling_matrix *y, starling_sequence *seq);

/* B = op(T)^-1 B with a triangle T of the factors of A: L, unit lower, or U. If triangular, T is L,
 * and B is a lower triangle of tiles before and after. */
void sl_substitute(starling_uplo uplo, starling_trans trans, starling_matrix *A, bool triangular,
                   starling_matrix *B, starling_sequence *seq);

/* Updates of a triangle of C: op(X), X if `no`, has the rows of C, in its tiles. */
static inline bool sl_has_rows_of(const starling_matrix *C, bool no, const starling_matrix *X)
{
    return (no ? X->m : X->n) == C->n &&
           sl_same_cut(no ? X->mt : X->nt, no ? X->mb : X->nb, C->nt, C->nb);
}

/* C = alpha A B + beta C or alpha B A + beta C, where one triangle of A is stored. If hermitian is
 * false, A is symmetric. */
void sl_insert_hemm(starling_sequence *seq, int priority, bool hermitian, starling_side side,
                    starling_uplo uplo, double _Complex alpha, sl_tile A, sl_tile B,
                    double _Complex beta, sl_tile C);
/* One triangle of C = alpha A B^H + conj(alpha) B A^H + beta C, or of
 * alpha A^H B + conj(alpha) B^H A + beta C. If hermitian is false, ^T and alpha twice. */
void sl_insert_her2k(starling_sequence *seq, int priority, bool hermitian, starling_uplo uplo,
                     starling_trans trans, double _Complex alpha, sl_tile A, sl_tile B,
                     double _Complex beta, sl_tile C);

#endif

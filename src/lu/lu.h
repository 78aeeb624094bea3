/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU: its plan, the interchanges that a factored matrix carries, and its tasks. */

#ifndef SL_LU_H
#define SL_LU_H

#include "codelets/lu/args.h"
#include "src/tasks/panel_sweep.h"

/* ---- Arguments --------------------------------------------------------------------------- */

/* LU works on square tiles, or on block columns: tiles as high as the matrix. */
static inline bool sl_lu_tiles(const starling_matrix *A)
{
    return A->mt <= 1 || A->mb == A->nb;
}
#define SL_LU_TILES "a matrix in square tiles (mb = nb) or block columns (mb at least m)"
#define SL_FACTORED "a square matrix that starling_getrf() has factored"
/* LAPACK's interchanges of an m x n matrix: each is with a row at or below its own. */
bool sl_valid_ipiv(int64_t m, int64_t n, const int64_t *ipiv);
#define SL_VALID_IPIV "numbers with i <= ipiv[i - 1] <= m for i = 1, 2, ... min(m, n)"

/* ---- The factorization ------------------------------------------------------------------- */

/* What is fastest for this matrix on this machine (getrf_plan.c). */
struct sl_panel_plan sl_getrf_plan(const starling_matrix *A);
/* The tasks by a plan; A has room for its interchanges. */
void sl_getrf_tasks(starling_matrix *A, const struct sl_panel_plan *plan, starling_sequence *seq);

/* ---- Interchanges, as an attachment of A (pivots.c) --------------------------------------- */

/* Of each step, SL_IPIV integers a pivot: ipiv, from 1 = the step's first row, then the same as moves
 * of rows (sl_moves). NULL: A is not factored. */
starpu_data_handle_t *sl_pivots_of(const starling_matrix *A);
int sl_pivots_make(starling_matrix *A); /* if there are none; info */
/* Gives them up: after the tasks submitted so far, or (no sequence) now. */
void sl_pivots_forget(starling_sequence *seq, starling_matrix *A);

/* ---- Tasks (getrf_task.c, permutation_task.c) --------------------------------------------- */

/* P A(k) = L U on the panel, after its update by the panel before if there is one, and the group
 * of that. An exact zero pivot i is a failure key + i that does not stop the sequence. */
void sl_insert_getrf(starling_sequence *seq, int priority, const struct sl_panel *s,
                     const struct sl_panel *before, int64_t key);
/* Another column: its rows are interchanged, then as sl_insert_solve() with L; by all panels of the
 * group. */
void sl_insert_update(starling_sequence *seq, int priority, const struct sl_panel *s, int64_t j);
/* A block column to transposed tiles. */
void sl_insert_transpose(starling_sequence *seq, int priority, sl_tile t);
/* Whether column j is transposed before its first update, in a task of its own. */
bool sl_transposes_first(const struct sl_panel *s, int64_t j);
/* With a triangle T of the panel, L or U, and column v of B: the panel's rows of B become
 * op(T)^-1 times themselves; the rows of their tile that op(T) couples with them are updated
 * with the result (no transpose), or update them before (transpose). */
void sl_insert_solve(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starling_uplo uplo, starling_trans trans, struct sl_inverse inverse,
                     starling_matrix *B, int64_t v);
/* A row permutation by where each row goes: that of the interchanges of A's steps from ... end - 1
 * followed by `after`, NULL: nothing follows. */
starpu_data_handle_t sl_insert_permutation(starling_sequence *seq, starling_matrix *A, int64_t from,
                                           int64_t end, starpu_data_handle_t after);
/* The interchanges of a factored A as one permutation; NULL: A is empty. */
starpu_data_handle_t sl_permutation_of(starling_matrix *A, starling_sequence *seq);
/* A(:, j) = X(:, permutation[j]) for the columns j of a tile of A that come from a tile of X in
 * the same row of tiles. */
void sl_insert_permute_columns(starling_sequence *seq, starpu_data_handle_t permutation, sl_tile X,
                               sl_tile A);
/* Moves the rows of a column of tiles from tile t down; first: t's first row in the
 * permutation. */
void sl_insert_laswp(starling_sequence *seq, starpu_data_handle_t permutation, bool inverse,
                     int64_t first, sl_tile t);

/* B = op(T)^-1 B with a triangle T of the factors of A; triangular: B is a lower triangle of
 * tiles before and after (T = L). */
void sl_substitute(starling_uplo uplo, starling_trans trans, starling_matrix *A, bool triangular,
                   starling_matrix *B, starling_sequence *seq);

#endif

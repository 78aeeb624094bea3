/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU: the plan, the interchanges of a factored matrix, and the tasks. */

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
/* Whether ipiv is valid in LAPACK's sense: each row is interchanged with itself or a row
 * below. */
bool sl_valid_ipiv(int64_t m, int64_t n, const int64_t *ipiv);
#define SL_VALID_IPIV "numbers with i <= ipiv[i - 1] <= m for i = 1, 2, ... min(m, n)"

/* ---- The factorization ------------------------------------------------------------------- */

/* The plan that is fastest for this matrix on this machine (getrf_plan.c). */
struct sl_panel_plan sl_getrf_plan(const starling_matrix *A);
/* The same if products have split operands, as the sequence says. */
void sl_getrf_plan_split(struct sl_panel_plan *plan, const starling_matrix *A,
                         const starling_sequence *seq);
/* Inserts the tasks of a plan. A must have pivots (sl_pivots_make). */
void sl_getrf_tasks(starling_matrix *A, const struct sl_panel_plan *plan, starling_sequence *seq);

/* ---- Interchanges, as an attachment of A (pivots.c) --------------------------------------- */

/* One datum for each step, with SL_IPIV integers for each pivot: ipiv, counted from 1 at
 * the first row of the step, then the same as moves of rows (sl_moves). NULL: A is not
 * factored. */
starpu_data_handle_t *sl_pivots_of(const starling_matrix *A);
int sl_pivots_make(starling_matrix *A); /* if there are none; returns info */
/* Frees them: after the tasks submitted so far, or at once if seq is NULL. */
void sl_pivots_forget(starling_sequence *seq, starling_matrix *A);

/* ---- Tasks (getrf_task.c, getrf_nopiv_task.c, permutation_task.c, exchange_task.c) ---------- */

/* P A(k) = L U on panel s. If `before` is not NULL, its group updates the panel first, in
 * the same task. If pivot i is exactly zero, the failure is key + i, and the sequence goes
 * on. */
void sl_insert_getrf(starling_sequence *seq, int priority, const struct sl_panel *s,
                     const struct sl_panel *before, int64_t key);
/* A = L U of a tile, without interchanges. If pivot i of the tile is exactly zero, the failure is
 * key + i, and the sequence stops. */
void sl_insert_getrf_nopiv(starling_sequence *seq, int priority, sl_tile A, int64_t key);
/* The update of column j by all panels of the group of s: row interchanges, then the same as
 * sl_insert_solve() with L. */
void sl_insert_update(starling_sequence *seq, int priority, const struct sl_panel *s, int64_t j);
/* The interchanges of panel s on column j, if its tiles belong to several rows of processes. */
void sl_insert_exchange(starling_sequence *seq, int priority, const struct sl_panel *s, int64_t j);
/* Converts a block column to transposed tiles. */
void sl_insert_transpose(starling_sequence *seq, int priority, sl_tile t);
/* Whether column j is transposed before its first update, in a task of its own. */
bool sl_transposes_first(const struct sl_panel *s, int64_t j);
/* The row permutation of steps from ... end - 1 of A, followed by the permutation `after`
 * (NULL: none). Element r is the row to which row r goes. */
starpu_data_handle_t sl_insert_permutation(starling_sequence *seq, starling_matrix *A, int64_t from,
                                           int64_t end, starpu_data_handle_t after);
/* The interchanges of a factored A as one permutation; NULL: A is empty. */
starpu_data_handle_t sl_permutation_of(starling_matrix *A, starling_sequence *seq);
/* A(:, j) = X(:, permutation[j]), for the columns j of tile A whose source is in tile X.
 * Both tiles are in the same row of tiles. */
void sl_insert_permute_columns(starling_sequence *seq, starpu_data_handle_t permutation, sl_tile X,
                               sl_tile A);
/* Permutes the rows of a column of tiles from tile t down. `first` is the first row of t in the
 * permutation. */
void sl_insert_laswp(starling_sequence *seq, starpu_data_handle_t permutation, bool inverse,
                     int64_t first, sl_tile t);

#endif

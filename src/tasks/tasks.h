/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tile operations that several algorithms insert: one function each, which submits one task.
 * Priorities: larger is more urgent. */

#ifndef SL_TASKS_H
#define SL_TASKS_H

#include "codelets/auxiliary/args.h"
#include "codelets/blas3/args.h"
#include "codelets/worker_team.h"
#include "src/runtime/task.h"

/* ---- Products and triangular solves ------------------------------------------------------ */

/* C = alpha op(A) op(B) + beta C */
void sl_insert_gemm(starling_sequence *seq, int priority, starling_trans ta,
                    starling_trans tb, double _Complex alpha, sl_tile A, sl_tile B,
                    double _Complex beta, sl_tile C);
/* One triangle of C = alpha A A^H + beta C, or of alpha A^H A + beta C; hermitian = false:
 * ^T instead of ^H. */
void sl_insert_herk(starling_sequence *seq, int priority, bool hermitian, starling_uplo uplo,
                    starling_trans trans, double _Complex alpha, sl_tile A,
                    double _Complex beta, sl_tile C);

/* The inverses of the diagonal blocks of triangular tiles, which turn trsm into gemm on a
 * GPU, and the workspace this takes. Without a GPU there are none and the handles are NULL. */
struct sl_inverse {
    starpu_data_handle_t blocks, work;
};
struct sl_inverse sl_inverse_create(starling_matrix *A, int64_t order, int64_t vectors);
void sl_inverse_free(starling_sequence *seq, struct sl_inverse *inverse);
/* inverse = diagonal blocks, inverted, of the triangle of that order at row `offset` of a: tile
 * A, or a copy */
void sl_insert_trtri_diag(starling_sequence *seq, int priority, starling_uplo uplo,
                          starling_diag diag, sl_tile A, starpu_data_handle_t a,
                          int64_t offset, int64_t order, struct sl_inverse inverse);
/* op(A) X = alpha B or X op(A) = alpha B */
void sl_insert_trsm(starling_sequence *seq, int priority, starling_side side,
                    starling_uplo uplo, starling_trans trans, starling_diag diag,
                    double _Complex alpha, sl_tile A, struct sl_inverse inverse, sl_tile B);
/* x = alpha op(T)^-1 x with triangles T of A, one after the other, and x, a column of tiles B, where one
 * GPU has both as arrays; A: all tiles that are needed, the first one of the matrix first. */
void sl_insert_trsv(starling_sequence *seq, double _Complex alpha, int count,
                    const struct sl_triangle *triangle, int64_t order, struct sl_list A,
                    starling_matrix *B);

/* ---- Copies, initialisation, norms ------------------------------------------------------- */

/* B = A, or a triangle of it */
void sl_insert_lacpy(starling_sequence *seq, starling_uplo uplo, sl_tile A, sl_tile B);
/* B = the rows of A from row `from` on, as many as B has */
void sl_insert_rows(starling_sequence *seq, sl_tile A, int64_t from, sl_tile B);
/* A = alpha off the matrix' diagonal, beta on it; what the tile has of the triangle uplo */
void sl_insert_laset(starling_sequence *seq, starling_uplo uplo, double _Complex alpha,
                     double _Complex beta, sl_tile A);
/* A = alpha A; hermitian: alpha is real, and where the tile is a triangle the imaginary part of its
 * diagonal, which does not count, is cleared */
void sl_insert_lascl(starling_sequence *seq, bool hermitian, starling_uplo uplo,
                      double _Complex alpha, sl_tile A);
/* A = random numbers; hermitian: those of a Hermitian matrix, plus shift on its diagonal */
void sl_insert_random(starling_sequence *seq, bool hermitian, starling_uplo uplo, double shift,
                      uint64_t seed, sl_tile A);
/* sums = contribution of a tile to a norm; see norm_kernel.c */
void sl_insert_norm(starling_sequence *seq, starling_norm norm, enum sl_shape shape,
                    sl_tile A, starpu_data_handle_t sums);

/* ---- Parallel tasks (team_task.c) ------------------------------------------------------- */

/* Before a task is inserted, which gets the team among its arguments: as many helpers at most.
 * NULL: nobody could help; worker_team.h takes that for a team of one. */
struct sl_team *sl_team_create(starling_sequence *seq, int helpers);
/* After it was inserted, or was not taken: inserts the helpers. `chunks`: the usual number of
 * them, over which the members spread, so that one finds in its cache what it had before. */
void sl_team_ask(starling_sequence *seq, struct sl_team *team, bool taken, int chunks);

/* ---- Early write-back (partial_writeback.c) ---------------------------------------------- */

struct sl_early_rows;
/* Whether finished rows of A are worth being written back before the rest. */
bool sl_early_rows_pay(const starling_matrix *A);
/* Rows above `end` are final: those that have not been before are written back. *rows: NULL before
 * the first. */
void sl_early_rows_add(struct sl_early_rows **rows, starling_matrix *A, int64_t end,
                       starling_sequence *seq);
/* All rows: they are A's value until something else is written to it. False: some are missing, and
 * A's tiles are its value; what is on its way arrives before tasks submitted later write A. */
bool sl_early_rows_attach(struct sl_early_rows *rows, starling_matrix *A, starling_sequence *seq);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tile operations of several algorithms: each function submits one task. A larger priority
 * is more urgent. */

#ifndef SL_TASKS_H
#define SL_TASKS_H

#include "codelets/auxiliary/args.h"
#include "codelets/blas3/args.h"
#include "codelets/worker_team.h"
#include "src/runtime/task.h"

/* ---- Products and triangular solves ------------------------------------------------------ */

/* C = alpha op(A) op(B) + beta C */
void sl_insert_gemm(starling_sequence *seq, int priority, starling_trans ta, starling_trans tb,
                    double _Complex alpha, sl_tile A, sl_tile B, double _Complex beta, sl_tile C);
/* One triangle of C = alpha A A^H + beta C, or of alpha A^H A + beta C. If hermitian is
 * false, ^T instead of ^H. */
void sl_insert_herk(starling_sequence *seq, int priority, bool hermitian, starling_uplo uplo,
                    starling_trans trans, double _Complex alpha, sl_tile A, double _Complex beta,
                    sl_tile C);

/* The same with operands that are split already (sl_insert_split), or NULL. */
void sl_insert_gemm_of(starling_sequence *seq, int priority, starling_trans ta, starling_trans tb,
                       double _Complex alpha, sl_tile A, starpu_data_handle_t parts_a, sl_tile B,
                       starpu_data_handle_t parts_b, double _Complex beta, sl_tile C);
void sl_insert_herk_of(starling_sequence *seq, int priority, bool hermitian, starling_uplo uplo,
                       starling_trans trans, double _Complex alpha, sl_tile A,
                       starpu_data_handle_t parts, double _Complex beta, sl_tile C);

/* B = alpha op(A) B or alpha B op(A) with a triangle A */
void sl_insert_trmm(starling_sequence *seq, int priority, starling_side side, starling_uplo uplo,
                    starling_trans trans, starling_diag diag, double _Complex alpha, sl_tile A,
                    sl_tile B);

/* The inverted diagonal blocks of a triangular tile, and a workspace. A GPU multiplies by
 * them instead of a triangular solve. There are no blocks if no vectors follow. Without a GPU both
 * handles are NULL. */
struct sl_inverse {
    starpu_data_handle_t blocks, work;
};
struct sl_inverse sl_inverse_create(starling_matrix *A, int64_t order, int64_t vectors);
void sl_inverse_free(starling_sequence *seq, struct sl_inverse *inverse);
/* inverse = the inverted diagonal blocks of a triangle. The triangle is at row `offset` of
 * a, which is tile A or a copy. */
void sl_insert_trtri_diag(starling_sequence *seq, int priority, starling_uplo uplo,
                          starling_diag diag, sl_tile A, starpu_data_handle_t a, int64_t offset,
                          int64_t order, struct sl_inverse inverse);
/* op(A) X = alpha B or X op(A) = alpha B */
void sl_insert_trsm(starling_sequence *seq, int priority, starling_side side, starling_uplo uplo,
                    starling_trans trans, starling_diag diag, double _Complex alpha, sl_tile A,
                    struct sl_inverse inverse, sl_tile B);
/* Whether this sequence's products of matrices in s have operands that are split, and one GPU makes
 * them: then what several products read is split once. */
bool sl_splits(const starling_sequence *seq);
/* The parts of a tile from row `offset` on (cuda_split.h), for tasks that follow. beside: its
 * columns are the inner dimension of the products, else its rows. NULL: there is nothing to split.
 */
starpu_data_handle_t sl_insert_split(starling_sequence *seq, int priority, sl_tile A,
                                     int64_t offset, bool beside);
/* x = alpha op(T)^-1 x for `count` triangles T, one after the other; x is the column B of
 * tiles. The only GPU must have both matrices as arrays. A lists the needed tiles,
 * beginning with tile (0, 0). */
void sl_insert_trsv(starling_sequence *seq, double _Complex alpha, int count,
                    const struct sl_triangle *triangle, int64_t order, struct sl_list A,
                    starling_matrix *B);

/* ---- Copies, initialisation, norms ------------------------------------------------------- */

/* B = A, or a triangle of it */
void sl_insert_lacpy(starling_sequence *seq, starling_uplo uplo, sl_tile A, sl_tile B);
/* The triangle of a square matrix in block columns: B = A in a column of tiles whose diagonal begins in row `first` */
void sl_insert_triangle(starling_sequence *seq, starling_uplo uplo, int64_t first, sl_tile A,
                        sl_tile B);
/* B = A^H, with other tiles */
void sl_insert_omatcopy(starling_sequence *seq, sl_tile A, sl_tile B);
/* B = rows `from`, `from` + 1, ... of A */
void sl_insert_rows(starling_sequence *seq, sl_tile A, int64_t from, sl_tile B);
/* Columns to, to + 1, ... of B = `count` columns of A from `from` on */
void sl_insert_columns(starling_sequence *seq, sl_tile A, int64_t from, sl_tile B, int64_t to,
                       int64_t count);
/* Rows `row`, `row` + 1, ... of B = A, which has `rows` rows. Other rows of B become undefined. */
void sl_insert_into_rows(starling_sequence *seq, starpu_data_handle_t A, int64_t rows, sl_tile B,
                         int64_t row);
/* B = columns `first`, `first` + 1, ... of A, as many as both have: tasks for block columns of any
 * widths */
void sl_insert_columns_from(starling_sequence *seq, starling_matrix *A, int64_t first,
                            starling_matrix *B);
/* The common elements of two matrices that are cut in other ways: B = A in those that are in both
 * tiles. There are some. */
void sl_insert_common(starling_sequence *seq, sl_tile A, sl_tile B);
/* A = alpha off the diagonal of the matrix and beta on it, in triangle uplo of the matrix */
void sl_insert_laset(starling_sequence *seq, starling_uplo uplo, double _Complex alpha,
                     double _Complex beta, sl_tile A);
/* Rows `above` and below = 0 */
void sl_insert_zero_rows(starling_sequence *seq, int64_t above, sl_tile A);
/* A = alpha A. If hermitian, alpha is real, and a tile that is a triangle gets a real
 * diagonal. */
void sl_insert_lascl(starling_sequence *seq, bool hermitian, starling_uplo uplo,
                     double _Complex alpha, sl_tile A);
/* B = alpha A + beta B of matrices in the same tiles */
void sl_geadd(double alpha, starling_matrix *A, double beta, starling_matrix *B,
              starling_sequence *seq);
/* B = A, where A is real */
void sl_insert_lacp2(starling_sequence *seq, sl_tile A, sl_tile B);
/* A = random numbers; if hermitian, of a Hermitian matrix with `shift` added to its diagonal */
void sl_insert_random(starling_sequence *seq, bool hermitian, starling_uplo uplo, double shift,
                      uint64_t seed, sl_tile A);
/* sums = contribution of a tile to a norm; see norm_kernel.c. shape: the triangle of the matrix
 * that counts, and half: as what. */
void sl_insert_norm(starling_sequence *seq, starling_norm norm, enum sl_shape shape,
                    enum sl_half half, sl_tile A, starpu_data_handle_t sums);

/* The largest elements of the columns of a tile; rows: of its first rows; 0: of all */
void sl_insert_largest(starling_sequence *seq, enum sl_shape shape, int64_t rows, sl_tile A,
                       starpu_data_handle_t largest);

/* ---- The range of a precision (sigma_task.c) --------------------------------------------- */

/* sigma: the factor that brings the elements of A, in block columns, into the range in which
 * squares neither overflow nor underflow; its inverse; and if it has three numbers, whether A is
 * not zero. A may have NaN and infinities: then sigma is 1, and if key is not negative, the first
 * column of them is the failure key + its number. rows: only the first rows count; 0: all. */
void sl_insert_sigma(starling_sequence *seq, enum sl_shape shape, int64_t rows, starling_matrix *A,
                     starpu_data_handle_t sigma, int64_t key);
/* A = sigma A, or by the inverse */
void sl_insert_rescale(starling_sequence *seq, starpu_data_handle_t sigma, bool inverse, sl_tile A);
/* The first rows of A times sigma */
void sl_insert_rescale_rows(starling_sequence *seq, starpu_data_handle_t sigma, int64_t rows,
                            sl_tile A);
/* A = 0, and info = 0, if the matrix of sigma is zero */
void sl_insert_zero_if_zero(starling_sequence *seq, starpu_data_handle_t sigma, sl_tile A);
void sl_insert_clear_info(starling_sequence *seq, starpu_data_handle_t sigma,
                          starpu_data_handle_t info);

/* ---- Parallel tasks (team_task.c) ------------------------------------------------------- */

/* Makes a team with at most so many helpers, before its task is inserted with the team
 * among its arguments. NULL: there can be no helper; worker_team.h treats NULL as a team of
 * one. */
struct sl_team *sl_team_create(starling_sequence *seq, int helpers);
/* Inserts the helpers after the task; `taken` is the result of sl_submit(). The members
 * start at different chunks of the usual number `chunks`, so that each finds its data in
 * its cache. */
void sl_team_ask(starling_sequence *seq, struct sl_team *team, bool taken, int chunks);

/* ---- Early write-back (partial_writeback.c) ---------------------------------------------- */

struct sl_early_rows;
/* Whether it is faster to write finished rows of A back before the rest. */
bool sl_early_rows_pay(const starling_matrix *A);
/* Rows above `end` are final. Writes back those that earlier calls have not. *rows is NULL
 * before the first call. */
void sl_early_rows_add(struct sl_early_rows **rows, starling_matrix *A, int64_t end,
                       starling_sequence *seq);
/* If all rows are written back, they are the value of A until a task writes A. False: some
 * are missing, and the tiles are the value of A. Pending copies then end before later tasks
 * write A. */
bool sl_early_rows_attach(struct sl_early_rows *rows, starling_matrix *A, starling_sequence *seq);

/* A task that has all of A may be one of a GPU; else it is one of a core. */
static inline bool sl_on_one_gpu(const starling_matrix *A)
{
    return sl_fits_gpu((double)sl_sizeof(A->prec) * (double)A->m * (double)A->n);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values: the stages, after the checks of their arguments. */

#ifndef SL_SVD_H
#define SL_SVD_H

#include "codelets/svd/args.h"
#include "src/eigen/eigen.h"

/* ---- Stages -------------------------------------------------------------------------------- */

/* Stage 1: A = Q1 B P1^H with an upper band B of A->nb superdiagonals, for A in block columns and not
 * wider than high. The reflectors of Q1 belong to A, with those diagonal blocks of B that are
 * upper triangles; those of P1 belong to R, n x n in the same block columns. Its other blocks of B are
 * conjugate transposes. Returns info. */
int sl_ge2gb_tasks(starling_matrix *A, starling_matrix *R, starling_sequence *seq);
/* Stage 2: the band to a real bidiagonal matrix with the diagonal D and the superdiagonal E, B = Q2 D P2^H.
 * The reflectors are in V2 and P2 in the way of starling_hb2st(), or are not wanted: NULL. */
int sl_gb2bd_tasks(starling_matrix *A, starling_matrix *R, starling_matrix *D, starling_matrix *E,
                   starling_matrix *V2, starling_matrix *P2, starling_sequence *seq);

/* D = U diag(D) V^T of the bidiagonal matrix D, E, descending; E stays. U and V are in block columns of one
 * width. A NaN or Inf with index i is the failure i, and i values of a leaf that are not found are the failure
 * n + i. chains: the same tasks of all block columns of a merge are one. */
int sl_bdsdc_by(bool chains, starling_matrix *D, starling_matrix *E, starling_matrix *U,
                starling_matrix *V, starling_sequence *seq);

/* S = the singular values of A, U and VT vectors; both may be NULL. A NaN or an infinity in column j is the
 * failure key + j, and i values that were not found are key + A->n + i. Returns info. */
int sl_gesvd_tasks(starling_matrix *A, starling_matrix *S, starling_matrix *U,
                   starling_matrix *VT, int64_t key, starling_sequence *seq);

/* ---- Tasks (svd_task.c) -------------------------------------------------------------------- */

/* Block column k of R = block row k of A behind the diagonal, transposed. */
void sl_insert_ge2gb_row(starling_sequence *seq, int priority, starling_matrix *A,
                         starling_matrix *R, int64_t k);
/* Y = A V in step k with block columns from ... to - 1 of A */
void sl_insert_ge2gb_product(starling_sequence *seq, int priority, starling_matrix *A, int64_t k,
                             int64_t from, int64_t to, starpu_data_handle_t V,
                             starpu_data_handle_t Y);
/* Y = the sum of the shares, times T */
void sl_insert_ge2gb_sum(starling_sequence *seq, int priority, starling_matrix *A, int64_t k,
                         int shares, const starpu_data_handle_t *share, starpu_data_handle_t T,
                         starpu_data_handle_t Y);
/* Block column j of A = A - Y V^H below block row k */
void sl_insert_ge2gb_update(starling_sequence *seq, int priority, starling_matrix *A, int64_t k,
                            int64_t j, starpu_data_handle_t Y, starpu_data_handle_t V);
/* Block column j of B = that of R, where A = Q R */
void sl_insert_ge_upper(starling_sequence *seq, starling_matrix *A, starling_matrix *B, int64_t j);
/* Window w of the band. */
void sl_insert_gb_copy(starling_sequence *seq, const struct sl_chase *plan, starling_matrix *A,
                       starling_matrix *R, int64_t w);
/* D = singular values of the bidiagonal matrix, descending. A failure is that of the key and the number of
 * values that were not found. */
void sl_insert_bdsqr(starling_sequence *seq, starling_matrix *D, starling_matrix *E, int64_t key);

#endif

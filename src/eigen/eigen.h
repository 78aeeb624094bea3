/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Symmetric and Hermitian eigenproblems: the stages, after the checks of their arguments. D and E
 * are columns of real numbers in one tile: the diagonal and the subdiagonal of T. */

#ifndef SL_EIGEN_H
#define SL_EIGEN_H

#include "codelets/eigen/args.h"
#include "src/qr/qr.h"
#include "src/runtime/tuning.h"

/* ---- Stage 1 ------------------------------------------------------------------------------- */

/* ---- Stage 2 ------------------------------------------------------------------------------- */

/* The precision of eigenvalues. */
static inline starling_precision sl_real_precision(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C ? STARLING_S : STARLING_D;
}
/* The band width that bulge chasing uses for kd: from 1 to n - 1. V2 is the same. */
static inline int64_t sl_band_width(int64_t n, int64_t kd)
{
    return SL_MAX(1, SL_MIN(kd, n - 1));
}

/* AB to T, with the reflectors in V2, which may be NULL; returns info. */
int sl_hb2st_tasks(starling_matrix *AB, starling_matrix *D, starling_matrix *E, starling_matrix *V2,
                   starling_sequence *seq);
/* C = op(Q2) C; returns info. */
int sl_unmtr_hb2st_tasks(starling_trans trans, int64_t kd, starling_matrix *V2, starling_matrix *C,
                         starling_sequence *seq);

/* The same by orthogonal blocks or by diamonds, without write-back. */
void sl_unmtr_hb2st_by(bool blocks, starling_trans trans, int64_t kd, starling_matrix *V2,
                       starling_matrix *C, starling_sequence *seq);

/* Tile W, a window of columns of the band, from AB (hb2st_task.c, as all tasks of stage 2). */
void sl_insert_band_copy(starling_sequence *seq, starling_matrix *AB, sl_tile W);
/* Some steps of a group of sweeps. The caller sets what args says, but not the head and the column.
 * carried: the reflectors of the group, kd + 1 rows: v and tau. V2: if args->vectors. */
void sl_insert_hb2st(starling_sequence *seq, struct sl_hb2st_args *args,
                     starpu_data_handle_t carried, starling_matrix *W, sl_tile V2);
/* T of the diamonds of a group of sweeps, and their product with a tile. The caller sets n, kd, sweep,
 * sweeps, inner and trans. */
void sl_insert_larft_hb2st(starling_sequence *seq, struct sl_diamond_args *args,
                           starling_matrix *V2, starpu_data_handle_t T);
void sl_insert_unmtr_hb2st(starling_sequence *seq, struct sl_diamond_args *args,
                           starling_matrix *V2, starpu_data_handle_t T, sl_tile C);
/* Orthogonal blocks of a group of sweeps, in Q, and their product with a tile. The caller sets n, kd,
 * sweep, sweeps, steps and trans. */
void sl_insert_form_hb2st(starling_sequence *seq, struct sl_block_args *args, starling_matrix *V2,
                          starpu_data_handle_t Q);
void sl_insert_multiply_hb2st(starling_sequence *seq, struct sl_block_args *args,
                              starpu_data_handle_t Q, sl_tile C);
/* All of stage 2 in one task on a GPU, of order 2 at least; sl_has_hb2st_band(). */
void sl_insert_hb2st_band(starling_sequence *seq, int64_t kd, starling_matrix *AB,
                          starling_matrix *D, starling_matrix *E, starling_matrix *V2);
/* D and E from all windows. */
void sl_insert_band_diagonals(starling_sequence *seq, starling_matrix *W, starling_matrix *D,
                              starling_matrix *E);

/* ---- The tridiagonal matrix ---------------------------------------------------------------- */

/* ---- Drivers ------------------------------------------------------------------------------- */

#endif

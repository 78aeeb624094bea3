/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR: the reflectors of a factored matrix, and the tasks. */

#ifndef SL_QR_H
#define SL_QR_H

#include "codelets/qr/args.h"
#include "src/tasks/panel_sweep.h"

/* ---- Arguments --------------------------------------------------------------------------- */

/* QR works on block columns: tiles as high as the matrix. */
static inline bool sl_qr_tiles(const starling_matrix *A)
{
    return A->mt <= 1;
}
#define SL_QR_TILES "a matrix in block columns (mb at least m)"
#define SL_QR_FACTORED "a matrix that starling_geqrf() has factored"

/* ---- Block reflectors, as an attachment of A (reflectors.c) -------------------------------- */

/* T of each panel; NULL: A is not factored. */
starpu_data_handle_t *sl_reflectors_of(const starling_matrix *A);
int sl_reflectors_make(starling_matrix *A); /* if there are none; returns info */
/* Inserts the tasks that make T where only tau is known. */
void sl_reflectors_complete(starling_matrix *A, starling_sequence *seq);

/* ---- Tasks (qr_task.c) -------------------------------------------------------------------- */

/* A(k:, k) = Q R, and T of Q. */
void sl_insert_geqrf(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starpu_data_handle_t T);
/* T from V in panel k and from tau on the diagonal of T. */
void sl_insert_larft(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starpu_data_handle_t T);
/* C = op(Q) C or C op(Q) with the block reflector of panel s. */
void sl_insert_unmqr(starling_sequence *seq, int priority, starling_side side, starling_trans trans,
                     const struct sl_panel *s, starpu_data_handle_t T, sl_tile C);

#endif

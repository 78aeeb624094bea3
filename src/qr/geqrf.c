/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR factorization A = Q R, right-looking by block columns: a panel is factored, and its block
 * reflector I - V T V^H updates the columns to its right (Schreiber and Van Loan, SIAM J. Sci.
 * Stat. Comput. 10, 1989; Bischof and Van Loan, 8, 1987). A block column is one datum, so an update
 * is one task. */

#include "qr.h"

/* Every column is updated by each panel on its own. GPUs multiply with a copy of V that has its
 * zeros and ones. */
static struct sl_panel_plan plan_of(const starling_matrix *A)
{
    return (struct sl_panel_plan){
        .steps = sl_panel_steps(A), .columns = A->nt, .block = SL_MAX(1, A->nt), .group = 1,
        .copied = sl_has_cuda()};
}

int sl_geqrf_tasks(starling_matrix *A, const struct sl_rank *rank, starling_sequence *seq)
{
    if (sl_reflectors_make(A, false, 0) != 0)
        return sl_sequence_error(seq, sl_error("starling_geqrf", STARLING_ENOMEM, NULL));
    starpu_data_handle_t *T = sl_reflectors_of(A);
    struct sl_panel_plan plan = plan_of(A);
    struct sl_panel_sweep sweep = sl_panel_sweep(A, &plan, seq);

    for (int64_t k = 0; k < plan.steps && !sl_failed(seq); k++) {
        struct sl_panel *s = sl_panel_begin(&sweep, k);
        int urgent = sl_panel_priority(&plan, 0, k, k) + SL_PANEL_URGENCY;
        sl_insert_geqrf(seq, urgent, s, T[k], rank); /* A(k:, k) = Qk R */
        sl_panel_inserted(&sweep, s);

        for (int64_t j = k + 1; j < A->nt; j++) /* A(k:, j) = Qk^H A(k:, j) */
            sl_insert_unmqr(seq, sl_panel_priority(&plan, 0, k, j), STARLING_LEFT,
                            STARLING_CONJTRANS, s, T[k], sl_tile_of(A, 0, j));
    }
    sl_panel_finish(&sweep);
    return 0;
}

int starling_geqrf_submit(starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(2, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_qr_tiles(A), SL_QR_TILES);
    sl_operation(seq);
    return sl_geqrf_tasks(A, NULL, seq);
}

int starling_geqrf(starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_geqrf_submit(A, seq));
}

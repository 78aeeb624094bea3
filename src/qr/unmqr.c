/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Products with Q = Q1 Q2 ... of a QR factorization, and its columns (ungqr). Each block reflector
 * updates all tiles of C before the next one. */

#include "qr.h"

void sl_unmqr_tasks(starling_side side, starling_trans trans, starling_matrix *A, bool triangular,
                    starling_matrix *C, starling_sequence *seq)
{
    bool left = side == STARLING_LEFT, forward = left == (trans != STARLING_NOTRANS);
    int64_t steps = sl_reflectors_steps(A), tiles = left ? C->nt : C->mt;
    bool reversed = sl_reflectors_are_reversed(A);

    if (reversed) { /* J Q J C = J (Q (J C J)) J */
        sl_insert_flip(seq, A);
        sl_insert_flip(seq, C);
    }
    sl_reflectors_complete(A, seq);
    for (int64_t n = 0; n < steps && !sl_failed(seq); n++) {
        int64_t k = forward ? n : steps - 1 - n;
        int urgent = (int)SL_MIN(INT32_MAX, steps - n);
        starpu_data_handle_t T;
        struct sl_panel s = sl_reflectors_panel(A, k, &T);
        sl_step(seq, n);
        for (int64_t v = triangular ? k * A->nb / C->nb : 0; v < tiles; v++) /* Cv = op(Qk) Cv */
            sl_insert_unmqr(seq, urgent, side, trans, &s, T,
                            left ? sl_tile_of(C, 0, v) : sl_tile_of(C, v, 0));
    }
    if (reversed) {
        sl_insert_flip(seq, A);
        sl_insert_flip(seq, C);
    }
    for (int64_t v = 0; v < tiles; v++)
        sl_write_back(seq, left ? sl_tile_of(C, 0, v) : sl_tile_of(C, v, 0));
}

int sl_unmqr_checked(const char *routine, starling_side side, starling_trans trans,
                     starling_matrix *A, bool has_q, const char *factored, starling_matrix *C,
                     starling_sequence *seq)
{
    SL_ARG_OF(routine, 5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, C);
    SL_SEQ_ARG_OF(routine, seq, 1, side, side == STARLING_LEFT || side == STARLING_RIGHT, "L or R");
    SL_SEQ_ARG_OF(routine, seq, 2, trans, sl_is_qr_trans(trans, A), SL_QR_TRANS);
    SL_SEQ_ARG_OF(routine, seq, 3, A, has_q, "%s", factored);
    SL_SEQ_ARG_OF(routine, seq, 4, C, C != NULL && C != A && C->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG_OF(routine, seq, 4, C, sl_fits_q(side, A->m, C), SL_FITS_Q, (long long)A->m,
                  (long long)A->m);
    sl_operation(seq);
    sl_unmqr_tasks(side, trans, A, false, C, seq);
    return 0;
}

int sl_ungqr_tasks(starling_matrix *A, starling_matrix *Q, starling_sequence *seq)
{
    int info = starling_laset_submit(STARLING_GENERAL, 0, 1, Q, seq);
    sl_operation(seq);
    if (info == 0)
        sl_unmqr_tasks(STARLING_LEFT, STARLING_NOTRANS, A, true, Q, seq);
    return info;
}

int starling_unmqr_submit(starling_side side, starling_trans trans, starling_matrix *A,
                          starling_matrix *C, starling_sequence *seq)
{
    bool has_q = A != NULL && sl_reflectors_of(A) != NULL;
    return sl_unmqr_checked(__func__, side, trans, A, has_q, SL_QR_FACTORED, C, seq);
}

int starling_unmqr(starling_side side, starling_trans trans, starling_matrix *A, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_unmqr_submit(side, trans, A, C, seq));
}

int starling_ungqr_submit(starling_matrix *A, starling_matrix *Q, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, Q);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_reflectors_of(A) != NULL, SL_QR_FACTORED);
    SL_SEQ_ARG(seq, 2, Q, Q != NULL && Q != A && Q->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 2, Q, sl_fits_q(STARLING_LEFT, A->m, Q) && Q->n <= A->m,
               "of %lld rows and at most as many columns, in block columns", (long long)A->m);
    return sl_ungqr_tasks(A, Q, seq);
}

int starling_ungqr(starling_matrix *A, starling_matrix *Q)
{
    SL_SYNCHRONOUS(starling_ungqr_submit(A, Q, seq));
}

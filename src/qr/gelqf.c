/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LQ factorization A = L Q by the QR factorization of A^H = Q^H L^H: its reflectors are the same,
 * so all work is done on conjugate transposes. A is in block rows. A block row of A is a block
 * column of A^H. */

#include "qr.h"

int sl_adjoint_make(const starling_matrix *A, starling_matrix **AH)
{
    return starling_matrix_create(AH, A->prec, A->n, A->m, SL_MAX(1, A->n), A->mb);
}

void sl_to_adjoint(starling_matrix *A, starling_matrix *AH, starling_sequence *seq)
{
    for (int64_t i = 0; i < A->mt && AH->nt > 0 && AH->mt > 0; i++)
        sl_insert_omatcopy(seq, sl_tile_of(A, i, 0), sl_tile_of(AH, 0, i));
}

void sl_from_adjoint(starling_matrix *AH, starling_matrix *A, starling_sequence *seq)
{
    for (int64_t i = 0; i < A->mt && A->nt > 0; i++) {
        sl_insert_omatcopy(seq, sl_tile_of(AH, 0, i), sl_tile_of(A, i, 0));
        sl_write_back(seq, sl_tile_of(A, i, 0));
    }
}

int starling_gelqf_submit(starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(2, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_lq_tiles(A), SL_LQ_TILES);
    starling_matrix *AH;
    int info = sl_adjoint_make(A, &AH);
    if (info != 0)
        return sl_sequence_error(seq, info);
    sl_operation(seq);
    sl_to_adjoint(A, AH, seq);
    info = sl_geqrf_tasks(AH, NULL, seq);
    if (info == 0) {
        sl_from_adjoint(AH, A, seq);
        sl_reflectors_move(seq, AH, A, true);
    }
    sl_matrix_free(seq, AH);
    return info;
}

int starling_gelqf(starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_gelqf_submit(A, seq));
}

/* C = op(Q) C or C op(Q), with Q the adjoint of the one that QR of A^H has. */
static int multiply(starling_side side, starling_trans trans, starling_matrix *A, bool triangular,
                    starling_matrix *C, starling_sequence *seq)
{
    bool no = trans == STARLING_NOTRANS;
    starling_matrix *AH;
    int info = sl_adjoint_make(A, &AH);
    if (info != 0)
        return sl_sequence_error(seq, info);
    sl_operation(seq);
    sl_to_adjoint(A, AH, seq);
    sl_reflectors_move(seq, A, AH, false);
    sl_unmqr_tasks(side, no ? STARLING_CONJTRANS : STARLING_NOTRANS, AH, triangular, C, seq);
    sl_reflectors_move(seq, AH, A, true);
    sl_matrix_free(seq, AH);
    return 0;
}

int starling_unmlq_submit(starling_side side, starling_trans trans, starling_matrix *A,
                          starling_matrix *C, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, C);
    SL_SEQ_ARG(seq, 1, side, side == STARLING_LEFT || side == STARLING_RIGHT, "L or R");
    SL_SEQ_ARG(seq, 2, trans, sl_is_qr_trans(trans, A), SL_QR_TRANS);
    SL_SEQ_ARG(seq, 3, A, A != NULL && sl_row_reflectors_of(A) != NULL, SL_LQ_FACTORED);
    SL_SEQ_ARG(seq, 4, C, C != NULL && C != A && C->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 4, C, sl_fits_q(side, A->n, C), SL_FITS_Q, (long long)A->n, (long long)A->n);
    return multiply(side, trans, A, false, C, seq);
}

int starling_unmlq(starling_side side, starling_trans trans, starling_matrix *A, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_unmlq_submit(side, trans, A, C, seq));
}

int starling_unglq_submit(starling_matrix *A, starling_matrix *Q, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, Q);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_row_reflectors_of(A) != NULL, SL_LQ_FACTORED);
    SL_SEQ_ARG(seq, 2, Q, Q != NULL && Q != A && Q->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 2, Q, sl_fits_q(STARLING_RIGHT, A->n, Q) && Q->m <= A->n,
               "of %lld columns and at most as many rows, in block rows", (long long)A->n);
    starling_matrix *QH;
    int info = sl_adjoint_make(Q, &QH);
    if (info != 0)
        return sl_sequence_error(seq, info);
    starling_laset_submit(STARLING_GENERAL, 0, 1, QH, seq);
    info = multiply(STARLING_LEFT, STARLING_CONJTRANS, A, true, QH, seq);
    sl_from_adjoint(QH, Q, seq);
    sl_matrix_free(seq, QH);
    return info;
}

int starling_unglq(starling_matrix *A, starling_matrix *Q)
{
    SL_SYNCHRONOUS(starling_unglq_submit(A, Q, seq));
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves op(A) X = B by QR of a high A, or of A^H if A is wide: W = Q R is A or A^H.
 *   W X = B, least squares:      X = R^-1 (Q^H B)
 *   W^H X = B, minimum norm:     X = Q (R^-H B)
 * As in LAPACK, W and B are brought into the range of their precision before, and the solution with
 * a zero matrix is zero. */

#include "qr.h"
#include "src/blas3/blas3.h"

static void least_squares(starling_matrix *W, starling_matrix *B, starling_sequence *seq)
{
    sl_unmqr_tasks(STARLING_LEFT, STARLING_CONJTRANS, W, false, B, seq);
    sl_substitute(STARLING_UPPER, STARLING_NOTRANS, W, false, B, seq);
}

void sl_zero_rows(int64_t above, starling_matrix *B, starling_sequence *seq)
{
    for (int64_t v = 0; v < B->nt && above < B->m; v++)
        sl_insert_zero_rows(seq, above, sl_tile_of(B, 0, v));
}

static void minimum_norm(starling_matrix *W, starling_matrix *B, starling_sequence *seq)
{
    sl_zero_rows(W->n, B, seq);
    sl_substitute(STARLING_UPPER, STARLING_CONJTRANS, W, false, B, seq);
    sl_unmqr_tasks(STARLING_LEFT, STARLING_NOTRANS, W, false, B, seq);
}

struct sl_scales sl_scales_make(void)
{
    return (struct sl_scales){sl_temporary(3, 1, sizeof(double)),
                              sl_temporary(3, 1, sizeof(double))};
}

void sl_scales_free(starling_sequence *seq, struct sl_scales s)
{
    sl_temporary_free(seq, s.w);
    sl_temporary_free(seq, s.b);
}

void sl_scale_system(struct sl_scales s, starling_matrix *W, int64_t key, int64_t rows,
                     starling_matrix *B, starling_sequence *seq)
{
    sl_insert_sigma(seq, SL_SHAPE_GENERAL, 0, W, s.w, key);
    sl_insert_sigma(seq, SL_SHAPE_GENERAL, rows, B, s.b, -1);
    for (int64_t j = 0; j < W->nt; j++)
        sl_insert_rescale(seq, s.w, false, sl_tile_of(W, 0, j));
    for (int64_t v = 0; v < B->nt; v++)
        sl_insert_rescale(seq, s.b, false, sl_tile_of(B, 0, v));
}

void sl_unscale_solution(struct sl_scales s, int64_t rows, starling_matrix *B,
                         starling_sequence *seq)
{
    for (int64_t v = 0; v < B->nt; v++) {
        sl_tile Bv = sl_tile_of(B, 0, v);
        sl_insert_zero_if_zero(seq, s.w, Bv);
        sl_insert_rescale_rows(seq, s.w, rows, Bv);
        sl_insert_rescale(seq, s.b, true, Bv);
    }
}

static int factor_and_solve(bool least, starling_matrix *W, starling_matrix *B, struct sl_scales s,
                            starling_sequence *seq)
{
    struct sl_rank rank = {.key = sl_operation(seq), .sigma = s.w};
    sl_scale_system(s, W, -1, least ? W->m : W->n, B, seq);
    int info = sl_geqrf_tasks(W, &rank, seq);
    if (info != 0)
        return info;
    if (seq->waits) /* no division by zero if the caller waits anyway */
        sl_sequence_idle(seq);
    if (least)
        least_squares(W, B, seq);
    else
        minimum_norm(W, B, seq);
    sl_unscale_solution(s, least ? W->n : W->m, B, seq);
    return 0;
}

static int solve(bool least, starling_matrix *W, starling_matrix *B, starling_sequence *seq)
{
    int info = 0;
    if (W->n == 0) { /* as in LAPACK */
        info = sl_geqrf_tasks(W, NULL, seq);
        sl_zero_rows(0, B, seq);
    } else {
        struct sl_scales s = sl_scales_make();
        info = factor_and_solve(least, W, B, s, seq);
        sl_scales_free(seq, s);
    }
    for (int64_t v = 0; v < B->nt; v++)
        sl_write_back(seq, sl_tile_of(B, 0, v));
    return info;
}

int starling_gels_submit(starling_trans trans, starling_matrix *A, starling_matrix *B,
                         starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, trans, sl_is_qr_trans(trans, A), SL_QR_TRANS);
    SL_SEQ_ARG(seq, 2, A, A != NULL && (A->m >= A->n ? sl_qr_tiles(A) : sl_lq_tiles(A)),
               "m >= n: a matrix in block columns; m < n: in block rows");
    SL_SEQ_ARG(seq, 3, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 3, B, sl_fits_q(STARLING_LEFT, SL_MAX(A->m, A->n), B),
               "of %lld rows in block columns", (long long)SL_MAX(A->m, A->n));
    bool high = A->m >= A->n;
    if (high)
        return solve(trans == STARLING_NOTRANS, A, B, seq);
    starling_matrix *W;
    int info = sl_adjoint_make(A, &W);
    if (info != 0)
        return sl_sequence_error(seq, info);
    sl_to_adjoint(A, W, seq);
    info = solve(trans != STARLING_NOTRANS, W, B, seq);
    sl_from_adjoint(W, A, seq);
    if (info == 0)
        sl_reflectors_move(seq, W, A, true);
    sl_matrix_free(seq, W);
    return info;
}

int starling_gels(starling_trans trans, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_gels_submit(trans, A, B, seq));
}

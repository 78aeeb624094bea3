/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Least squares of minimum norm for an A of any rank, X = A^+ B (Golub and Kahan, SIAM J. Numer.
 * Anal. 2, 1965). W = Q R is A or A^H, not wider than high, and R = U S V^H:
 *   A = W:     X = V S^+ U^H (Q^H B)
 *   A = W^H:   X = Q (U S^+ V^H B)
 * S^+ has 1/s, and 0 for those values that count as zero. A and B are brought into the range of
 * their precision before. */

#include "svd.h"

/* The data of one operation; k is the order of R. */
struct gelsd {
    starling_sequence *seq;
    int64_t k;
    bool least; /* A is not wider than high */
    starling_matrix *W, *R, *U, *VT;
    starling_matrix *Y, *C; /* k rows, in tiles as wide as those of B */
    starpu_data_handle_t inverse;
    struct sl_scales scales;
};

static int make(struct gelsd *s, starling_matrix *A, starling_matrix *B)
{
    starling_precision prec = A->prec;
    int64_t k = s->k, nb = A->nb;
    s->inverse = sl_temporary(k, 1, sl_sizeof(prec));
    s->scales = sl_scales_make();
    int info = 0;
    if (!s->least)
        info = starling_matrix_create(&s->W, prec, A->n, A->m, A->n, nb);
    if (info == 0)
        info = starling_matrix_create(&s->R, prec, k, k, k, nb);
    if (info == 0)
        info = starling_matrix_create(&s->U, prec, k, k, nb, nb);
    if (info == 0)
        info = starling_matrix_create(&s->VT, prec, k, k, nb, nb);
    if (info == 0)
        info = starling_matrix_create(&s->Y, prec, k, B->n, nb, B->nb);
    if (info == 0)
        info = starling_matrix_create(&s->C, prec, k, B->n, nb, B->nb);
    return info;
}

static void end(struct gelsd *s)
{
    starling_matrix *all[] = {s->least ? NULL : s->W, s->R, s->U, s->VT, s->Y, s->C};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(s->seq, all[i]);
    sl_temporary_free(s->seq, s->inverse);
    sl_scales_free(s->seq, s->scales);
}

/* R, of W = A or A^H. A square W is its own R, with Q = I. */
static int factor(struct gelsd *s, starling_matrix *A)
{
    int info = 0;
    if (s->least)
        s->W = A;
    else
        info = sl_copy_op(true, A, s->W, s->seq);
    if (info != 0 || s->W->m == s->k)
        return info != 0 ? info : starling_lacpy_submit(STARLING_GENERAL, s->W, s->R, s->seq);
    info = sl_geqrf_tasks(s->W, NULL, s->seq);
    for (int64_t j = 0; j < s->R->nt && info == 0; j++)
        sl_insert_ge_upper(s->seq, s->W, s->R, j);
    return info;
}

static void multiply_q(struct gelsd *s, starling_trans trans, starling_matrix *B)
{
    if (s->W->m > s->k)
        sl_unmqr_tasks(STARLING_LEFT, trans, s->W, false, B, s->seq);
}

/* Y = the first rows of B, or these rows = Y. */
static void first_rows(struct gelsd *s, bool into_b, starling_matrix *B)
{
    for (int64_t v = 0; v < B->nt; v++)
        for (int64_t i = 0; i < s->Y->mt; i++) {
            sl_tile Y = sl_tile_of(s->Y, i, v), Bv = sl_tile_of(B, 0, v);
            sl_insert_common(s->seq, into_b ? Y : Bv, into_b ? Bv : Y);
        }
}

/* Y = V S^+ U^H Y, or U S^+ V^H Y */
static int apply(struct gelsd *s)
{
    starling_trans no = STARLING_NOTRANS, trans = s->least ? STARLING_CONJTRANS : no;
    starling_matrix *first = s->least ? s->U : s->VT, *last = s->least ? s->VT : s->U;
    int info = starling_gemm_submit(trans, no, 1, first, s->Y, 0, s->C, s->seq);
    if (info == 0)
        sl_scale_rows(s->inverse, s->C, s->seq);
    return info != 0 ? info : starling_gemm_submit(trans, no, 1, last, s->C, 0, s->Y, s->seq);
}

static int solve(struct gelsd *s, starling_matrix *A, starling_matrix *B, starling_matrix *S,
                 double rcond, int64_t *rank)
{
    int64_t key = sl_operation(s->seq), m = A->m, n = A->n;
    sl_scale_system(s->scales, A, key, m, B, s->seq);
    int info = factor(s, A);
    if (info == 0) /* R = U S V^H */
        info = sl_gesvd_tasks(s->R, S, s->U, s->VT, key + n - s->k, s->seq);
    if (info != 0)
        return info;
    sl_insert_pinv_values(s->seq, A->prec, S, rcond, s->inverse, rank);
    sl_insert_rescale(s->seq, s->scales.w, true, sl_tile_of(S, 0, 0));
    if (s->least)
        multiply_q(s, STARLING_CONJTRANS, B);
    first_rows(s, false, B);
    info = apply(s);
    if (!s->least)
        sl_zero_rows(s->k, B, s->seq);
    first_rows(s, true, B);
    if (!s->least)
        multiply_q(s, STARLING_NOTRANS, B);
    sl_unscale_solution(s->scales, n, B, s->seq);
    return info;
}

int starling_gelsd_submit(starling_matrix *A, starling_matrix *B, starling_matrix *S, double rcond,
                          int64_t *rank, starling_sequence *seq)
{
    SL_ARG(6, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_qr_tiles(A), SL_QR_TILES);
    SL_SEQ_ARG(seq, 2, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 2, B, sl_fits_q(STARLING_LEFT, SL_MAX(A->m, A->n), B),
               "of %lld rows in block columns", (long long)SL_MAX(A->m, A->n));
    struct gelsd s = {.seq = seq, .k = SL_MIN(A->m, A->n), .least = A->m >= A->n};
    SL_SEQ_ARG(seq, 3, S, sl_is_column(S, A->prec, s.k),
               "a real column of %lld numbers in one tile", (long long)s.k);
    SL_SEQ_ARG(seq, 4, rcond, rcond == rcond, "a number");
    SL_SEQ_ARG(seq, 5, rank, rank != NULL, "where the rank goes");
    *rank = 0;
    if (s.k == 0) {
        sl_zero_rows(0, B, seq);
        return 0;
    }
    int info = make(&s, A, B);
    if (info == 0)
        info = solve(&s, A, B, S, rcond < 0 ? -0.5 : rcond /* LAPACK's eps */, rank);
    end(&s);
    sl_write_back_all(seq, B);
    sl_write_back_all(seq, S);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_gelsd(starling_matrix *A, starling_matrix *B, starling_matrix *S, double rcond,
                   int64_t *rank)
{
    SL_SYNCHRONOUS(starling_gelsd_submit(A, B, S, rcond, rank, seq));
}

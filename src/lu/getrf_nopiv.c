/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU factorization without interchanges, A = L U, right-looking by square tiles (Buttari, Langou,
 * Kurzak, Dongarra, Parallel Computing 35, 2009), and solutions with it. Without interchanges there
 * are no panels: the tiles of a row and of a column are solved at the same time. */

#include "src/blas3/blas3.h"
#include "lu.h"

/* The length of the longest chain of tasks after the update of tile (i, j) in step k. */
static int priority(const starling_matrix *A, int64_t k, int64_t i, int64_t j)
{
    return (int)SL_MAX(0, SL_MIN(INT32_MAX, 3 * SL_MIN(A->mt, A->nt) - k - i - j));
}

static void factor(starling_matrix *A, int64_t key, starling_sequence *seq)
{
    starling_trans no = STARLING_NOTRANS;
    for (int64_t k = 0; k < SL_MIN(A->mt, A->nt) && !sl_failed(seq); k++) {
        sl_step(seq, k);
        sl_tile Akk = sl_tile_of(A, k, k);
        int64_t order = SL_MIN(sl_rows(Akk), sl_cols(Akk));
        struct sl_inverse L = sl_inverse_create(A, order, k + 1 < A->nt ? A->nb : 0),
                          U = sl_inverse_create(A, order, k + 1 < A->mt ? A->mb : 0);
        int urgent = priority(A, k, k, k);

        sl_insert_getrf_nopiv(seq, urgent, Akk, key + k * A->nb); /* Akk = Lkk Ukk */
        sl_insert_trtri_diag(seq, urgent, STARLING_LOWER, STARLING_UNIT, Akk, sl_handle(Akk), 0,
                             order, L);
        sl_insert_trtri_diag(seq, urgent, STARLING_UPPER, STARLING_NONUNIT, Akk, sl_handle(Akk), 0,
                             order, U);

        for (int64_t j = k + 1; j < A->nt; j++) /* Akj = Lkk^-1 Akj */
            sl_insert_trsm(seq, priority(A, k, k, j), STARLING_LEFT, STARLING_LOWER, no,
                           STARLING_UNIT, 1, Akk, L, sl_tile_of(A, k, j));
        for (int64_t i = k + 1; i < A->mt; i++) /* Aik = Aik Ukk^-1 */
            sl_insert_trsm(seq, priority(A, k, i, k), STARLING_RIGHT, STARLING_UPPER, no,
                           STARLING_NONUNIT, 1, Akk, U, sl_tile_of(A, i, k));
        sl_inverse_free(seq, &L);
        sl_inverse_free(seq, &U);

        for (int64_t j = k + 1; j < A->nt; j++)
            for (int64_t i = k + 1; i < A->mt; i++) /* Aij = Aij - Aik Akj */
                sl_insert_gemm(seq, priority(A, k, i, j), no, no, -1, sl_tile_of(A, i, k),
                               sl_tile_of(A, k, j), 1, sl_tile_of(A, i, j));

        for (int64_t i = k; i < A->mt; i++) /* finished tiles go home meanwhile */
            sl_write_back(seq, sl_tile_of(A, i, k));
        for (int64_t j = k + 1; j < A->nt; j++)
            sl_write_back(seq, sl_tile_of(A, k, j));
    }
}

/* Square tiles; a matrix of one tile may have any size. */
static bool has_square_tiles(const starling_matrix *A)
{
    return (A->mt <= 1 && A->nt <= 1) || A->mb == A->nb;
}
#define SQUARE_TILES_OF_LU "a matrix in square tiles (mb = nb)"

int starling_getrf_nopiv_submit(starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(2, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, A, A != NULL && has_square_tiles(A), SQUARE_TILES_OF_LU);
    factor(A, sl_operation(seq), seq);
    return 0;
}

int starling_getrf_nopiv(starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_getrf_nopiv_submit(A, seq));
}

/* The arguments A and B of getrs_nopiv and gesv_nopiv, from position `at` on. */
static int check_system(const char *routine, int at, starling_matrix *A, starling_matrix *B,
                        starling_sequence *seq)
{
    SL_SEQ_ARG_OF(routine, seq, at, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_SEQ_ARG_OF(routine, seq, at + 1, B, B != NULL && B != A && B->prec == A->prec,
                  SL_OTHER_THAN_A);
    SL_SEQ_ARG_OF(routine, seq, at + 1, B, B->m == A->n && sl_same_cut(B->mt, B->mb, A->nt, A->nb),
                  "of %lld rows in tiles of %lld", (long long)A->n, (long long)A->nb);
    return 0;
}

int starling_getrs_nopiv_submit(starling_trans trans, starling_matrix *A, starling_matrix *B,
                                starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B);
    SL_SEQ_ARG(seq, 1, trans, sl_valid_trans(trans), "N, T or C");
    int info = check_system(__func__, 2, A, B, seq);
    if (info != 0)
        return info;
    bool no = trans == STARLING_NOTRANS; /* L U X = B, or op(U) op(L) X = B */
    const struct sl_triangle L = {STARLING_LOWER, trans, STARLING_UNIT},
                             U = {STARLING_UPPER, trans, STARLING_NONUNIT},
                             factors[] = {no ? L : U, no ? U : L};
    if (sl_is_trsv(A, B)) {
        sl_operation(seq);
        sl_trsv(1, 2, factors, A, B, seq);
        return 0;
    }
    for (int f = 0; f < 2; f++)
        starling_trsm_submit(STARLING_LEFT, factors[f].uplo, trans, factors[f].diag, 1, A, B, seq);
    return 0;
}

int starling_getrs_nopiv(starling_trans trans, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_getrs_nopiv_submit(trans, A, B, seq));
}

static int check_gesv(const char *routine, starling_matrix *A, starling_matrix *B,
                      starling_sequence *seq)
{
    SL_ARG_OF(routine, 3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B);
    return check_system(routine, 1, A, B, seq);
}

int starling_gesv_nopiv_submit(starling_matrix *A, starling_matrix *B, starling_sequence *seq)
{
    int info = check_gesv(__func__, A, B, seq);
    if (info != 0)
        return info;
    starling_getrf_nopiv_submit(A, seq);
    return starling_getrs_nopiv_submit(STARLING_NOTRANS, A, B, seq);
}

/* B stays as it was if a pivot is zero: the solution is submitted once that is known. */
static int factor_and_solve(const char *routine, starling_matrix *A, starling_matrix *B,
                            starling_sequence *seq)
{
    int info = check_gesv(routine, A, B, seq);
    if (info != 0)
        return info;
    starling_getrf_nopiv_submit(A, seq);
    sl_sequence_idle(seq);
    return sl_has_failed(seq) ? 0 : starling_getrs_nopiv_submit(STARLING_NOTRANS, A, B, seq);
}

int starling_gesv_nopiv(starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(factor_and_solve(__func__, A, B, seq));
}

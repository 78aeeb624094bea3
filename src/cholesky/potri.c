/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The inverse of a triangle (trtri), the product of a triangle with its conjugate transpose
 * (lauum), and from both the inverse of a positive definite matrix (potri): A = L L^H, so that
 * A^-1 = L^-H L^-1 (Agullo, Bouwmeester, Dongarra, Kurzak, Langou, Rosenberg, VECPAR 2010). In
 * place, by tiles: row k is final for the first when the second begins with it. Upper triangles are
 * lower ones seen through L = U^H. */

#include "cholesky.h"

/* Tile (i, j) of the triangle seen as lower. */
static sl_tile tile(starling_uplo uplo, starling_matrix *A, int64_t i, int64_t j)
{
    return uplo == STARLING_LOWER ? sl_tile_of(A, i, j) : sl_tile_of(A, j, i);
}

/* Rows that come first are urgent: all others wait for them. */
static int priority(const starling_matrix *A, int64_t k)
{
    return (int)SL_MIN(INT32_MAX, A->nt - k);
}

/* C = C + A B, of tiles seen as lower ones: of an upper triangle the transposes, B^H A^H. */
static void product(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A, sl_tile B,
                    sl_tile C)
{
    bool lower = uplo == STARLING_LOWER;
    sl_insert_gemm(seq, priority, STARLING_NOTRANS, STARLING_NOTRANS, 1, lower ? A : B,
                   lower ? B : A, 1, C);
}

/* C = C + A^H B, in the same way. */
static void product_h(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A, sl_tile B,
                      sl_tile C)
{
    bool lower = uplo == STARLING_LOWER;
    starling_trans no = STARLING_NOTRANS, tr = STARLING_CONJTRANS;
    sl_insert_gemm(seq, priority, lower ? tr : no, lower ? no : tr, 1, lower ? A : B, lower ? B : A,
                   1, C);
}

/* A zero on the diagonal is a failure with its index. */
static void insert_check(starling_diag diag, starling_matrix *A, starling_sequence *seq)
{
    int64_t operation = sl_operation(seq);
    for (int64_t k = 0; k < A->nt && diag == STARLING_NONUNIT; k++)
        sl_insert_trtri_check(seq, sl_tile_of(A, k, k), operation + k * A->nb);
}

static void trtri_tasks(starling_uplo uplo, starling_diag diag, starling_matrix *A,
                        starling_sequence *seq)
{
    bool lower = uplo == STARLING_LOWER;
    starling_side right = lower ? STARLING_RIGHT : STARLING_LEFT;
    starling_side left = lower ? STARLING_LEFT : STARLING_RIGHT;
    starling_trans no = STARLING_NOTRANS;

    for (int64_t k = 0; k < A->nt && !sl_failed(seq); k++) {
        sl_tile Akk = sl_tile_of(A, k, k);
        int urgent = priority(A, k);
        struct sl_inverse inverse = sl_inverse_create(A, sl_cols(Akk), SL_MIN(A->nb, A->n));
        sl_step(seq, k);
        sl_insert_trtri_diag(seq, urgent, uplo, diag, Akk, sl_handle(Akk), 0, sl_cols(Akk), inverse);

        for (int64_t m = k + 1; m < A->nt; m++) /* Amk = -Amk Akk^-1 */
            sl_insert_trsm(seq, priority(A, m), right, uplo, no, diag, -1, Akk, inverse,
                           tile(uplo, A, m, k));
        for (int64_t n = 0; n < k; n++) {
            for (int64_t m = k + 1; m < A->nt; m++) /* Amn = Amn + Amk Akn */
                product(seq, priority(A, m), uplo, tile(uplo, A, m, k), tile(uplo, A, k, n),
                        tile(uplo, A, m, n));

            /* Akn = Akk^-1 Akn */
            sl_insert_trsm(seq, urgent, left, uplo, no, diag, 1, Akk, inverse, tile(uplo, A, k, n));
        }
        sl_insert_trtri(seq, urgent, uplo, diag, Akk, inverse); /* Akk = Akk^-1 */
        sl_inverse_free(seq, &inverse);
    }
}

static void lauum_tasks(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    bool lower = uplo == STARLING_LOWER;
    starling_side left = lower ? STARLING_LEFT : STARLING_RIGHT;
    starling_trans no = STARLING_NOTRANS, tr = STARLING_CONJTRANS;

    for (int64_t k = 0; k < A->nt && !sl_failed(seq); k++) {
        sl_tile Akk = sl_tile_of(A, k, k);
        int urgent = priority(A, k);
        sl_step(seq, k);
        for (int64_t n = 0; n < k; n++) {
            sl_tile Akn = tile(uplo, A, k, n);
            for (int64_t m = n + 1; m < k; m++) /* Amn = Amn + Akm^H Akn */
                product_h(seq, urgent, uplo, tile(uplo, A, k, m), Akn, tile(uplo, A, m, n));

            /* Ann = Ann + Akn^H Akn */
            sl_insert_herk(seq, urgent, true, uplo, lower ? tr : no, 1, Akn, 1, sl_tile_of(A, n, n));
        }
        for (int64_t n = 0; n < k; n++) /* Akn = Akk^H Akn */
            sl_insert_trmm(seq, urgent, left, uplo, tr, STARLING_NONUNIT, 1, Akk,
                           tile(uplo, A, k, n));
        sl_insert_lauum(seq, urgent, uplo, Akk); /* Akk = Akk^H Akk */
    }
}

static void write_back(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    for (int64_t j = 0; j < A->nt; j++)
        for (int64_t i = j; i < A->nt; i++)
            sl_write_back(seq, tile(uplo, A, i, j));
}

/* Whether tasks may change A: it stays as it is where it is singular, if the caller waits anyway. */
static bool is_regular(starling_diag diag, starling_matrix *A, starling_sequence *seq)
{
    insert_check(diag, A, seq);
    if (!seq->waits)
        return true;
    sl_sequence_idle(seq);
    return !sl_has_failed(seq);
}

int starling_trtri_submit(starling_uplo uplo, starling_diag diag, starling_matrix *A,
                          starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 2, diag, diag == STARLING_UNIT || diag == STARLING_NONUNIT, "N or U");
    SL_SEQ_ARG(seq, 3, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    if (!is_regular(diag, A, seq))
        return 0;
    trtri_tasks(uplo, diag, A, seq);
    write_back(uplo, A, seq);
    return 0;
}

int starling_trtri(starling_uplo uplo, starling_diag diag, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_trtri_submit(uplo, diag, A, seq));
}

int starling_lauum_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 2, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    sl_operation(seq);
    lauum_tasks(uplo, A, seq);
    write_back(uplo, A, seq);
    return 0;
}

int starling_lauum(starling_uplo uplo, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_lauum_submit(uplo, A, seq));
}

int starling_potri_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 2, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    if (!is_regular(STARLING_NONUNIT, A, seq))
        return 0;
    trtri_tasks(uplo, STARLING_NONUNIT, A, seq);
    lauum_tasks(uplo, A, seq);
    write_back(uplo, A, seq);
    return 0;
}

int starling_potri(starling_uplo uplo, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_potri_submit(uplo, A, seq));
}

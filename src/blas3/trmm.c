/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Products with a triangle, in place: B = alpha op(A) B. Step k adds what row k of B contributes to
 * the rows that are multiplied already, and multiplies row k. It begins with the row that no other
 * needs. B = alpha B op(A) is the same with rows and columns exchanged. */

#include "src/tasks/tasks.h"

static void trmm_tasks(starling_side side, starling_uplo uplo, starling_trans trans,
                       starling_diag diag, double _Complex alpha, starling_matrix *A,
                       starling_matrix *B, starling_sequence *seq)
{
    bool left = side == STARLING_LEFT, no = trans == STARLING_NOTRANS;
    /* If op(A) is lower, no other needs the last row (left) or the first column (right). */
    bool forward = ((uplo == STARLING_LOWER) == no) != left;
    int64_t steps = A->nt, vectors = left ? B->nt : B->mt;

    for (int64_t s = 0; s < steps && !sl_failed(seq); s++) {
        int64_t k = forward ? s : steps - 1 - s;
        sl_tile Akk = sl_tile_of(A, k, k);
        int priority = (int)SL_MIN(steps - s, INT32_MAX);
        sl_step(seq, s);

        for (int64_t r = 0; r < s; r++) {
            int64_t i = forward ? r : steps - 1 - r;
            /* The tile of A by which row or column k contributes to i. */
            sl_tile Aik = left == no ? sl_tile_of(A, i, k) : sl_tile_of(A, k, i);
            for (int64_t v = 0; v < vectors; v++) {
                if (left) /* Biv += alpha op(A)ik Bkv */
                    sl_insert_gemm(seq, priority, trans, STARLING_NOTRANS, alpha, Aik,
                                   sl_tile_of(B, k, v), 1, sl_tile_of(B, i, v));
                else /* Bvi += alpha Bvk op(A)ki */
                    sl_insert_gemm(seq, priority, STARLING_NOTRANS, trans, alpha,
                                   sl_tile_of(B, v, k), Aik, 1, sl_tile_of(B, v, i));
            }
        }
        for (int64_t v = 0; v < vectors; v++) { /* Bkv = alpha op(A)kk Bkv */
            sl_tile Bkv = left ? sl_tile_of(B, k, v) : sl_tile_of(B, v, k);
            sl_insert_trmm(seq, priority, side, uplo, trans, diag, alpha, Akk, Bkv);
        }
    }
}

int starling_trmm_submit(starling_side side, starling_uplo uplo, starling_trans trans,
                         starling_diag diag, double _Complex alpha, starling_matrix *A,
                         starling_matrix *B, starling_sequence *seq)
{
    SL_ARG(8, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B);
    SL_SEQ_ARG(seq, 1, side, side == STARLING_LEFT || side == STARLING_RIGHT, "L or R");
    SL_SEQ_ARG(seq, 2, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 3, trans, sl_valid_trans(trans), "N, T or C");
    SL_SEQ_ARG(seq, 4, diag, diag == STARLING_UNIT || diag == STARLING_NONUNIT, "N or U");
    SL_SEQ_ARG(seq, 6, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_SEQ_ARG(seq, 7, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    bool left = side == STARLING_LEFT;
    SL_SEQ_ARG(seq, 7, B,
               (left ? B->m : B->n) == A->n &&
                   sl_same_cut(left ? B->mt : B->nt, left ? B->mb : B->nb, A->nt, A->nb),
               "of %lld %s in tiles of %lld", (long long)A->n, left ? "rows" : "columns",
               (long long)A->nb);
    SL_SEQ_SAME(seq, alpha);
    sl_operation(seq);
    if (sl_scalar(B->prec, alpha) == 0) /* as in BLAS, A is not read */
        return starling_laset_submit(STARLING_GENERAL, 0, 0, B, seq);
    trmm_tasks(side, uplo, trans, diag, alpha, A, B, seq);
    return 0;
}

int starling_trmm(starling_side side, starling_uplo uplo, starling_trans trans, starling_diag diag,
                  double _Complex alpha, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_trmm_submit(side, uplo, trans, diag, alpha, A, B, seq));
}

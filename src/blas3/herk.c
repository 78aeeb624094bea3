/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Rank-k updates of one triangle of C: herk with conjugation, syrk without. */

#include "blas3.h"

/* C += alpha op(A) op(A)^x with x = H or T, op(A) = A or A^x. */
static void herk_tasks(bool hermitian, starling_uplo uplo, starling_trans trans,
                       double _Complex alpha, starling_matrix *A, double _Complex beta,
                       starling_matrix *C, starling_sequence *seq)
{
    bool no = trans == STARLING_NOTRANS;
    starling_trans x = hermitian ? STARLING_CONJTRANS : STARLING_TRANS;
    starling_trans ta = no ? STARLING_NOTRANS : x, tb = no ? x : STARLING_NOTRANS;
    int64_t kt = no ? A->nt : A->mt;
    bool product = kt > 0 && sl_scalar(C->prec, alpha) != 0;

    /* as in BLAS, nothing is written, not even the imaginary part of the diagonal */
    if (!product && sl_scalar(C->prec, beta) == 1)
        return;
    for (int64_t n = 0; n < C->nt && !sl_failed(seq); n++) {
        int64_t first = uplo == STARLING_LOWER ? n : 0;
        int64_t end = uplo == STARLING_LOWER ? C->mt : n + 1;
        sl_step(seq, n);
        for (int64_t m = first; m < end; m++) {
            sl_tile Cmn = sl_tile_of(C, m, n);
            if (!product) /* Cmn = beta Cmn */
                sl_insert_lascl(seq, hermitian, m == n ? uplo : STARLING_GENERAL, beta, Cmn);
            for (int64_t k = 0; k < kt && product; k++) {
                sl_tile Amk = no ? sl_tile_of(A, m, k) : sl_tile_of(A, k, m);
                sl_tile Ank = no ? sl_tile_of(A, n, k) : sl_tile_of(A, k, n);
                double _Complex factor = k == 0 ? beta : 1;
                if (m == n) /* Cnn += alpha op(A)nk op(A)nk^x */
                    sl_insert_herk(seq, 0, hermitian, uplo, ta == x ? x : STARLING_NOTRANS, alpha,
                                   Ank, factor, Cmn);
                else /* Cmn += alpha op(A)mk op(A)nk^x */
                    sl_insert_gemm(seq, 0, ta, tb, alpha, Amk, Ank, factor, Cmn);
            }
        }
    }
}

/* Both routines have the same positions of arguments. */
#define CHECK(valid_trans, transposes)                                                             \
    SL_ARG(7, seq, seq != NULL, SL_A_SEQUENCE);                                                    \
    SL_SEQ_MATRICES(seq, A, C);                                                                    \
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");                                       \
    SL_SEQ_ARG(seq, 4, A, A != NULL, SL_A_MATRIX);                                                 \
    SL_SEQ_ARG(seq, 6, C, C != NULL && C != A && sl_square_tiles(C),                               \
               "another matrix than A, square and in square tiles (mb = nb)");                     \
    SL_SEQ_ARG(seq, 2, trans, valid_trans, transposes);                                            \
    SL_SEQ_ARG(seq, 4, A, A->prec == C->prec, "of C's precision");                                 \
    bool no = trans == STARLING_NOTRANS;                                                           \
    SL_SEQ_ARG(seq, 4, A, sl_has_rows_of(C, no, A), "of %lld %s in tiles of %lld",                 \
               (long long)C->n, no ? "rows" : "columns", (long long)C->nb)

int starling_herk_submit(starling_uplo uplo, starling_trans trans, double alpha, starling_matrix *A,
                         double beta, starling_matrix *C, starling_sequence *seq)
{
    CHECK(trans == STARLING_NOTRANS || trans == STARLING_CONJTRANS ||
              (trans == STARLING_TRANS && !sl_is_complex(C->prec)),
          "N or C, of real matrices T too");
    SL_SEQ_SAME(seq, alpha);
    SL_SEQ_SAME(seq, beta);
    sl_operation(seq);
    herk_tasks(true, uplo, trans, alpha, A, beta, C, seq);
    return 0;
}

int starling_syrk_submit(starling_uplo uplo, starling_trans trans, double _Complex alpha,
                         starling_matrix *A, double _Complex beta, starling_matrix *C,
                         starling_sequence *seq)
{
    CHECK(trans == STARLING_NOTRANS || trans == STARLING_TRANS ||
              (trans == STARLING_CONJTRANS && !sl_is_complex(C->prec)),
          "N or T, of real matrices C too");
    SL_SEQ_SAME(seq, alpha);
    SL_SEQ_SAME(seq, beta);
    sl_operation(seq);
    herk_tasks(false, uplo, trans, alpha, A, beta, C, seq);
    return 0;
}

int starling_herk(starling_uplo uplo, starling_trans trans, double alpha, starling_matrix *A,
                  double beta, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_herk_submit(uplo, trans, alpha, A, beta, C, seq));
}

int starling_syrk(starling_uplo uplo, starling_trans trans, double _Complex alpha,
                  starling_matrix *A, double _Complex beta, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_syrk_submit(uplo, trans, alpha, A, beta, C, seq));
}

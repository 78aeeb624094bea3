/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Updates of rank 2k of one triangle of C: her2k with conjugation, syr2k without. */

#include "blas3.h"

/* C += alpha op(A) op(B)^x + alpha' op(B) op(A)^x with x = H or T, op(A) = A or A^x. For H alpha'
 * is the conjugate of alpha, for T it is alpha. */
static void her2k_tasks(bool hermitian, starling_uplo uplo, starling_trans trans,
                        double _Complex alpha, starling_matrix *A, starling_matrix *B,
                        double _Complex beta, starling_matrix *C, starling_sequence *seq)
{
    bool no = trans == STARLING_NOTRANS;
    starling_trans x = hermitian ? STARLING_CONJTRANS : STARLING_TRANS;
    starling_trans first = no ? STARLING_NOTRANS : x, second = no ? x : STARLING_NOTRANS;
    double _Complex other = hermitian ? conj(alpha) : alpha;
    int64_t kt = no ? A->nt : A->mt;
    bool product = kt > 0 && sl_scalar(C->prec, alpha) != 0;

    /* as in BLAS, nothing is written, not even the imaginary part of the diagonal */
    if (!product && sl_scalar(C->prec, beta) == 1)
        return;
    for (int64_t n = 0; n < C->nt && !sl_failed(seq); n++) {
        int64_t top = uplo == STARLING_LOWER ? n : 0;
        int64_t end = uplo == STARLING_LOWER ? C->mt : n + 1;
        sl_step(seq, n);
        for (int64_t m = top; m < end; m++) {
            sl_tile Cmn = sl_tile_of(C, m, n);
            if (!product) /* Cmn = beta Cmn */
                sl_insert_lascl(seq, hermitian, m == n ? uplo : STARLING_GENERAL, beta, Cmn);
            for (int64_t k = 0; k < kt && product; k++) {
                sl_tile Amk = no ? sl_tile_of(A, m, k) : sl_tile_of(A, k, m);
                sl_tile Ank = no ? sl_tile_of(A, n, k) : sl_tile_of(A, k, n);
                sl_tile Bmk = no ? sl_tile_of(B, m, k) : sl_tile_of(B, k, m);
                sl_tile Bnk = no ? sl_tile_of(B, n, k) : sl_tile_of(B, k, n);
                double _Complex factor = k == 0 ? beta : 1;
                if (m == n) { /* Cnn += alpha op(A)nk op(B)nk^x + alpha' op(B)nk op(A)nk^x */
                    sl_insert_her2k(seq, 0, hermitian, uplo, first, alpha, Ank, Bnk, factor, Cmn);
                } else { /* Cmn += alpha op(A)mk op(B)nk^x, and += alpha' op(B)mk op(A)nk^x */
                    sl_insert_gemm(seq, 0, first, second, alpha, Amk, Bnk, factor, Cmn);
                    sl_insert_gemm(seq, 0, first, second, other, Bmk, Ank, 1, Cmn);
                }
            }
        }
    }
}

/* Both routines have the same positions of arguments. */
#define CHECK(valid_trans, transposes)                                                             \
    SL_ARG(8, seq, seq != NULL, SL_A_SEQUENCE);                                                    \
    SL_SEQ_MATRICES(seq, A, B, C);                                                                 \
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");                                       \
    SL_SEQ_ARG(seq, 4, A, A != NULL, SL_A_MATRIX);                                                 \
    SL_SEQ_ARG(seq, 5, B, B != NULL, SL_A_MATRIX);                                                 \
    SL_SEQ_ARG(seq, 7, C, C != NULL && C != A && C != B && sl_square_tiles(C),                     \
               "another matrix than A and B, square and in square tiles (mb = nb)");               \
    SL_SEQ_ARG(seq, 2, trans, valid_trans, transposes);                                            \
    bool no = trans == STARLING_NOTRANS;                                                           \
    SL_SEQ_ARG(seq, 4, A, A->prec == C->prec, "of C's precision");                                 \
    SL_SEQ_ARG(seq, 4, A, sl_has_rows_of(C, no, A), "of %lld %s in tiles of %lld",                 \
               (long long)C->n, no ? "rows" : "columns", (long long)C->nb);                        \
    SL_SEQ_ARG(seq, 5, B, B->prec == C->prec, "of C's precision");                                 \
    SL_SEQ_ARG(seq, 5, B,                                                                          \
               B->m == A->m && B->n == A->n && sl_same_cut(B->mt, B->mb, A->mt, A->mb) &&          \
                   sl_same_cut(B->nt, B->nb, A->nt, A->nb),                                        \
               "%lld x %lld in tiles of %lld x %lld, as A", (long long)A->m, (long long)A->n,      \
               (long long)A->mb, (long long)A->nb)

int starling_her2k_submit(starling_uplo uplo, starling_trans trans, double _Complex alpha,
                          starling_matrix *A, starling_matrix *B, double beta, starling_matrix *C,
                          starling_sequence *seq)
{
    CHECK(trans == STARLING_NOTRANS || trans == STARLING_CONJTRANS ||
              (trans == STARLING_TRANS && !sl_is_complex(C->prec)),
          "N or C, of real matrices T too");
    SL_SEQ_SAME(seq, alpha);
    SL_SEQ_SAME(seq, beta);
    sl_operation(seq);
    her2k_tasks(true, uplo, trans, alpha, A, B, beta, C, seq);
    return 0;
}

int starling_syr2k_submit(starling_uplo uplo, starling_trans trans, double _Complex alpha,
                          starling_matrix *A, starling_matrix *B, double _Complex beta,
                          starling_matrix *C, starling_sequence *seq)
{
    CHECK(trans == STARLING_NOTRANS || trans == STARLING_TRANS ||
              (trans == STARLING_CONJTRANS && !sl_is_complex(C->prec)),
          "N or T, of real matrices C too");
    SL_SEQ_SAME(seq, alpha);
    SL_SEQ_SAME(seq, beta);
    sl_operation(seq);
    her2k_tasks(false, uplo, trans, alpha, A, B, beta, C, seq);
    return 0;
}

int starling_her2k(starling_uplo uplo, starling_trans trans, double _Complex alpha,
                   starling_matrix *A, starling_matrix *B, double beta, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_her2k_submit(uplo, trans, alpha, A, B, beta, C, seq));
}

int starling_syr2k(starling_uplo uplo, starling_trans trans, double _Complex alpha,
                   starling_matrix *A, starling_matrix *B, double _Complex beta, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_syr2k_submit(uplo, trans, alpha, A, B, beta, C, seq));
}

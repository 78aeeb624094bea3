/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* C = alpha A B + beta C or alpha B A + beta C, where one triangle of A is stored: A is Hermitian
 * (hemm) or symmetric (symm). A chain of products for each tile of C, as in gemm. */

#include "blas3.h"

/* What the operation is, and its matrix A. */
struct hemm {
    bool hermitian;
    starling_side side;
    starling_uplo uplo;
    starling_matrix *A;
};

/* C = alpha Aik B + beta C or alpha B Aik + beta C. If tile Aik is not in the stored triangle, it
 * is the transpose of Aki. */
static void product(starling_sequence *seq, const struct hemm *h, double _Complex alpha, int64_t i,
                    int64_t k, sl_tile B, double _Complex beta, sl_tile C)
{
    starling_trans no = STARLING_NOTRANS, x = h->hermitian ? STARLING_CONJTRANS : STARLING_TRANS;
    bool stored = (h->uplo == STARLING_LOWER) == (i > k);
    sl_tile A = stored ? sl_tile_of(h->A, i, k) : sl_tile_of(h->A, k, i);
    if (i == k)
        sl_insert_hemm(seq, 0, h->hermitian, h->side, h->uplo, alpha, A, B, beta, C);
    else if (h->side == STARLING_LEFT)
        sl_insert_gemm(seq, 0, stored ? no : x, no, alpha, A, B, beta, C);
    else
        sl_insert_gemm(seq, 0, no, stored ? no : x, alpha, B, A, beta, C);
}

static void hemm_tasks(const struct hemm *h, double _Complex alpha, starling_matrix *B,
                       double _Complex beta, starling_matrix *C, starling_sequence *seq)
{
    bool any = sl_scalar(C->prec, alpha) != 0;

    if (!any && sl_scalar(C->prec, beta) == 1) /* as in BLAS, nothing is written */
        return;
    for (int64_t n = 0; n < C->nt && !sl_failed(seq); n++) {
        sl_step(seq, n);
        for (int64_t m = 0; m < C->mt; m++) {
            sl_tile Cmn = sl_tile_of(C, m, n);
            if (!any) /* Cmn = beta Cmn, A and B are not read */
                sl_insert_lascl(seq, false, STARLING_GENERAL, beta, Cmn);
            for (int64_t k = 0; k < h->A->nt && any; k++) {
                double _Complex factor = k == 0 ? beta : 1;
                if (h->side == STARLING_LEFT) /* Cmn += alpha Amk Bkn */
                    product(seq, h, alpha, m, k, sl_tile_of(B, k, n), factor, Cmn);
                else /* Cmn += alpha Bmk Akn */
                    product(seq, h, alpha, k, n, sl_tile_of(B, m, k), factor, Cmn);
            }
        }
    }
}

static int hemm_submit(const char *routine, bool hermitian, starling_side side, starling_uplo uplo,
                       double _Complex alpha, starling_matrix *A, starling_matrix *B,
                       double _Complex beta, starling_matrix *C, starling_sequence *seq)
{
    SL_ARG_OF(routine, 8, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B, C);
    SL_SEQ_ARG_OF(routine, seq, 1, side, side == STARLING_LEFT || side == STARLING_RIGHT, "L or R");
    SL_SEQ_ARG_OF(routine, seq, 2, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG_OF(routine, seq, 4, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_SEQ_ARG_OF(routine, seq, 5, B, B != NULL, SL_A_MATRIX);
    SL_SEQ_ARG_OF(routine, seq, 7, C, C != NULL && C != A && C != B, "another matrix than A and B");
    bool left = side == STARLING_LEFT;
    SL_SEQ_ARG_OF(routine, seq, 4, A, A->prec == C->prec, "of C's precision");
    SL_SEQ_ARG_OF(routine, seq, 4, A,
                  A->n == (left ? C->m : C->n) &&
                      sl_same_cut(A->nt, A->nb, left ? C->mt : C->nt, left ? C->mb : C->nb),
                  "of order %lld in tiles of %lld, as C has %s", (long long)(left ? C->m : C->n),
                  (long long)(left ? C->mb : C->nb), left ? "rows" : "columns");
    SL_SEQ_ARG_OF(routine, seq, 5, B, B->prec == C->prec, "of C's precision");
    SL_SEQ_ARG_OF(routine, seq, 5, B,
                  B->m == C->m && B->n == C->n && sl_same_cut(B->mt, B->mb, C->mt, C->mb) &&
                      sl_same_cut(B->nt, B->nb, C->nt, C->nb),
                  "%lld x %lld in tiles of %lld x %lld, as C", (long long)C->m, (long long)C->n,
                  (long long)C->mb, (long long)C->nb);
    SL_SEQ_SAME_OF(routine, seq, alpha);
    SL_SEQ_SAME_OF(routine, seq, beta);
    sl_operation(seq);
    hemm_tasks(&(struct hemm){hermitian, side, uplo, A}, alpha, B, beta, C, seq);
    return 0;
}

int starling_hemm_submit(starling_side side, starling_uplo uplo, double _Complex alpha,
                         starling_matrix *A, starling_matrix *B, double _Complex beta,
                         starling_matrix *C, starling_sequence *seq)
{
    return hemm_submit(__func__, true, side, uplo, alpha, A, B, beta, C, seq);
}

int starling_symm_submit(starling_side side, starling_uplo uplo, double _Complex alpha,
                         starling_matrix *A, starling_matrix *B, double _Complex beta,
                         starling_matrix *C, starling_sequence *seq)
{
    return hemm_submit(__func__, false, side, uplo, alpha, A, B, beta, C, seq);
}

int starling_hemm(starling_side side, starling_uplo uplo, double _Complex alpha, starling_matrix *A,
                  starling_matrix *B, double _Complex beta, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_hemm_submit(side, uplo, alpha, A, B, beta, C, seq));
}

int starling_symm(starling_side side, starling_uplo uplo, double _Complex alpha, starling_matrix *A,
                  starling_matrix *B, double _Complex beta, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_symm_submit(side, uplo, alpha, A, B, beta, C, seq));
}

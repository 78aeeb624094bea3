/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* C = alpha op(A) op(B) + beta C, tile by tile: each tile of C is a chain of products. */

#include "internal.h"
#include "codelets/tasks.h"

/* Tile (i, j) of op(A). */
static sl_tile op(starling_trans trans, starling_matrix *A, int64_t i, int64_t j)
{
    return trans == STARLING_NOTRANS ? sl_tile_of(A, i, j) : sl_tile_of(A, j, i);
}

static void gemm_tasks(starling_trans ta, starling_trans tb, double _Complex alpha,
                       starling_matrix *A, starling_matrix *B, double _Complex beta,
                       starling_matrix *C, starling_sequence *seq)
{
    int64_t kt = ta == STARLING_NOTRANS ? A->nt : A->mt;
    bool product = kt > 0 && sl_scalar(C->prec, alpha) != 0;

    if (!product && sl_scalar(C->prec, beta) == 1) /* BLAS: nothing is written */
        return;
    for (int64_t n = 0; n < C->nt && !sl_failed(seq); n++) {
        sl_step(seq, n);
        for (int64_t m = 0; m < C->mt; m++) {
            sl_tile Cmn = sl_tile_of(C, m, n);
            if (!product) /* Cmn = beta Cmn, A and B are not looked at */
                sl_insert_lascal(seq, false, STARLING_GENERAL, beta, Cmn);
            else
                for (int64_t k = 0; k < kt; k++) /* Cmn += alpha op(A)mk op(B)kn */
                    sl_insert_gemm(seq, 0, ta, tb, alpha, op(ta, A, m, k), op(tb, B, k, n),
                                   k == 0 ? beta : 1, Cmn);
        }
    }
}

int starling_gemm_submit(starling_trans transa, starling_trans transb, double _Complex alpha,
                         starling_matrix *A, starling_matrix *B, double _Complex beta,
                         starling_matrix *C, starling_sequence *seq)
{
    SL_ARG(8, seq != NULL);
    SL_SEQ_ARG(seq, 1, sl_valid_trans(transa));
    SL_SEQ_ARG(seq, 2, sl_valid_trans(transb));
    SL_SEQ_ARG(seq, 4, A != NULL);
    SL_SEQ_ARG(seq, 5, B != NULL);
    SL_SEQ_ARG(seq, 7, C != NULL && C != A && C != B);
    bool na = transa == STARLING_NOTRANS, nb = transb == STARLING_NOTRANS;
    SL_SEQ_ARG(seq, 4, A->prec == C->prec && (na ? A->m : A->n) == C->m);
    SL_SEQ_ARG(seq, 4, sl_same_cut(na ? A->mt : A->nt, na ? A->mb : A->nb, C->mt, C->mb));
    SL_SEQ_ARG(seq, 5, B->prec == C->prec && (nb ? B->n : B->m) == C->n);
    SL_SEQ_ARG(seq, 5, sl_same_cut(nb ? B->nt : B->mt, nb ? B->nb : B->mb, C->nt, C->nb));
    SL_SEQ_ARG(seq, 5, (na ? A->n : A->m) == (nb ? B->m : B->n));
    SL_SEQ_ARG(seq, 5, sl_same_cut(na ? A->nt : A->mt, na ? A->nb : A->mb,
                                   nb ? B->mt : B->nt, nb ? B->mb : B->nb));
    sl_operation(seq);
    gemm_tasks(transa, transb, alpha, A, B, beta, C, seq);
    return 0;
}

int starling_gemm(starling_trans transa, starling_trans transb, double _Complex alpha,
                  starling_matrix *A, starling_matrix *B, double _Complex beta,
                  starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_gemm_submit(transa, transb, alpha, A, B, beta, C, seq));
}

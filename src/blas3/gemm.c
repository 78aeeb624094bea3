/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* C = alpha op(A) op(B) + beta C: a chain of products for each tile of C. */

#include "src/tasks/tasks.h"

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

    if (!product && sl_scalar(C->prec, beta) == 1) /* as in BLAS, nothing is written */
        return;
    for (int64_t n = 0; n < C->nt && !sl_failed(seq); n++) {
        sl_step(seq, n);
        for (int64_t m = 0; m < C->mt; m++) {
            sl_tile Cmn = sl_tile_of(C, m, n);
            if (!product) /* Cmn = beta Cmn, A and B are not read */
                sl_insert_lascl(seq, false, STARLING_GENERAL, beta, Cmn);
            else
                for (int64_t k = 0; k < kt; k++) /* Cmn += alpha op(A)mk op(B)kn */
                    sl_insert_gemm(seq, 0, ta, tb, alpha, op(ta, A, m, k), op(tb, B, k, n),
                                   k == 0 ? beta : 1, Cmn);
        }
    }
}

/* The rows of op(A), their tiles and the height of a tile; the same for columns. */
struct shape {
    int64_t m, mt, mb, n, nt, nb;
};

static struct shape shape_of(starling_trans trans, const starling_matrix *A)
{
    return trans == STARLING_NOTRANS
               ? (struct shape){A->m, A->mt, A->mb, A->n, A->nt, A->nb}
               : (struct shape){A->n, A->nt, A->nb, A->m, A->mt, A->mb};
}

int starling_gemm_submit(starling_trans transa, starling_trans transb, double _Complex alpha,
                         starling_matrix *A, starling_matrix *B, double _Complex beta,
                         starling_matrix *C, starling_sequence *seq)
{
    SL_ARG(8, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B, C);
    SL_SEQ_ARG(seq, 1, transa, sl_valid_trans(transa), "N, T or C");
    SL_SEQ_ARG(seq, 2, transb, sl_valid_trans(transb), "N, T or C");
    SL_SEQ_ARG(seq, 4, A, A != NULL, SL_A_MATRIX);
    SL_SEQ_ARG(seq, 5, B, B != NULL, SL_A_MATRIX);
    SL_SEQ_ARG(seq, 7, C, C != NULL && C != A && C != B, "another matrix than A and B");
    struct shape a = shape_of(transa, A), b = shape_of(transb, B);
    SL_SEQ_ARG(seq, 4, A, A->prec == C->prec, "of C's precision");
    SL_SEQ_ARG(seq, 4, A, a.m == C->m && sl_same_cut(a.mt, a.mb, C->mt, C->mb),
               "such that op(A) has %lld rows in tiles of %lld, as C", (long long)C->m,
               (long long)C->mb);
    SL_SEQ_ARG(seq, 5, B, B->prec == C->prec, "of C's precision");
    SL_SEQ_ARG(seq, 5, B, b.n == C->n && sl_same_cut(b.nt, b.nb, C->nt, C->nb),
               "such that op(B) has %lld columns in tiles of %lld, as C", (long long)C->n,
               (long long)C->nb);
    SL_SEQ_ARG(seq, 5, B, a.n == b.m && sl_same_cut(a.nt, a.nb, b.mt, b.mb),
               "such that op(B) has %lld rows in tiles of %lld, as op(A) has columns",
               (long long)a.n, (long long)a.nb);
    SL_SEQ_SAME(seq, alpha);
    SL_SEQ_SAME(seq, beta);
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

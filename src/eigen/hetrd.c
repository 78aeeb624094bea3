/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A Hermitian matrix to a real tridiagonal one in one stage, A = Q T Q^H, by panels: the reflectors
 * V of a panel need W, and then A = A - V W^H - W V^H behind it (Dongarra, Sorensen and Hammarling,
 * J. Comput. Appl. Math. 27, 1989). A product A v for each column reads the triangle behind it, so
 * a panel is one task that all workers share. The upper triangle of A is the lower one of J A J,
 * where J reverses the order, and LAPACK's reflectors in it are those of J A J. */

#include "eigen.h"

int sl_hetrd_tasks(starling_uplo uplo, starling_matrix *A, starling_matrix *D, starling_matrix *E,
                   starling_sequence *seq)
{
    bool upper = uplo == STARLING_UPPER;
    if (sl_reflectors_make(A, false, 1) != 0)
        return sl_sequence_error(seq, sl_error("starling_hetrd", STARLING_ENOMEM, NULL));
    struct sl_hetrd r = sl_hetrd_make(A, seq);
    if (A->n == 1)
        sl_insert_he_tile(seq, uplo, sl_tile_of(A, 0, 0)); /* it becomes real, as in LAPACK */
    if (upper)
        sl_insert_flip(seq, A);
    for (int64_t k = 0, steps = sl_reflectors_steps(A); k < steps && !sl_failed(seq); k++) {
        int64_t first = k * A->nb, end = SL_MIN(first + A->nb, A->n - 1);
        sl_step(seq, k);
        for (int64_t c = first, count; c < end; c += count) {
            count = SL_MIN(r.panel, end - c);
            sl_insert_hetrd_panel(&r, k, c, count); /* V, W */
            for (int64_t j = k; j < A->nt; j += r.together)
                sl_insert_hetrd_update(&r, k, c, count, j); /* A = A - V W^H - W V^H */
        }
    }
    sl_reflectors_only_tau(A);
    if (upper) {
        sl_insert_flip(seq, A);
        sl_reflectors_reverse(A);
    }
    sl_insert_diagonals(seq, A, upper, D, E);
    sl_write_back_all(seq, A);
    sl_hetrd_free(&r);
    return 0;
}

#define COLUMN "a column of %lld real numbers in one tile"
#define TRIDIAGONAL "a matrix that starling_hetrd() has reduced"
static bool is_reduced(const starling_matrix *A)
{
    int64_t below;
    return A && A->m == A->n && sl_band_reflectors_of(A, &below) && below == 1;
}

int starling_hetrd_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *D,
                          starling_matrix *E, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 2, A, A && A->m == A->n && sl_qr_tiles(A),
               "square, in block columns (mb at least n)");
    int64_t n = A->n, below = SL_MAX(n - 1, 0);
    SL_SEQ_ARG(seq, 3, D, D != A && sl_is_column(D, A->prec, n), COLUMN, (long long)n);
    SL_SEQ_ARG(seq, 4, E, E != A && E != D && sl_is_column(E, A->prec, below), COLUMN,
               (long long)below);
    sl_operation(seq);
    return sl_hetrd_tasks(uplo, A, D, E, seq);
}

int starling_hetrd(starling_uplo uplo, starling_matrix *A, starling_matrix *D, starling_matrix *E)
{
    SL_SYNCHRONOUS(starling_hetrd_submit(uplo, A, D, E, seq));
}

int starling_unmtr_submit(starling_side side, starling_trans trans, starling_matrix *A,
                          starling_matrix *C, starling_sequence *seq)
{
    return sl_unmqr_checked(__func__, side, trans, A, is_reduced(A), TRIDIAGONAL, C, seq);
}

int starling_unmtr(starling_side side, starling_trans trans, starling_matrix *A, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_unmtr_submit(side, trans, A, C, seq));
}

int starling_ungtr_submit(starling_matrix *A, starling_matrix *Q, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, is_reduced(A), TRIDIAGONAL);
    SL_SEQ_ARG(seq, 2, Q, Q && Q != A && Q->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 2, Q, Q->n == A->n && sl_fits_q(STARLING_LEFT, A->n, Q),
               "%lld x %lld, in block columns", (long long)A->n, (long long)A->n);
    return sl_ungqr_tasks(A, Q, seq);
}

int starling_ungtr(starling_matrix *A, starling_matrix *Q)
{
    SL_SYNCHRONOUS(starling_ungtr_submit(A, Q, seq));
}

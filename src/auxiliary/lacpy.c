/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Copies and initialisation of matrices and of their triangles. */

#include "src/tasks/tasks.h"

static bool valid(starling_uplo uplo)
{
    return uplo == STARLING_GENERAL || sl_valid_uplo(uplo);
}

/* Whether the square tile (i, j) has elements of the triangle. */
static bool touches(starling_uplo uplo, int64_t i, int64_t j)
{
    return uplo == STARLING_GENERAL || (uplo == STARLING_LOWER ? i >= j : i <= j);
}

/* Whether the diagonal of A consists of the diagonals of tiles (i, i). */
static bool diagonal_tiles(const starling_matrix *A)
{
    return A->mb == A->nb || (A->mt <= 1 && A->nt <= 1);
}

static starling_uplo within(starling_uplo uplo, int64_t i, int64_t j)
{
    return i == j ? uplo : STARLING_GENERAL;
}

static bool same_tiles(const starling_matrix *A, const starling_matrix *B)
{
    return sl_same_cut(B->mt, B->mb, A->mt, A->mb) && sl_same_cut(B->nt, B->nb, A->nt, A->nb);
}

/* B = A: each tile of B gets a part of all tiles of A that it meets. */
static void copy_to_other_tiles(starling_matrix *A, starling_matrix *B, starling_sequence *seq)
{
    for (int64_t j = 0; j < B->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < B->mt; i++) {
            sl_tile Bij = sl_tile_of(B, i, j);
            int64_t row = i * B->mb, column = j * B->nb;
            int64_t last_row = row + sl_rows(Bij) - 1, last_column = column + sl_cols(Bij) - 1;
            for (int64_t l = column / A->nb; l <= last_column / A->nb; l++)
                for (int64_t k = row / A->mb; k <= last_row / A->mb; k++)
                    sl_insert_common(seq, sl_tile_of(A, k, l), Bij);
        }
}

int starling_lacpy_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, B);
    SL_SEQ_ARG(seq, 1, uplo, valid(uplo), "G, L or U");
    SL_SEQ_ARG(seq, 2, A, A != NULL && (uplo == STARLING_GENERAL || diagonal_tiles(A)),
               "a matrix, in square tiles (mb = nb) if uplo is L or U");
    SL_SEQ_ARG(seq, 3, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 3, B, B->m == A->m && B->n == A->n, "%lld x %lld, as A", (long long)A->m,
               (long long)A->n);
    SL_SEQ_ARG(seq, 3, B, uplo == STARLING_GENERAL || same_tiles(A, B),
               "in tiles of %lld, as A, if uplo is L or U", (long long)A->nb);
    sl_operation(seq);
    if (!same_tiles(A, B)) {
        copy_to_other_tiles(A, B, seq);
        return 0;
    }
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < A->mt; i++)
            if (touches(uplo, i, j)) /* Bij = Aij */
                sl_insert_lacpy(seq, within(uplo, i, j), sl_tile_of(A, i, j),
                                sl_tile_of(B, i, j));
    return 0;
}

int starling_lacpy(starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(starling_lacpy_submit(uplo, A, B, seq));
}

int starling_laset_submit(starling_uplo uplo, double _Complex alpha, double _Complex beta,
                          starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, uplo, valid(uplo), "G, L or U");
    SL_SEQ_ARG(seq, 4, A, A != NULL, SL_A_MATRIX);
    SL_SEQ_SAME(seq, alpha);
    SL_SEQ_SAME(seq, beta);
    sl_operation(seq);
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < A->mt; i++) {
            sl_tile Aij = sl_tile_of(A, i, j);
            bool below = i * A->mb + sl_rows(Aij) > j * A->nb; /* it has elements of the lower, */
            bool above = i * A->mb < j * A->nb + sl_cols(Aij); /* or of the upper triangle */
            if (uplo == STARLING_GENERAL || (uplo == STARLING_LOWER ? below : above))
                sl_insert_laset(seq, uplo, alpha, beta, Aij); /* Aij = alpha, beta if i = j */
        }
    return 0;
}

int starling_laset(starling_uplo uplo, double _Complex alpha, double _Complex beta,
                   starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_laset_submit(uplo, alpha, beta, A, seq));
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Random matrices. They depend on the seed, not on the tiles. */

#include "src/tasks/tasks.h"

/* Whether a tile has elements of the triangle, and whether all of it belongs to the triangle. */
static bool touches(starling_uplo uplo, sl_tile t)
{
    int64_t row = t.i * t.of->mb, column = t.j * t.of->nb;
    return uplo == STARLING_GENERAL || (uplo == STARLING_LOWER ? row + sl_rows(t) > column
                                                               : column + sl_cols(t) > row);
}
static bool is_inside(starling_uplo uplo, sl_tile t)
{
    int64_t row = t.i * t.of->mb, column = t.j * t.of->nb;
    return uplo == STARLING_GENERAL || (uplo == STARLING_LOWER ? row >= column + sl_cols(t) - 1
                                                               : column >= row + sl_rows(t) - 1);
}

static void random_tasks(bool hermitian, starling_uplo uplo, double shift, uint64_t seed,
                         starling_matrix *A, starling_sequence *seq)
{
    SL_SEQ_SAME_OF("starling_random", seq, shift);
    SL_SEQ_SAME_OF("starling_random", seq, seed);
    sl_operation(seq);
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < A->mt; i++) {
            sl_tile tile = sl_tile_of(A, i, j);
            if (touches(uplo, tile))
                sl_insert_random(seq, hermitian, is_inside(uplo, tile) ? STARLING_GENERAL : uplo,
                                 shift, seed, tile);
        }
}

int starling_random_submit(uint64_t seed, starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 2, A, A != NULL, SL_A_MATRIX);
    random_tasks(false, STARLING_GENERAL, 0, seed, A, seq);
    return 0;
}

int starling_random(uint64_t seed, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_random_submit(seed, A, seq));
}

int starling_random_hermitian_submit(starling_uplo uplo, double shift, uint64_t seed,
                                     starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, uplo, uplo == STARLING_GENERAL || sl_valid_uplo(uplo), "G, L or U");
    SL_SEQ_ARG(seq, 4, A, A != NULL && A->m == A->n, "a square matrix");
    random_tasks(true, uplo, shift, seed, A, seq);
    return 0;
}

int starling_random_hermitian(starling_uplo uplo, double shift, uint64_t seed,
                              starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_random_hermitian_submit(uplo, shift, seed, A, seq));
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Random matrices. They depend on the seed, not on the tiles. */

#include "src/tasks/tasks.h"

static void random_tasks(bool hermitian, starling_uplo uplo, double shift, uint64_t seed,
                         starling_matrix *A, starling_sequence *seq)
{
    sl_operation(seq);
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < A->mt; i++)
            if (uplo == STARLING_GENERAL || (uplo == STARLING_LOWER ? i >= j : i <= j))
                sl_insert_random(seq, hermitian, i == j ? uplo : STARLING_GENERAL, shift, seed,
                                 sl_tile_of(A, i, j));
}

int starling_random_submit(uint64_t seed, starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
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
    SL_SEQ_ARG(seq, 1, uplo, uplo == STARLING_GENERAL || sl_valid_uplo(uplo), "G, L or U");
    SL_SEQ_ARG(seq, 4, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    random_tasks(true, uplo, shift, seed, A, seq);
    return 0;
}

int starling_random_hermitian(starling_uplo uplo, double shift, uint64_t seed,
                              starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_random_hermitian_submit(uplo, shift, seed, A, seq));
}

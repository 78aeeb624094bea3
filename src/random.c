/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Random matrices, reproducible by seed and independent of the tiling. */

#include "internal.h"
#include "codelets/tasks.h"

/* Whether tile t has elements of the triangle. */
static bool touches(starling_uplo uplo, sl_tile t)
{
    int64_t i = t.i * t.of->mb, j = t.j * t.of->nb;
    return uplo == STARLING_GENERAL ||
           (uplo == STARLING_LOWER ? i + sl_rows(t) > j : i < j + sl_cols(t));
}

/* Whether it has others too; if not, it is written as a whole. */
static bool crosses(starling_uplo uplo, sl_tile t)
{
    return touches(uplo == STARLING_LOWER ? STARLING_UPPER : STARLING_LOWER, t);
}

static void random_tasks(bool hermitian, starling_uplo uplo, double shift, uint64_t seed,
                         starling_matrix *A, starling_sequence *seq)
{
    sl_operation(seq);
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < A->mt; i++) {
            sl_tile Aij = sl_tile_of(A, i, j);
            if (touches(uplo, Aij))
                sl_insert_random(seq, hermitian, crosses(uplo, Aij) ? uplo : STARLING_GENERAL,
                                 shift, seed, Aij);
        }
}

int starling_random_submit(uint64_t seed, starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(3, seq != NULL);
    SL_SEQ_ARG(seq, 2, A != NULL);
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
    SL_ARG(5, seq != NULL);
    SL_SEQ_ARG(seq, 1, uplo == STARLING_GENERAL || sl_valid_uplo(uplo));
    SL_SEQ_ARG(seq, 4, A != NULL && A->m == A->n);
    random_tasks(true, uplo, shift, seed, A, seq);
    return 0;
}

int starling_random_hermitian(starling_uplo uplo, double shift, uint64_t seed,
                              starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_random_hermitian_submit(uplo, shift, seed, A, seq));
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorization A = L L^H or A = U^H U, right-looking by tiles (Buttari, Langou,
 * Kurzak, Dongarra, Parallel Computing 35, 2009). One loop nest: A = U^H U is A = L L^H with
 * L = U^H, whose tile (m, k) is the conjugate transpose of tile (k, m) of U. */

#include <stdlib.h>
#include "cholesky.h"

/* Tile (i, j) of the factor seen as lower triangular. */
static sl_tile tile(starling_uplo uplo, starling_matrix *A, int64_t i, int64_t j)
{
    return uplo == STARLING_LOWER ? sl_tile_of(A, i, j) : sl_tile_of(A, j, i);
}

/* Length of the longest chain of tasks from the update of tile (m, n) in step k to the end:
 * 3 (nt - 1 - m) tasks after its row's turn, and the steps left until then. */
static int priority(const starling_matrix *A, int64_t k, int64_t m, int64_t n)
{
    return (int)SL_MAX(0, SL_MIN(INT32_MAX, 3 * A->nt - k - m - n));
}

void sl_potrf_tasks(starling_uplo uplo, starling_matrix *A, int64_t key, starling_sequence *seq)
{
    bool lower = uplo == STARLING_LOWER;
    starling_side side = lower ? STARLING_RIGHT : STARLING_LEFT;
    starling_trans no = STARLING_NOTRANS, tr = STARLING_CONJTRANS;
    starpu_data_handle_t *parts = calloc((size_t)A->nt + 1, sizeof *parts);

    if (!parts)
        sl_sequence_error(seq, STARLING_ENOMEM);
    for (int64_t k = 0; k < A->nt && !sl_failed(seq); k++) {
        sl_step(seq, k);
        sl_tile Akk = tile(uplo, A, k, k);
        int64_t below = SL_MIN(A->nb, A->n - SL_MIN(A->n, (k + 1) * A->nb));
        struct sl_inverse inverse = sl_inverse_create(A, sl_cols(Akk), below);

        /* Akk = chol(Akk) */
        sl_insert_potrf(seq, priority(A, k, k, k), uplo, Akk, inverse, key + k * A->nb);

        for (int64_t m = k + 1; m < A->nt; m++) { /* Amk = Amk Akk^-H */
            sl_insert_trsm(seq, priority(A, k, m, k), side, uplo, tr, STARLING_NONUNIT, 1, Akk,
                           inverse, tile(uplo, A, m, k));
            if (sl_splits(seq)) /* for all products that read it */
                parts[m] =
                    sl_insert_split(seq, priority(A, k, m, k), tile(uplo, A, m, k), 0, lower);
        }
        sl_inverse_free(seq, &inverse);

        for (int64_t n = k + 1; n < A->nt; n++) {
            sl_tile Ank = tile(uplo, A, n, k);

            /* Ann = Ann - Ank Ank^H */
            sl_insert_herk_of(seq, priority(A, k, n, n), true, uplo, lower ? no : tr, -1, Ank,
                              parts[n], 1, tile(uplo, A, n, n));

            for (int64_t m = n + 1; m < A->nt; m++) { /* Amn = Amn - Amk Ank^H */
                int64_t first = lower ? m : n, second = lower ? n : m;
                sl_insert_gemm_of(seq, priority(A, k, m, n), lower ? no : tr, lower ? tr : no, -1,
                                  tile(uplo, A, first, k), parts[first], tile(uplo, A, second, k),
                                  parts[second], 1, tile(uplo, A, m, n));
            }
        }
        for (int64_t m = k + 1; m < A->nt; m++) {
            sl_temporary_free(seq, parts[m]);
            parts[m] = NULL;
        }
        for (int64_t m = k; m < A->nt; m++) /* column k of the factor goes home meanwhile */
            sl_write_back(seq, tile(uplo, A, m, k));
    }
    free(parts);
}

int starling_potrf_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 2, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    sl_potrf_tasks(uplo, A, sl_operation(seq), seq);
    return 0;
}

int starling_potrf(starling_uplo uplo, starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_potrf_submit(uplo, A, seq));
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts tasks on a Hermitian matrix in square tiles. */

#include <stdlib.h>
#include "eigen.h"

void sl_insert_he_tile(starling_sequence *seq, starling_uplo uplo, sl_tile A)
{
    struct sl_column_args args = {.head = {.variant = uplo,
                                           .size = sl_size_class(sl_rows(A), sl_cols(A))},
                                  .nb = A.of->nb, .uplo = uplo};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_he_column[A.of->prec], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .at = A, .data = {{sl_handle(A), STARPU_RW}},
    });
}

void sl_insert_finite(starling_sequence *seq, starling_uplo uplo, starling_matrix *A, int64_t j,
                      int64_t key)
{
    bool lower = uplo == STARLING_LOWER;
    enum sl_shape shape = lower ? SL_SHAPE_LOWER : SL_SHAPE_UPPER;
    int64_t first = lower ? j : 0, tiles = lower ? A->mt - j : j + 1;
    starpu_data_handle_t info, *largest = malloc(sizeof *largest * (size_t)tiles);
    if (!largest) {
        sl_sequence_error(seq, sl_error("starling_hegvd", STARLING_ENOMEM, NULL));
        return;
    }
    for (int64_t t = 0; t < tiles; t++) {
        sl_tile tile = sl_tile_of(A, first + t, j);
        largest[t] = sl_temporary(sl_cols(tile), 1, sizeof(double));
        sl_insert_norm(seq, STARLING_MAX_NORM, tile.i == j ? shape : SL_SHAPE_GENERAL, SL_HERMITIAN, tile,
                       largest[t]);
    }
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    struct sl_args args = {0};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_finite[A->prec], .args = &args, .args_size = sizeof args,
        .at = sl_tile_of(A, j, j), .data = {{info, STARPU_W}}, .list = {{largest, tiles, STARPU_R}},
    });
    sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
    for (int64_t t = 0; t < tiles; t++)
        sl_temporary_free(seq, largest[t]);
    free(largest);
}

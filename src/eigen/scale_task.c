/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks that bring a matrix into the range of its precision. */

#include <stdlib.h>
#include "eigen.h"

void sl_insert_sigma(starling_sequence *seq, starling_uplo uplo, starling_matrix *A,
                     starpu_data_handle_t sigma, int64_t key)
{
    enum sl_shape shape = uplo == STARLING_LOWER ? SL_SHAPE_LOWER : SL_SHAPE_UPPER;
    starpu_data_handle_t info, *largest = malloc(sizeof *largest * (size_t)A->nt);
    if (!largest) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        return;
    }
    for (int64_t j = 0; j < A->nt; j++) {
        largest[j] = sl_temporary(sl_cols(sl_tile_of(A, 0, j)), 1, sizeof(double));
        sl_insert_norm(seq, STARLING_MAX_NORM, shape, sl_tile_of(A, 0, j), largest[j]);
    }
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    struct sl_args args = {0};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_sigma[A->prec], .args = &args, .args_size = sizeof args,
        .at = sl_tile_of(A, 0, 0),
        .data = {{sigma, STARPU_W}, {info, STARPU_W}},
        .list = {{largest, A->nt, STARPU_R}},
    });
    sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
    for (int64_t j = 0; j < A->nt; j++)
        sl_temporary_free(seq, largest[j]);
    free(largest);
}

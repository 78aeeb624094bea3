/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks that find the factor by which a matrix comes into the range of its precision,
 * and those that multiply by it. */

#include <stdlib.h>
#include "tasks.h"

void sl_insert_sigma(starling_sequence *seq, enum sl_shape shape, int64_t rows,
                     starling_matrix *A, starpu_data_handle_t sigma, int64_t key)
{
    starpu_data_handle_t info, *largest;
    if (A->nt == 0)
        return;
    largest = malloc(sizeof *largest * (size_t)A->nt);
    if (!largest) {
        sl_sequence_error(seq, sl_error("starling", STARLING_ENOMEM, NULL));
        return;
    }
    for (int64_t j = 0; j < A->nt; j++) {
        largest[j] = sl_temporary(sl_cols(sl_tile_of(A, 0, j)), 1, sizeof(double));
        sl_insert_largest(seq, shape, rows, sl_tile_of(A, 0, j), largest[j]);
    }
    starpu_variable_data_register(&info, -1, 0, sizeof(int));
    struct sl_args args = {0};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_sigma[A->prec], .args = &args, .args_size = sizeof args,
        .at = sl_tile_of(A, 0, 0),
        .data = {{sigma, STARPU_W}, {info, STARPU_W}},
        .list = {{largest, A->nt, STARPU_R}},
    });
    if (key >= 0)
        sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
    for (int64_t j = 0; j < A->nt; j++)
        sl_temporary_free(seq, largest[j]);
    free(largest);
}

static void insert_rescale(starling_sequence *seq, starpu_data_handle_t sigma, int which,
                           int64_t rows, sl_tile A)
{
    struct sl_rescale_args args = {.which = which, .rows = rows};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_rescale[A.of->prec], .args = &args, .args_size = sizeof args,
        .at = A, .data = {{sl_handle(A), STARPU_RW}, {sigma, STARPU_R}},
    });
}

void sl_insert_rescale(starling_sequence *seq, starpu_data_handle_t sigma, bool inverse, sl_tile A)
{
    insert_rescale(seq, sigma, inverse, 0, A);
}

void sl_insert_rescale_rows(starling_sequence *seq, starpu_data_handle_t sigma, int64_t rows,
                            sl_tile A)
{
    insert_rescale(seq, sigma, 0, rows, A);
}

void sl_insert_zero_if_zero(starling_sequence *seq, starpu_data_handle_t sigma, sl_tile A)
{
    insert_rescale(seq, sigma, 2, 0, A);
}

void sl_insert_clear_info(starling_sequence *seq, starpu_data_handle_t sigma,
                          starpu_data_handle_t info)
{
    struct sl_args args = {0};
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_clear_info[STARLING_D], .args = &args, .args_size = sizeof args,
        .priority = INT32_MAX, .data = {{info, STARPU_RW}, {sigma, STARPU_R}},
    });
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the tasks of pseudo-inverses. */

#include "svd.h"

void sl_insert_pinv_values(starling_sequence *seq, starling_precision prec, starling_matrix *S,
                           double rcond, starpu_data_handle_t inverse, int64_t *rank)
{
    struct sl_pinv_args args = {.rcond = rcond, .rank = rank};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_pinv_values[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = INT32_MAX,
        .at = sl_tile_of(S, 0, 0),
        .data = {{inverse, STARPU_W}, {S->tile[0], STARPU_R}},
    });
}

void sl_scale_rows(starpu_data_handle_t d, starling_matrix *A, starling_sequence *seq)
{
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < A->mt; i++) {
            struct sl_scale_rows_args args = {.first = i * A->mb};
            sl_submit(&(struct sl_task){
                .seq = seq,
                .cl = sl_cl_scale_rows[A->prec],
                .args = &args,
                .args_size = sizeof args,
                .at = sl_tile_of(A, i, j),
                .data = {{sl_handle(sl_tile_of(A, i, j)), STARPU_RW}, {d, STARPU_R}},
            });
        }
}

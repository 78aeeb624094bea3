/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts LU of a tile without interchanges. info travels as data, as in potrf_task.c. */

#include "lu.h"

void sl_insert_getrf_nopiv(starling_sequence *seq, int priority, sl_tile A, int64_t key)
{
    starling_precision prec = A.of->prec;
    starpu_data_handle_t info;
    starpu_variable_data_register(&info, -1, 0, sizeof(int));

    struct sl_args args = {0};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_getrf_nopiv[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = A,
        .flops = starling_flops_getrf(prec, sl_rows(A), sl_cols(A)),
        .data = {{sl_handle(A), STARPU_RW}, {info, STARPU_W}},
    });
    sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
}

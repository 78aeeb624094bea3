/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the split of a tile that several products read. */

#include "codelets/blas3/parts.h"
#include "tasks.h"

bool sl_splits(const starling_sequence *seq)
{
    return seq->scale[0] > 0 && sl_gpus() == 1 && sl_cl_split[STARLING_S]->cuda_funcs[0];
}

starpu_data_handle_t sl_insert_split(starling_sequence *seq, int priority, sl_tile A,
                                     int64_t offset, bool beside)
{
    int64_t rows = sl_rows(A) - offset, columns = sl_cols(A);
    struct sl_split_args args = {
        .head = {.variant = beside, .size = sl_size_class(rows, columns)},
        .offset = offset,
        .beside = beside,
        .factor = seq->scale[0],
    };
    if (rows <= 0 || columns == 0)
        return NULL;
    starpu_data_handle_t parts =
        sl_temporary(sl_parts_ld(beside, rows), sl_parts_columns(beside, columns), SL_PART_BYTES);
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_split[A.of->prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = A,
        .data = {{parts, STARPU_W}, {sl_handle(A), STARPU_R}},
    });
    return parts;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the contribution of a tile to a norm. */

#include "tasks.h"

static void insert(starling_sequence *seq, starling_norm norm, enum sl_shape shape,
                   enum sl_half half, int64_t rows, sl_tile A, starpu_data_handle_t sums)
{
    struct sl_norm_args args = {
        .head = {(uint32_t)norm * 4 + shape},
        .norm = norm,
        .shape = shape,
        .half = half,
        .diagonal = A.j * A.of->nb - A.i * A.of->mb,
        .rows = rows,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_norm[A.of->prec],
        .args = &args,
        .args_size = sizeof args,
        .at = A,
        .data = {{sl_handle(A), STARPU_R}, {sums, STARPU_W}},
    });
}

void sl_insert_norm(starling_sequence *seq, starling_norm norm, enum sl_shape shape,
                    enum sl_half half, sl_tile A, starpu_data_handle_t sums)
{
    insert(seq, norm, shape, half, 0, A, sums);
}

void sl_insert_largest(starling_sequence *seq, enum sl_shape shape, int64_t rows, sl_tile A,
                       starpu_data_handle_t largest)
{
    insert(seq, STARLING_MAX_NORM, shape, SL_HERMITIAN, rows, A, largest);
}

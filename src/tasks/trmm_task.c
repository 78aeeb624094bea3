/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts a product with a triangular tile. */

#include "tasks.h"

void sl_insert_trmm(starling_sequence *seq, int priority, starling_side side, starling_uplo uplo,
                    starling_trans trans, starling_diag diag, double _Complex alpha, sl_tile A,
                    sl_tile B)
{
    starling_precision prec = B.of->prec;
    struct sl_trsm_args args = {
        .head = {.variant = ((uint32_t)side * 128 + uplo) * 16384 + (uint32_t)trans * 128 + diag},
        .side = side,
        .uplo = uplo,
        .trans = trans,
        .diag = diag,
        .alpha = alpha,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_trmm[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = B,
        .flops = starling_flops_trsm(prec, side, sl_rows(B), sl_cols(B)),
        .data = {{sl_handle(A), STARPU_R}, {sl_handle(B), STARPU_RW}},
    });
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts a tile's part of a residual, and of the sizes of its terms. */

#include "estimate.h"

void sl_insert_residual(starling_sequence *seq, starling_trans trans, enum sl_shape shape,
                        sl_tile A, sl_tile X, sl_tile R, sl_tile W)
{
    starling_precision prec = A.of->prec;
    struct sl_residual_args args = {
        .head = {(uint32_t)(trans * 256 + shape)},
        .trans = trans,
        .shape = shape,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_residual[prec],
        .args = &args,
        .args_size = sizeof args,
        .at = R,
        .flops = starling_flops_gemm(prec, sl_rows(R), sl_cols(R), sl_rows(X)),
        .data = {{sl_handle(R), STARPU_RW},
                 {sl_handle(W), STARPU_RW},
                 {sl_handle(A), STARPU_R},
                 {sl_handle(X), STARPU_R}},
    });
}

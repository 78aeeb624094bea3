/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts C = alpha op(A) op(B) + beta C on tiles. */

#include "tasks.h"

void sl_insert_gemm_of(starling_sequence *seq, int priority, starling_trans ta, starling_trans tb,
                       double _Complex alpha, sl_tile A, starpu_data_handle_t parts_a, sl_tile B,
                       starpu_data_handle_t parts_b, double _Complex beta, sl_tile C)
{
    starling_precision prec = C.of->prec;
    int64_t k = ta == STARLING_NOTRANS ? sl_cols(A) : sl_rows(A);
    struct sl_gemm_args args = {
        .head = {(uint32_t)(ta * 256 + tb)},
        .ta = ta,
        .tb = tb,
        .alpha = alpha,
        .beta = beta,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_gemm[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = C,
        .flops = starling_flops_gemm(prec, sl_rows(C), sl_cols(C), k),
        .data = {{sl_handle(A), STARPU_R},
                 {sl_handle(B), STARPU_R},
                 {sl_handle(C), beta == 0 ? STARPU_W : STARPU_RW},
                 {parts_a, STARPU_R},
                 {parts_b, STARPU_R}},
    });
}

void sl_insert_gemm(starling_sequence *seq, int priority, starling_trans ta, starling_trans tb,
                    double _Complex alpha, sl_tile A, sl_tile B, double _Complex beta, sl_tile C)
{
    sl_insert_gemm_of(seq, priority, ta, tb, alpha, A, NULL, B, NULL, beta, C);
}

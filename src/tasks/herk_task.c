/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the rank-k update of a diagonal tile. */

#include "tasks.h"

void sl_insert_herk_of(starling_sequence *seq, int priority, bool hermitian, starling_uplo uplo,
                       starling_trans trans, double _Complex alpha, sl_tile A,
                       starpu_data_handle_t parts, double _Complex beta, sl_tile C)
{
    starling_precision prec = C.of->prec;
    int64_t k = trans == STARLING_NOTRANS ? sl_cols(A) : sl_rows(A);
    struct sl_herk_args args = {
        .head = {(uint32_t)(uplo * 256 + (trans == STARLING_NOTRANS) * 2 + hermitian)},
        .hermitian = hermitian,
        .uplo = uplo,
        .trans = trans,
        .alpha = alpha,
        .beta = beta,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_herk[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = C,
        .flops = starling_flops_herk(prec, sl_rows(C), k),
        .data = {{sl_handle(A), STARPU_R}, {sl_handle(C), STARPU_RW}, {parts, STARPU_R}},
    });
}

void sl_insert_herk(starling_sequence *seq, int priority, bool hermitian, starling_uplo uplo,
                    starling_trans trans, double _Complex alpha, sl_tile A, double _Complex beta,
                    sl_tile C)
{
    sl_insert_herk_of(seq, priority, hermitian, uplo, trans, alpha, A, NULL, beta, C);
}

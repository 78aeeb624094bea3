/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the update of rank 2k of a diagonal tile. */

#include "blas3.h"

void sl_insert_her2k(starling_sequence *seq, int priority, bool hermitian, starling_uplo uplo,
                     starling_trans trans, double _Complex alpha, sl_tile A, sl_tile B,
                     double _Complex beta, sl_tile C)
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
        .cl = sl_cl_her2k[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = C,
        .flops = starling_flops_her2k(prec, sl_rows(C), k),
        .data = {{sl_handle(A), STARPU_R}, {sl_handle(B), STARPU_R}, {sl_handle(C), STARPU_RW}},
    });
}

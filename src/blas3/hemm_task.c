/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the product with a Hermitian or symmetric diagonal tile. */

#include "blas3.h"

void sl_insert_hemm(starling_sequence *seq, int priority, bool hermitian, starling_side side,
                    starling_uplo uplo, double _Complex alpha, sl_tile A, sl_tile B,
                    double _Complex beta, sl_tile C)
{
    starling_precision prec = C.of->prec;
    struct sl_hemm_args args = {
        .head = {((uint32_t)side * 256 + uplo) * 2 + hermitian},
        .hermitian = hermitian,
        .side = side,
        .uplo = uplo,
        .alpha = alpha,
        .beta = beta,
    };
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_hemm[prec],
        .args = &args,
        .args_size = sizeof args,
        .priority = priority,
        .at = C,
        .flops = starling_flops_hemm(prec, side, sl_rows(C), sl_cols(C)),
        .data = {{sl_handle(A), STARPU_R},
                 {sl_handle(B), STARPU_R},
                 {sl_handle(C), beta == 0 ? STARPU_W : STARPU_RW}},
    });
}

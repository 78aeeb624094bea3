/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the Cholesky factorization of a tile. On a GPU the kernel leaves info on the device,
 * so info travels as data, without a synchronisation. */

#include "cholesky.h"

void sl_insert_potrf(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A,
                     struct sl_inverse inverse, int64_t key)
{
    starling_precision prec = A.of->prec;
    starpu_data_handle_t info;
    starpu_variable_data_register(&info, -1, 0, sizeof(int));

    struct sl_potrf_args args = {
        .head = {(uint32_t)uplo}, .uplo = uplo, .inverse = inverse.blocks != NULL,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_potrf[prec], .args = &args, .args_size = sizeof args,
        .priority = priority, .at = A, .flops = starling_flops_potrf(prec, sl_rows(A)),
        .data = {{sl_handle(A), STARPU_RW}, {info, STARPU_W},
                 {inverse.work, STARPU_SCRATCH}, {inverse.blocks, STARPU_W}},
    });
    sl_submit_info(seq, info, key, true);
    sl_temporary_free(seq, info);
}

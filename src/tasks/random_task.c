/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts the generation of a random tile. */

#include "tasks.h"

void sl_insert_random(starling_sequence *seq, bool hermitian, starling_uplo uplo, double shift,
                      uint64_t seed, sl_tile A)
{
    struct sl_random_args args = {
        .head = {(uint32_t)uplo * 2 + hermitian}, .hermitian = hermitian, .uplo = uplo,
        .shift = shift, .seed = seed, .i0 = A.i * A.of->mb, .j0 = A.j * A.of->nb,
    };
    sl_submit(&(struct sl_task){
        .seq = seq, .cl = sl_cl_random[A.of->prec], .args = &args, .args_size = sizeof args,
        .at = A, .data = {{sl_handle(A), uplo == STARLING_GENERAL ? STARPU_W : STARPU_RW}},
        .workers = sl_owner_workers(A),
    });
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorizations of the matrices of a batch: A = L L^H or A = U^H U. */

#include "batched.h"

void sl_insert_potrf_batched(starling_sequence *seq, starling_uplo uplo, starling_batch *A,
                             starling_batch *infos, int64_t c)
{
    sl_tile each = sl_tile_of(infos->store, 0, c), chunk = sl_tile_of(A->store, 0, c);
    bool empty = A->n == 0;
    struct sl_batched_args args = {.head = {.variant = (uint32_t)uplo << 16 | (uint32_t)A->n},
                                   .uplo = uplo,
                                   .m = A->m,
                                   .n = A->n,
                                   .lda = A->lda};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_potrf_batched[A->store->prec],
        .args = &args,
        .args_size = sizeof args,
        .at = empty ? each : chunk,
        .flops = (double)sl_cols(each) * starling_flops_potrf(A->store->prec, (double)A->n),
        .data = {{sl_handle(each), STARPU_W}, {empty ? NULL : sl_handle(chunk), STARPU_RW}},
    });
    sl_write_back(seq, each);
    if (!empty)
        sl_write_back(seq, chunk);
}

int starling_potrf_batched_submit(starling_uplo uplo, starling_batch *A, starling_batch *infos,
                                  starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 2, A, A != NULL && !sl_is_int(A) && A->m == A->n, SL_SQUARE_BATCH);
    SL_SEQ_ARG(seq, 3, infos,
               infos != NULL && sl_is_int(infos) && infos->m == 1 && sl_batched_alike(infos, A),
               SL_INTS_AS_A, 1LL);
    sl_operation(seq);
    for (int64_t c = 0; c < infos->store->nt && !sl_failed(seq); c++) /* A = chol(A) */
        sl_insert_potrf_batched(seq, uplo, A, infos, c);
    return 0;
}

int starling_potrf_batched(starling_uplo uplo, starling_batch *A, starling_batch *infos)
{
    SL_SYNCHRONOUS(starling_potrf_batched_submit(uplo, A, infos, seq));
}

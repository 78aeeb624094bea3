/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches and the tasks on their chunks. */

#ifndef SL_BATCHED_H
#define SL_BATCHED_H

#include "codelets/batched/args.h"
#include "src/runtime/task.h"

struct starling_batch {
    int64_t m, n, lda;
    starling_matrix
        *store; /* column i has matrix i: lda (n - 1) + m elements; integers have SL_INT */
};

static inline int64_t sl_batch_count(const starling_batch *A)
{
    return A->store->n;
}
static inline bool sl_is_int(const starling_batch *A)
{
    return A->store->prec == SL_INT;
}
/* As many matrices, in the same chunks. */
static inline bool sl_batched_alike(const starling_batch *A, const starling_batch *B)
{
    return sl_batch_count(A) == sl_batch_count(B) &&
           sl_same_cut(A->store->nt, A->store->nb, B->store->nt, B->store->nb);
}
#define SL_A_BATCH "a batch of matrices"
#define SL_SQUARE_BATCH "a batch of square matrices"
#define SL_INTS_AS_A "a batch of %lld integers for each matrix of A, in the same chunks"

/* Chunk c: A = chol(A) for each matrix; its info = 0, or the order of the smallest bad minor. */
void sl_insert_potrf_batched(starling_sequence *seq, starling_uplo uplo, starling_batch *A,
                             starling_batch *infos, int64_t c);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches and the tasks on their chunks. */

#ifndef SL_BATCHED_H
#define SL_BATCHED_H

#include "codelets/batched/args.h"
#include "src/runtime/task.h"

struct starling_batch {
    int64_t m, n, lda;
    /* Column i has matrix i, lda (n - 1) + m elements. Integers have SL_INT. */
    starling_matrix *store;
};

static inline int64_t sl_batch_count(const starling_batch *A)
{
    return A->store->n;
}
static inline bool sl_is_empty(const starling_batch *A)
{
    return A->m == 0 || A->n == 0;
}
static inline bool sl_is_int(const starling_batch *A)
{
    return A->store->prec == SL_INT;
}

/* ---- Requirements on arguments --------------------------------------------------------------- */

/* Whether B has as many matrices as A, in the same chunks. */
static inline bool sl_batched_alike(const starling_batch *A, const starling_batch *B)
{
    return sl_batch_count(A) == sl_batch_count(B) &&
           sl_same_cut(A->store->nt, A->store->nb, B->store->nt, B->store->nb);
}
static inline bool sl_is_square_batch(const starling_batch *A)
{
    return A != NULL && !sl_is_int(A) && A->m == A->n;
}
/* m integers for each matrix of A */
static inline bool sl_are_ints_of(const starling_batch *p, int64_t m, const starling_batch *A)
{
    return p != NULL && sl_is_int(p) && p->m == m && sl_batched_alike(A, p);
}
/* Right-hand sides for A */
static inline bool sl_are_sides_of(const starling_batch *B, const starling_batch *A)
{
    return B != NULL && B != A && B->store->prec == A->store->prec && B->m == A->n &&
           sl_batched_alike(A, B);
}
#define SL_A_BATCH "a batch of matrices"
#define SL_SQUARE_BATCH "a batch of square matrices"
#define SL_INTS_OF_A "a batch of %lld integers for each matrix of A, in the same chunks"
#define SL_SIDES_OF_A                                                                              \
    "a batch of the precision of A, of %lld rows, with as many matrices as A in the same chunks"

/* ---- Tasks ------------------------------------------------------------------------------------
 */

/* What an operation does with a batch. */
struct sl_use {
    starling_batch *batch; /* NULL, or with empty matrices: there is none */
    enum starpu_data_access_mode mode;
};

/* An operation on batches: a task for each chunk. */
struct sl_batched {
    starling_sequence *seq;
    struct starpu_codelet *cl;
    struct sl_batched_args args;          /* sl_batched() fills in where the operands are */
    sl_work_query *work;                  /* of `rows` x `columns` matrices, the third number is how
                                           * many a GPU has, 0: there is none */
    int64_t rows, columns;
    double flops;                         /* of one matrix */
    struct sl_use use[SL_BATCH_OPERANDS]; /* by enum sl_operand */
};
void sl_batched(struct sl_batched *call);

#endif

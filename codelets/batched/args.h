/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of a kernel for a chunk of a batch. */

#ifndef SL_BATCHED_ARGS_H
#define SL_BATCHED_ARGS_H

#include "codelets/kernel.h"
#include "place.h"

/* The operands of all operations, and a workspace. A column of their tiles is a matrix, or has
 * integers. */
enum sl_operand {
    SL_BATCH_A,
    SL_BATCH_B,
    SL_BATCH_TAU,
    SL_BATCH_IPIV,
    SL_BATCH_INFO,
    SL_BATCH_WORK,
    SL_BATCH_OPERANDS
};

struct sl_batched_args {
    struct sl_args head;
    starling_uplo uplo;
    starling_trans trans;
    int kind;                      /* codelets/kind.h, of factorizations on a GPU; 0: by the order */
    int64_t count;                 /* of matrices in the chunk */
    int64_t m, n, nrhs, lda, ldb;  /* of each matrix; if they vary, the largest of the batch */
    int buffer[SL_BATCH_OPERANDS]; /* where each operand is; -1: there is none, or it is empty */
    /* Each matrix, in main memory; NULL: at equal distances. Tiles of matrices that stay in main
     * memory say only what depends on what; those of matrices that stay on a device have the places. */
    const struct sl_place *each[SL_BATCH_OPERANDS];
    void *first[SL_BATCH_OPERANDS];                 /* the first integers; NULL: in the tile */
    int64_t pivots;                                 /* from the first to the next ones */
};

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Common parts of the functions on batches in arrays. */

#ifndef SL_LAPACK_BATCHES_H
#define SL_LAPACK_BATCHES_H

#include "lapack.h"

/* The arrays of a call, and its first failure. */
struct batches {
    int info, count;
    starling_batch *batch[4];
    int64_t chunk;
};

static inline starling_batch *keep(struct batches *call, starling_batch *A)
{
    if (A)
        call->batch[call->count++] = A;
    return A;
}

static inline starling_batch *wrap_ints(struct batches *call, int64_t m, const int *a,
                                        int64_t count)
{
    starling_batch *A = NULL;
    if (call->info == 0)
        call->info = starling_batch_wrap_int(&A, m, (int *)(uintptr_t)a, count, call->chunk);
    return keep(call, A);
}

static inline int finish_batches(struct batches *call, int info)
{
    for (int i = 0; i < call->count; i++) {
        int end = starling_batch_destroy(call->batch[i]);
        if (call->info == 0)
            call->info = end;
    }
    return call->info != 0 ? call->info : info;
}
#define FINISH_BATCHES(call, operation)                                                            \
    return finish_batches(&call, call.info == 0 ? (operation) : 0)

/* Checks an array that is needed if a condition holds. */
#define ARRAY(position, a, needed)                                                                 \
    SL_ARG(position, a, a != NULL || !(needed) || count == 0, "an array")

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches in arrays, one matrix at equal distance after the other. */

#include "lapack.h"

/* The arrays of a call, and its first failure. */
struct batches {
    int info, count;
    starling_batch *batch[4];
    int64_t chunk;
};

static starling_batch *keep(struct batches *call, starling_batch *A)
{
    if (A)
        call->batch[call->count++] = A;
    return A;
}

static starling_batch *wrap_batch(struct batches *call, int64_t m, int64_t n, scalar_t *a,
                                  int64_t lda, int64_t stride, int64_t count)
{
    starling_batch *A = NULL;
    if (call->info == 0)
        call->info = starling_batch_wrap(&A, SL_PREC, m, n, a, lda, stride, count, call->chunk);
    return keep(call, A);
}

static starling_batch *wrap_ints(struct batches *call, int64_t m, int *a, int64_t count)
{
    starling_batch *A = NULL;
    if (call->info == 0)
        call->info = starling_batch_wrap_int(&A, m, a, count, call->chunk);
    return keep(call, A);
}

static int finish_batches(struct batches *call, int info)
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

/* Checks of the distance between two matrices of m x n elements, and of their number. */
#define STRIDE(position, stride, m, n, lda, count)                                                 \
    SL_ARG(position, stride,                                                                       \
           ((m) == 0 || (n) == 0 || (stride) >= (lda) * ((n)-1) + (m) || (count) <= 1) &&          \
               (stride) <= INT32_MAX,                                                              \
           "at least lda (n - 1) + m, and less than 2^31")

int API(potrf_strided_batched)(char uplo, int64_t n, scalar_t *a, int64_t lda, int64_t stride,
                               int *info, int64_t count)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    LD(4, lda, n);
    STRIDE(5, stride, n, n, lda, count);
    SIZE(7, count);
    if (count == 0)
        return 0;
    SL_ARG(3, a, a != NULL || n == 0, "an array");
    SL_ARG(6, info, info != NULL, "an array");
    struct batches call = {.chunk = starling_batch_chunk(SL_PREC, n, n, count)};
    starling_batch *A = wrap_batch(&call, n, n, a, lda, stride, count);
    starling_batch *ints = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_potrf_batched((starling_uplo)ul, A, ints));
}

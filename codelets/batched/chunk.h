/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The operands of a kernel for a chunk. */

#ifndef SL_CHUNK_H
#define SL_CHUNK_H

#include <string.h>
#include "args.h"
#include "codelets/codelet.h"

/* A matrix of each operand; what is not there is NULL. */
struct chunk {
    int64_t count; /* of matrices */
    scalar_t *a, *b, *tau, *work;
    int *ipiv, *info;
    int64_t stride_a, stride_b, stride_tau, pivots; /* from one to the next */
};

static inline struct chunk chunk_of(const struct sl_batched_args *p, void *tiles[])
{
    void *tile[SL_BATCH_OPERANDS];
    struct chunk c = {0};
    for (int i = 0; i < SL_BATCH_OPERANDS; i++) {
        tile[i] = p->buffer[i] >= 0 ? tiles[p->buffer[i]] : NULL;
        if (tile[i] && i != SL_BATCH_WORK)
            c.count = TILE_N(tile[i]);
    }
    if (tile[SL_BATCH_A]) {
        c.a = TILE(tile[SL_BATCH_A]);
        c.stride_a = TILE_LD(tile[SL_BATCH_A]);
    }
    if (tile[SL_BATCH_B]) {
        c.b = TILE(tile[SL_BATCH_B]);
        c.stride_b = TILE_LD(tile[SL_BATCH_B]);
    }
    if (tile[SL_BATCH_TAU]) {
        c.tau = TILE(tile[SL_BATCH_TAU]);
        c.stride_tau = TILE_LD(tile[SL_BATCH_TAU]);
    }
    if (tile[SL_BATCH_IPIV]) {
        c.ipiv = (int *)STARPU_MATRIX_GET_PTR(tile[SL_BATCH_IPIV]);
        c.pivots = TILE_LD(tile[SL_BATCH_IPIV]);
    }
    if (tile[SL_BATCH_INFO])
        c.info = (int *)STARPU_MATRIX_GET_PTR(tile[SL_BATCH_INFO]);
    if (tile[SL_BATCH_WORK])
        c.work = TILE(tile[SL_BATCH_WORK]);
    return c;
}

/* Whether the matrices have no elements. Then their infos are 0 now. */
static inline bool are_empty(const struct chunk *c)
{
    if (!c->a)
        memset(c->info, 0, sizeof *c->info * (size_t)c->count);
    return !c->a;
}
#ifdef STARLING_CUDA
static inline bool are_empty_on_gpu(struct sl_args *args, const struct chunk *c)
{
    if (!c->a)
        sl_cuda_check(args, cudaMemsetAsync(c->info, 0, sizeof *c->info * (size_t)c->count,
                                            starpu_cuda_get_local_stream()));
    return !c->a;
}
#endif

#endif

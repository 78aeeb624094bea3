/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The operands of a kernel for a chunk. */

#ifndef SL_CHUNK_H
#define SL_CHUNK_H

#include <string.h>
#include "args.h"
#include "codelets/codelet.h"

/* What is not there is NULL. On a GPU, matrices are at equal distances, or matrices_of() has them.
 */
struct chunk {
    const struct sl_batched_args *args;
    int64_t count;                /* of matrices */
    scalar_t *a, *b, *tau, *work; /* at equal distances: the first matrix */
    int *ipiv, *info;
    int64_t stride_a, stride_b, stride_tau, pivots; /* from one to the next */
};

static inline struct chunk chunk_of(const struct sl_batched_args *p, void *tiles[])
{
    void *tile[SL_BATCH_OPERANDS];
    struct chunk c = {.args = p, .count = p->count};
    for (int i = 0; i < SL_BATCH_OPERANDS; i++)
        tile[i] = p->buffer[i] >= 0 && !p->each[i] && !p->first[i] ? tiles[p->buffer[i]] : NULL;
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
    c.ipiv = p->first[SL_BATCH_IPIV];
    c.pivots = p->pivots;
    if (tile[SL_BATCH_IPIV]) {
        c.ipiv = (int *)STARPU_MATRIX_GET_PTR(tile[SL_BATCH_IPIV]);
        c.pivots = TILE_LD(tile[SL_BATCH_IPIV]);
    }
    c.info = p->first[SL_BATCH_INFO];
    if (tile[SL_BATCH_INFO])
        c.info = (int *)STARPU_MATRIX_GET_PTR(tile[SL_BATCH_INFO]);
    if (tile[SL_BATCH_WORK])
        c.work = TILE(tile[SL_BATCH_WORK]);
    return c;
}

/* Matrix i on a core */
static inline struct sl_place a_of(const struct chunk *c, int64_t i)
{
    const struct sl_batched_args *p = c->args;
    const struct sl_place *each = p->each[SL_BATCH_A];
    return each ? each[i]
                : (struct sl_place){c->a + i * c->stride_a, (int)p->m, (int)p->n, (int)p->lda, 0};
}
static inline struct sl_place b_of(const struct chunk *c, int64_t i)
{
    const struct sl_batched_args *p = c->args;
    const struct sl_place *each = p->each[SL_BATCH_B];
    return each ? each[i]
                : (struct sl_place){c->b + i * c->stride_b, (int)SL_MAX(p->m, p->n), (int)p->nrhs,
                                    (int)p->ldb, 0};
}
static inline struct sl_place tau_of(const struct chunk *c, int64_t i)
{
    const struct sl_place *each = c->args->each[SL_BATCH_TAU];
    int least = (int)SL_MIN(c->args->m, c->args->n);
    return each ? each[i] : (struct sl_place){c->tau + i * c->stride_tau, least, 1, least, 0};
}
/* Its pivots; NULL: there are none. */
static inline int *ipiv_of(const struct chunk *c, int64_t i)
{
    const struct sl_place *each = c->args->each[SL_BATCH_IPIV];
    return each ? each[i].a : c->ipiv ? c->ipiv + i * c->pivots : NULL;
}

/* Whether no matrix of A has elements. Then their infos are 0 now. */
static inline bool are_empty(const struct chunk *c)
{
    bool empty = c->args->buffer[SL_BATCH_A] < 0;
    if (empty)
        memset(c->info, 0, sizeof *c->info * (size_t)c->count);
    return empty;
}
#ifdef STARLING_CUDA
static inline void zero_infos_on_gpu(struct sl_args *args, const struct chunk *c)
{
    sl_cuda_check(args, cudaMemsetAsync(c->info, 0, sizeof *c->info * (size_t)c->count,
                                        sl_cuda_stream()));
}
static inline bool are_empty_on_gpu(struct sl_args *args, const struct chunk *c)
{
    bool empty = c->args->buffer[SL_BATCH_A] < 0;
    if (empty)
        zero_infos_on_gpu(args, c);
    return empty;
}
/* Whether a matrix has a place of its own. */
static inline bool have_places(const struct chunk *c)
{
    return c->args->each[SL_BATCH_A] || c->args->each[SL_BATCH_B] || c->args->each[SL_BATCH_TAU] ||
           c->args->each[SL_BATCH_IPIV];
}
static inline struct sl_matrices matrices_of(const struct chunk *c, void *tiles[],
                                             enum sl_operand u)
{
    const struct sl_batched_args *p = c->args;
    bool is_b = u == SL_BATCH_B;
    struct sl_matrices x = {.first = is_b ? c->b : c->a,
                            .stride = is_b ? c->stride_b : c->stride_a,
                            .m = (int)p->m,
                            .n = (int)(is_b ? p->nrhs : p->n),
                            .lda = (int)(is_b ? p->ldb : p->lda),
                            .count = c->count};
    if (u == SL_BATCH_TAU) {
        x.first = c->tau;
        x.stride = c->stride_tau;
    }
    if (u == SL_BATCH_IPIV) {
        x.first = c->ipiv;
        x.stride = c->pivots;
    }
    if (p->each[u]) {
        x.on_host = p->each[u];
        x.each = (const struct sl_place *)STARPU_MATRIX_GET_PTR(tiles[p->buffer[u]]);
    }
    return x;
}
#endif

#endif

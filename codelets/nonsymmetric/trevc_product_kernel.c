/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* W = Q V with a unitary Q, where only `count` rows of V from `row` on are not zero. Buffers: W, V;
 * in the list, block columns of Q from number `first` on. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "robust.h"

/* The next columns of Q before `end` that stand side by side in one array; they are one product. */
struct part {
    int64_t from, next; /* columns */
    void *tile;
    scalar_t beta; /* 1, if W has the product of columns before */
};
static bool next_part(const struct sl_trevc_args *p, void *tiles[], struct part *s)
{
    int64_t end = p->row + p->count, last = (end - 1) / p->nb;
    s->beta = s->next > p->row;
    s->from = s->next;
    if (s->from >= end)
        return false;
    int64_t j = s->from / p->nb;
    s->tile = tiles[2 + j - p->first];
    s->next = SL_MIN(end, (j + sl_side_by_side(tiles + 2 + j - p->first, last - j + 1)) * p->nb);
    return true;
}
static scalar_t *column_of(const struct sl_trevc_args *p, const struct part *s)
{
    return TILE(s->tile) + s->from % p->nb * TILE_LD(s->tile);
}

static void cpu_trevc_product(void *tiles[], void *arg)
{
    const struct sl_trevc_args *p = arg;
    const scalar_t one = 1;
    const unsigned before = flush_begin();
    for (struct part s = {.next = p->row}; next_part(p, tiles, &s);)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, TILE_M(tiles[0]), TILE_N(tiles[0]),
                      (int)(s.next - s.from), SADDR(one), column_of(p, &s), TILE_LD(s.tile),
                      TILE(tiles[1]) + s.from, TILE_LD(tiles[1]), SADDR(s.beta), TILE(tiles[0]),
                      TILE_LD(tiles[0]));
    flush_end(before);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

static void cuda_trevc_product(void *tiles[], void *arg)
{
    struct sl_trevc_args *p = arg;
    const scalar_t one = 1;
    for (struct part s = {.next = p->row}; next_part(p, tiles, &s);)
        sl_cuda_check(&p->head,
                      sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_N, CUBLAS_OP_N, TILE_M(tiles[0]),
                                    TILE_N(tiles[0]), (int)(s.next - s.from), CS(one),
                                    CU(column_of(p, &s)), TILE_LD(s.tile),
                                    CU(TILE(tiles[1]) + s.from), TILE_LD(tiles[1]), CS(s.beta),
                                    CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(trevc_product);

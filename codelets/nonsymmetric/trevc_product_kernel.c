/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* W = Q V, where only `count` rows of V from `row` on are not zero. Buffers: W, V; in the list,
 * block columns of Q from number `first` on. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static void cpu_trevc_product(void *tiles[], void *arg)
{
    const struct sl_trevc_args *p = arg;
    int64_t end = p->row + p->count;
    scalar_t one = 1, beta = 0;
    for (int64_t j = p->first, k = p->row, next; k < end; j++, k = next) {
        void *q = tiles[2 + j - p->first];
        next = SL_MIN(end, (j + 1) * p->nb);
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, TILE_M(tiles[0]), TILE_N(tiles[0]),
                      (int)(next - k), SADDR(one), TILE(q) + (size_t)(k - j * p->nb) * TILE_LD(q),
                      TILE_LD(q), TILE(tiles[1]) + k, TILE_LD(tiles[1]), SADDR(beta),
                      TILE(tiles[0]), TILE_LD(tiles[0]));
        beta = 1;
    }
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

/* Block columns that stand side by side in one array are one product. */
static void cuda_trevc_product(void *tiles[], void *arg)
{
    struct sl_trevc_args *p = arg;
    int64_t end = p->row + p->count, last = p->first + (end - 1) / p->nb - p->row / p->nb;
    scalar_t one = 1, beta = 0;
    for (int64_t j = p->first, k = p->row, next; k < end; k = next) {
        void **q = tiles + 2 + j - p->first;
        int count = sl_side_by_side(q, last - j + 1);
        next = SL_MIN(end, (j + count) * p->nb);
        sl_cuda_check(&p->head,
                      sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_N, CUBLAS_OP_N,
                                    TILE_M(tiles[0]), TILE_N(tiles[0]), (int)(next - k), CS(one),
                                    CU(TILE(*q) + (k - j * p->nb) * TILE_LD(*q)), TILE_LD(*q),
                                    CU(TILE(tiles[1]) + k), TILE_LD(tiles[1]), CS(beta),
                                    CU(TILE(tiles[0])), TILE_LD(tiles[0])));
        beta = 1;
        j += count;
    }
}
#endif

SL_CODELET(trevc_product);

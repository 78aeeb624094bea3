/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* P A = L U for each matrix of a chunk on a GPU, by the kernels for its order. */

#ifndef SL_LU_ON_GPU_H
#define SL_LU_ON_GPU_H

#include "chunk.h"
#include "codelets/lu/cuda_getrf.h"
#include "cuda_middle.h"
#include "cuda_places.h"
#include "cuda_small.h"
#include "large_on_gpu.h"

/* Orders from which on few matrices take the kernels for a panel, which are faster then than those
 * of cuda_middle_getrf.h, and how many are few; one H200. */
#ifdef SL_COMPLEX
enum { SL_PANELS_ORDER = 512, SL_PANELS_FEW = 32 };
#else
enum { SL_PANELS_ORDER = 640, SL_PANELS_FEW = 16 };
#endif

static inline bool by_panels(int64_t m, int64_t n, int64_t count)
{
    return SL_MAX(m, n) > SL_MIDDLE || (SL_MIN(m, n) >= SL_PANELS_ORDER && count <= SL_PANELS_FEW);
}

/* Elements of the workspace; count 0: no GPU. */
static inline int64_t lu_on_gpu_work(int64_t m, int64_t n, int64_t count)
{
    return count > 0 && by_panels(m, n, count)
               ? large_work((int64_t)sl_cuda_x(getrf_work)((int)m, (int)n), count)
               : 0;
}

static inline void lu_on_gpu(struct sl_args *args, int m, int n, const struct chunk *c, int lda,
                             int *ipiv, int64_t pivots, scalar_t *work)
{
    cudaStream_t stream = sl_cuda_stream();
    if (m == n && n <= SL_SMALL)
        sl_cuda_check(args, sl_cuda_x(getrf_small)(stream, n, c->count, CU(c->a), lda, c->stride_a,
                                                   ipiv, pivots, c->info));
    else if (!by_panels(m, n, c->count))
        sl_cuda_check(args,
                      sl_cuda_x(getrf_middle)(sl_cuda_handle(), c->args->kind, m, n, c->count,
                                              CU(c->a), lda, c->stride_a, ipiv, pivots, c->info));
    else
        sl_cuda_check(args, sl_cuda_x(getrf_strided)(sl_cuda_handle(), m, n, CU(c->a), lda,
                                                     c->stride_a, ipiv, (int)pivots, CU(work),
                                                     c->info, (int)c->count));
}

/* Matrices of varying orders above SL_SMALL, the largest ones first. The caller begins and ends the
 * streams. */
static inline void lu_of_larger(struct sl_args *args, const cudaStream_t *streams,
                                const struct chunk *c, struct sl_matrices A, struct sl_matrices P,
                                scalar_t *work)
{
    int64_t large = sl_above(&A, SL_MIDDLE);
    int64_t elements = (int64_t)sl_cuda_x(getrf_work)((int)c->args->m, (int)c->args->n);
    for (int64_t k = 0; k < large; k++) {
        int64_t i = sl_number_of(&A, k);
        struct sl_place a = sl_place_in(&A, i, sizeof(scalar_t));
        sl_cuda_check(args, sl_cuda_x(getrf)(handle_of(k), a.m, a.n, CU(a.a), a.lda,
                                             sl_place_in(&P, i, sizeof(int)).a,
                                             CU(large_work_of(work, elements, k)), c->info + i));
    }
    sl_cuda_check(args, sl_cuda_x(getrf_middle_places)(streams, A, P, c->info));
}

#endif

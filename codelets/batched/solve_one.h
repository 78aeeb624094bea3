/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions with factors that are there: of one matrix of a chunk by LAPACK, of all on a GPU. B
 * stays where info, if it is there, is not 0. */

#ifndef SL_SOLVE_ONE_H
#define SL_SOLVE_ONE_H

#include "chunk.h"

static inline void potrs_one(const struct chunk *c, int64_t i)
{
    struct sl_place a = a_of(c, i), b = b_of(c, i);
    LAPACKE_x(potrs_work)(LAPACK_COL_MAJOR, (char)c->args->uplo, a.n, b.n, a.a, a.lda, b.a, b.lda);
}

static inline void getrs_one(const struct chunk *c, int64_t i)
{
    struct sl_place a = a_of(c, i), b = b_of(c, i);
    LAPACKE_x(getrs_work)(LAPACK_COL_MAJOR, (char)c->args->trans, a.n, b.n, a.a, a.lda,
                          ipiv_of(c, i), b.a, b.lda);
}

#ifdef STARLING_CUDA
#include "cuda_places.h"
#include "cuda_solve.h"

/* cuBLAS has kernels for few columns of matrices at equal distances. --bench of
 * tests/check_cuda_places.cu has the times of both. */
static inline bool by_cublas(const struct chunk *c)
{
    enum { MOST = 128, COLUMNS = 4 };
    return !have_places(c) && c->args->n > SL_SMALL && c->args->n <= MOST &&
           c->args->nrhs <= COLUMNS;
}

static inline void potrs_on_gpu(struct sl_batched_args *p, const struct chunk *c, void *tiles[])
{
    bool upper = p->uplo == STARLING_UPPER;
    if (by_cublas(c))
        sl_cuda_check(&p->head, sl_cuda_x(potrs_batched)(
                                    sl_cuda_handle(), upper, (int)p->n, (int)p->nrhs, c->count,
                                    CU(c->a), (int)p->lda, c->stride_a, CU(c->b), (int)p->ldb,
                                    c->stride_b, c->info, c->work));
    else
        sl_cuda_check(&p->head, sl_cuda_x(potrs_places)(
                                    sl_cuda_handle(), upper, matrices_of(c, tiles, SL_BATCH_A),
                                    matrices_of(c, tiles, SL_BATCH_B), c->info, c->work));
}

static inline void getrs_on_gpu(struct sl_batched_args *p, const struct chunk *c, void *tiles[])
{
    cublasOperation_t trans = cublas_trans(p->trans);
    if (by_cublas(c))
        sl_cuda_check(&p->head, sl_cuda_x(getrs_batched)(
                                    sl_cuda_handle(), trans, (int)p->n, (int)p->nrhs, c->count,
                                    CU(c->a), (int)p->lda, c->stride_a, c->ipiv, CU(c->b),
                                    (int)p->ldb, c->stride_b, c->info, c->work));
    else
        sl_cuda_check(&p->head, sl_cuda_x(getrs_places)(
                                    sl_cuda_handle(), trans, matrices_of(c, tiles, SL_BATCH_A),
                                    matrices_of(c, tiles, SL_BATCH_IPIV),
                                    matrices_of(c, tiles, SL_BATCH_B), c->info, c->work));
}
#endif

#endif

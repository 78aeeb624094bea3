/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* P A = L U for each matrix of a chunk; info = 0, or the first zero on the diagonal of U. If there
 * is B, X = A^-1 B takes its place where info is 0. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"
#include "solve_one.h"

#define SL_VECTORS "codelets/batched/getrf_lanes.h"
#include "codelets/vectors.h"

static void by_lapack(const struct chunk *c, int64_t i)
{
    struct sl_place a = a_of(c, i);
    c->info[i] = LAPACKE_x(getrf_work)(LAPACK_COL_MAJOR, a.m, a.n, a.a, a.lda, ipiv_of(c, i));
    if (c->args->buffer[SL_BATCH_B] >= 0 && c->info[i] == 0)
        getrs_one(c, i);
}

static void cpu_getrf_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    if (!are_empty(&c))
        by_groups(&c, SL_BEST(lu_all), by_lapack);
}

#ifdef STARLING_CUDA
#include "lu_on_gpu.h"

/* Matrices of varying orders */
static void at_places(struct sl_batched_args *p, const struct chunk *c, struct sl_matrices A,
                      struct sl_matrices P)
{
    cudaStream_t streams[SL_STREAMS];
    zero_infos_on_gpu(&p->head, c);
    begin_streams(streams);
    lu_of_larger(&p->head, streams, c, A, P, c->work);
    sl_cuda_check(&p->head, sl_cuda_x(getrf_small_places)(streams[SL_OWN], A, P, c->info));
    end_of_handles();
}

static void cuda_getrf_batched(void *tiles[], void *arg)
{
    struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    if (are_empty_on_gpu(&p->head, &c))
        return;
    if (have_places(&c))
        at_places(p, &c, matrices_of(&c, tiles, SL_BATCH_A), matrices_of(&c, tiles, SL_BATCH_IPIV));
    else
        lu_on_gpu(&p->head, (int)p->m, (int)p->n, &c, (int)p->lda, c.ipiv, c.pivots, c.work);
    if (p->buffer[SL_BATCH_B] >= 0)
        getrs_on_gpu(p, &c, tiles);
}
#endif

int64_t SL_X(getrf_batched_work)(int64_t m, int64_t n, int64_t count)
{
#ifdef STARLING_CUDA
    return lu_on_gpu_work(m, n, count);
#else
    return 0 * m * n * count;
#endif
}

SL_CODELET(getrf_batched);

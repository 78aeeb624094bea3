/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L L^H or A = U^H U for each matrix of a chunk; info = 0, or the order of its smallest bad
 * minor. If there is B, X = A^-1 B takes its place where info is 0. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"
#include "codelets/cholesky/minor.h"
#include "solve_one.h"

#define SL_VECTORS "codelets/batched/potrf_lanes.h"
#include "codelets/vectors.h"

static void by_lapack(const struct chunk *c, int64_t i)
{
    struct sl_place a = a_of(c, i);
    c->info[i] = SL_X(chol)(c->args->uplo, a.n, a.a, a.lda);
    if (c->args->buffer[SL_BATCH_B] >= 0 && c->info[i] == 0)
        potrs_one(c, i);
}

static void cpu_potrf_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    if (!are_empty(&c))
        by_groups(&c, SL_BEST(chol_all), by_lapack);
}

#ifdef STARLING_CUDA
#include "codelets/cholesky/cuda_potrf.h"
#include "cuda_middle.h"
#include "cuda_places.h"
#include "cuda_small.h"
#include "large_on_gpu.h"

/* Whether a thread block for each matrix is slower than the kernels for a tile, one matrix after the
 * other: if there are few large ones, more so in double complex. One H100, with older kernels for a
 * tile. */
static bool one_by_one(int64_t n, int64_t count)
{
    enum { BLOCKED = 512, FEW = sizeof(scalar_t) < 16 ? 2 : 6 };
    return n > SL_MIDDLE || (n >= BLOCKED && count <= FEW);
}

/* Matrix i by the kernels for a tile, with a part of the workspace */
static void large(struct sl_batched_args *p, cublasHandle_t handle, struct sl_place a,
                  scalar_t *work, int64_t i, int *info)
{
    int64_t elements = (int64_t)sl_cuda_x(potrf_work)((int)p->n);
    sl_cuda_check(&p->head,
                  sl_cuda_x(potrf)(handle, cublas_uplo(p->uplo), a.n, CU(a.a), a.lda, NULL,
                                   SL_CUDA_IB, CU(large_work_of(work, elements, i)), info));
}

static void large_on_gpu(struct sl_batched_args *p, const struct chunk *c)
{
    for (int64_t i = 0; i < c->count; i++)
        large(p, handle_of(i), a_of(c, i), c->work, i, c->info + i);
    end_of_handles();
}

/* Matrices of varying orders, the largest ones first */
static void at_places(struct sl_batched_args *p, const struct chunk *c, struct sl_matrices A)
{
    cudaStream_t streams[SL_STREAMS];
    bool upper = p->uplo == STARLING_UPPER;
    int64_t many = sl_above(&A, SL_MIDDLE);
    zero_infos_on_gpu(&p->head, c);
    begin_streams(streams);
    for (int64_t k = 0, i; k < many; k++) {
        i = sl_number_of(&A, k);
        large(p, handle_of(k), sl_place_in(&A, i, sizeof(scalar_t)), c->work, k, c->info + i);
    }
    sl_cuda_check(&p->head, sl_cuda_x(potrf_middle_places)(streams, upper, A, c->info));
    sl_cuda_check(&p->head, sl_cuda_x(potrf_small_places)(streams[SL_OWN], upper, A, c->info));
    end_of_handles();
}

static void cuda_potrf_batched(void *tiles[], void *arg)
{
    struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    cudaStream_t stream = sl_cuda_stream();
    bool upper = p->uplo == STARLING_UPPER;
    int n = (int)p->n, lda = (int)p->lda;
    if (are_empty_on_gpu(&p->head, &c))
        return;
    if (have_places(&c))
        at_places(p, &c, matrices_of(&c, tiles, SL_BATCH_A));
    else if (n <= SL_SMALL)
        sl_cuda_check(&p->head, sl_cuda_x(potrf_small)(stream, upper, n, c.count, CU(c.a), lda,
                                                       c.stride_a, c.info));
    else if (!one_by_one(n, c.count))
        sl_cuda_check(&p->head, sl_cuda_x(potrf_middle)(stream, p->kind, upper, n, c.count, CU(c.a),
                                                        lda, c.stride_a, c.info));
    else
        large_on_gpu(p, &c);
    if (p->buffer[SL_BATCH_B] >= 0)
        potrs_on_gpu(p, &c, tiles);
}
#endif

int64_t SL_X(potrf_batched_work)(int64_t m, int64_t n, int64_t count)
{
    (void)m;
#ifdef STARLING_CUDA
    return count > 0 && one_by_one(n, count) ? large_work((int64_t)sl_cuda_x(potrf_work)((int)n), count) : 0;
#else
    return 0 * n * count;
#endif
}

SL_CODELET(potrf_batched);

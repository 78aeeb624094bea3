/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A^-1 for each matrix of a chunk, from its LU factors, or, if there is no ipiv, from the matrix
 * itself. info = 0, or the first zero on the diagonal of U: then there is no inverse. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"

#define SL_VECTORS "codelets/batched/getri_lanes.h"
#include "codelets/vectors.h"

/* Elements of LAPACK's workspace, which has blocks of 64 columns. */
static int64_t room_of_lapack(int64_t n)
{
    return n * SL_MIN(n, 64);
}

static void by_lapack(const struct chunk *c, int64_t i)
{
    struct sl_place a = a_of(c, i);
    int room = (int)room_of_lapack(a.n), *ipiv = ipiv_of(c, i), info = 0;
    if (!ipiv) {
        ipiv = (int *)(c->work + room);
        info = LAPACKE_x(getrf_work)(LAPACK_COL_MAJOR, a.n, a.n, a.a, a.lda, ipiv);
    }
    if (info == 0)
        info = LAPACKE_x(getri_work)(LAPACK_COL_MAJOR, a.n, a.a, a.lda, ipiv, c->work, room);
    c->info[i] = info;
}

static void cpu_getri_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    if (!are_empty(&c))
        by_groups(&c, SL_BEST(inverse_all), by_lapack);
}

#ifdef STARLING_CUDA
#include "lu_on_gpu.h"

/* Elements for the pivots of inv; what follows is aligned to 16 bytes. */
static int64_t room_of_pivots(int64_t n, int64_t count)
{
    return (n * count * (int64_t)sizeof(int) + 15) / 16 * (int64_t)(16 / sizeof(scalar_t));
}

/* The factors in A, and the inverses of small matrices, which need no factors. */
static void factor(struct sl_batched_args *p, const struct chunk *c, struct sl_matrices A,
                   struct sl_matrices P, scalar_t *work)
{
    cudaStream_t streams[SL_STREAMS];
    if (have_places(c)) {
        zero_infos_on_gpu(&p->head, c);
        begin_streams(streams);
        lu_of_larger(&p->head, streams, c, A, P, work);
        sl_cuda_check(&p->head, sl_cuda_x(inv_small_places)(streams[SL_OWN], A, c->info));
        end_of_handles();
    } else if (p->n <= SL_SMALL)
        sl_cuda_check(&p->head, sl_cuda_x(inv_small)(sl_cuda_stream(), (int)p->n, c->count, CU(c->a),
                                                     (int)p->lda, c->stride_a, c->info));
    else
        lu_on_gpu(&p->head, (int)p->n, (int)p->n, c, (int)p->lda, P.first, (int)p->n, work);
}

static void cuda_getri_batched(void *tiles[], void *arg)
{
    struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    if (are_empty_on_gpu(&p->head, &c))
        return;
    struct sl_matrices A = matrices_of(&c, tiles, SL_BATCH_A),
                       P = matrices_of(&c, tiles, SL_BATCH_IPIV);
    scalar_t *work = c.work;
    bool have_factors = p->buffer[SL_BATCH_IPIV] >= 0;
    if (have_factors)
        zero_infos_on_gpu(&p->head, &c);
    else {
        P.first = work;
        P.stride = p->n;
        work += room_of_pivots(p->n, c.count);
        factor(p, &c, A, P, work);
    }
    sl_cuda_check(&p->head, sl_cuda_x(getri_places)(sl_cuda_handle(), A, P,
                                                    have_factors ? 0 : SL_SMALL, c.info, work));
}
#endif

/* LAPACK's workspace, pivots and workspace of one matrix on a core, of all on a GPU. */
int64_t SL_X(getri_batched_work)(int64_t m, int64_t n, int64_t count)
{
    int64_t elements = room_of_lapack(n) + n;
    (void)m;
#ifdef STARLING_CUDA
    if (count > 0) {
        size_t bytes = sl_cuda_places_work(n, n, count, sizeof(scalar_t));
        int64_t on_gpu = SL_MAX(lu_on_gpu_work(n, n, count), (int64_t)(bytes / sizeof(scalar_t)));
        elements = SL_MAX(elements, room_of_pivots(n, count) + on_gpu);
    }
#else
    (void)count;
#endif
    return elements;
}

SL_CODELET(getri_batched);

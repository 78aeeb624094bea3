/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R for each matrix of a chunk, as LAPACK's geqrf. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"

#define SL_VECTORS "codelets/batched/geqrf_lanes.h"
#include "codelets/vectors.h"

/* LAPACK has blocks of at most 64 columns. */
static int room_of_lapack(int m, int n)
{
    return is_small(m, n) ? 0 : n * SL_MIN(n, 64);
}

static void by_lapack(const struct chunk *c, int64_t i)
{
    struct sl_place a = a_of(c, i);
    LAPACKE_x(geqrf_work)(LAPACK_COL_MAJOR, a.m, a.n, a.a, a.lda, tau_of(c, i).a, c->work,
                          room_of_lapack(a.m, a.n));
}

static void cpu_geqrf_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    by_groups(&c, SL_BEST(qr_all), by_lapack);
}

#ifdef STARLING_CUDA
#include "qr_on_gpu.h"

static void cuda_geqrf_batched(void *tiles[], void *arg)
{
    struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    struct sl_qr q = {matrices_of(&c, tiles, SL_BATCH_A), matrices_of(&c, tiles, SL_BATCH_TAU),
                      NULL, 0};
    if (have_places(&c))
        qr_at_places(&p->head, &q, room_of_large(p->m, p->n), c.work);
    else
        qr_on_gpu(&p->head, (int)p->m, (int)p->n, c.count, c.a, (int)p->lda, c.stride_a, c.tau,
                  c.stride_tau, c.work);
}
#endif

/* LAPACK's workspace of one matrix on a core; count 0: no GPU. */
int64_t SL_X(geqrf_batched_work)(int64_t m, int64_t n, int64_t count)
{
    int64_t elements = room_of_lapack((int)m, (int)n);
#ifdef STARLING_CUDA
    elements = SL_MAX(elements, qr_on_gpu_work(m, n, count));
#else
    (void)count;
#endif
    return elements;
}

SL_CODELET(geqrf_batched);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R for each matrix of a chunk, as LAPACK's geqrf. */

#define SL_KERNEL_USES_BLAS
#include "chunk.h"
#include "lanes_common.h"

#define SL_VECTORS "codelets/batched/geqrf_lanes.h"
#include "codelets/vectors.h"

static bool in_lanes(int64_t m, int64_t n)
{
    return m <= MOST_IN_LANES && n <= MOST_IN_LANES;
}

/* LAPACK has blocks of at most 64 columns. GPUs have no kernel so far. */
int64_t SL_X(geqrf_batched_work)(int64_t m, int64_t n, int64_t count)
{
    (void)count;
    return in_lanes(m, n) ? 0 : n * SL_MIN(n, 64);
}

static void cpu_geqrf_batched(void *tiles[], void *arg)
{
    const struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    if (in_lanes(p->m, p->n)) {
        LANES_ROOM(room);
        SL_BEST(qr_all)((int)p->m, (int)p->n, &c, p->lda, room);
    } else
        for (int64_t i = 0; i < c.count; i++)
            LAPACKE_x(geqrf_work)(LAPACK_COL_MAJOR, (int)p->m, (int)p->n, c.a + i * c.stride_a,
                                  (int)p->lda, c.tau + i * c.stride_tau, c.work,
                                  (int)SL_X(geqrf_batched_work)(p->m, p->n, 0));
}

SL_CODELET_CPU(geqrf_batched);

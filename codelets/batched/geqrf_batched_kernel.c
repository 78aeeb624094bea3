/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R for each matrix of a chunk, as LAPACK's geqrf. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"

#define SL_VECTORS "codelets/batched/geqrf_lanes.h"
#include "codelets/vectors.h"

/* LAPACK has blocks of at most 64 columns. GPUs have no kernel so far. */
int64_t SL_X(geqrf_batched_work)(int64_t m, int64_t n, int64_t count)
{
    (void)count;
    return is_small(m, n) ? 0 : n * SL_MIN(n, 64);
}

static void cpu_geqrf_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    struct groups groups = {.chunk = &c};
    struct group group;
    LANES_ROOM(room);
    while (next_group(&groups, &group))
        if (group.small)
            SL_BEST(qr_all)(&c, &group, room);
        else
            for (int64_t k = 0; k < group.count; k++) {
                int64_t i = in_group(&group, k);
                struct sl_place a = a_of(&c, i);
                LAPACKE_x(geqrf_work)(LAPACK_COL_MAJOR, a.m, a.n, a.a, a.lda, tau_of(&c, i).a,
                                      c.work, (int)SL_X(geqrf_batched_work)(a.m, a.n, 0));
            }
}

SL_CODELET_CPU(geqrf_batched);

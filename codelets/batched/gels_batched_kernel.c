/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from op(A) X = B by least squares, or of minimum norm, for each matrix of a chunk, as LAPACK's
 * gels. info = 0, or the first zero on the diagonal of the triangle. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"

#define SL_VECTORS "codelets/batched/gels_lanes.h"
#include "codelets/vectors.h"

/* For matrices of so many rows or columns and B. LAPACK has blocks of at most 64 columns. GPUs have
 * no kernel so far. */
int64_t SL_X(gels_batched_work)(int64_t most, int64_t nrhs, int64_t count)
{
    enum { BLOCK = 64 };
    (void)count;
    return most <= MOST_IN_LANES ? 0 : most + BLOCK * (SL_MAX(most, nrhs) + BLOCK + 1);
}

/* X = 0 where A has no elements, or is not there. */
static void zero_sides(const struct chunk *c)
{
    for (int64_t i = 0; i < c->count && c->args->buffer[SL_BATCH_B] >= 0; i++) {
        struct sl_place a = a_of(c, i), b = b_of(c, i);
        for (int64_t j = 0; j < b.n && b.m > 0 && SL_MIN(a.m, a.n) == 0; j++)
            memset((scalar_t *)b.a + j * b.lda, 0, sizeof(scalar_t) * (size_t)b.m);
    }
}

static void by_lapack(const struct chunk *c, const struct group *group)
{
    char trans = c->args->trans == STARLING_NOTRANS ? 'N' : SL_PARTS == 2 ? 'C' : 'T';
    for (int64_t k = 0; k < group->count; k++) {
        int64_t i = in_group(group, k);
        struct sl_place a = a_of(c, i), b = b_of(c, i);
        int room = (int)SL_X(gels_batched_work)(SL_MAX(a.m, a.n), b.n, 0);
        c->info[i] = 0;
        if (b.n > 0)
            c->info[i] = LAPACKE_x(gels_work)(LAPACK_COL_MAJOR, trans, a.m, a.n, b.n, a.a, a.lda,
                                              b.a, b.lda, c->work, room);
    }
}

/* Those side by side with as many right-hand sides at a time; without any, A stays. */
static void by_lanes(const struct chunk *c, const struct group *group, void *room)
{
    bool one = !c->args->each[SL_BATCH_B];
    struct group some = *group;
    for (int64_t k = 0; k < group->count; k += some.count) {
        int nrhs = b_of(c, in_group(group, k)).n;
        some.count = one ? group->count : 1;
        while (k + some.count < group->count && b_of(c, in_group(group, k + some.count)).n == nrhs)
            some.count++;
        if (group->order)
            some.order = group->order + k;
        else
            some.begin = group->begin + k;
        if (nrhs > 0)
            SL_BEST(gels_all)(c, &some, nrhs, room);
        for (int64_t i = 0; i < some.count && nrhs == 0; i++)
            c->info[in_group(&some, i)] = 0;
    }
}

static void cpu_gels_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    struct groups groups = {.chunk = &c};
    struct group group;
    LANES_ROOM(room);
    zero_sides(&c);
    if (are_empty(&c))
        return;
    while (next_group(&groups, &group))
        if (group.small)
            by_lanes(&c, &group, room);
        else
            by_lapack(&c, &group);
}

SL_CODELET_CPU(gels_batched);

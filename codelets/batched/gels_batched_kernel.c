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

static void by_lapack(const struct chunk *c, int64_t i)
{
    char trans = c->args->trans == STARLING_NOTRANS ? 'N' : SL_PARTS == 2 ? 'C' : 'T';
    struct sl_place a = a_of(c, i), b = b_of(c, i);
    int room = (int)SL_X(gels_batched_work)(SL_MAX(a.m, a.n), b.n, 0);
    c->info[i] = 0;
    if (b.n > 0)
        c->info[i] = LAPACKE_x(gels_work)(LAPACK_COL_MAJOR, trans, a.m, a.n, b.n, a.a, a.lda, b.a,
                                          b.lda, c->work, room);
}

static void cpu_gels_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    zero_sides(&c);
    if (!are_empty(&c))
        by_groups(&c, SL_BEST(gels_all), by_lapack);
}

SL_CODELET_CPU(gels_batched);

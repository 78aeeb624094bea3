/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from op(A) X = B by least squares, or of minimum norm, for each matrix of a chunk, as LAPACK's
 * gels. info = 0, or the first zero on the diagonal of the triangle. */

#define SL_KERNEL_USES_BLAS
#include "chunk.h"
#include "lanes_common.h"

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

static void zero_sides(const struct sl_batched_args *p, const struct chunk *c)
{
    for (int64_t i = 0; i < c->count && c->b; i++)
        for (int64_t j = 0; j < p->nrhs; j++)
            memset(c->b + i * c->stride_b + j * p->ldb, 0,
                   sizeof *c->b * (size_t)SL_MAX(p->m, p->n));
}

static void by_lapack(const struct sl_batched_args *p, const struct chunk *c)
{
    int room = (int)SL_X(gels_batched_work)(SL_MAX(p->m, p->n), p->nrhs, 0);
    char trans = p->trans == STARLING_NOTRANS ? 'N' : SL_PARTS == 2 ? 'C' : 'T';
    for (int64_t i = 0; i < c->count; i++)
        c->info[i] = LAPACKE_x(gels_work)(LAPACK_COL_MAJOR, trans, (int)p->m, (int)p->n,
                                          (int)p->nrhs, c->a + i * c->stride_a, (int)p->lda,
                                          c->b + i * c->stride_b, (int)p->ldb, c->work, room);
}

static void cpu_gels_batched(void *tiles[], void *arg)
{
    const struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    if (are_empty(&c))
        zero_sides(p, &c);
    else if (SL_MAX(p->m, p->n) <= MOST_IN_LANES) {
        LANES_ROOM(room);
        SL_BEST(gels_all)(p, &c, room);
    } else
        by_lapack(p, &c);
}

SL_CODELET_CPU(gels_batched);

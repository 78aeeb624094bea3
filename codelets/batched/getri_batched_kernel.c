/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A^-1 for each matrix of a chunk, from its LU factors, or, if there is no ipiv, from the matrix
 * itself. info = 0, or the first zero on the diagonal of U: then there is no inverse. */

#define SL_KERNEL_USES_BLAS
#include "chunk.h"
#include "lanes_common.h"

#define SL_VECTORS "codelets/batched/getri_lanes.h"
#include "codelets/vectors.h"

static void by_lapack(const struct sl_batched_args *p, const struct chunk *c)
{
    int n = (int)p->n, lda = (int)p->lda;
    for (int64_t i = 0; i < c->count; i++) {
        scalar_t *a = c->a + i * c->stride_a;
        int *ipiv = c->ipiv ? c->ipiv + i * c->pivots : (int *)(c->work + p->work - n);
        int info = c->ipiv ? 0 : LAPACKE_x(getrf_work)(LAPACK_COL_MAJOR, n, n, a, lda, ipiv);
        if (info == 0)
            info =
                LAPACKE_x(getri_work)(LAPACK_COL_MAJOR, n, a, lda, ipiv, c->work, (int)p->work - n);
        c->info[i] = info;
    }
}

static void cpu_getri_batched(void *tiles[], void *arg)
{
    const struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    if (are_empty(&c))
        return;
    if (p->n <= MOST_IN_LANES) {
        LANES_ROOM(room);
        SL_BEST(inverse_all)((int)p->n, &c, p->lda, room);
    } else
        by_lapack(p, &c);
}

SL_CODELET_CPU(getri_batched);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = L L^H or A = U^H U for each matrix of a chunk; info = 0, or the order of its smallest bad
 * minor. */

#define SL_KERNEL_USES_BLAS
#include "chunk.h"
#include "lanes_common.h"
#include "codelets/cholesky/minor.h"

#define SL_VECTORS "codelets/batched/potrf_lanes.h"
#include "codelets/vectors.h"

static void cpu_potrf_batched(void *tiles[], void *arg)
{
    const struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    int n = (int)p->n;
    if (are_empty(&c))
        return;
    if (n <= MOST_IN_LANES) {
        LANES_ROOM(room);
        SL_BEST(chol_all)
        (p->uplo == STARLING_UPPER ? UPPER : LOWER, n, c.count, c.a, p->lda, c.stride_a, c.info,
         room);
    } else
        for (int64_t i = 0; i < c.count; i++)
            c.info[i] = SL_X(chol)(p->uplo, n, c.a + i * c.stride_a, (int)p->lda);
}

SL_CODELET_CPU(potrf_batched);

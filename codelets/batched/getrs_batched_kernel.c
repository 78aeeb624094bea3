/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from the LU factors of each matrix of a chunk. B stays where info says that U is singular. */

#define SL_KERNEL_USES_BLAS
#include "chunk.h"

static void cpu_getrs_batched(void *tiles[], void *arg)
{
    const struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    for (int64_t i = 0; i < c.count; i++)
        if (!c.info || c.info[i] == 0)
            LAPACKE_x(getrs_work)(LAPACK_COL_MAJOR, (char)p->trans, (int)p->n, (int)p->nrhs,
                                  c.a + i * c.stride_a, (int)p->lda, c.ipiv + i * c.pivots,
                                  c.b + i * c.stride_b, (int)p->ldb);
}

SL_CODELET_CPU(getrs_batched);

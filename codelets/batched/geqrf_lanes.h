/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geqrf of the matrices of a chunk, by lanes. Included by codelets/vectors.h. */

#include "qr_lanes.h"

/* All matrices of a chunk. */
TARGET static void NAME(qr_all)(int m, int n, const struct chunk *chunk, int64_t lda, void *room)
{
    LANES(*x)[SL_PARTS] = room, tau[MOST_IN_LANES][SL_PARTS];
    for (int64_t k = 0; k < chunk->count; k += NAME(WIDTH)) {
        int some = (int)SL_MIN(NAME(WIDTH), chunk->count - k), least = SL_MIN(m, n);
        scalar_t *a = chunk->a + k * chunk->stride_a;
        NAME(load)(FULL, m, n, some, a, lda, chunk->stride_a, x);
        NAME(factor)(m, n, x, tau);
        NAME(store)
        (FULL, m, n, 0, some, (const LANES(*)[SL_PARTS])x, a, lda, chunk->stride_a);
        NAME(store)
        (FULL, least, 1, 0, some, (const LANES(*)[SL_PARTS])tau, chunk->tau + k * chunk->stride_tau,
         least, chunk->stride_tau);
    }
}

#undef LANES

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* getrf of the matrices of a chunk, by lanes. Included by codelets/vectors.h. */

#include "lu_lanes.h"

/* All matrices of a chunk. */
TARGET static void NAME(lu_all)(int m, int n, const struct chunk *chunk, int64_t lda, void *room)
{
    LANES(*x)[SL_PARTS] = room;
    const LANES(*result)[SL_PARTS] = room;
    for (int64_t k = 0; k < chunk->count; k += NAME(WIDTH)) {
        int some = (int)SL_MIN(NAME(WIDTH), chunk->count - k);
        int ipiv[NAME(WIDTH)][MOST_IN_LANES], info[NAME(WIDTH)];
        scalar_t *a = chunk->a + k * chunk->stride_a;
        NAME(load)(FULL, m, n, some, a, lda, chunk->stride_a, x);
        NAME(factor)(m, n, x, ipiv);
        NAME(regular)(m, n, result, info);
        NAME(store)(FULL, m, n, 0, some, result, a, lda, chunk->stride_a);
        for (int l = 0; l < some; l++) {
            chunk->info[k + l] = info[l];
            memcpy(chunk->ipiv + (k + l) * chunk->pivots, ipiv[l],
                   sizeof(int) * (size_t)SL_MIN(m, n));
        }
    }
}

#undef LANES

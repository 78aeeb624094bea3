/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* getrf of the matrices of a chunk, by lanes. Included by codelets/vectors.h. */

#include "lu_lanes.h"

/* All matrices of a group. */
TARGET static void NAME(lu_all)(const struct chunk *chunk, const struct group *group, void *room)
{
    LANES(*x)[SL_PARTS] = room;
    const LANES(*result)[SL_PARTS] = room;
    int m = group->m, n = group->n;
    for (int64_t k = 0; k < group->count; k += NAME(WIDTH)) {
        struct NAME(places) at = NAME(places_of)(a_of, chunk, group, k);
        int order[NAME(WIDTH)][MOST_IN_LANES], ipiv[NAME(WIDTH)][MOST_IN_LANES];
        int info[NAME(WIDTH)];
        NAME(factor)(m, n, &at, x, order, ipiv);
        NAME(regular)(m, n, result, info);
        NAME(store)(FULL, m, n, 0, at.count, result, at);
        for (int l = 0; l < at.count; l++) {
            int64_t i = in_group(group, k + l);
            chunk->info[i] = info[l];
            memcpy(ipiv_of(chunk, i), ipiv[l], sizeof(int) * (size_t)SL_MIN(m, n));
        }
    }
}

#undef NUMBERS
#undef LANES

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* getrf and gesv of the matrices of a chunk, by lanes. Included by codelets/vectors.h. */

#include "lu_lanes.h"
#include "solve_lanes.h"

/* All matrices of a group, with so many right-hand sides each. */
TARGET static void NAME(lu_all)(const struct chunk *chunk, const struct group *group, int sides,
                                void *room)
{
    const LANES(*x)[SL_PARTS] = room;
    int m = group->m, n = group->n, order[NAME(WIDTH)][MOST_IN_LANES];
    FACTORS factors = {n, x, {.unit = true}, {.upper = true}, .rows = order};
    for (int64_t k = 0; k < group->count; k += NAME(WIDTH)) {
        struct NAME(places) at = NAME(places_of)(a_of, chunk, group, k);
        int ipiv[NAME(WIDTH)][MOST_IN_LANES], info[NAME(WIDTH)];
        NAME(factor)(m, n, &at, room, order, ipiv);
        NAME(regular)(m, n, x, info);
        NAME(store)(FULL, m, n, 0, at.count, x, at);
        NAME(solve)(&factors, chunk, group, k, sides, info);
        for (int l = 0; l < at.count; l++) {
            int64_t i = in_group(group, k + l);
            chunk->info[i] = info[l];
            memcpy(ipiv_of(chunk, i), ipiv[l], sizeof(int) * (size_t)SL_MIN(m, n));
        }
    }
}

#undef FACTORS
#undef NUMBERS
#undef LANES

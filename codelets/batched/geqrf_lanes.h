/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geqrf of the matrices of a chunk, by lanes. Included by codelets/vectors.h. */

#include "qr_lanes.h"

/* All matrices of a group. */
TARGET static void NAME(qr_all)(const struct chunk *chunk, const struct group *group, int sides,
                                void *room)
{
    LANES(*x)[SL_PARTS] = room, tau[MOST_IN_LANES][SL_PARTS];
    int m = group->m, n = group->n;
    (void)sides;
    for (int64_t k = 0; k < group->count; k += NAME(WIDTH)) {
        struct NAME(places) at = NAME(places_of)(a_of, chunk, group, k);
        NAME(load)(FULL, m, n, at, x);
        NAME(factor)(m, n, x, tau);
        NAME(store)(FULL, m, n, 0, at.count, (const LANES(*)[SL_PARTS])x, at);
        NAME(store)
        (FULL, SL_MIN(m, n), 1, 0, at.count, (const LANES(*)[SL_PARTS])tau,
         NAME(places_of)(tau_of, chunk, group, k));
    }
}

#undef NUMBERS
#undef LANES

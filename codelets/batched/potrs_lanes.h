/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* potrs of the matrices of a chunk, by lanes. Included by codelets/vectors.h. Of U^H U x has the
 * lower triangle of U^H. */

#include "lanes.h"
#include "solve_lanes.h"

/* All matrices of a group, with so many right-hand sides each. */
TARGET static void NAME(potrs_all)(const struct chunk *chunk, const struct group *group, int sides,
                                   void *room)
{
    int n = group->n;
    FACTORS factors = {n, room, {0}, {.transposed = true, .conjugate = true}, NULL, NULL};
    for (int64_t k = 0; k < group->count && sides > 0; k += NAME(WIDTH)) {
        NAME(load)(triangle_of(chunk), n, n, NAME(places_of)(a_of, chunk, group, k), room);
        NAME(solve)(&factors, chunk, group, k, sides, NULL);
    }
}

#undef FACTORS
#undef NUMBERS
#undef LANES

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* getrs of the matrices of a chunk, by lanes. Included by codelets/vectors.h. */

#include "lanes.h"
#include "solve_lanes.h"

/* All matrices of a group, with so many right-hand sides each: A = P^T L U, A^T = U^T L^T P. */
TARGET static void NAME(getrs_all)(const struct chunk *chunk, const struct group *group, int sides,
                                   void *room)
{
    const LANES(*x)[SL_PARTS] = room;
    int n = group->n, order[NAME(WIDTH)][MOST_IN_LANES];
    bool conjugate = chunk->args->trans == STARLING_CONJTRANS;
    FACTORS factors = {n, x, {.unit = true}, {.upper = true}, .rows = order};
    if (chunk->args->trans != STARLING_NOTRANS)
        factors = (FACTORS){n,
                            x,
                            {.upper = true, .transposed = true, .conjugate = conjugate},
                            {.unit = true, .transposed = true, .conjugate = conjugate},
                            .columns = order};
    for (int64_t k = 0; k < group->count && sides > 0; k += NAME(WIDTH)) {
        NAME(load)(FULL, n, n, NAME(places_of)(a_of, chunk, group, k), room);
        NAME(load_order)(chunk, group, k, order);
        NAME(solve)(&factors, chunk, group, k, sides, NULL);
    }
}

#undef FACTORS
#undef NUMBERS
#undef LANES

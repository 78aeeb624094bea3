/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inverses of as many matrices of order n as a vector has numbers, from their LU factors: A^-1 =
 * U^-1 L^-1 P, as LAPACK's getri. Included by codelets/vectors.h. */

#include "lu_lanes.h"

/* U = U^-1 by columns: U(0 : j, j) = -U(0 : j, 0 : j) U(0 : j, j) / U(j, j), where all but the last
 * column is inverted already. */
TARGET static inline void NAME(invert_u)(int n, LANES (*x)[SL_PARTS])
{
    for (int j = 0; j < n; j++) {
        LANES(*column)[SL_PARTS] = x + j * n, minus[SL_PARTS], inverse[SL_PARTS];
        NAME(inverse)(column[j], inverse);
        for (int p = 0; p < SL_PARTS; p++) {
            column[j][p] = inverse[p];
            minus[p] = -inverse[p];
        }
        for (int k = 0; k < j; k++) {
            LANES u[SL_PARTS];
            for (int p = 0; p < SL_PARTS; p++)
                u[p] = -column[k][p];
            NAME(subtract)(k, u, (const LANES(*)[SL_PARTS])(x + k * n), column);
            for (int p = 0; p < SL_PARTS; p++)
                u[p] = -u[p];
            NAME(product)(u, x[k + k * n], column[k]);
        }
        for (int k = 0; k < j; k++)
            NAME(product)(column[k], minus, column[k]);
    }
}

/* X L = U^-1 by columns, from the last one on; L leaves its place to X. */
TARGET static inline void NAME(solve_l)(int n, LANES (*x)[SL_PARTS])
{
    LANES l[MOST_IN_LANES][SL_PARTS];
    for (int j = n - 2; j >= 0; j--) {
        for (int i = j + 1; i < n; i++)
            for (int p = 0; p < SL_PARTS; p++) {
                l[i][p] = x[i + j * n][p];
                x[i + j * n][p] = (LANES){0};
            }
        for (int k = j + 1; k < n; k++)
            NAME(subtract)(n, l[k], (const LANES(*)[SL_PARTS])(x + k * n), x + j * n);
    }
}

/* Columns go to where their rows were. */
TARGET static inline void NAME(store_columns)(int n, int order[NAME(WIDTH)][MOST_IN_LANES],
                                              const LANES (*x)[SL_PARTS],
                                              const struct NAME(places) * at,
                                              const int info[NAME(WIDTH)])
{
    for (int j = 0; j < n; j++) {
        struct NAME(places) column = *at;
        for (int l = 0; l < NAME(WIDTH); l++)
            column.a[l] += order[l][j] * at->lda[l];
        NAME(store_good)(n, 1, x + j * n, &column, info);
    }
}

/* All matrices of a group, with ipiv from their factors, else from themselves. Where info is not 0,
 * A stays. */
TARGET static void NAME(inverse_all)(const struct chunk *chunk, const struct group *group,
                                     int sides, void *room)
{
    LANES(*x)[SL_PARTS] = room;
    const LANES(*result)[SL_PARTS] = room;
    int n = group->n;
    (void)sides;
    for (int64_t k = 0; k < group->count; k += NAME(WIDTH)) {
        struct NAME(places) at = NAME(places_of)(a_of, chunk, group, k);
        int order[NAME(WIDTH)][MOST_IN_LANES], ipiv[NAME(WIDTH)][MOST_IN_LANES];
        int info[NAME(WIDTH)];
        if (ipiv_of(chunk, in_group(group, k))) {
            NAME(load)(FULL, n, n, at, x);
            NAME(load_order)(chunk, group, k, order);
        } else
            NAME(factor)(n, n, &at, x, order, ipiv);
        NAME(regular)(n, n, result, info);
        NAME(invert_u)(n, x);
        NAME(solve_l)(n, x);
        NAME(store_columns)(n, order, result, &at, info);
        for (int l = 0; l < at.count; l++)
            chunk->info[in_group(group, k + l)] = info[l];
    }
}

#undef NUMBERS
#undef LANES

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorizations of as many matrices as a vector has numbers. Included by
 * codelets/vectors.h. Of U^H U x has the lower triangle of U^H. */

#include "lanes.h"
#include "solve_lanes.h"

enum { NAME(ROWS) = 4 };

/* s = s - the sum over k < j of x(i, k) conj(x(j, k)), in `rows` rows from i on */
TARGET static inline void NAME(subtract)(int rows, int n, int i, int j, LANES (*x)[SL_PARTS],
                                         LANES (*s)[SL_PARTS])
{
    for (int k = 0; k < j; k++) {
        const LANES *right = x[j + k * n];
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++) {
            const LANES *left = x[i + r + k * n];
#ifdef SL_COMPLEX
            s[r][0] = s[r][0] - left[0] * right[0] - left[1] * right[1];
            s[r][1] = s[r][1] - left[1] * right[0] + left[0] * right[1];
#else
            s[r][0] -= left[0] * right[0];
#endif
        }
    }
}

/* Rows i ... of column j: L(i, j) = (A(i, j) - the sum) / L(j, j) */
TARGET static inline void NAME(rows)(int rows, int n, int i, int j, LANES over,
                                     LANES (*x)[SL_PARTS])
{
    LANES s[NAME(ROWS)][SL_PARTS];
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++)
        for (int p = 0; p < SL_PARTS; p++)
            s[r][p] = x[i + r + j * n][p];
    NAME(subtract)(rows, n, i, j, x, s);
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++)
        for (int p = 0; p < SL_PARTS; p++)
            x[i + r + j * n][p] = s[r][p] * over;
}

/* info is 0, or the first column whose pivot is not positive, from 1. */
TARGET static void NAME(factor)(int n, LANES (*x)[SL_PARTS], int info[NAME(WIDTH)])
{
    for (int l = 0; l < NAME(WIDTH); l++)
        info[l] = 0;
    for (int j = 0; j < n; j++) {
        LANES d[1][SL_PARTS], over = {0};
        for (int p = 0; p < SL_PARTS; p++)
            d[0][p] = x[j + j * n][p];
        NAME(subtract)(1, n, j, j, x, d);
        real_t *pivot = (real_t *)d[0], *inverse = (real_t *)&over, *root = (real_t *)x[j + j * n];
        for (int l = 0; l < NAME(WIDTH); l++)
            info[l] = info[l] == 0 && !(pivot[l] > 0) ? j + 1 : info[l];
        for (int l = 0; l < NAME(WIDTH); l++)
            root[l] = SQRT(pivot[l]);
        for (int l = 0; l < NAME(WIDTH); l++)
            inverse[l] = 1 / root[l];
#ifdef SL_COMPLEX
        x[j + j * n][1] = (LANES){0};
#endif
        int i = j + 1;
        for (; i + NAME(ROWS) <= n; i += NAME(ROWS))
            NAME(rows)(NAME(ROWS), n, i, j, over, x);
        for (; i < n; i++)
            NAME(rows)(1, n, i, j, over, x);
    }
}

/* All matrices of a group, with so many right-hand sides each. */
TARGET static void NAME(chol_all)(const struct chunk *chunk, const struct group *group, int sides,
                                  void *room)
{
    const LANES(*x)[SL_PARTS] = room;
    int n = group->n;
    FACTORS factors = {n, room, {0}, {.transposed = true, .conjugate = true}, NULL, NULL};
    for (int64_t k = 0; k < group->count; k += NAME(WIDTH)) {
        struct NAME(places) at = NAME(places_of)(a_of, chunk, group, k);
        int info[NAME(WIDTH)];
        NAME(load)(triangle_of(chunk), n, n, at, room);
        NAME(factor)(n, room, info);
        NAME(store)(triangle_of(chunk), n, n, 0, at.count, x, at);
        NAME(solve)(&factors, chunk, group, k, sides, info);
        for (int l = 0; l < at.count; l++)
            chunk->info[in_group(group, k + l)] = info[l];
    }
}

#undef FACTORS
#undef NUMBERS
#undef LANES

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

/* Columns go back to where their rows were. */
TARGET static inline void NAME(permute)(int n, int ipiv[NAME(WIDTH)][MOST_IN_LANES],
                                        LANES (*x)[SL_PARTS])
{
    for (int l = 0; l < NAME(WIDTH); l++)
        for (int j = n - 2; j >= 0; j--)
            for (int i = 0; ipiv[l][j] - 1 != j && i < n; i++)
                for (int p = 0; p < SL_PARTS; p++)
                    NAME(swap)(l, &x[i + j * n][p], &x[i + (ipiv[l][j] - 1) * n][p]);
}

/* All matrices of a chunk, with ipiv from their factors, else from themselves. Where info is not 0,
 * A stays. */
TARGET static void NAME(inverse_all)(int n, const struct chunk *chunk, int64_t lda, void *room)
{
    LANES(*x)[SL_PARTS] = room;
    const LANES(*result)[SL_PARTS] = room;
    for (int64_t k = 0; k < chunk->count; k += NAME(WIDTH)) {
        int some = (int)SL_MIN(NAME(WIDTH), chunk->count - k);
        int ipiv[NAME(WIDTH)][MOST_IN_LANES], info[NAME(WIDTH)];
        scalar_t *a = chunk->a + k * chunk->stride_a;
        NAME(load)(FULL, n, n, some, a, lda, chunk->stride_a, x);
        if (chunk->ipiv)
            for (int l = 0; l < NAME(WIDTH); l++)
                memcpy(ipiv[l], chunk->ipiv + (k + SL_MIN(l, some - 1)) * chunk->pivots,
                       sizeof(int) * (size_t)n);
        else
            NAME(factor)(n, n, x, ipiv);
        bool all = NAME(regular)(n, n, result, info);
        NAME(invert_u)(n, x);
        NAME(solve_l)(n, x);
        NAME(permute)(n, ipiv, x);
        if (all)
            NAME(store)(FULL, n, n, 0, some, result, a, lda, chunk->stride_a);
        for (int l = 0; l < some; l++) {
            if (!all && info[l] == 0)
                NAME(store)(FULL, n, n, l, l + 1, result, a, lda, chunk->stride_a);
            chunk->info[k + l] = info[l];
        }
    }
}

#undef LANES

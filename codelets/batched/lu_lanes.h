/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU factorizations of as many m x n matrices as a vector has numbers, for getrf_lanes.h and
 * getri_lanes.h. Rows are exchanged in each lane by itself. */

#include "lanes.h"

/* The first of the largest elements of column j, from the diagonal on */
TARGET static inline void NAME(pivots)(int m, int j, const LANES (*column)[SL_PARTS],
                                       int row[NAME(WIDTH)])
{
    real_t size[NAME(WIDTH)], most[NAME(WIDTH)];
    NAME(sizes)(column[j], most);
    for (int l = 0; l < NAME(WIDTH); l++)
        row[l] = j;
    for (int i = j + 1; i < m; i++) {
        NAME(sizes)(column[i], size);
        for (int l = 0; l < NAME(WIDTH); l++) {
            row[l] = size[l] > most[l] ? i : row[l];
            most[l] = size[l] > most[l] ? size[l] : most[l];
        }
    }
}

/* Lane l of two vectors */
TARGET static inline void NAME(swap)(int l, LANES *a, LANES *b)
{
    real_t *x = (real_t *)a + l, *y = (real_t *)b + l, t = *x;
    *x = *y;
    *y = t;
}

TARGET static inline void NAME(exchange)(int m, int n, int j, const int row[NAME(WIDTH)],
                                         LANES (*x)[SL_PARTS])
{
    for (int l = 0; l < NAME(WIDTH); l++)
        for (int c = 0; row[l] != j && c < n; c++)
            for (int p = 0; p < SL_PARTS; p++)
                NAME(swap)(l, &x[j + c * m][p], &x[row[l] + c * m][p]);
}

/* 1 / x in two factors, over / size, for 1 / x may be infinite: size = |re| + |im|. Both are 1
 * where x is 0. Returns whether 1 / size is finite. */
TARGET static inline bool NAME(split)(const LANES x[SL_PARTS], LANES over[SL_PARTS], LANES *size)
{
    real_t most[NAME(WIDTH)];
    LANES square = {0};
    bool safe = true;
    NAME(sizes)(x, most);
    for (int l = 0; l < NAME(WIDTH); l++) {
        ((real_t *)size)[l] = most[l] == 0 ? 1 : most[l];
        safe = safe && ((real_t *)size)[l] >= SAFE_MINIMUM;
    }
    for (int p = 0; p < SL_PARTS; p++) {
        over[p] = x[p] / *size;
        square += over[p] * over[p];
    }
    for (int l = 0; l < NAME(WIDTH); l++)
        if (most[l] == 0)
            ((real_t *)&over[0])[l] = ((real_t *)&square)[l] = 1;
    over[0] /= square;
    if (SL_PARTS == 2)
        over[SL_PARTS - 1] /= -square;
    return safe;
}

TARGET static inline void NAME(inverse)(const LANES x[SL_PARTS], LANES y[SL_PARTS])
{
    LANES size = {0};
    NAME(split)(x, y, &size);
    for (int p = 0; p < SL_PARTS; p++)
        y[p] /= size;
}

/* column = column / pivot below the diagonal */
TARGET static inline void NAME(divide)(int m, int j, LANES (*column)[SL_PARTS])
{
    LANES size = {0}, over[SL_PARTS];
    bool safe = NAME(split)(column[j], over, &size);
    for (int p = 0; p < SL_PARTS && safe; p++)
        over[p] /= size;
    for (int i = j + 1; i < m; i++) {
        LANES y[SL_PARTS];
        for (int p = 0; p < SL_PARTS; p++)
            if (safe)
                y[p] = column[i][p];
            else
                y[p] = column[i][p] / size;
        column[i][0] = y[0] * over[0];
        if (SL_PARTS == 2) {
            column[i][0] -= y[SL_PARTS - 1] * over[SL_PARTS - 1];
            column[i][SL_PARTS - 1] = y[0] * over[SL_PARTS - 1] + y[SL_PARTS - 1] * over[0];
        }
    }
}

/* to = to - L(j + 1 : m, j) u */
TARGET static inline void NAME(subtract)(int rows, const LANES u[SL_PARTS],
                                         const LANES (*restrict from)[SL_PARTS],
                                         LANES (*restrict to)[SL_PARTS])
{
    for (int i = 0; i < rows; i++) {
        to[i][0] -= from[i][0] * u[0];
        if (SL_PARTS == 2) {
            to[i][0] += from[i][SL_PARTS - 1] * u[SL_PARTS - 1];
            to[i][SL_PARTS - 1] -= from[i][0] * u[SL_PARTS - 1] + from[i][SL_PARTS - 1] * u[0];
        }
    }
}

/* The pivots of matrix l go to ipiv[l]. */
TARGET static void NAME(factor)(int m, int n, LANES (*x)[SL_PARTS],
                                int ipiv[NAME(WIDTH)][MOST_IN_LANES])
{
    for (int j = 0; j < SL_MIN(m, n); j++) {
        int row[NAME(WIDTH)];
        LANES(*column)[SL_PARTS] = x + j * m;
        NAME(pivots)(m, j, (const LANES(*)[SL_PARTS])column, row);
        for (int l = 0; l < NAME(WIDTH); l++)
            ipiv[l][j] = row[l] + 1;
        NAME(exchange)(m, n, j, row, x);
        NAME(divide)(m, j, column);
        for (int c = j + 1; c < n; c++)
            NAME(subtract)
        (m - j - 1, x[j + c * m], (const LANES(*)[SL_PARTS])column + j + 1, x + j + 1 + c * m);
    }
}

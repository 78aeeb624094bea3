/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU factorizations of as many m x n matrices as a vector has numbers. Included by
 * codelets/vectors.h. Rows are exchanged in each lane by itself. */

#include "lanes.h"

/* |re| + |im|, by which LAPACK chooses a pivot */
TARGET static inline void NAME(sizes)(const LANES x[PARTS], real_t size[NAME(WIDTH)])
{
    const real_t *re = (const real_t *)x, *im = re + NAME(WIDTH);
    for (int l = 0; l < NAME(WIDTH); l++)
        size[l] = FABS(re[l]) + (PARTS == 2 ? FABS(im[l]) : 0);
}

/* The first of the largest elements of column j, from the diagonal on */
TARGET static inline void NAME(pivots)(int m, int j, const LANES (*column)[PARTS],
                                       int row[NAME(WIDTH)], real_t most[NAME(WIDTH)])
{
    real_t size[NAME(WIDTH)];
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
                                         LANES (*x)[PARTS])
{
    for (int l = 0; l < NAME(WIDTH); l++)
        for (int c = 0; row[l] != j && c < n; c++)
            for (int p = 0; p < PARTS; p++)
                NAME(swap)(l, &x[j + c * m][p], &x[row[l] + c * m][p]);
}

/* size / x and size, with the size |re| + |im|; 1 and 1 where x is 0. Returns whether 1 / size is
 * finite. */
TARGET static inline bool NAME(split)(const LANES x[PARTS], LANES over[PARTS], LANES *size)
{
    real_t most[NAME(WIDTH)];
    LANES square = {0};
    bool safe = true;
    NAME(sizes)(x, most);
    for (int l = 0; l < NAME(WIDTH); l++) {
        ((real_t *)size)[l] = most[l] == 0 ? 1 : most[l];
        safe = safe && ((real_t *)size)[l] >= SAFE_MINIMUM;
    }
    for (int p = 0; p < PARTS; p++) {
        over[p] = x[p] / *size;
        square += over[p] * over[p];
    }
    for (int l = 0; l < NAME(WIDTH); l++)
        if (most[l] == 0)
            ((real_t *)&over[0])[l] = ((real_t *)&square)[l] = 1;
    over[0] /= square;
    if (PARTS == 2)
        over[PARTS - 1] /= -square;
    return safe;
}

TARGET static inline void NAME(inverse)(const LANES x[PARTS], LANES y[PARTS])
{
    LANES size = {0};
    NAME(split)(x, y, &size);
    for (int p = 0; p < PARTS; p++)
        y[p] /= size;
}

/* column = column / pivot below the diagonal */
TARGET static inline void NAME(divide)(int m, int j, LANES (*column)[PARTS])
{
    LANES size = {0}, over[PARTS];
    bool safe = NAME(split)(column[j], over, &size);
    for (int p = 0; p < PARTS && safe; p++)
        over[p] /= size;
    for (int i = j + 1; i < m; i++) {
        LANES y[PARTS];
        for (int p = 0; p < PARTS; p++)
            if (safe)
                y[p] = column[i][p];
            else
                y[p] = column[i][p] / size;
        column[i][0] = y[0] * over[0];
        if (PARTS == 2) {
            column[i][0] -= y[PARTS - 1] * over[PARTS - 1];
            column[i][PARTS - 1] = y[0] * over[PARTS - 1] + y[PARTS - 1] * over[0];
        }
    }
}

/* to = to - L(j + 1 : m, j) u */
TARGET static inline void NAME(subtract)(int rows, const LANES u[PARTS],
                                         const LANES (*restrict from)[PARTS],
                                         LANES (*restrict to)[PARTS])
{
    for (int i = 0; i < rows; i++) {
        to[i][0] -= from[i][0] * u[0];
        if (PARTS == 2) {
            to[i][0] += from[i][PARTS - 1] * u[PARTS - 1];
            to[i][PARTS - 1] -= from[i][0] * u[PARTS - 1] + from[i][PARTS - 1] * u[0];
        }
    }
}

/* The pivots of matrix l go to ipiv[l]. info is 0, or the first column whose pivot is 0, from 1. */
TARGET static void NAME(factor)(int m, int n, LANES (*x)[PARTS],
                                int ipiv[NAME(WIDTH)][MOST_IN_LANES], int info[NAME(WIDTH)])
{
    for (int l = 0; l < NAME(WIDTH); l++)
        info[l] = 0;
    for (int j = 0; j < SL_MIN(m, n); j++) {
        int row[NAME(WIDTH)];
        real_t most[NAME(WIDTH)];
        LANES(*column)[PARTS] = x + j * m;
        NAME(pivots)(m, j, (const LANES(*)[PARTS])column, row, most);
        for (int l = 0; l < NAME(WIDTH); l++) {
            info[l] = info[l] == 0 && most[l] == 0 ? j + 1 : info[l];
            ipiv[l][j] = row[l] + 1;
        }
        NAME(exchange)(m, n, j, row, x);
        NAME(divide)(m, j, column);
        for (int c = j + 1; c < n; c++)
            NAME(subtract)
        (m - j - 1, x[j + c * m], (const LANES(*)[PARTS])column + j + 1, x + j + 1 + c * m);
    }
}

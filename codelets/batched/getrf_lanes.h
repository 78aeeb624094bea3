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

TARGET static inline void NAME(exchange)(int m, int n, int j, const int row[NAME(WIDTH)],
                                         LANES (*x)[PARTS])
{
    for (int l = 0; l < NAME(WIDTH); l++) {
        if (row[l] == j)
            continue;
        for (int c = 0; c < n; c++)
            for (int p = 0; p < PARTS; p++) {
                real_t *a = (real_t *)&x[j + c * m][p] + l,
                       *b = (real_t *)&x[row[l] + c * m][p] + l, t;
                t = *a;
                *a = *b;
                *b = t;
            }
    }
}

/* column = column / pivot below the diagonal, by way of its size: its inverse may be infinite.
 * Where the pivot is 0 the column stays. */
TARGET static inline void NAME(divide)(int m, int j, const real_t most[NAME(WIDTH)],
                                       LANES (*column)[PARTS])
{
    LANES size, q[PARTS], square = {0};
    bool safe = true;
    for (int l = 0; l < NAME(WIDTH); l++) {
        ((real_t *)&size)[l] = most[l] == 0 ? 1 : most[l];
        safe = safe && ((real_t *)&size)[l] >= SAFE_MINIMUM;
    }
    for (int p = 0; p < PARTS; p++) {
        q[p] = column[j][p] / size;
        square += q[p] * q[p];
    }
    for (int l = 0; l < NAME(WIDTH); l++)
        if (most[l] == 0) {
            ((real_t *)&q[0])[l] = 1;
            ((real_t *)&square)[l] = 1;
        }
    q[0] /= square; /* 1 / q */
    if (PARTS == 2)
        q[PARTS - 1] /= -square;
    for (int p = 0; p < PARTS && safe; p++)
        q[p] /= size;
    for (int i = j + 1; i < m; i++) {
        LANES y[PARTS];
        for (int p = 0; p < PARTS; p++)
            if (safe)
                y[p] = column[i][p];
            else
                y[p] = column[i][p] / size;
        column[i][0] = y[0] * q[0];
        if (PARTS == 2) {
            column[i][0] -= y[PARTS - 1] * q[PARTS - 1];
            column[i][PARTS - 1] = y[0] * q[PARTS - 1] + y[PARTS - 1] * q[0];
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
        NAME(divide)(m, j, most, column);
        for (int c = j + 1; c < n; c++)
            NAME(subtract)
            (m - j - 1, x[j + c * m], (const LANES(*)[PARTS])column + j + 1, x + j + 1 + c * m);
    }
}

/* All matrices of a chunk. */
TARGET static void NAME(lu_all)(int m, int n, const struct chunk *chunk, int64_t lda, void *room)
{
    LANES(*x)[PARTS] = room;
    for (int64_t k = 0; k < chunk->count; k += NAME(WIDTH)) {
        int some = (int)SL_MIN(NAME(WIDTH), chunk->count - k);
        int ipiv[NAME(WIDTH)][MOST_IN_LANES], info[NAME(WIDTH)];
        scalar_t *a = chunk->a + k * chunk->stride_a;
        NAME(load)(FULL, m, n, some, a, lda, chunk->stride_a, x);
        NAME(factor)(m, n, x, ipiv, info);
        NAME(store)(FULL, m, n, some, (const LANES(*)[PARTS])x, a, lda, chunk->stride_a);
        for (int l = 0; l < some; l++) {
            chunk->info[k + l] = info[l];
            memcpy(chunk->ipiv + (k + l) * chunk->pivots, ipiv[l],
                   sizeof(int) * (size_t)SL_MIN(m, n));
        }
    }
}

#undef LANES

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU factorizations of as many m x n matrices as a vector has numbers, for getrf_lanes.h and
 * getri_lanes.h. Rows are exchanged in each lane by itself. */

#include "lanes.h"

/* The first of the largest elements of a column, from row c on */
TARGET static inline NUMBERS NAME(pivots)(int m, int c, const LANES (*column)[SL_PARTS])
{
    LANES most = NAME(size)(column[c]);
    NUMBERS row = {0};
    row += c;
    for (int i = c + 1; i < m; i++) {
        LANES size = NAME(size)(column[i]);
        NUMBERS larger = size > most;
        row = (row & ~larger) | (larger & i);
        most = NAME(choose)(larger, size, most);
    }
    return row;
}

/* Exchanges row c of `columns` columns with another one in each lane. */
TARGET static inline void NAME(exchange)(int m, int columns, int c, NUMBERS row,
                                         LANES (*x)[SL_PARTS])
{
    for (int j = 0; j < columns; j++) {
        NUMBERS(*bits)[SL_PARTS] = (NUMBERS(*)[SL_PARTS])(x + j * m);
        NUMBERS top[SL_PARTS], other[SL_PARTS], i = {0};
        for (int p = 0; p < SL_PARTS; p++)
            top[p] = other[p] = bits[c][p];
        i += c + 1;
        for (int k = c + 1; k < m; k++, i += 1)
            for (int p = 0; p < SL_PARTS; p++) {
                NUMBERS differ = (bits[k][p] ^ top[p]) & (row == i);
                bits[k][p] ^= differ;
                other[p] ^= differ;
            }
        for (int p = 0; p < SL_PARTS; p++)
            bits[c][p] = other[p];
    }
}

/* 1 / x in two factors, over / size, for 1 / x may be infinite: 1 and x, or size = |re| + |im| if
 * numbers are complex. Both are 1 where x is 0. Returns whether 1 / size is finite. */
TARGET static inline bool NAME(split)(const LANES x[SL_PARTS], LANES over[SL_PARTS], LANES *size)
{
    LANES most = NAME(size)(x), one = {0};
    NUMBERS zero = most == 0, unsafe = most < SAFE_MINIMUM;
    bool safe = true;
    for (int l = 0; l < NAME(WIDTH); l++)
        safe = safe && (!unsafe[l] || zero[l]);
    one += 1;
    *size = NAME(choose)(zero, one, SL_PARTS == 1 ? x[0] : most);
    over[0] = one;
    if (SL_PARTS == 2) {
        LANES re = NAME(choose)(zero, one, x[0] / *size), im = x[SL_PARTS - 1] / *size;
        LANES square = re * re + im * im;
        over[0] = re / square;
        over[SL_PARTS - 1] = -im / square;
    }
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

enum { NAME(ROWS) = 4 };

/* Rows i ... of column j: U(i, j) or L(i, j) U(j, j) = A(i, j) - the sum of L(i, k) U(k, j) */
TARGET static inline void NAME(rows)(int rows, int m, int i, int j, const LANES (*x)[SL_PARTS],
                                     LANES (*column)[SL_PARTS])
{
    LANES s[NAME(ROWS)][SL_PARTS];
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++)
        for (int p = 0; p < SL_PARTS; p++)
            s[r][p] = column[i + r][p];
    for (int k = 0; k < SL_MIN(i, j); k++)
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++)
            NAME(subtract_product)(x[i + r + k * m], column[k], s[r]);
#pragma GCC unroll 4
    for (int k = 0; k < rows; k++)
        for (int r = k + 1; r < rows && i + k < j; r++)
            NAME(subtract_product)(x[i + r + (i + k) * m], s[k], s[r]);
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++)
        for (int p = 0; p < SL_PARTS; p++)
            column[i + r][p] = s[r][p];
}

/* A = P^T L U, a column after the other. Row i of PA is row order[l][i] of matrix l. Its pivots go
 * to ipiv[l]. */
TARGET static void NAME(factor)(int m, int n, const struct NAME(places) * at, LANES (*x)[SL_PARTS],
                                int order[NAME(WIDTH)][MOST_IN_LANES],
                                int ipiv[NAME(WIDTH)][MOST_IN_LANES])
{
    for (int l = 0; l < NAME(WIDTH); l++)
        for (int i = 0; i < m; i++)
            order[l][i] = i;
    for (int j = 0; j < n; j++) {
        LANES(*column)[SL_PARTS] = x + j * m;
        int i = 0;
        NAME(load_rows)(m, j, order, at, column);
        for (; i + NAME(ROWS) <= m; i += NAME(ROWS))
            NAME(rows)(NAME(ROWS), m, i, j, (const LANES(*)[SL_PARTS])x, column);
        for (; i < m; i++)
            NAME(rows)(1, m, i, j, (const LANES(*)[SL_PARTS])x, column);
        if (j >= m)
            continue;
        NUMBERS row = NAME(pivots)(m, j, (const LANES(*)[SL_PARTS])column);
        for (int l = 0; l < NAME(WIDTH); l++) {
            swap_numbers(&order[l][j], &order[l][row[l]]);
            ipiv[l][j] = (int)row[l] + 1;
        }
        NAME(exchange)(m, j + 1, j, row, x);
        NAME(divide)(m, j, column);
    }
}

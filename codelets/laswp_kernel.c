/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Rows of a column of tiles moved by a permutation: row r goes to row to[r], or (inverse) row
 * to[r] comes to row r. */

#include "column.h"

static void cpu_laswp(void *tiles[], void *arg)
{
    const struct sl_laswp_args *p = arg;
    int rows = TILE_M(tiles[1]), ld, follow;
    const int *to = (const int *)STARPU_MATRIX_GET_PTR(tiles[0]) + p->first;
    scalar_t *w = TILE(tiles[1]);
    struct column c = column_of(tiles, 2, 0);
    c.offset = c.m - rows; /* those that can move are the last */
    c.m = rows;
    for (int j = 0; j < c.n; j++)
        for (int copy = 0; copy < 2; copy++)
            for (int i = 0; i < c.m; i += follow) {
                scalar_t *a = column_row(&c, i, &ld, &follow) + (int64_t)j * ld;
                for (int r = 0; r < follow; r++) {
                    int other = to[i + r] - (int)p->first;
                    if (copy)
                        a[r] = w[p->inverse ? other : i + r];
                    else
                        w[p->inverse ? i + r : other] = a[r];
                }
            }
}

SL_CODELET_CPU(laswp, 0xb8860b);

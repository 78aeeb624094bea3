/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The eigenvalues of the whole matrix, in ascending order and with the scaling undone. Their order is
 * a merge in which nothing is left to solve, so stedc_copy sorts the eigenvectors. */

#include "merge.h"
#include "order.h"

static void cpu_stedc_sort(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    struct merge m = merge_of(tiles[0], tiles[1]);
    int n = m.order, j = 0, *order = m.place[SL_SOURCE];
    real_t *value = m.number[SL_POLE], *d = TILE(tiles[2]);
    real_t scale = TILE(tiles[3])[n - 1 + TILE_LD(tiles[3])];
    for (int64_t b = 0; b < p->blocks; b++)
        for (int i = 0; i < TILE_M(tiles[4 + b]); i++, j++) {
            value[j] = TILE(tiles[4 + b])[i];
            order[j] = j;
            m.place[SL_NEXT][j] = m.place[SL_PREVIOUS][j] = -1;
        }
    sort_by(value, n, order, m.place[SL_SLOT]);
    for (int i = 0; i < n; i++)
        d[i] = scale * value[order[i]];
    m.place[SL_SLOT][n] = m.place[SL_SOURCE][n] = m.place[SL_PREVIOUS][n] = 0;
}

SL_CODELET_CPU(stedc_sort);

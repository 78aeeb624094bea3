/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The values of a merge in ascending order, or at the end in descending order, each with its
 * distance from a pole, and the index that each had: roots and deflated values are two ascending
 * lists before. */

#include "codelets/codelet.h"
#include "args.h"
#include "order.h"

static void reverse(int *order, int n)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        int swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

static void cpu_stedc_order(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    int n = (int)p->order, *order = (int *)STARPU_MATRIX_GET_PTR(tiles[1]);
    real_t *value = TILE(tiles[0]), *distance = value + TILE_LD(tiles[0]), *x = TILE(tiles[2]);
    for (int64_t b = 0, j = 0; b < p->blocks; b++)
        for (int i = 0; i < TILE_M(tiles[4 + b]); i++, j++) {
            x[j] = TILE(tiles[4 + b])[i];
            x[n + j] = TILE(tiles[4 + b])[i + TILE_LD(tiles[4 + b])];
            order[j] = (int)j;
        }
    sort_by(x, n, order, (int *)STARPU_MATRIX_GET_PTR(tiles[3]));
    if (p->descending)
        reverse(order, n);
    for (int i = 0; i < n; i++) {
        value[i] = x[order[i]];
        distance[i] = x[n + order[i]];
    }
}

SL_CODELET_CPU(stedc_order);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The eigenvalues of the matrix as it was before stedc_scale, from one of them on, and zeros below.
 * Those by bisection may be out of order in their last digits. Then the larger one counts. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_stedc_unscale(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    real_t *d = TILE(tiles[0]), scale = TILE(tiles[1])[p->order - 1 + TILE_LD(tiles[1])];
    const real_t *value = TILE(tiles[2]);
    real_t largest = value[0];
    for (int64_t j = 0; j < p->order; j++) {
        largest = p->descending ? value[j] : SL_MAX(largest, value[j]);
        if (j >= p->column)
            d[j - p->column] = scale * largest;
    }
    for (int64_t i = SL_MAX(0, p->order - p->column); i < p->order; i++)
        d[i] = 0;
}

SL_CODELET_CPU(stedc_unscale);

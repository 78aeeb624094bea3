/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The eigenvalues of the matrix as it was before stedc_scale, from one of them on, and zeros below. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_stedc_unscale(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    real_t *d = TILE(tiles[0]), scale = TILE(tiles[1])[p->order - 1 + TILE_LD(tiles[1])];
    for (int64_t i = 0; i < p->order; i++)
        d[i] = p->column + i < p->order ? scale * TILE(tiles[2])[p->column + i] : 0;
}

SL_CODELET_CPU(stedc_unscale);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* All singular values by bisection in descending order, no longer scaled. Those that cannot be told
 * from zero are zero. Buffers: D; rows of T (bdsbz.h); the values, ascending but for their last
 * digits. */

#include "codelets/codelet.h"
#include "args.h"

static void cpu_bdsbz_order(void *tiles[], void *arg)
{
    const struct sl_bdsbz_args *p = arg;
    real_t *d = TILE(tiles[0]);
    const double *t = (const double *)STARPU_MATRIX_GET_PTR(tiles[1]);
    int exponent = (int)t[sl_bdsbz_rows((int)p->n)];
    void **part = tiles + 2;
    int64_t j = p->n;
    for (int64_t done = 0; done < p->n; done += TILE_M(*part++)) {
        const double *value = (const double *)STARPU_MATRIX_GET_PTR(*part);
        for (int i = 0; i < TILE_M(*part); i++) {
            d[--j] = value[i] < SL_BDSBZ_LEAST ? 0 : (real_t)ldexp(value[i], exponent);
            for (int64_t k = j; k + 1 < p->n && d[k] < d[k + 1]; k++) {
                real_t swap = d[k];
                d[k] = d[k + 1];
                d[k + 1] = swap;
            }
        }
    }
}

SL_CODELET_CPU(bdsbz_order);

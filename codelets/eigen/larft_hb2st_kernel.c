/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* T of all diamonds of a group of sweeps, side by side. */

#define SL_KERNEL_USES_BLAS
#include "diamond.h"

static void cpu_larft_hb2st(void *tiles[], void *arg)
{
    const struct sl_diamond_args *p = arg;
    scalar_t *tau = TILE(tiles[1]), *v = tau + p->inner;
    for (int64_t g = 0; g < diamond_groups(p); g++)
        for (int64_t k = 0; k < diamond_steps(p); k++) {
            struct diamond d = diamond_of(p, g, k);
            if (d.count == 0)
                continue;
            copy_diamond(p, &d, tiles + 2, v, tau);
            LAPACKE_x(larft_work)(LAPACK_COL_MAJOR, 'F', 'C', d.rows, d.count, v, d.rows, tau,
                                  diamond_t(p, tiles[0], g, k), TILE_LD(tiles[0]));
        }
}

SL_CODELET_CPU(larft_hb2st);

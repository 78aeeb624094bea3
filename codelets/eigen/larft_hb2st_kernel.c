/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* T of all diamonds of a group of sweeps, side by side. */

#define SL_KERNEL_USES_BLAS
#include "diamond.h"

static void cpu_larft_hb2st(void *tiles[], void *arg)
{
    const struct sl_diamond_args *p = arg;
    scalar_t *t = TILE(tiles[0]), *tau = TILE(tiles[1]), *v = tau + p->sweeps;
    int64_t ldt = TILE_LD(tiles[0]), steps = sl_hb2st_count(p->n, p->kd, p->sweep);
    for (int64_t k = 0; k < steps; k++, t += p->sweeps * ldt) {
        struct diamond d = diamond_of(p, k);
        copy_diamond(p, &d, tiles + 2, v, tau);
        LAPACKE_x(larft_work)(LAPACK_COL_MAJOR, 'F', 'C', d.rows, d.count, v, d.rows, tau, t,
                              (int)ldt);
    }
}

SL_CODELET_CPU(larft_hb2st);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* T of a block reflector from V and tau. Before it, T has tau on its diagonal. */

#define SL_KERNEL_USES_BLAS
#include "reflector.h"

static void cpu_larft(void *tiles[], void *arg)
{
    const struct sl_qr_args *p = arg;
    scalar_t *t = TILE(tiles[1]), *tau = TILE(tiles[2]);
    int k = TILE_M(tiles[1]), ldt = TILE_LD(tiles[1]);
    for (int64_t i = 0; i < k; i++)
        tau[i] = t[i + i * ldt];
    LAPACKE_x(larft_work)(LAPACK_COL_MAJOR, 'F', 'C', TILE_M(tiles[0]) - (int)p->offset, k,
                          TILE(tiles[0]) + p->offset, TILE_LD(tiles[0]), tau, t, ldt);
}

SL_CODELET_CPU(larft);

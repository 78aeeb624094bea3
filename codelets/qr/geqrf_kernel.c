/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R on a panel, recursively (Elmroth and Gustavson, IBM J. Res. Dev. 44, 2000), which gives
 * T, too. If the panel is wider than high, Q^H updates the columns to its right. */

#define SL_KERNEL_USES_BLAS
#include "reflector.h"

static void cpu_geqrf(void *tiles[], void *arg)
{
    const struct sl_qr_args *p = arg;
    scalar_t *a = TILE(tiles[0]) + p->offset, *t = TILE(tiles[1]);
    int m = TILE_M(tiles[0]) - (int)p->offset, n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    int k = TILE_M(tiles[1]), ldt = TILE_LD(tiles[1]);
    LAPACKE_x(geqrt3_work)(LAPACK_COL_MAJOR, m, k, a, lda, t, ldt);
    if (n > k) {
        struct reflector q = {m, k, a, t, lda, ldt};
        SL_X(apply_reflector)(&q, STARLING_LEFT, STARLING_CONJTRANS, n - k,
                              a + (int64_t)k * lda, lda, TILE(tiles[2]));
    }
}

SL_CODELET_CPU(geqrf);

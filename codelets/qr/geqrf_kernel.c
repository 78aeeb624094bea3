/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R on a panel, recursively (Elmroth and Gustavson, IBM J. Res. Dev. 44, 2000), which gives
 * T, too. If the panel is wider than high, Q^H updates the columns to its right. */

#define SL_KERNEL_USES_BLAS
#include "reflector.h"

/* The index of the first zero on the diagonal of R, from 1; 0: there is none. */
static int first_zero(int k, const scalar_t *a, int lda)
{
    for (int64_t i = 0; i < k; i++)
        if (a[i + i * lda] == 0)
            return (int)i + 1;
    return 0;
}

static void cpu_geqrf(void *tiles[], void *arg)
{
    const struct sl_qr_args *p = arg;
    scalar_t *a = TILE(tiles[0]) + p->offset, *t = TILE(tiles[1]);
    int m = TILE_M(tiles[0]) - (int)p->offset, n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    int k = TILE_M(tiles[1]), ldt = TILE_LD(tiles[1]);
    LAPACKE_x(geqrt3_work)(LAPACK_COL_MAJOR, m, k, a, lda, t, ldt);
    if (p->finds_zero)
        *(int *)STARPU_VARIABLE_GET_PTR(tiles[2]) = first_zero(k, a, lda);
    if (n > k) {
        struct reflector q = {m, k, a, t, lda, ldt};
        SL_X(apply_reflector)(&q, STARLING_LEFT, STARLING_CONJTRANS, n - k,
                              a + (int64_t)k * lda, lda, TILE(tiles[2]));
    }
}

SL_CODELET_CPU(geqrf);

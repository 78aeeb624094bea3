/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values of an upper bidiagonal matrix by qd with differences (Fernando and Parlett,
 * Numer. Math. 67, 1994): LAPACK's. Buffers: D, which gets the values, descending; E; info; a
 * workspace. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static bool all_finite(int n, const real_t *x)
{
    bool all = true;
    for (int i = 0; i < n; i++)
        all = all && isfinite(x[i]);
    return all;
}

/* LAPACK would print a message about a NaN. */
static void cpu_bdsqr(void *tiles[], void *arg)
{
    const struct sl_bdsqr_args *p = arg;
    real_t *d = TILE(tiles[0]), *e = TILE(tiles[1]), *work = TILE(tiles[3]);
    int n = (int)p->n;
    bool finite = all_finite(n, d) && all_finite(n - 1, e);
    *(int *)STARPU_VARIABLE_GET_PTR(tiles[2]) =
        !finite ? n
                : LAPACKE_x(bdsqr_work)(LAPACK_COL_MAJOR, 'U', n, 0, 0, 0, d, e, NULL, 1, NULL, 1,
                                        NULL, 1, work);
}

SL_CODELET_CPU(bdsqr);

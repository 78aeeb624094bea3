/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The tridiagonal or bidiagonal matrix, scaled so that its largest element is 1, and cut into
 * blocks: T = diag(T1, T2) + rho v v^T with v = (0 ... 0 1 +-1 0 ... 0) and rho = |e|, so |e| is
 * subtracted on both sides of a cut (Cuppen, Numer. Math. 36, 1981). Of a bidiagonal matrix a cut
 * takes a row out, and nothing changes. The result has two columns: the diagonal, and the other one
 * with, below it, the factor that undoes the scaling. info is the index of the first element that
 * is a NaN or infinite, from 1. Then T is zero, so the tasks that follow end. */

#include "codelets/codelet.h"
#include "args.h"

static int first_not_finite(int n, const real_t *d, const real_t *e)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(d[i]) || (i + 1 < n && !isfinite(e[i])))
            return i + 1;
    return 0;
}

static void cpu_stedc_scale(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    const real_t *d = TILE(tiles[0]), *e = p->order > 1 ? TILE(tiles[3]) : NULL;
    int n = (int)p->order, info = first_not_finite(n, d, e);
    real_t *diagonal = TILE(tiles[1]), *below = diagonal + TILE_LD(tiles[1]), largest = 0;
    for (int i = 0; i < n && info == 0; i++) {
        largest = SL_MAX(largest, (real_t)fabs(d[i]));
        if (i + 1 < n)
            largest = SL_MAX(largest, (real_t)fabs(e[i]));
    }
    for (int i = 0; i < n; i++) {
        diagonal[i] = largest > 0 ? d[i] / largest : 0;
        below[i] = largest > 0 && i + 1 < n ? e[i] / largest : 0;
    }
    for (int64_t cut = p->width; cut < n && !p->svd; cut += p->width) {
        diagonal[cut - 1] -= (real_t)fabs(below[cut - 1]);
        diagonal[cut] -= (real_t)fabs(below[cut - 1]);
    }
    below[n - 1] = largest;
    *(int *)STARPU_VARIABLE_GET_PTR(tiles[2]) = info;
}

SL_CODELET_CPU(stedc_scale);

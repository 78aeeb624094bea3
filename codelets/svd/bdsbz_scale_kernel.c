/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The rows of T for a bidiagonal matrix (bdsbz.h). Buffers: D; rows; info; E, if n > 1. If there is
 * a NaN or an infinity, info is n, as if no value were found, and T has zeros. */

#include <float.h>
#include "codelets/codelet.h"
#include "args.h"

static void cpu_bdsbz_scale(void *tiles[], void *arg)
{
    const struct sl_bdsbz_args *p = arg;
    int n = (int)p->n, rows = sl_bdsbz_rows(n), first = rows - (2 * n - 1), exponent = 0;
    const real_t *d = TILE(tiles[0]), *e = n > 1 ? TILE(tiles[3]) : NULL;
    double *t = (double *)STARPU_MATRIX_GET_PTR(tiles[1]), largest = 0;
    bool finite = true;
    for (int i = 0; i < rows; i++) {
        int k = i - first;
        t[i] = k < 0 ? 0 : fabs((double)(k % 2 == 0 ? d[k / 2] : e[k / 2]));
        finite = finite && isfinite(t[i]);
        largest = SL_MAX(largest, t[i]);
    }
    if (finite)
        frexp(largest, &exponent);
    exponent -= SL_BDSBZ_LARGEST;
    for (int i = first; i < rows; i++)
        t[i] = finite ? SL_MAX(ldexp(t[i], -exponent), DBL_MIN) : DBL_MIN;
    t[rows] = exponent;
    *(int *)STARPU_VARIABLE_GET_PTR(tiles[2]) = finite ? 0 : n;
}

SL_CODELET_CPU(bdsbz_scale);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The norm of Frobenius from the sums of tiles (norm_kernel.c), column by column. Buffers: info,
 * the first column with a NaN or an infinity, from 1; if they are wanted the norm of another
 * matrix, and the factor by which the norm becomes 1 beside the norm; then the sums. */

#include <float.h>
#include "args.h"
#include "codelets/codelet.h"

static void cpu_frobenius(void *tiles[], void *arg)
{
    const struct sl_frobenius_args *p = arg;
    int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[0]);
    int64_t i = 0; /* the tile */
    double scale = 0, squares = 0;
    *info = 0;
    for (int l = p->first; l < p->head.data; l++, i++) {
        const double *sums = (const double *)STARPU_MATRIX_GET_PTR(tiles[l]);
        int64_t column = i / p->mt * p->nb, columns = SL_MIN(p->nb, p->n - column);
        for (int64_t j = 0; j < columns; j++) {
            double s = sums[2 * j], most = fmax(scale, s);
            if (!isfinite(s + sums[2 * j + 1]) && (*info == 0 || column + j + 1 < *info))
                *info = (int)(column + j + 1);
            if (*info || most == 0)
                continue;
            squares = squares * (scale / most) * (scale / most) +
                      sums[2 * j + 1] * (s / most) * (s / most);
            scale = most;
        }
    }
    double norm = *info ? 1 : fmax(scale * sqrt(squares), DBL_MIN); /* its inverse is finite */
    if (p->norm >= 0) {
        double *out = (double *)STARPU_MATRIX_GET_PTR(tiles[p->norm]);
        out[0] = 1 / norm;
        out[1] = norm;
    }
    if (p->result)
        *p->result = (*info ? NAN : scale * sqrt(squares)) *
                     (p->unit >= 0 ? ((double *)STARPU_MATRIX_GET_PTR(tiles[p->unit]))[1] : 1);
}

SL_CODELET_CPU(frobenius);

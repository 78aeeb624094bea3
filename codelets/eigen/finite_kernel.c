/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Whether a column of tiles has a NaN or an infinity. Buffers: info, the first such column from 1;
 * then the largest elements of the columns (norm_kernel.c), a datum for each tile. */

#include "codelets/codelet.h"

static void cpu_finite(void *tiles[], void *arg)
{
    const struct sl_args *head = arg;
    int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[0]);
    *info = 0;
    for (int t = 1; t < head->data; t++) {
        const double *largest = (const double *)STARPU_MATRIX_GET_PTR(tiles[t]);
        for (int j = 0; j < TILE_M(tiles[t]); j++)
            if (!isfinite(largest[j]) && (*info == 0 || j < *info - 1))
                *info = j + 1;
    }
}

SL_CODELET_CPU(finite);

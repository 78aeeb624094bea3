/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* info = 0 if the matrix whose sigma this is is zero: its factors are no failure then. Buffers: info;
 * sigma, of three numbers (sigma_kernel.c). */

#include "codelets/codelet.h"

static void cpu_clear_info(void *tiles[], void *arg)
{
    const double *sigma = (const double *)STARPU_MATRIX_GET_PTR(tiles[1]);
    (void)arg;
    if (sigma[2] == 0)
        *(int *)STARPU_VARIABLE_GET_PTR(tiles[0]) = 0;
}

SL_CODELET_CPU(clear_info);

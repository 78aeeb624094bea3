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

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_clear_info(void *tiles[], void *arg)
{
    sl_cuda_check(arg, sl_cuda_clear_info(sl_cuda_stream(),
                                          (const double *)STARPU_MATRIX_GET_PTR(tiles[1]),
                                          (int *)STARPU_VARIABLE_GET_PTR(tiles[0])));
}
#endif

SL_CODELET(clear_info);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sets a tile to zero. StarPU calls this, or inserts it as a task, if a tile is read before
 * it was written. Without it StarPU would abort. */

#include <string.h>
#include "config.h"
#include "kernel.h"

static void cpu_zero(void *tiles[], void *arg)
{
    (void)arg;
    size_t size = STARPU_MATRIX_GET_ELEMSIZE(tiles[0]);
    char *a = (char *)STARPU_MATRIX_GET_PTR(tiles[0]);
    for (size_t j = 0; j < STARPU_MATRIX_GET_NY(tiles[0]); j++)
        memset(a + j * size * STARPU_MATRIX_GET_LD(tiles[0]), 0,
               size * STARPU_MATRIX_GET_NX(tiles[0]));
}

#ifdef STARLING_CUDA
#include <cuda_runtime.h>
static void cuda_zero(void *tiles[], void *arg)
{
    (void)arg;
    size_t size = STARPU_MATRIX_GET_ELEMSIZE(tiles[0]);
    cudaMemset2DAsync((void *)STARPU_MATRIX_GET_PTR(tiles[0]),
                      size * STARPU_MATRIX_GET_LD(tiles[0]), 0,
                      size * STARPU_MATRIX_GET_NX(tiles[0]), STARPU_MATRIX_GET_NY(tiles[0]),
                      starpu_cuda_get_local_stream());
}
#endif

static struct starpu_perfmodel model = {SL_MODEL, .symbol = "starling_zero"};
struct starpu_codelet sl_zero_cl = {
    .name = "zero",
    .color = 0xcccccc,
    .cpu_funcs = {cpu_zero},
    SL_CUDA_FUNCS(cuda_zero)
    .nbuffers = 1,
    .modes = {STARPU_W},
    .model = &model,
};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from the LU factors of each matrix of a chunk. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"
#include "solve_one.h"

#define SL_VECTORS "codelets/batched/getrs_lanes.h"
#include "codelets/vectors.h"

static void cpu_getrs_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    by_groups(&c, SL_BEST(getrs_all), getrs_one);
}

#ifdef STARLING_CUDA
static void cuda_getrs_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    getrs_on_gpu(arg, &c, tiles);
}
#endif

/* potrs, posv and gesv have the same, for matrices at equal distances. */
int64_t SL_X(solve_batched_work)(int64_t n, int64_t nrhs, int64_t count)
{
    int64_t elements = 0;
#ifdef STARLING_CUDA
    if (count > 0 && n > SL_SMALL) {
        size_t element = sizeof(scalar_t), cublas = sl_cuda_solve_work(n, nrhs, count, element);
        elements =
            (int64_t)(SL_MAX(cublas, sl_cuda_places_work(n, nrhs, count, element)) / element);
    }
#endif
    return elements + 0 * n * nrhs * count;
}

SL_CODELET(getrs_batched);

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

/* potrs, posv and gesv have the same. */
int64_t SL_X(solve_batched_work)(int64_t n, int64_t nrhs, int64_t count)
{
#ifdef STARLING_CUDA
    return count > 0
               ? (int64_t)(sl_cuda_solve_work(n, nrhs, count, sizeof(scalar_t)) / sizeof(scalar_t))
               : 0;
#else
    return 0 * n * nrhs * count;
#endif
}

SL_CODELET(getrs_batched);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from the Cholesky factors of each matrix of a chunk. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"
#include "solve_one.h"

#define SL_VECTORS "codelets/batched/potrs_lanes.h"
#include "codelets/vectors.h"

static void cpu_potrs_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    by_groups(&c, SL_BEST(potrs_all), potrs_one);
}

#ifdef STARLING_CUDA
static void cuda_potrs_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    potrs_on_gpu(arg, &c, tiles);
}
#endif

SL_CODELET(potrs_batched);

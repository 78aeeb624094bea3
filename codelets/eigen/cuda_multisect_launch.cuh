/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The kernels of multisection, and their launch. */

#ifndef SL_CUDA_MULTISECT_LAUNCH_CUH
#define SL_CUDA_MULTISECT_LAUNCH_CUH

#include <cuda_runtime.h>
#include "cuda_multisect.cuh"

namespace sl
{

enum { SECTION_THREADS = 128 };

template <class Call> __global__ static void counts_kernel(Call call)
{
    __shared__ section_shared<typename Call::row_t> shared;
    first_counts(call, shared);
}
template <class Call> __global__ static void sections_kernel(Call call)
{
    __shared__ section_shared<typename Call::row_t> shared;
    multisect(call, shared);
}

static unsigned section_blocks(int threads)
{
    return (unsigned)((threads + SECTION_THREADS - 1) / SECTION_THREADS);
}

/* The power of two for which there are about as many points in a step as first points. */
static int lanes_for(int n, int points)
{
    int lanes = 1;
    while (lanes < 32 && 3 * SL_SHIFTS * (int64_t)n * lanes <= 2 * (int64_t)points)
        lanes *= 2;
    return lanes;
}

/* All values, once the rows are there; call.lanes need not be set. */
template <class Call> static cudaError_t find_values(cudaStream_t stream, Call call)
{
    call.lanes = lanes_for(call.n, call.points);
    counts_kernel<<<section_blocks(call.points / SL_SHIFTS), SECTION_THREADS, 0, stream>>>(call);
    sections_kernel<<<section_blocks(call.n * call.lanes), SECTION_THREADS, 0, stream>>>(call);
    return cudaGetLastError();
}

} // namespace sl

#endif /* SL_CUDA_MULTISECT_LAUNCH_CUH */

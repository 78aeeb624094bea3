/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Element-wise kernels: one thread an element, coalesced along columns. */

#ifndef SL_CUDA_EACH_CUH
#define SL_CUDA_EACH_CUH

#include <cstdint>
#include <cuda_runtime.h>

namespace sl {

/* Calls f(i, j) for every element of an m x n tile. */
template <typename F> __global__ static void each(int m, int n, F f)
{
    for (int64_t j = blockIdx.y; j < n; j += gridDim.y)
        for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < m;
             i += (int64_t)gridDim.x * blockDim.x)
            f(i, j);
}

template <typename F> static int launch_each(cudaStream_t stream, int m, int n, F f)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    dim3 grid((unsigned)(m + 255) / 256, (unsigned)(n < 65535 ? n : 65535));
    each<<<grid, 256, 0, stream>>>(m, n, f);
    return cudaGetLastError();
}

}

#endif

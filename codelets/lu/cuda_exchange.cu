// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Interchanges between processes: a thread for each pivot and column.

#include <cstdint>
#include "cuda_getrf.h"
#include "cuda_exchange.cuh"

namespace sl
{

enum { EXCHANGE_THREADS = 128 };

template <class T>
__global__ void __launch_bounds__(EXCHANGE_THREADS)
    exchange_kernel(bool up, int k, const int *at, int first, int rows, T *tile, int ldt, T *pack,
                    int ldp)
{
    int j = blockIdx.x * EXCHANGE_THREADS + threadIdx.x;
    if (j < k)
        exchange_element(up, j, at, first, rows, tile + (int64_t)blockIdx.y * ldt,
                         pack + (int64_t)blockIdx.y * ldp);
}

template <class T>
__global__ void __launch_bounds__(EXCHANGE_THREADS)
    pack_kernel(int k, const int *from, int mb, int processes, int owner, const T *pack, int ldp,
                T *top, int ldt)
{
    int j = blockIdx.x * EXCHANGE_THREADS + threadIdx.x;
    if (j < k)
        exchange_pack(j, from, k, mb, processes, owner, pack + (int64_t)blockIdx.y * ldp,
                      top + (int64_t)blockIdx.y * ldt);
}

static dim3 blocks(int k, int n)
{
    return dim3((k + EXCHANGE_THREADS - 1) / EXCHANGE_THREADS, n);
}

static int status()
{
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace sl

#define SL_CUDA_EXCHANGE(x, T)                                                              \
    extern "C" int sl_cuda_##x##exchange(cudaStream_t stream, int up, int k, int n,         \
                                         const int *at, int first, int rows, T *tile,       \
                                         int ldt, T *pack, int ldp)                         \
    {                                                                                       \
        if (k <= 0 || n <= 0 || rows <= 0)                                                  \
            return CUBLAS_STATUS_SUCCESS;                                                   \
        sl::exchange_kernel<<<sl::blocks(k, n), sl::EXCHANGE_THREADS, 0, stream>>>(         \
            up != 0, k, at, first, rows, tile, ldt, pack, ldp);                             \
        return sl::status();                                                                \
    }                                                                                       \
    extern "C" int sl_cuda_##x##exchange_pack(cudaStream_t stream, int k, int n,            \
                                              const int *from, int mb, int processes,       \
                                              int owner, const T *pack, int ldp, T *top,    \
                                              int ldt)                                      \
    {                                                                                       \
        if (k <= 0 || n <= 0)                                                               \
            return CUBLAS_STATUS_SUCCESS;                                                   \
        sl::pack_kernel<<<sl::blocks(k, n), sl::EXCHANGE_THREADS, 0, stream>>>(             \
            k, from, mb, processes, owner, pack, ldp, top, ldt);                            \
        return sl::status();                                                                \
    }

SL_CUDA_EXCHANGE(s, float)
SL_CUDA_EXCHANGE(d, double)
SL_CUDA_EXCHANGE(c, cuComplex)
SL_CUDA_EXCHANGE(z, cuDoubleComplex)

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How the parts of the blocked LU of a batch are launched: a thread block for each block column of
 * each matrix. Those of a matrix are neighbours, so that its L comes from the cache.
 */
#ifndef SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH
#define SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH

#include "cuda_blocked_getrf.cuh"
#include "cuda_middle_getrf_launch.cuh"

namespace sl
{

template <class T>
__global__ static void __launch_bounds__(blocked<T>::THREADS,
                                         std::is_same<T, double>::value ? 4 : 3)
    blocked_update_kernel(middle_call<T> panel, int columns)
{
    static_assert((int)blocked<T>::ROWS >= SL_MIDDLE_ROWS, "its order of rows");
    __shared__ blocked_shared<T> shared;
    const int NB = blocked<T>::NB, blocks = (columns + NB - 1) / NB;
    const int64_t i = blockIdx.x / blocks;
    const int j = blockIdx.x % blocks * NB;
    T *L = panel.A + i * panel.stride, *A = L + (int64_t)(panel.n + j) * panel.lda;
    blocked_update<T>(panel.m, panel.n, L, A, min(NB, columns - j), panel.lda,
                      panel.ipiv + i * panel.pivots, panel.first, shared)
        .run(blockIdx.x % blocked<T>::WARPS);
}

/* What one or two panels do to `columns` columns right of them. */
template <class T>
static int blocked_update_launch(cudaStream_t stream, const middle_call<T> &panel, int columns)
{
    const int NB = blocked<T>::NB, blocks = (columns + NB - 1) / NB;
    cudaError_t err = cudaFuncSetAttribute(blocked_update_kernel<T>,
                                           cudaFuncAttributePreferredSharedMemoryCarveout,
                                           cudaSharedmemCarveoutMaxShared);
    if (err != cudaSuccess)
        return err;
    blocked_update_kernel<T>
        <<<(unsigned)(panel.count * blocks), blocked<T>::THREADS, 0, stream>>>(panel, columns);
    return cudaGetLastError();
}

/* Block columns that have a later one's pivots below them. */
template <class T> __host__ __device__ static int blocked_left_blocks(int m, int n)
{
    return (min(m, n) - 1) / blocked<T>::NB;
}
template <class T>
__global__ static void __launch_bounds__(blocked<T>::THREADS)
    blocked_left_kernel(middle_call<T> call)
{
    extern __shared__ __align__(16) char left_memory[];
    const int NB = blocked<T>::NB, blocks = blocked_left_blocks<T>(call.m, call.n);
    const int64_t i = blockIdx.x / blocks;
    const int j = blockIdx.x % blocks * NB;
    T *A = call.A + i * call.stride + (int64_t)j * call.lda;
    blocked_left<T>(call.m, j + NB, min(call.m, call.n), A, NB, call.lda,
                    call.ipiv + i * call.pivots)
        .run(left_memory);
}

template <class T> static int blocked_left_launch(cudaStream_t stream, const middle_call<T> &call)
{
    const int blocks = blocked_left_blocks<T>(call.m, call.n),
              bytes = blocked_left<T>::bytes(call.m);
    if (blocks == 0)
        return cudaSuccess;
    cudaError_t err = cudaFuncSetAttribute(blocked_left_kernel<T>,
                                           cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (err != cudaSuccess)
        return err;
    blocked_left_kernel<T>
        <<<(unsigned)(call.count * blocks), blocked<T>::THREADS, bytes, stream>>>(call);
    return cudaGetLastError();
}

} // namespace sl

#endif /* SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH */

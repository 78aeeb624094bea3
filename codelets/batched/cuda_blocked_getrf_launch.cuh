/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How the parts of LU of a batch are launched: panels, or small matrices, and block columns. A
 * thread block has a block column of a matrix. Those of a matrix are neighbours, so that its L
 * comes from the cache.
 */
#ifndef SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH
#define SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH

#include "cuda_blocked_getrf.cuh"
#include "cuda_middle_getrf_launch.cuh"

namespace sl
{

template <class T, class CALL>
__global__ static void __launch_bounds__(blocked<T>::THREADS,
                                         std::is_same<T, double>::value ? 4 : 3)
    blocked_update_kernel(CALL call, int columns)
{
    static_assert((int)blocked<T>::ROWS >= SL_MIDDLE_ROWS, "its order of rows");
    __shared__ blocked_shared<T> shared;
    const int NB = blocked<T>::NB, blocks = (columns + NB - 1) / NB;
    const int64_t i = blockIdx.x / blocks;
    const int j = blockIdx.x % blocks * NB;
    if constexpr (CALL::VARIES) {
        const middle_matrix<T> panel = call.matrix(i);
        const int right = call.right(i);
        T *A = panel.A + (int64_t)(panel.n + j) * panel.lda;
        if (panel.n > 0 && j < right)
            blocked_update<T>(panel.m, panel.n, panel.A, A, min(NB, right - j), panel.lda,
                              panel.ipiv, panel.first, shared)
                .run(blockIdx.x % blocked<T>::WARPS);
    } else { /* the compiler finds more registers with these expressions */
        T *L = call.A + i * call.stride, *A = L + (int64_t)(call.n + j) * call.lda;
        blocked_update<T>(call.m, call.n, L, A, min(NB, columns - j), call.lda,
                          call.ipiv + i * call.pivots, call.first, shared)
            .run(blockIdx.x % blocked<T>::WARPS);
    }
}

/* What one or two panels do to `columns` columns right of them at most. */
template <class T, class CALL>
static int blocked_update_launch(cudaStream_t stream, const CALL &panel, int columns)
{
    const int NB = blocked<T>::NB, blocks = (columns + NB - 1) / NB;
    cudaError_t err = cudaFuncSetAttribute(blocked_update_kernel<T, CALL>,
                                           cudaFuncAttributePreferredSharedMemoryCarveout,
                                           cudaSharedmemCarveoutMaxShared);
    if (err != cudaSuccess)
        return err;
    blocked_update_kernel<T, CALL>
        <<<(unsigned)(panel.count * blocks), blocked<T>::THREADS, 0, stream>>>(panel, columns);
    return cudaGetLastError();
}

/* Block columns that have a later one's pivots below them. */
template <class T> __host__ __device__ static int blocked_left_blocks(int m, int n)
{
    return (min(m, n) - 1) / blocked<T>::NB;
}
template <class T, class CALL>
__global__ static void __launch_bounds__(blocked<T>::THREADS) blocked_left_kernel(CALL call)
{
    extern __shared__ __align__(16) char left_memory[];
    const int NB = blocked<T>::NB, blocks = blocked_left_blocks<T>(call.m, call.n);
    const int64_t i = blockIdx.x / blocks;
    const int j = blockIdx.x % blocks * NB;
    const middle_matrix<T> x = call.matrix(i);
    if (CALL::VARIES && j + NB >= min(x.m, x.n))
        return;
    T *A = x.A + (int64_t)j * x.lda;
    blocked_left<T>(x.m, j + NB, min(x.m, x.n), A, NB, x.lda, x.ipiv).run(left_memory);
}

template <class T, class CALL> static int blocked_left_launch(cudaStream_t stream, const CALL &call)
{
    const int blocks = blocked_left_blocks<T>(call.m, call.n),
              bytes = blocked_left<T>::bytes(call.m);
    if (blocks == 0)
        return cudaSuccess;
    cudaError_t err = cudaFuncSetAttribute(blocked_left_kernel<T, CALL>,
                                           cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (err != cudaSuccess)
        return err;
    blocked_left_kernel<T, CALL>
        <<<(unsigned)(call.count * blocks), blocked<T>::THREADS, bytes, stream>>>(call);
    return cudaGetLastError();
}

enum { SL_MIDDLE_WHOLE = 56 }; /* rows of a matrix that one thread block factors */

template <class T, class CALL> static int whole(cudaStream_t stream, const CALL &call)
{
    return middle_launch<T, 8, 1, 128, 4, true>(stream, call, 8);
}

/* A panel of a few columns. */
template <class T, class CALL> static int panel(cudaStream_t stream, const CALL &call)
{
    const int NB = sizeof(T) == 16 ? 4 : 8;
    if (call.m <= 128)
        return middle_launch<T, NB, 1, 128, 6, false>(stream, call, call.m <= 64 ? 8 : 6);
    if (call.m <= 256)
        return middle_launch<T, NB, 2, 128, 5, false>(stream, call, 4);
    if (call.m <= 512)
        return middle_launch<T, NB, 4, 128, 3, false>(stream, call, 3);
    return middle_launch<T, NB, 2, 512, 1, false>(stream, call, 1);
}

/* Two panels are factored, the second one after its update by the first. Both update the columns
 * right of them. Columns left of a panel get its interchanges at the end. */
template <class T, class CALL> static int by_blocks(cudaStream_t stream, const CALL &a)
{
    const int NB = blocked<T>::NB, pivots = min(a.m, a.n);
    int err = cudaSuccess;
    for (int k = 0; k < pivots && err == cudaSuccess; k += 2 * NB) {
        const bool both = k + NB < pivots;
        const int rest = a.rest(k, 2 * NB);
        err = panel<T>(stream, a.part(k, NB, false));
        if (err == cudaSuccess && both)
            err = blocked_update_launch<T>(stream, a.part(k, NB, true), min(NB, pivots - k - NB));
        if (err == cudaSuccess && both)
            err = panel<T>(stream, a.part(k + NB, NB, false));
        if (err == cudaSuccess && rest > 0)
            err = blocked_update_launch<T>(stream, a.part(k, 2 * NB, false), rest);
    }
    return err == cudaSuccess ? blocked_left_launch<T>(stream, a) : err;
}

} // namespace sl

#endif /* SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH */

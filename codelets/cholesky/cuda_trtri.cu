// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors

// One thread block looks at a diagonal: each thread at every THREADS-th element, and the smallest
// index with a zero wins.

#include <climits>
#include "cuda_trtri.h"

namespace
{
enum { THREADS = 256 };

template <class T> __device__ bool is_zero(T x)
{
    return x == 0;
}
__device__ bool is_zero(cuComplex x)
{
    return x.x == 0 && x.y == 0;
}
__device__ bool is_zero(cuDoubleComplex x)
{
    return x.x == 0 && x.y == 0;
}

template <class T> __global__ void first_zero_kernel(int n, const T *A, int lda, int *info)
{
    __shared__ int first;
    if (threadIdx.x == 0)
        first = INT_MAX;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += THREADS)
        if (is_zero(A[i + (size_t)i * lda]))
            atomicMin(&first, i + 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *info = first == INT_MAX ? 0 : first;
}
} // namespace

#define SL_CUDA_TRTRI(x, T)                                                                  \
    extern "C" int sl_cuda_##x##first_zero(cudaStream_t stream, int n, const T *A, int lda,  \
                                           int *info)                                        \
    {                                                                                        \
        first_zero_kernel<<<1, THREADS, 0, stream>>>(n, A, lda, info);                       \
        return cudaGetLastError();                                                           \
    }
SL_CUDA_TRTRI(s, float)
SL_CUDA_TRTRI(d, double)
SL_CUDA_TRTRI(c, cuComplex)
SL_CUDA_TRTRI(z, cuDoubleComplex)

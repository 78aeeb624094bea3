/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorizations of a batch: a thread block for each matrix. */

#include <algorithm>
#include "cuda_middle_potrf.h"
#include "cuda_middle_potrf.cuh"

namespace sl
{

/* Columns of a block column. */
template <class T> constexpr int middle_columns = sizeof(T) == 16 ? 16 : 32;

template <class T> struct middle_call {
    int n;
    T *A;
    int lda;
    int64_t stride;
    int *info;
};

template <class T, int NB, bool UPPER>
__global__ static void __launch_bounds__(32 * MIDDLE_WARPS, 1)
    middle_kernel(middle_call<T> call)
{
    typedef middle_potrf<T, NB, UPPER> matrix;
    extern __shared__ __align__(16) char memory[];
    __shared__ typename matrix::shared diagonal;
    const int64_t index = blockIdx.x;
    const int info = matrix::run(call.n, call.A + index * call.stride, call.lda,
                                 (T *)memory, diagonal);
    if (threadIdx.x == 0)
        call.info[index] = info;
}

template <class T, int NB, bool UPPER>
static int launch(cudaStream_t stream, int warps, int64_t count,
                  const middle_call<T> &call)
{
    const int area = sizeof(T) * middle_potrf<T, NB, UPPER>::AREA;
    int device = 0, most = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    most = std::min((int)MIDDLE_WARPS, (most - 1024) / area);
    if (warps == 0)
        warps = (call.n + MIDDLE_TILE - 1) / MIDDLE_TILE;
    warps = std::max(2, std::min(warps, most));
    const auto kernel = middle_kernel<T, NB, UPPER>;
    /* On each call, for they belong to the current device. */
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         most * area);
    cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                         cudaSharedmemCarveoutMaxShared);
    kernel<<<(unsigned)count, 32 * warps, warps * area, stream>>>(call);
    return cudaGetLastError();
}

template <class T>
static int potrf(cudaStream_t stream, bool upper, int n, int64_t count, T *A, int lda,
                 int64_t stride, int *info)
{
    if (count == 0)
        return 0;
    if (n == 0)
        return cudaMemsetAsync(info, 0, sizeof(int) * count, stream);
    const middle_call<T> call = {n, A, lda, stride, info};
    return upper ? launch<T, middle_columns<T>, true>(stream, 0, count, call)
                 : launch<T, middle_columns<T>, false>(stream, 0, count, call);
}

} // namespace sl

#define SL_CUDA_MIDDLE_POTRF(x, T)                                                     \
    extern "C" int sl_cuda_##x##potrf_middle(cudaStream_t stream, bool upper, int n,   \
                                             int64_t count, T *A, int lda,             \
                                             int64_t stride, int *info)                \
    {                                                                                  \
        return sl::potrf<T>(stream, upper, n, count, A, lda, stride, info);            \
    }
SL_CUDA_MIDDLE_POTRF(s, float)
SL_CUDA_MIDDLE_POTRF(d, double)
SL_CUDA_MIDDLE_POTRF(c, cuComplex)
SL_CUDA_MIDDLE_POTRF(z, cuDoubleComplex)

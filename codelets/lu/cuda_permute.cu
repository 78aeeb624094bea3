// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Any permutation of the rows of a matrix, in place. One column at a time is in the shared memory of
// a thread block, or of a cluster. So each element is read once and written once, both in order.

#include "cuda_getrf.h"
#include "codelets/cuda/cuda_cluster.cuh"
#include <cooperative_groups.h>

namespace sl
{

// A column that is too large for one thread block is in several of a cluster, PERMUTE_PART bytes in
// each, or half of that and so on if a block has less. Shared memory of another block is slow to
// reach, so one block has the whole column if it can. PERMUTE_PART is the largest power of two that
// fits; threads and loads in flight: latency against registers; one H200.
enum { PERMUTE_THREADS = 1024, PERMUTE_LOADS = 4, PERMUTE_CTAS = 8, PERMUTE_PART = 131072 };

// A column in shared memory: all in this thread block, or 2^part elements in each block of a cluster.
template <class T, bool ALONE> struct column_memory {
    T *here;
    int part;

    __device__ T *at(int place) const
    {
#if __CUDA_ARCH__ >= 900
        if (!ALONE)
            return cooperative_groups::this_cluster().map_shared_rank(
                here + (place & ((1 << part) - 1)), place >> part);
#endif
        return here + place;
    }
    __device__ void sync() const
    {
#if __CUDA_ARCH__ >= 900
        if (!ALONE) {
            cooperative_groups::this_cluster().sync();
            return;
        }
#endif
        __syncthreads();
    }
};

// `ctas` thread blocks permute a column of m rows; if ALONE, one does. Elements are read in order and
// written by the permutation, or read by the permutation and written in order.
template <class T, bool ALONE>
__global__ void __launch_bounds__(PERMUTE_THREADS)
    permute_kernel(bool inverse, int m, int ctas, int part, T *A, int lda, const int *to,
                   int first)
{
    extern __shared__ __align__(16) unsigned char memory[];
    const int STEP = PERMUTE_LOADS * PERMUTE_THREADS;
    column_memory<T, ALONE> column = {(T *)memory, part};
    T *a = A + (size_t)(blockIdx.x / ctas) * lda;
    int begin = ALONE ? 0 : blockIdx.x % ctas << part, end = ALONE ? m : min(m, begin + (1 << part));

    if (!ALONE)
        column.sync(); // the others have started
    for (int out = 0; out < 2; out++) {
        bool follows = inverse == (bool)out; // the permutation
        for (int i = begin + threadIdx.x; i < end; i += STEP) {
            T v[PERMUTE_LOADS];
            T *at[PERMUTE_LOADS];
#pragma unroll
            for (int l = 0; l < PERMUTE_LOADS; l++) {
                int row = i + l * PERMUTE_THREADS;
                if (row >= end)
                    break;
                at[l] = column.at(follows ? to[row] - first : row);
                v[l] = out ? *at[l] : a[row];
            }
#pragma unroll
            for (int l = 0; l < PERMUTE_LOADS; l++)
                if (i + l * PERMUTE_THREADS < end)
                    *(out ? a + i + l * PERMUTE_THREADS : at[l]) = v[l];
        }
        column.sync();
    }
}

// Whether the device can run the kernel with all its shared memory, and if not ALONE, with such
// clusters. All launches have the same amount of shared memory, because the attribute is global.
template <class Kernel>
static bool can_run(Kernel kernel, const cluster_launch &launch, bool alone, int device, int shared)
{
    int clusters = 1;
    bool known = true;
    cudaError_t err =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    if (err == cudaSuccess && !alone)
        err = find_clusters(device, &known);
    if (err == cudaSuccess && !alone && known)
        err = cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config);
    cudaGetLastError(); // too large is no error
    return err == cudaSuccess && known && clusters > 0;
}

template <class T>
static int permute(cublasHandle_t h, bool inverse, int m, int n, T *A, int lda, const int *to,
                   int first)
{
    cudaStream_t stream;
    int device, shared;
    cublasStatus_t status = cublasGetStream(h, &stream);
    if (m < 0 || n < 0 || lda < max(1, m))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (status != CUBLAS_STATUS_SUCCESS || m == 0 || n == 0)
        return status;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) !=
            cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    size_t bytes = (size_t)m * sizeof(T), each = PERMUTE_PART;
    bool alone = bytes <= (size_t)shared;
    while (each > (size_t)shared)
        each /= 2;
    int ctas = alone ? 1 : (int)min((bytes + each - 1) / each, (size_t)PERMUTE_CTAS + 1), part = 0;
    while (sizeof(T) << part < each)
        part++;
    const auto kernel = alone ? permute_kernel<T, true> : permute_kernel<T, false>;
    cluster_launch launch(ctas, n, PERMUTE_THREADS, alone ? bytes : each, stream);
    if (alone)
        launch.config.numAttrs = 0;
    if (ctas > PERMUTE_CTAS || !can_run(kernel, launch, alone, device, shared))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    cudaError_t err = cudaLaunchKernelEx(&launch.config, kernel, inverse, m, ctas, part, A, lda,
                                         to, first);
    return err == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace sl

#define SL_CUDA_PERMUTE(x, T)                                                          \
    extern "C" int sl_cuda_##x##permute(cublasHandle_t h, int inverse, int m, int n,   \
                                        T *A, int lda, const int *to, int first)       \
    {                                                                                  \
        return sl::permute<T>(h, inverse != 0, m, n, A, lda, to, first);               \
    }

SL_CUDA_PERMUTE(s, float)
SL_CUDA_PERMUTE(d, double)
SL_CUDA_PERMUTE(c, cuComplex)
SL_CUDA_PERMUTE(z, cuDoubleComplex)

// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Any permutation of the rows of a matrix, in place: a column at a time is in the shared memory
// of a cluster of thread blocks, so that each element is read once and written once and both
// in order.

#include "cuda_getrf.h"
#include "cuda_cluster.cuh"
#include <cooperative_groups.h>

namespace sl
{

// Bytes of a column that a thread block holds, a power of 2; twice as many only where as large a
// cluster as every device with clusters can run needs it, as then fewer blocks run beside one
// another.
enum { PERMUTE_THREADS = 512, PERMUTE_PART = 65536, PERMUTE_CTAS = 8, PERMUTE_LOADS = 8 };

// Blocks of a cluster share a column of m rows, 2^part of them each. Elements come here in
// order and leave by the permutation, or come by it and leave in order.
template <class T>
__global__ void __launch_bounds__(PERMUTE_THREADS)
    permute_kernel(bool inverse, int m, int part, T *A, int lda, const int *to, int first)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) unsigned char memory[];
    const int STEP = PERMUTE_LOADS * PERMUTE_THREADS;
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    T *here = (T *)memory, *a = A + (size_t)(blockIdx.x / cluster.num_blocks()) * lda;
    int begin = (int)cluster.block_rank() << part, end = min(m, begin + (1 << part));

    cluster.sync(); // the others are there
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
                int place = follows ? to[row] - first : row;
                at[l] = cluster.map_shared_rank(here + (place & ((1 << part) - 1)), place >> part);
                v[l] = out ? *at[l] : a[row];
            }
#pragma unroll
            for (int l = 0; l < PERMUTE_LOADS; l++)
                if (i + l * PERMUTE_THREADS < end)
                    *(out ? a + i + l * PERMUTE_THREADS : at[l]) = v[l];
        }
        cluster.sync();
    }
#endif
}

// There are clusters, a thread block may have so much shared memory, and the device is not too small
// for one.
template <class Kernel>
static bool can_run(Kernel kernel, const cluster_launch &launch)
{
    bool known;
    int device, shared, clusters;
    bool can = cudaGetDevice(&device) == cudaSuccess &&
               find_clusters(device, &known) == cudaSuccess && known &&
               cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                      device) == cudaSuccess &&
               launch.config.dynamicSmemBytes <= (size_t)shared &&
               // the same for all, as threads would overrule each other
               cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    min(shared, 2 * PERMUTE_PART)) == cudaSuccess &&
               cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config) == cudaSuccess &&
               clusters > 0;
    cudaGetLastError(); // too large is no error
    return can;
}

template <class T>
static int permute(cublasHandle_t h, bool inverse, int m, int n, T *A, int lda, const int *to,
                   int first)
{
    cudaStream_t stream;
    cublasStatus_t status = cublasGetStream(h, &stream);
    if (m < 0 || n < 0 || lda < max(1, m))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (status != CUBLAS_STATUS_SUCCESS || m == 0 || n == 0)
        return status;
    size_t bytes = (size_t)m * sizeof(T), each = PERMUTE_PART;
    if (bytes > PERMUTE_CTAS * each)
        each *= 2;
    unsigned ctas = max(2, (int)((bytes + each - 1) / each)); // one is none to compute-sanitizer
    int part = 0;
    while (sizeof(T) << part < each)
        part++;
    const auto kernel = permute_kernel<T>;
    cluster_launch launch(ctas, n, PERMUTE_THREADS, each, stream);
    if (ctas > PERMUTE_CTAS || !can_run(kernel, launch))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    cudaError_t err =
        cudaLaunchKernelEx(&launch.config, kernel, inverse, m, part, A, lda, to, first);
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

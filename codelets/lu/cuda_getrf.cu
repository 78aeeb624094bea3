// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// LU with partial pivoting of a panel: recursion over columns (Toledo, Locality of
// reference in LU decomposition with partial pivoting, SIAM J. Matrix Anal. Appl. 18,
// 1997) down to a few columns.
//
// Latency takes nearly all the time of a panel: the steps of leaves, and launches. Therefore:
//
// - One launch factors a group of leaves, on one cluster of thread blocks
//   (cuda_getrf_group.cuh). The number of columns of a leaf depends on the number of rows that
//   the registers of the cluster can hold.
// - A leaf interchanges the rows of the whole panel, so the nodes of the recursion do not. A
//   group also solves with its triangle in the columns of its sibling.
// - So a node is a product, and a triangular solve if it has a sibling.
//
// On devices without clusters, and in panels too tall for a cluster, a leaf is one column, with
// two launches.

#include <atomic>
#include "cuda_getrf.h"
#include "cuda_getrf_column.cuh"
#include "cuda_getrf_group.cuh"
#include "codelets/blas3/cuda_split.h"

namespace sl
{

// ---- Leaves on a cluster ----------------------------------------------------------

/* One for each of some panels: blockIdx.y. */
template <class T, int IB, int R> struct leaf_launch : cluster_launch {
    leaf_launch(int ctas, int panels, cudaStream_t stream)
        : cluster_launch(ctas, 1, LEAF_THREADS, sizeof(leaf_shared<T, IB, R>), stream)
    {
        config.gridDim.y = panels;
    }
    cudaError_t allow() const /* more than any device has to */
    {
        const auto kernel = leaf_kernel<T, IB, R>;
        cudaError_t err = cudaFuncSetAttribute(
            kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
        if (err == cudaSuccess)
            err = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       (int)config.dynamicSmemBytes);
        return err;
    }
};

template <class T, int IB, int R>
static cudaError_t launch_leaf(const leaf_call<T> &p, const panels &all, int ctas,
                               cudaStream_t stream)
{
    leaf_launch<T, IB, R> launch(ctas, all.count, stream);
    cudaError_t err = launch.allow();
    if (err != cudaSuccess)
        return err;
    return cudaLaunchKernelEx(&launch.config, leaf_kernel<T, IB, R>, p, all);
}

// Sizes of a leaf: columns in a launch against rows in a thread; one H200. The registers of a thread
// hold up to 768 bytes: WIDTH columns of at most TALL rows, or half the columns of twice as many
// rows, and so on. Fewer rows make a step faster.
template <class T> struct leaf_sizes {
    static const int WIDTH = sizeof(T) == 16 ? 16 : 32;
    static const int TALL = sizeof(T) == 4 ? 6 : 3; // rows of a thread
};

// The limits of a device: thread blocks of its largest cluster, a power of 2, and columns of the
// narrowest leaf that fits its shared memory. Leaves with fewer rows in a thread need no more shared
// memory than others. 0, 1: no clusters.
struct leaf_limits {
    int ctas, narrowest;
};

// The number of columns of a leaf of m rows; 1: the rows do not fit a cluster.
template <class T> static int leaf_columns(int m, leaf_limits most)
{
    typedef leaf_sizes<T> S;
    size_t rows = (size_t)most.ctas * LEAF_THREADS * S::TALL;
    for (int columns = S::WIDTH; columns >= most.narrowest && rows > 0;
         columns /= 2, rows *= 2)
        if ((size_t)m <= rows)
            return columns;
    return 1;
}

// R rows of a thread, or fewer.
template <class T, int IB, int R>
static cudaError_t launch_fit(const leaf_call<T> &p, const panels &all, int ctas,
                              cudaStream_t stream)
{
    static_assert(sizeof(leaf_shared<T, IB, R * 2 / 3>) <= sizeof(leaf_shared<T, IB, R>) &&
                      sizeof(leaf_shared<T, IB, 1>) <= sizeof(leaf_shared<T, IB, R>) &&
                      sizeof(leaf_shared<T, IB, 2>) <= sizeof(leaf_shared<T, IB, R>),
                  "limits_by_trial tries R");
    if (p.rows <= R * 2 / 3 * ctas * LEAF_THREADS)
        return launch_leaf<T, IB, R * 2 / 3>(p, all, ctas, stream);
    return launch_leaf<T, IB, R>(p, all, ctas, stream);
}

template <class T>
static cudaError_t cluster_leaf(const leaf_call<T> &p, const panels &all, int columns,
                                int most, cudaStream_t stream)
{
    typedef leaf_sizes<T> S;
    const int W = S::WIDTH, R = S::TALL;
    int ctas = 2; // compute-sanitizer does not treat a single block as a cluster
    // Enough blocks for the rows, and to interchange all columns at once.
    while (ctas < most && (ctas * LEAF_THREADS < p.rows ||
                           ctas * LEAF_WARPS * LEAF_SWAPS < p.panel))
        ctas *= 2;
    if (columns == W && p.rows <= ctas * LEAF_THREADS)
        return launch_leaf<T, W, 1>(p, all, ctas, stream);
    if (columns == W && p.rows <= 2 * ctas * LEAF_THREADS)
        return launch_leaf<T, W, 2>(p, all, ctas, stream);
    if (columns == W)
        return launch_fit<T, W, R>(p, all, ctas, stream);
    if (columns == W / 2)
        return launch_fit<T, W / 2, 2 * R>(p, all, ctas, stream);
    if (columns == W / 4)
        return launch_fit<T, W / 4, 4 * R>(p, all, ctas, stream);
    return launch_fit<T, W / 8, 8 * R>(p, all, ctas, stream);
}

// How many clusters of so many thread blocks run at once; 0: none.
template <class T, int IB, int R> static int clusters_at_once(int ctas)
{
    leaf_launch<T, IB, R> launch(ctas, 1, 0);
    int clusters = 0;
    if (launch.allow() != cudaSuccess ||
        cudaOccupancyMaxActiveClusters(&clusters, leaf_kernel<T, IB, R>, &launch.config) !=
            cudaSuccess)
        clusters = 0;
    cudaGetLastError(); // a size that is too large is no error
    return clusters;
}
template <class T, int IB, int R> static bool leaf_runs(int ctas)
{
    return clusters_at_once<T, IB, R>(ctas) > 0;
}

template <class T> static int narrowest_leaf(int ctas)
{
    const int W = leaf_sizes<T>::WIDTH, R = leaf_sizes<T>::TALL;
    if (!leaf_runs<T, W / 2, 2 * R>(ctas))
        return W;
    if (!leaf_runs<T, W / 4, 4 * R>(ctas))
        return W / 2;
    return leaf_runs<T, W / 8, 8 * R>(ctas) ? W / 8 : W / 4;
}

template <class T> static leaf_limits limits_by_trial()
{
    for (int ctas = LEAF_CTAS; ctas > 1; ctas /= 2)
        if (leaf_runs<T, leaf_sizes<T>::WIDTH, leaf_sizes<T>::TALL>(ctas))
            return {ctas, narrowest_leaf<T>(ctas)};
    return {0, 1};
}

// Computed once for each device. Threads that compute it at the same time get the same result.
template <class T> static cudaError_t leaf_limits_here(leaf_limits *most)
{
    static std::atomic<leaf_limits> known[64]; // narrowest 0: not yet
    bool clusters;
    int device;
    cudaError_t err = cudaGetDevice(&device);
    if (err != cudaSuccess)
        return err;
    *most = device < 64 ? known[device].load() : leaf_limits{0, 0};
    if (most->narrowest > 0)
        return cudaSuccess;
    err = find_clusters(device, &clusters);
    if (err != cudaSuccess)
        return err;
    *most = clusters ? limits_by_trial<T>() : leaf_limits{0, 1};
    if (device < 64)
        known[device] = *most;
    return cudaSuccess;
}

// ---- The recursion ----------------------------------------------------------------

/* C -= A B, of split operands if there is a scale and that pays. */
template <class T>
static int subtract_product(cublasHandle_t h, int m, int n, int k, const T *A, const T *B, T *C,
                            int ld, const panels &all, const float *)
{
    return subtract_products(h, m, n, k, A, ld, B, ld, C, ld, all);
}
static int subtract_product(cublasHandle_t h, int m, int n, int k, const float *A, const float *B,
                            float *C, int ld, const panels &all, const float *scale)
{
    if (!scale || all.count != 1 || !sl_cuda_split_pays(m, n, k))
        return subtract_products(h, m, n, k, A, ld, B, ld, C, ld, all);
    return sl_cuda_sgemm_split(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, -1, {A, ld, 0, nullptr, 0, 0},
                               {B, ld, 0, nullptr, 0, 0}, 1, C, ld, 0, 1, scale);
}

template <class T> struct panel {
    cublasHandle_t h;
    cudaStream_t stream;
    int m, n, lda;
    T *A;
    int *ipiv, *info;
    void *work;
    panels all;
    leaf_limits most;
    int leaf, group; // columns of a leaf and of a launch
    const float *scale;

    T *at(int i, int j) const
    {
        return A + i + (size_t)j * lda;
    }
    int factor_group(int first, int cols, int follow) const
    {
        leaf_call<T> p = {at(first, 0), lda, m - first, cols, first, n,
                          follow, first, ipiv + first, info};
        cudaError_t err = cudaSuccess;
        if (leaf > 1)
            err = cluster_leaf(p, all, leaf, most.ctas, stream);
        for (int i = 0; i < all.count && leaf == 1 && err == cudaSuccess; i++)
            err = column_leaf(of_panel(p, all, i), work, stream);
        return err == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
    }
    // Columns first ..., and the rows of U in `follow` columns right of them.
    int factor(int first, int cols, int follow) const
    {
        if (cols <= group)
            return factor_group(first, cols, follow);
        int groups = (cols + group - 1) / group;
        int left = (groups + 1) / 2 * group, right = cols - left;
        int middle = first + left, end = first + cols;
        int status = factor(first, left, right);
        if (status == 0 && middle < m)
            status = subtract_product(h, m - middle, right, left, at(middle, first),
                                      at(first, middle), at(middle, middle), lda, all, scale);
        if (status == 0)
            status = factor(middle, right, 0);
        if (status == 0)
            status = solve(h, stream, cols, follow, at(first, first), lda, at(first, end),
                           lda, all);
        return status;
    }
};

// Thread blocks of a cluster if there are many panels: those that the leaf with the most columns
// needs for its rows, but more while the clusters of all panels run at once.
template <class T> static int share(int m, int panels, int most)
{
    typedef leaf_sizes<T> S;
    int ctas = 2;
    while (ctas < most && (m > ctas * LEAF_THREADS * S::TALL ||
                           clusters_at_once<T, S::WIDTH, S::TALL>(2 * ctas) >= panels))
        ctas *= 2;
    return min(ctas, most);
}

template <class T>
static int getrf(cublasHandle_t h, int m, int n, T *A, int lda, int *ipiv, T *work,
                 int *info, const panels &all, const float *scale = nullptr)
{
    if (m < 0 || n < 0 || lda < max(1, m) || all.count < 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (all.count == 0)
        return CUBLAS_STATUS_SUCCESS;
    panel<T> p = {h, 0, m, n, lda, A, ipiv, info, work, all, {0, 1}, 1, 1, scale};
    cublasStatus_t status = cublasGetStream(h, &p.stream);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    if (cudaMemsetAsync(info, 0, all.count * sizeof *info, p.stream) != cudaSuccess ||
        leaf_limits_here<T>(&p.most) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    if (all.count > 1)
        p.most.ctas = share<T>(m, all.count, p.most.ctas);
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    p.leaf = leaf_columns<T>(m, p.most);
    p.group = p.leaf == 1 ? 1 : GROUP_LEAVES * p.leaf;
    return p.factor(0, min(m, n), n - min(m, n));
}

} // namespace sl

#define SL_CUDA_GETRF(x, T)                                                            \
    extern "C" size_t sl_cuda_##x##getrf_work(int, int)                                \
    {                                                                                  \
        return (sizeof(sl::column_found<T>) + sizeof(T) - 1) / sizeof(T);              \
    }                                                                                  \
    extern "C" int sl_cuda_##x##getrf(cublasHandle_t h, int m, int n, T *A, int lda,   \
                                      int *ipiv, T *work, int *info)                   \
    {                                                                                  \
        return sl::getrf<T>(h, m, n, A, lda, ipiv, work, info, {1, 0, 0});             \
    }                                                                                  \
    extern "C" int sl_cuda_##x##getrf_strided(                                         \
        cublasHandle_t h, int m, int n, T *A, int lda, int64_t next, int *ipiv,        \
        int pivots, T *work, int *info, int count)                                     \
    {                                                                                  \
        return sl::getrf<T>(h, m, n, A, lda, ipiv, work, info, {count, next, pivots}); \
    }

extern "C" int sl_cuda_sgetrf_split(cublasHandle_t h, int m, int n, float *A, int lda, int *ipiv,
                                    float *work, int *info, const float scale[2])
{
    return sl::getrf<float>(h, m, n, A, lda, ipiv, work, info, {1, 0, 0}, scale);
}

SL_CUDA_GETRF(s, float)
SL_CUDA_GETRF(d, double)
SL_CUDA_GETRF(c, cuComplex)
SL_CUDA_GETRF(z, cuDoubleComplex)

// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// LU with partial pivoting of a panel: recursion over columns (Toledo, Locality of
// reference in LU decomposition with partial pivoting, SIAM J. Matrix Anal. Appl. 18,
// 1997) down to a few columns.
//
// Nearly all the time of a panel is latency, that of a step of a leaf and that of
// launches, hence:
//
// - A leaf is one launch, on one cluster of thread blocks (cuda_getrf_leaf.cuh). How many
//   columns it has depends on how many rows the cluster's registers can hold.
// - It interchanges the rows of the whole panel at once, so that no node of the recursion
//   need do so, and solves with its triangle in the columns of its sibling.
// - A node therefore is a product, and a triangular solve if it has a sibling itself.
//
// Devices without clusters, and panels that are too tall for one, take leaves of one
// column, two launches each.

#include <atomic>
#include "cuda_getrf.h"
#include "cuda_getrf_column.cuh"
#include "cuda_getrf_leaf.cuh"

namespace sl
{

// ---- Leaves on a cluster ----------------------------------------------------------

template <class T, int IB> struct leaf_launch {
    cudaLaunchAttribute cluster = {};
    cudaLaunchConfig_t config = {};
    leaf_launch(int ctas, cudaStream_t stream)
    {
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim.x = ctas;
        cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
        config.gridDim = dim3(ctas);
        config.blockDim = dim3(LEAF_THREADS);
        config.dynamicSmemBytes = sizeof(leaf_shared<T, IB>);
        config.stream = stream;
        config.attrs = &cluster;
        config.numAttrs = 1;
    }
    leaf_launch(const leaf_launch &) = delete;
};

template <class T, int IB, int R>
static cudaError_t launch_leaf(const leaf_call<T> &p, int ctas, cudaStream_t stream)
{
    leaf_launch<T, IB> launch(ctas, stream);
    cudaError_t err = cudaFuncSetAttribute(
        leaf_kernel<T, IB, R>, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    if (err != cudaSuccess)
        return err;
    return cudaLaunchKernelEx(&launch.config, leaf_kernel<T, IB, R>, p);
}

// A thread's registers hold up to 768 bytes of the columns: WIDTH columns of at most TALL
// rows, or half of the columns of twice as many rows, and so on. Fewer rows make a step
// faster.
template <class T> struct leaf_sizes {
    static const int WIDTH = sizeof(T) == 16 ? 16 : 32;
    static const int TALL = sizeof(T) == 4 ? 6 : 3; // rows of a thread
};

// Columns of a leaf of m rows on `ctas` thread blocks; 1: they cannot hold any.
template <class T> static int leaf_columns(int m, int ctas)
{
    typedef leaf_sizes<T> S;
    size_t rows = (size_t)ctas * LEAF_THREADS * S::TALL;
    for (int columns = S::WIDTH; columns >= S::WIDTH / 8; columns /= 2, rows *= 2)
        if ((size_t)m <= rows)
            return columns;
    return 1;
}

template <class T>
static cudaError_t cluster_leaf(const leaf_call<T> &p, int columns, int most,
                                cudaStream_t stream)
{
    typedef leaf_sizes<T> S;
    const int W = S::WIDTH, R = S::TALL;
    int ctas = 2; // a cluster of one is none to compute-sanitizer
    while (ctas < most && ctas * LEAF_THREADS < p.rows)
        ctas *= 2;
    if (columns == W && p.rows <= ctas * LEAF_THREADS)
        return launch_leaf<T, W, 1>(p, ctas, stream);
    if (columns == W && p.rows <= 2 * ctas * LEAF_THREADS)
        return launch_leaf<T, W, 2>(p, ctas, stream);
    if (columns == W)
        return launch_leaf<T, W, R>(p, ctas, stream);
    if (columns == W / 2)
        return launch_leaf<T, W / 2, 2 * R>(p, ctas, stream);
    if (columns == W / 4)
        return launch_leaf<T, W / 4, 4 * R>(p, ctas, stream);
    return launch_leaf<T, W / 8, 8 * R>(p, ctas, stream);
}

// The same for one kernel, the largest of its kind.
template <class T> static int cluster_that_fits()
{
    typedef leaf_sizes<T> S;
    const auto kernel = leaf_kernel<T, S::WIDTH, S::TALL>;
    if (cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) !=
        cudaSuccess)
        return 0;
    for (int ctas = LEAF_CTAS; ctas > 1; ctas /= 2) {
        leaf_launch<T, S::WIDTH> launch(ctas, 0);
        int clusters = 0;
        if (cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config) ==
                cudaSuccess &&
            clusters > 0)
            return ctas;
        cudaGetLastError(); // too large is no error
    }
    return 0;
}

// Thread blocks of the largest cluster this device runs: a power of 2, 0 if it has none.
// Asked once a device; threads that ask at the same time get the same answer.
template <class T> static cudaError_t largest_cluster(int *ctas)
{
    static std::atomic<int> known[64]; // 1 + the answer
    int device, major;
    cudaError_t err = cudaGetDevice(&device);
    if (err != cudaSuccess)
        return err;
    if (device < 64 && known[device] > 0) {
        *ctas = known[device] - 1;
        return cudaSuccess;
    }
    err = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (err != cudaSuccess)
        return err;
    *ctas = major >= 9 ? cluster_that_fits<T>() : 0;
    if (device < 64)
        known[device] = 1 + *ctas;
    return cudaSuccess;
}

// ---- Triangular solve -------------------------------------------------------------

enum { SOLVE_ROWS = 256, SOLVE_THREADS = 128 };

// AHEAD columns of L from column j on, for row blocks from d on. Beyond the last row or
// column anything will do: it only reaches rows that are not stored.
enum { AHEAD = 4 };
template <class T, int BLOCKS>
__device__ void solve_load(T (&l)[AHEAD][BLOCKS], int d, int j, int k, const T *L, int ldl)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int a = 0; a < AHEAD; a++)
#pragma unroll
        for (int i = d; i < BLOCKS; i++)
            l[a][i] = L[min(32 * i + lane, k - 1) + (size_t)min(j + a, k - 1) * ldl];
}

// B = L^-1 B, L unit lower triangular of order k <= 32 BLOCKS, B k x n: one warp a column,
// each lane every 32nd row of it.
template <class T, int BLOCKS>
__global__ void __launch_bounds__(SOLVE_THREADS)
    solve_kernel(int k, int n, const T *__restrict__ L, int ldl, T *__restrict__ B, int ldb)
{
    int lane = threadIdx.x % 32;
    int c = (blockIdx.x * SOLVE_THREADS + threadIdx.x) / 32;
    if (c >= n)
        return;
    T v[BLOCKS], *b = B + (size_t)c * ldb;
#pragma unroll
    for (int i = 0; i < BLOCKS; i++)
        v[i] = 32 * i + lane < k ? b[32 * i + lane] : scalar<T>::make(0);
#pragma unroll
    for (int d = 0; d < BLOCKS; d++) {
        T now[AHEAD][BLOCKS], next[AHEAD][BLOCKS];
        solve_load<T, BLOCKS>(now, d, 32 * d, k, L, ldl);
#pragma unroll 2
        for (int j0 = 0; j0 < 32; j0 += AHEAD) {
            solve_load<T, BLOCKS>(next, d, 32 * d + j0 + AHEAD, k, L, ldl);
#pragma unroll
            for (int j = 0; j < AHEAD; j++) {
                T x = shuffle(v[d], j0 + j);
                if (lane <= j0 + j)
                    now[j][d] = scalar<T>::make(0);
#pragma unroll
                for (int i = d; i < BLOCKS; i++) {
                    v[i] = minus_product(v[i], now[j][i], x);
                    now[j][i] = next[j][i];
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < BLOCKS; i++)
        if (32 * i + lane < k)
            b[32 * i + lane] = v[i];
}

template <class T>
static int solve(cublasHandle_t h, cudaStream_t stream, int k, int n, const T *L, int ldl,
                 T *B, int ldb)
{
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (k > SOLVE_ROWS) {
        const T one = scalar<T>::make(1), minus = scalar<T>::make(-1);
        int k1 = (k / 2 + SOLVE_ROWS - 1) / SOLVE_ROWS * SOLVE_ROWS, k2 = k - k1;
        int status = solve(h, stream, k1, n, L, ldl, B, ldb);
        if (status == 0)
            status = gemm(h, CUBLAS_OP_N, CUBLAS_OP_N, k2, n, k1, minus, L + k1, ldl, B, ldb,
                          one, B + k1, ldb);
        if (status == 0)
            status = solve(h, stream, k2, n, L + k1 + (size_t)k1 * ldl, ldl, B + k1, ldb);
        return status;
    }
    int blocks = (n * 32LL + SOLVE_THREADS - 1) / SOLVE_THREADS;
    auto kernel = k <= 32    ? solve_kernel<T, 1>
                  : k <= 64  ? solve_kernel<T, 2>
                  : k <= 128 ? solve_kernel<T, 4>
                             : solve_kernel<T, 8>;
    kernel<<<blocks, SOLVE_THREADS, 0, stream>>>(k, n, L, ldl, B, ldb);
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

// ---- The recursion ----------------------------------------------------------------

template <class T> struct panel {
    cublasHandle_t h;
    cudaStream_t stream;
    int m, n, lda;
    T *A;
    int *ipiv, *info;
    void *work;
    int ctas, leaf; // largest cluster, columns of a leaf

    T *at(int i, int j) const
    {
        return A + i + (size_t)j * lda;
    }
    int factor_leaf(int first, int cols, int follow) const
    {
        leaf_call<T> p = {at(first, 0), lda, m - first, cols, first, n,
                          follow, first, ipiv + first, info};
        cudaError_t err = leaf == 1 ? column_leaf(p, work, stream)
                                    : cluster_leaf(p, leaf, ctas, stream);
        return err == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
    }
    // Columns first ..., and the rows of U in `follow` columns right of them.
    int factor(int first, int cols, int follow) const
    {
        if (cols <= leaf)
            return factor_leaf(first, cols, follow);
        const T one = scalar<T>::make(1), minus = scalar<T>::make(-1);
        int leaves = (cols + leaf - 1) / leaf;
        int left = (leaves + 1) / 2 * leaf, right = cols - left;
        int middle = first + left, end = first + cols;
        int status = factor(first, left, right);
        if (status == 0 && middle < m)
            status = gemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m - middle, right, left, minus,
                          at(middle, first), lda, at(first, middle), lda, one,
                          at(middle, middle), lda);
        if (status == 0)
            status = factor(middle, right, 0);
        if (status == 0)
            status = solve(h, stream, cols, follow, at(first, first), lda, at(first, end),
                           lda);
        return status;
    }
};

template <class T>
static int getrf(cublasHandle_t h, int m, int n, T *A, int lda, int *ipiv, T *work,
                 int *info)
{
    if (m < 0 || n < 0 || lda < max(1, m))
        return CUBLAS_STATUS_INVALID_VALUE;
    panel<T> p = {h, 0, m, n, lda, A, ipiv, info, work, 0, 1};
    cublasStatus_t status = cublasGetStream(h, &p.stream);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    if (cudaMemsetAsync(info, 0, sizeof *info, p.stream) != cudaSuccess ||
        largest_cluster<T>(&p.ctas) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    p.leaf = leaf_columns<T>(m, p.ctas);
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
        return sl::getrf<T>(h, m, n, A, lda, ipiv, work, info);                        \
    }

SL_CUDA_GETRF(s, float)
SL_CUDA_GETRF(d, double)
SL_CUDA_GETRF(c, cuComplex)
SL_CUDA_GETRF(z, cuDoubleComplex)

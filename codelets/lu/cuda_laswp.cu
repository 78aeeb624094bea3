// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Row interchanges, and the rows of U of a block column.
//
// The k interchanges of a panel touch at most 2k rows: the first k, and the rows of the pivots. As
// one permutation they move k rows up and at most k rows away. So each element is read once and
// written once.

#include "cuda_getrf.h"
#include "cuda_getrf_solve.cuh"
#include "codelets/blas3/cuda_trmm.cuh"
#include "cuda_transposed.cuh"

namespace sl
{

// Rows that one launch moves: shared memory against launches; one H200. More pivots take several
// launches, each with its part of the permutation.
enum { SWAP_ROWS = SL_CUDA_SWAP_ROWS, SETUP_THREADS = 64 };

// The part of perm for the k pivots of one launch. perm[j] is the row that becomes row j. perm[k + i]
// is the row that row i becomes, or -1 if that is one of the first k. Rows count from the first row of
// the part. Each thread follows one row back and one row forth through all interchanges. It does so
// without a branch, so that many interchanges are read ahead.
__global__ void __launch_bounds__(SETUP_THREADS)
    setup_kernel(int total, const int *ipiv, int *perm)
{
    __shared__ int pivot[SWAP_ROWS];
    int first = blockIdx.y * SWAP_ROWS, k = min((int)SWAP_ROWS, total - first);
    int *from = perm + 2 * first, *to = from + k;
    for (int j = threadIdx.x; j < k; j += SETUP_THREADS)
        pivot[j] = ipiv[first + j] - 1 - first;
    __syncthreads();
    int row = blockIdx.x * SETUP_THREADS + threadIdx.x;
    if (row >= k)
        return;
    int was = pivot[row], becomes = row;
#pragma unroll 16
    for (int j = 0; j < k; j++) {
        int back = k - 1 - j, there = pivot[back], here = pivot[j];
        was = back < row && there == was ? back : was;
        becomes = here == becomes ? -1 : j == becomes ? here : becomes;
    }
    from[row] = was;
    to[row] = becomes;
}

// A thread block interchanges one column. Each thread moves one row up and one row away. With several
// columns in a block the cache would evict lines between read and write, which costs traffic. If there
// is a W, rows that move up go to W. If inverse, the rows move the other way.
template <class T>
__global__ void __launch_bounds__(SWAP_ROWS)
    swap_kernel(bool inverse, T *A, int lda, int k, const int *perm, T *W, int ldw)
{
    T *a = A + (size_t)blockIdx.x * lda, *w = W ? W + (size_t)blockIdx.x * ldw : a;
    int i = threadIdx.x, other = i < k ? perm[i] : 0, target = i < k ? perm[k + i] : -1;
    T up = scalar<T>::make(0), down = up;
    if (i < k)
        up = a[inverse ? i : other];
    if (target >= 0)
        down = a[inverse ? target : i];
    __syncthreads();
    if (i < k)
        w[inverse ? other : i] = up;
    if (target >= 0)
        a[inverse ? i : target] = down;
}

template <class T>
static int swap(cudaStream_t stream, bool inverse, int n, T *A, int lda, int k,
                const int *perm, T *W, int ldw)
{
    swap_kernel<<<n, (k + 31) / 32 * 32, 0, stream>>>(inverse, A, lda, k, perm, W, ldw);
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

template <class T>
static int laswp(cublasHandle_t h, bool inverse, int n, T *A, int lda, int k,
                 const int *perm)
{
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    int parts = (k + SWAP_ROWS - 1) / SWAP_ROWS;
    if (k < 0 || n < 0 || lda < max(1, k))
        return CUBLAS_STATUS_INVALID_VALUE;
    for (int p = 0; status == 0 && n > 0 && p < parts; p++) {
        int first = (inverse ? parts - 1 - p : p) * SWAP_ROWS;
        status = swap<T>(stream, inverse, n, A + first, lda,
                         min((int)SWAP_ROWS, k - first), perm + 2 * first, nullptr, 0);
    }
    return status;
}

// U = D W, k x n, with D unit lower triangular. W is k x n, or n x k if transposed. If UT is not
// NULL, it gets U^T. The upper triangle of D is zero, so the first half of the rows needs half of
// the columns.
template <class T>
static int triangle_product(cublasHandle_t h, int n, int k, const T *D, int ldd, const T *W,
                            bool transposed, T *U, int ldu, T *UT)
{
    const T one = scalar<T>::make(1), zero = scalar<T>::make(0);
    const cublasOperation_t op = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
    int half = k / 2, ldw = transposed ? n : k, status = 0;
    if (half > 0)
        status = gemm(h, CUBLAS_OP_N, op, half, n, half, one, D, ldd, W, ldw, zero, U, ldu);
    if (status == 0)
        status = gemm(h, CUBLAS_OP_N, op, k - half, n, k, one, D + half, ldd, W, ldw, zero,
                      U + half, ldu);
    if (status == 0 && UT)
        status = transpose(h, k, n, U, ldu, UT, n);
    return status;
}

// Double precision has its own product. Updates of so many elements run beside one another.
static int triangle_product(cublasHandle_t h, int n, int k, const double *D, int ldd,
                            const double *W, bool transposed, double *U, int ldu, double *UT)
{
    cudaStream_t stream;
    cublasStatus_t status = cublasGetStream(h, &stream);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    bool large = (int64_t)n * k >= 1024 * 1024;
    trmm_call t = {n, k, 1, W, D, U, transposed ? n : k, ldd, ldu, true, true, UT, n, large};
    cudaError_t err = trmm(t, transposed, true, stream);
    if (err == cudaErrorNotSupported)
        return triangle_product<double>(h, n, k, D, ldd, W, transposed, U, ldu, UT);
    return err == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

// W = W - L U, k x n, where L is the `before` columns to the left and U the `before` rows above B.
// If UT is not NULL, it gets W^T from the columns of U^T to its left.
template <class T>
static int subtract(cublasHandle_t h, int n, int k, int before, const T *L, int ldl, const T *B,
                    int ldb, const T *UT, T *W, int ldw)
{
    const T one = scalar<T>::make(1), minus = scalar<T>::make(-1);
    if (before == 0)
        return CUBLAS_STATUS_SUCCESS;
    L -= (size_t)before * ldl;
    return UT ? gemm(h, CUBLAS_OP_N, CUBLAS_OP_T, n, k, before, minus, UT - (size_t)before * n, n,
                     L, ldl, one, W, ldw)
              : gemm(h, CUBLAS_OP_N, CUBLAS_OP_N, k, n, before, minus, L, ldl, B - before, ldb,
                     one, W, ldw);
}

// U = L11^-1 (interchanged B), if L11 is one inverted block. The product cannot be in place. So the
// pivot rows are gathered in work (transposed if the tiles are), and never written back.
template <class T>
static int solve_gathered(cublasHandle_t h, int n, int k, int before, const T *L, int ldl,
                          const T *D, int ldd, const int *perm, int transposed, T *B, int ldb, T *UT,
                          T *work)
{
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    if (status == 0)
        status = transposed > 0 ? swap_transposed<T>(stream, n, transposed, B, ldb, k, perm, work)
                            : swap<T>(stream, false, n, B, ldb, k, perm, work, k);
    if (status == 0)
        status = subtract(h, n, k, before, L, ldl, B, ldb, transposed > 0 ? UT : nullptr, work,
                          transposed > 0 ? n : k);
    if (status == 0)
        status = triangle_product(h, n, k, D, ldd, work, transposed > 0, B, ldb, UT);
    return status;
}

inline int solve_by_blocks(cublasHandle_t h, int n, int k, const float *L, int ldl,
                           const float *D, int ldd, float *B, int ldb, float *work)
{
    return sl_cuda_strsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                         CUBLAS_DIAG_UNIT, k, n, 1, L, ldl, D, ldd, B, ldb, work);
}
inline int solve_by_blocks(cublasHandle_t h, int n, int k, const double *L, int ldl,
                           const double *D, int ldd, double *B, int ldb, double *work)
{
    return sl_cuda_dtrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                         CUBLAS_DIAG_UNIT, k, n, 1, L, ldl, D, ldd, B, ldb, work);
}
inline int solve_by_blocks(cublasHandle_t h, int n, int k, const cuComplex *L, int ldl,
                           const cuComplex *D, int ldd, cuComplex *B, int ldb,
                           cuComplex *work)
{
    return sl_cuda_ctrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                         CUBLAS_DIAG_UNIT, k, n, make_cuComplex(1, 0), L, ldl, D, ldd, B,
                         ldb, work);
}
inline int solve_by_blocks(cublasHandle_t h, int n, int k, const cuDoubleComplex *L, int ldl,
                           const cuDoubleComplex *D, int ldd, cuDoubleComplex *B, int ldb,
                           cuDoubleComplex *work)
{
    return sl_cuda_ztrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                         CUBLAS_DIAG_UNIT, k, n, make_cuDoubleComplex(1, 0), L, ldl, D, ldd,
                         B, ldb, work);
}

template <class T>
static int getrf_solve(cublasHandle_t h, int n, int k, int before, const T *L, int ldl, const T *D,
                       int ldd, const int *perm, int transposed, T *B, int ldb, T *UT, T *work)
{
    bool gathered = D && k <= min((int)SWAP_ROWS, SL_CUDA_IB);
    if (n < 0 || k < 0 || before < 0 || ldl < max(1, k) || ldb < max(1, k) ||
        (D && ldd < min(k, SL_CUDA_IB)) || ((transposed > 0 || UT) && !gathered))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (n == 0 || k == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (transposed > 0 && (k % n != 0 || transposed % n != 0 || (before > 0 && !UT)))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (gathered)
        return solve_gathered(h, n, k, before, L, ldl, D, ldd, perm, transposed, B, ldb, UT, work);
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    if (status == 0)
        status = laswp<T>(h, false, n, B, ldb, k, perm);
    if (status == 0)
        status = subtract<T>(h, n, k, before, L, ldl, B, ldb, nullptr, B, ldb);
    if (status != 0)
        return status;
    return D ? solve_by_blocks(h, n, k, L, ldl, D, ldd, B, ldb, work)
             : solve(h, stream, k, n, L, ldl, B, ldb);
}

} // namespace sl

extern "C" int sl_cuda_laswp_setup(cublasHandle_t h, int k, const int *ipiv, int *perm)
{
    cudaStream_t stream;
    cublasStatus_t status = cublasGetStream(h, &stream);
    if (status != CUBLAS_STATUS_SUCCESS || k <= 0)
        return k < 0 ? CUBLAS_STATUS_INVALID_VALUE : status;
    dim3 blocks((min(k, (int)sl::SWAP_ROWS) + sl::SETUP_THREADS - 1) / sl::SETUP_THREADS,
                (k + sl::SWAP_ROWS - 1) / sl::SWAP_ROWS);
    sl::setup_kernel<<<blocks, sl::SETUP_THREADS, 0, stream>>>(k, ipiv, perm);
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

#define SL_CUDA_LASWP(x, T)                                                            \
    extern "C" int sl_cuda_##x##laswp(cublasHandle_t h, int inverse, int n, T *A,      \
                                      int lda, int k, const int *perm)                 \
    {                                                                                  \
        return sl::laswp<T>(h, inverse != 0, n, A, lda, k, perm);                      \
    }                                                                                  \
    extern "C" int sl_cuda_##x##transpose(cublasHandle_t h, int tiles, int n, T *A, int lda) \
    {                                                                                  \
        return sl::transpose_tiles<T>(h, tiles, n, A, lda);                                       \
    }                                                                                  \
    extern "C" size_t sl_cuda_##x##getrf_solve_work(int k, int n)                     \
    {                                                                                  \
        return sl_cuda_##x##trsm_work(CUBLAS_SIDE_LEFT, k, n);                         \
    }                                                                                  \
    extern "C" int sl_cuda_##x##getrf_solve(                                           \
        cublasHandle_t h, int n, int k, int before, const T *L, int ldl, const T *D,   \
        int ldd, const int *perm, int transposed, T *B, int ldb, T *UT, T *work)           \
    {                                                                                  \
        return sl::getrf_solve<T>(h, n, k, before, L, ldl, D, ldd, perm, transposed, B,    \
                                  ldb, UT, work);                                      \
    }

SL_CUDA_LASWP(s, float)
SL_CUDA_LASWP(d, double)
SL_CUDA_LASWP(c, cuComplex)
SL_CUDA_LASWP(z, cuDoubleComplex)

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Substitution with a small unit lower triangle: one warp for each right-hand side. An unknown takes
 * only a shuffle and a product. So each thread block copies the columns of the triangle to shared
 * memory some steps ahead.
 */
#ifndef SL_CUDA_GETRF_SOLVE_CUH
#define SL_CUDA_GETRF_SOLVE_CUH

#include "codelets/blas3/cuda_blas3.h"
#include "codelets/cuda/cuda_copy.cuh"
#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

/* Columns of L, of up to 32 BLOCKS rows, that are being copied or have been. */
template <class T, int BLOCKS> struct solve_shared {
    enum { CHUNK = 8, CHUNKS = 3 }; /* columns of a copy, copies in flight: latency; one H200 */
    T l[CHUNKS][CHUNK][32 * BLOCKS];
};

/* Columns first ... of L from their own row block on. */
template <class T, int BLOCKS>
__device__ void solve_fetch(solve_shared<T, BLOCKS> &s, int first, int k, const T *L, int ldl)
{
    typedef solve_shared<T, BLOCKS> shared;
    for (int i = first / 32 * 32 + threadIdx.x; i < k; i += blockDim.x) {
        T *to = &s.l[first / shared::CHUNK % shared::CHUNKS][0][i];
        const T *from = L + i + (size_t)first * ldl;
#pragma unroll
        for (int j = 0; j < shared::CHUNK; j++, from += ldl)
            if (first + j < k)
                copy_async(to + j * 32 * BLOCKS, from);
    }
    copies_end_here();
}

/* b = L^-1 b, where L is unit lower triangular of order k <= 32 BLOCKS. Each warp has its
 * b; with b = NULL it only helps to copy, because all threads of the block must call this.
 * A lane has every 32nd row of b. Rows and columns of L beyond k are not copied; they reach
 * only rows of b beyond k. */
template <class T, int BLOCKS>
__device__ void solve_column(solve_shared<T, BLOCKS> &s, int k, const T *L, int ldl, T *b)
{
    typedef solve_shared<T, BLOCKS> shared;
    const int CHUNK = shared::CHUNK, CHUNKS = shared::CHUNKS;
    int lane = threadIdx.x % 32;
    T v[BLOCKS];
#pragma unroll
    for (int i = 0; i < BLOCKS; i++)
        v[i] = b && 32 * i + lane < k ? b[32 * i + lane] : scalar<T>::make(0);
    __syncthreads(); /* all have left the data of the call before */
    for (int c = 0; c < CHUNKS - 1; c++)
        solve_fetch(s, c * CHUNK, k, L, ldl);
#pragma unroll
    for (int d = 0; d < BLOCKS; d++)
#pragma unroll 1
        for (int first = 32 * d; first < min(32 * d + 32, k); first += CHUNK) {
            await_copies<CHUNKS - 2>();
            __syncthreads();
            solve_fetch(s, first + (CHUNKS - 1) * CHUNK, k, L, ldl);
#pragma unroll
            for (int j = 0; j < CHUNK; j++) {
                const T *l = s.l[first / CHUNK % CHUNKS][j];
                T x = shuffle(v[d], (first + j) % 32);
#pragma unroll
                for (int i = d; i < BLOCKS; i++)
                    if (i > d || lane > (first + j) % 32)
                        v[i] = minus_product(v[i], l[32 * i + lane], x);
            }
        }
#pragma unroll
    for (int i = 0; i < BLOCKS; i++)
        if (b && 32 * i + lane < k)
            b[32 * i + lane] = v[i];
}

#ifdef __CUDACC__ /* a test compiles the rest for the host */
/* Order of the largest triangle, by the size of shared memory. */
template <class T> struct solve_rows {
    static const int MOST = sizeof(T) == 16 ? 128 : 256;
};
enum { SOLVE_THREADS = 128 };

template <class T, int BLOCKS>
__global__ void __launch_bounds__(SOLVE_THREADS)
    solve_kernel(int k, int n, const T *__restrict__ L, int ldl, T *__restrict__ B, int ldb,
                 int64_t next)
{
    __shared__ solve_shared<T, BLOCKS> s;
    int c = (blockIdx.x * SOLVE_THREADS + threadIdx.x) / 32;
    L += blockIdx.y * next;
    B += blockIdx.y * next;
    solve_column(s, k, L, ldl, c < n ? B + (size_t)c * ldb : nullptr);
}

/* Equal steps on `count` panels. Their elements are `next` apart, their pivots `pivots`. */
struct panels {
    int count;
    int64_t next;
    int pivots;
};

/* C -= A B */
template <class T>
static int subtract_products(cublasHandle_t h, int m, int n, int k, const T *A, int lda,
                             const T *B, int ldb, T *C, int ldc, const panels &all)
{
    const T one = scalar<T>::make(1), minus = scalar<T>::make(-1);
    if (all.count == 1)
        return gemm(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, minus, A, lda, B, ldb, one, C, ldc);
    return gemm_strided(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, minus, A, lda, all.next, B, ldb,
                        all.next, one, C, ldc, all.next, all.count);
}

/* B = L^-1 B, L of any order k, B k x n. */
template <class T>
static int solve(cublasHandle_t h, cudaStream_t stream, int k, int n, const T *L, int ldl,
                 T *B, int ldb, const panels &all = {1, 0, 0})
{
    if (n == 0)
        return CUBLAS_STATUS_SUCCESS;
    const int most = solve_rows<T>::MOST;
    if (k > most) {
        int k1 = (k / 2 + most - 1) / most * most, k2 = k - k1;
        int status = solve(h, stream, k1, n, L, ldl, B, ldb, all);
        if (status == 0)
            status = subtract_products(h, k2, n, k1, L + k1, ldl, B, ldb, B + k1, ldb, all);
        if (status == 0)
            status = solve(h, stream, k2, n, L + k1 + (size_t)k1 * ldl, ldl, B + k1, ldb, all);
        return status;
    }
    dim3 blocks((unsigned)((n * 32LL + SOLVE_THREADS - 1) / SOLVE_THREADS), (unsigned)all.count);
    auto kernel = k <= 32    ? solve_kernel<T, 1>
                  : k <= 64  ? solve_kernel<T, 2>
                  : k <= 128 ? solve_kernel<T, 4>
                             : solve_kernel<T, solve_rows<T>::MOST / 32>;
    kernel<<<blocks, SOLVE_THREADS, 0, stream>>>(k, n, L, ldl, B, ldb, all.next);
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

#endif

} // namespace sl

#endif /* SL_CUDA_GETRF_SOLVE_CUH */

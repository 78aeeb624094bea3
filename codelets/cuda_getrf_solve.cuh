/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Substitution with a unit lower triangle: with a small one by one warp a right-hand side.
 */
#ifndef SL_CUDA_GETRF_SOLVE_CUH
#define SL_CUDA_GETRF_SOLVE_CUH

#include "cuda_blas3.h"
#include "cuda_pivot.cuh"

namespace sl
{

/* AHEAD columns of L from column j on, for row blocks from d on. Beyond the last row anything
 * will do: it only reaches rows that are not stored. */
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

/* b = L^-1 b, L unit lower triangular of order k <= 32 BLOCKS; each lane has every 32nd row
 * of b. */
template <class T, int BLOCKS> __device__ void solve_column(int k, const T *L, int ldl, T *b)
{
    int lane = threadIdx.x % 32;
    T v[BLOCKS];
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
                if (32 * d + j0 + j >= k) /* nobody's: infinite, perhaps, and then NaN times 0 */
                    x = scalar<T>::make(0);
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

enum { SOLVE_ROWS = 256, SOLVE_THREADS = 128 };

template <class T, int BLOCKS>
__global__ void __launch_bounds__(SOLVE_THREADS)
    solve_kernel(int k, int n, const T *__restrict__ L, int ldl, T *__restrict__ B, int ldb)
{
    int c = (blockIdx.x * SOLVE_THREADS + threadIdx.x) / 32;
    if (c < n)
        solve_column<T, BLOCKS>(k, L, ldl, B + (size_t)c * ldb);
}

/* B = L^-1 B, L of any order k, B k x n. */
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

} // namespace sl

#endif /* SL_CUDA_GETRF_SOLVE_CUH */

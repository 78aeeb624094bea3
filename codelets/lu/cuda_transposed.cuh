/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Transposed tiles: the square tiles of a block column, each transposed in place. A row of such a
 * tile is contiguous, so interchanges read and write whole rows.
 */
#ifndef SL_CUDA_TRANSPOSED_CUH
#define SL_CUDA_TRANSPOSED_CUH

#include <cublas_v2.h>

namespace sl
{

enum { BLOCK = 32, TRANSPOSE_THREADS = 256, SWAP_THREADS = 256, TRANSPOSE_LOADS = 4 };

/* Exchanges block (i, j) of a tile and block (j, i), both transposed. */
template <class T>
__global__ void __launch_bounds__(TRANSPOSE_THREADS) transpose_kernel(int n, T *A, int lda)
{
    __shared__ T lower[BLOCK][BLOCK + 1], upper[BLOCK][BLOCK + 1];
    int i = blockIdx.y * BLOCK, j = blockIdx.z * BLOCK, x = threadIdx.x % BLOCK;
    T *a = A + (size_t)blockIdx.x * n;
    if (i < j)
        return;
    for (int y = threadIdx.x / BLOCK; y < BLOCK; y += TRANSPOSE_THREADS / BLOCK) {
        if (i + x < n && j + y < n)
            lower[y][x] = a[i + x + (size_t)(j + y) * lda];
        if (j + x < n && i + y < n)
            upper[y][x] = a[j + x + (size_t)(i + y) * lda];
    }
    __syncthreads();
    for (int y = threadIdx.x / BLOCK; y < BLOCK; y += TRANSPOSE_THREADS / BLOCK) {
        if (j + x < n && i + y < n)
            a[j + x + (size_t)(i + y) * lda] = lower[x][y];
        if (i > j && i + x < n && j + y < n)
            a[i + x + (size_t)(j + y) * lda] = upper[x][y];
    }
}

template <class T> static int transpose_tiles(cublasHandle_t h, int tiles, int n, T *A, int lda)
{
    cudaStream_t stream;
    cublasStatus_t status = cublasGetStream(h, &stream);
    if (tiles < 0 || n < 0 || lda < (long long)tiles * n)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (status != CUBLAS_STATUS_SUCCESS || tiles == 0 || n <= 1)
        return status;
    unsigned blocks = (unsigned)(n + BLOCK - 1) / BLOCK;
    dim3 grid((unsigned)tiles, blocks, blocks);
    transpose_kernel<<<grid, TRANSPOSE_THREADS, 0, stream>>>(n, A, lda);
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* The first element of row r, and the distance to the next one. The first `transposed` rows
 * of the matrix are in transposed tiles of order n. */
template <class T> struct row_of {
    T *a;
    size_t step;
    __device__ row_of(T *A, int lda, int n, int transposed, int r)
        : a(r < transposed ? A + r / n * n + (size_t)(r % n) * lda : A + r),
          step(r < transposed ? 1 : lda)
    {
    }
};

/* The k interchanges of perm (cuda_getrf.h). Rows that move up go to W, n x k, transposed.
 * Thread block j moves row perm[j]. If this row is not one of the first k, one of these
 * takes its place. */
template <class T>
__global__ void __launch_bounds__(SWAP_THREADS)
    swap_transposed_kernel(T *A, int lda, int n, int transposed, int k, const int *perm, T *W)
{
    __shared__ int other;
    int j = blockIdx.x, row = perm[j];
    if (threadIdx.x == 0)
        other = row; // nothing does
    __syncthreads();
    for (int i = threadIdx.x; row >= k && i < k; i += SWAP_THREADS)
        if (perm[k + i] == row)
            other = i;
    __syncthreads();
    row_of<T> up(A, lda, n, transposed, row), down(A, lda, n, transposed, other);
    for (int c = threadIdx.x; c < n; c += SWAP_THREADS * TRANSPOSE_LOADS) {
        T u[TRANSPOSE_LOADS], d[TRANSPOSE_LOADS];
#pragma unroll
        for (int l = 0; l < TRANSPOSE_LOADS; l++) {
            int at = c + l * SWAP_THREADS;
            if (at < n) {
                u[l] = up.a[at * up.step];
                d[l] = down.a[at * down.step];
            }
        }
#pragma unroll
        for (int l = 0; l < TRANSPOSE_LOADS; l++) {
            int at = c + l * SWAP_THREADS;
            if (at < n) {
                W[at + (size_t)j * n] = u[l];
                if (other != row)
                    up.a[at * up.step] = d[l];
            }
        }
    }
}

template <class T>
static int swap_transposed(cudaStream_t stream, int n, int transposed, T *A, int lda, int k,
                       const int *perm, T *W)
{
    swap_transposed_kernel<<<k, SWAP_THREADS, 0, stream>>>(A, lda, n, transposed, k, perm, W);
    return cudaGetLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                             : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace sl

#endif /* SL_CUDA_TRANSPOSED_CUH */

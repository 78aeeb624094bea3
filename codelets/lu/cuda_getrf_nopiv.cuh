/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A step of LU without interchanges: the diagonal block, by one thread block, and then the rows
 * of L below it and the columns of U right of it, by a thread each.
 */
#ifndef SL_CUDA_GETRF_NOPIV_CUH
#define SL_CUDA_GETRF_NOPIV_CUH

#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

enum { NOPIV_NB = 32, NOPIV_THREADS = 256, NOPIV_STRIP = 128 }; /* threads of both kernels */

/* The block in shared memory; [column][row], of odd length. */
template <class T> struct nopiv_block {
    T v[NOPIV_NB][NOPIV_NB + 1];
};

/* The first zero pivot is known, and what follows is not needed. */
__device__ inline bool nopiv_failed(const int *info)
{
    return *info != 0;
}

/* A = L U, `order` x `order`. col: the pivots before it. */
template <class T>
__device__ void nopiv_diagonal(nopiv_block<T> &s, int order, T *A, int lda, int col, int *info)
{
    const int t = threadIdx.x;
    for (int e = t; e < order * order; e += NOPIV_THREADS)
        s.v[e / order][e % order] = A[e % order + (size_t)(e / order) * lda];
    for (int k = 0; k < order; k++) {
        __syncthreads();
        const T pivot = s.v[k][k];
        if (cabs1(pivot) == 0) { /* the same for all threads */
            if (t == 0)
                *info = col + k + 1;
            return;
        }
        if (t > k && t < order)
            s.v[k][t] = divisor<T>(pivot)(s.v[k][t]);
        __syncthreads();
        const int rest = order - 1 - k;
        for (int e = t; e < rest * rest; e += NOPIV_THREADS) {
            const int i = k + 1 + e % rest, j = k + 1 + e / rest;
            s.v[j][i] = minus_product(s.v[j][i], s.v[k][i], s.v[j][k]);
        }
    }
    __syncthreads();
    for (int e = t; e < order * order; e += NOPIV_THREADS)
        A[e % order + (size_t)(e / order) * lda] = s.v[e / order][e % order];
}

/* Row `row` of L = A U^-1, below the block. */
template <class T> __device__ void nopiv_row(const nopiv_block<T> &s, int order, T *a, int lda)
{
    T x[NOPIV_NB];
#pragma unroll
    for (int j = 0; j < NOPIV_NB; j++)
        if (j < order) {
            x[j] = a[(size_t)j * lda];
#pragma unroll
            for (int k = 0; k < j; k++)
                x[j] = minus_product(x[j], x[k], s.v[j][k]);
            x[j] = divisor<T>(s.v[j][j])(x[j]);
            a[(size_t)j * lda] = x[j];
        }
}

/* A column of U = L^-1 A, right of the block. */
template <class T> __device__ void nopiv_column(const nopiv_block<T> &s, int order, T *a)
{
    T x[NOPIV_NB];
#pragma unroll
    for (int i = 0; i < NOPIV_NB; i++)
        if (i < order) {
            x[i] = a[i];
#pragma unroll
            for (int k = 0; k < i; k++)
                x[i] = minus_product(x[i], s.v[k][i], x[k]);
            a[i] = x[i];
        }
}

/* L has m rows below the block A, and U has n columns right of it. Thread blocks are for L first.
 */
template <class T>
__device__ void nopiv_strips(nopiv_block<T> &s, int order, int m, int n, T *A, int lda,
                             const int *info)
{
    if (nopiv_failed(info))
        return;
    for (int e = threadIdx.x; e < order * order; e += NOPIV_STRIP)
        s.v[e / order][e % order] = A[e % order + (size_t)(e / order) * lda];
    __syncthreads();
    const int of_l = (m + NOPIV_STRIP - 1) / NOPIV_STRIP, block = blockIdx.x;
    const int i = (block < of_l ? block : block - of_l) * NOPIV_STRIP + threadIdx.x;
    if (block < of_l && i < m)
        nopiv_row(s, order, A + order + i, lda);
    else if (block >= of_l && i < n)
        nopiv_column(s, order, A + (size_t)(order + i) * lda);
}

} // namespace sl

#endif /* SL_CUDA_GETRF_NOPIV_CUH */

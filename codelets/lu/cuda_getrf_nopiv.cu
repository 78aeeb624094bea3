// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// LU of a tile without interchanges, right-looking by blocks: two launches and a product a step.

#include "cuda_getrf_nopiv.h"
#include "cuda_getrf_nopiv.cuh"

namespace sl
{

template <class T>
__global__ void __launch_bounds__(NOPIV_THREADS)
    nopiv_diagonal_kernel(int order, T *A, int lda, int col, int *info)
{
    __shared__ char memory[sizeof(nopiv_block<T>)] __attribute__((aligned(16)));
    if (!nopiv_failed(info))
        nopiv_diagonal(*(nopiv_block<T> *)memory, order, A, lda, col, info);
}

template <class T>
__global__ void __launch_bounds__(NOPIV_STRIP)
    nopiv_strips_kernel(int order, int m, int n, T *A, int lda, const int *info)
{
    __shared__ char memory[sizeof(nopiv_block<T>)] __attribute__((aligned(16)));
    nopiv_strips(*(nopiv_block<T> *)memory, order, m, n, A, lda, info);
}

template <class T> int getrf_nopiv(cublasHandle_t h, int m, int n, T *A, int lda, int *info)
{
    const T one = scalar<T>::make(1), minus = scalar<T>::make(-1);
    if (m < 0 || n < 0 || lda < max(1, m) || !info)
        return CUBLAS_STATUS_INVALID_VALUE;
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    if (status != 0)
        return status;
    if (cudaMemsetAsync(info, 0, sizeof(int), stream) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    for (int col = 0; col < min(m, n); col += NOPIV_NB) {
        const int order = min((int)NOPIV_NB, min(m, n) - col);
        const int below = m - col - order, right = n - col - order;
        T *a = A + col + (size_t)col * lda, *u = a + (size_t)order * lda;
        nopiv_diagonal_kernel<T><<<1, NOPIV_THREADS, 0, stream>>>(order, a, lda, col, info);
        const int blocks =
            (below + NOPIV_STRIP - 1) / NOPIV_STRIP + (right + NOPIV_STRIP - 1) / NOPIV_STRIP;
        if (blocks > 0)
            nopiv_strips_kernel<T>
                <<<blocks, NOPIV_STRIP, 0, stream>>>(order, below, right, a, lda, info);
        if (cudaGetLastError() != cudaSuccess)
            return CUBLAS_STATUS_EXECUTION_FAILED;
        if (below > 0 && right > 0)
            status = gemm(h, CUBLAS_OP_N, CUBLAS_OP_N, below, right, order, minus, a + order, lda,
                          u, lda, one, u + order, lda);
        if (status != 0)
            return status;
    }
    return 0;
}

} // namespace sl

#define SL_CUDA_GETRF_NOPIV(x, T)                                                                  \
    extern "C" int sl_cuda_##x##getrf_nopiv(cublasHandle_t h, int m, int n, T *A, int lda,         \
                                            int *info)                                             \
    {                                                                                              \
        return sl::getrf_nopiv<T>(h, m, n, A, lda, info);                                          \
    }

SL_CUDA_GETRF_NOPIV(s, float)
SL_CUDA_GETRF_NOPIV(d, double)
SL_CUDA_GETRF_NOPIV(c, cuComplex)
SL_CUDA_GETRF_NOPIV(z, cuDoubleComplex)

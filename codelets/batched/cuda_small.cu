/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of small matrices: kernels and their calls. */

#include "cuda_small.h"
#include "cuda_small.cuh"

namespace sl
{

enum small_operation { FACTOR, INVERT, LOWER, UPPER };

template <class T, int N, int OPERATION>
__global__ static void __launch_bounds__(SMALL_THREADS) small_kernel(small_call<T> call)
{
    typedef small_matrix<T, N> matrix;
    __shared__ T memory[matrix::MATRICES][2][N];
    matrix x(call, memory);
    if constexpr (OPERATION == FACTOR) {
        x.load();
        x.factor();
        x.store_factors();
    } else if constexpr (OPERATION == INVERT) {
        x.load();
        x.invert();
        x.store_inverse();
    } else {
        x.load_triangle(OPERATION == UPPER);
        x.factor_triangle();
        x.store_triangle(OPERATION == UPPER);
    }
}

template <class T, int N, int OPERATION> static void launch(cudaStream_t stream, small_call<T> call)
{
    const int matrices = small_matrix<T, N>::MATRICES;
    small_kernel<T, N, OPERATION>
        <<<(unsigned)((call.count + matrices - 1) / matrices), SMALL_THREADS, 0, stream>>>(call);
}

/* The kernel for the next larger order. */
template <class T, int OPERATION> static int run(cudaStream_t stream, const small_call<T> &call)
{
    if (call.count == 0 || call.n == 0)
        return 0;
    if (call.n <= 2)
        launch<T, 2, OPERATION>(stream, call);
    else if (call.n <= 4)
        launch<T, 4, OPERATION>(stream, call);
    else if (call.n <= 8)
        launch<T, 8, OPERATION>(stream, call);
    else if (call.n <= 12)
        launch<T, 12, OPERATION>(stream, call);
    else if (call.n <= 16)
        launch<T, 16, OPERATION>(stream, call);
    else if (call.n <= 20)
        launch<T, 20, OPERATION>(stream, call);
    else if (call.n <= 24)
        launch<T, 24, OPERATION>(stream, call);
    else if (call.n <= 28)
        launch<T, 28, OPERATION>(stream, call);
    else
        launch<T, 32, OPERATION>(stream, call);
    return cudaGetLastError();
}

} // namespace sl

#define SL_CUDA_SMALL(x, T)                                                                        \
    extern "C" int sl_cuda_##x##getrf_small(cudaStream_t stream, int n, int64_t count, T *A,       \
                                            int lda, int64_t stride, int *ipiv, int64_t pivots,    \
                                            int *info)                                             \
    {                                                                                              \
        return sl::run<T, sl::FACTOR>(stream, {n, count, A, lda, stride, ipiv, pivots, info});     \
    }                                                                                              \
    extern "C" int sl_cuda_##x##inv_small(cudaStream_t stream, int n, int64_t count, T *A,         \
                                          int lda, int64_t stride, int *info)                      \
    {                                                                                              \
        return sl::run<T, sl::INVERT>(stream, {n, count, A, lda, stride, nullptr, 0, info});       \
    }                                                                                              \
    extern "C" int sl_cuda_##x##potrf_small(cudaStream_t stream, bool upper, int n, int64_t count, \
                                            T *A, int lda, int64_t stride, int *info)              \
    {                                                                                              \
        sl::small_call<T> call = {n, count, A, lda, stride, nullptr, 0, info};                     \
        return upper ? sl::run<T, sl::UPPER>(stream, call) : sl::run<T, sl::LOWER>(stream, call);  \
    }
SL_CUDA_SMALL(s, float)
SL_CUDA_SMALL(d, double)
SL_CUDA_SMALL(c, cuComplex)
SL_CUDA_SMALL(z, cuDoubleComplex)

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of small matrices: kernels and their calls. */

#include <utility>
#include "cuda_small.h"
#include "cuda_small_launch.cuh"

namespace sl
{

/* The kernel of order n. */
template <class T, int OPERATION, int... BELOW>
static int run(cudaStream_t stream, int n, small_call<T> call, std::integer_sequence<int, BELOW...>)
{
    static void (*const launches[])(cudaStream_t,
                                    const small_call<T> &) = {
        launch<T, BELOW + 1, OPERATION, small_call<T>>...};
    if (call.count == 0 || n == 0)
        return 0;
    launches[n - 1](stream, call);
    return cudaGetLastError();
}
template <class T, int OPERATION> static int run(cudaStream_t stream, int n, small_call<T> call)
{
    return run<T, OPERATION>(stream, n, call, std::make_integer_sequence<int, SL_SMALL>());
}

} // namespace sl

#define SL_CUDA_SMALL(x, T)                                                                        \
    extern "C" int sl_cuda_##x##getrf_small(cudaStream_t stream, int n, int64_t count, T *A,       \
                                            int lda, int64_t stride, int *ipiv, int64_t pivots,    \
                                            int *info)                                             \
    {                                                                                              \
        return sl::run<T, sl::FACTOR>(stream, n, {count, A, lda, stride, ipiv, pivots, info});     \
    }                                                                                              \
    extern "C" int sl_cuda_##x##inv_small(cudaStream_t stream, int n, int64_t count, T *A,         \
                                          int lda, int64_t stride, int *info)                      \
    {                                                                                              \
        return sl::run<T, sl::INVERT>(stream, n, {count, A, lda, stride, nullptr, 0, info});       \
    }                                                                                              \
    extern "C" int sl_cuda_##x##potrf_small(cudaStream_t stream, bool upper, int n, int64_t count, \
                                            T *A, int lda, int64_t stride, int *info)              \
    {                                                                                              \
        sl::small_call<T> call = {count, A, lda, stride, nullptr, 0, info};                        \
        return upper ? sl::run<T, sl::UPPER>(stream, n, call)                                      \
                     : sl::run<T, sl::LOWER>(stream, n, call);                                     \
    }
SL_CUDA_SMALL(s, float)
SL_CUDA_SMALL(d, double)
SL_CUDA_SMALL(c, cuComplex)
SL_CUDA_SMALL(z, cuDoubleComplex)

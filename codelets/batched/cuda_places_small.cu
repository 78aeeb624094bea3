/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Small matrices of varying orders. A class has the kernel of its largest order. */

#include "cuda_places.h"
#include "cuda_small_launch.cuh"

namespace sl
{

/* Orders from N down to the next class. */
template <class T, int OPERATION, int N>
static void launch_class(cudaStream_t stream, small_list<T> x)
{
    x.first = sl_above(&x.A, N);
    x.count = sl_above(&x.A, N - 8) - x.first;
    if (x.count > 0)
        launch<T, N, OPERATION>(stream, x);
}
template <class T, int OPERATION> static int run(cudaStream_t stream, const small_list<T> &call)
{
    launch_class<T, OPERATION, 32>(stream, call);
    launch_class<T, OPERATION, 24>(stream, call);
    launch_class<T, OPERATION, 16>(stream, call);
    launch_class<T, OPERATION, 8>(stream, call);
    return cudaGetLastError();
}

} // namespace sl

#define SL_CUDA_PLACES(x, T)                                                                       \
    extern "C" int sl_cuda_##x##potrf_small_places(cudaStream_t stream, bool upper, sl_matrices A, \
                                                   int *info)                                      \
    {                                                                                              \
        const sl::small_list<T> call = {A, {}, 0, 0, info};                                        \
        return upper ? sl::run<T, sl::UPPER>(stream, call) : sl::run<T, sl::LOWER>(stream, call);  \
    }                                                                                              \
    extern "C" int sl_cuda_##x##getrf_small_places(cudaStream_t stream, sl_matrices A,             \
                                                   sl_matrices ipiv, int *info)                    \
    {                                                                                              \
        return sl::run<T, sl::FACTOR>(stream, {A, ipiv, 0, 0, info});                              \
    }                                                                                              \
    extern "C" int sl_cuda_##x##inv_small_places(cudaStream_t stream, sl_matrices A, int *info)    \
    {                                                                                              \
        return sl::run<T, sl::INVERT>(stream, {A, {}, 0, 0, info});                                \
    }
SL_CUDA_PLACES(s, float)
SL_CUDA_PLACES(d, double)
SL_CUDA_PLACES(c, cuComplex)
SL_CUDA_PLACES(z, cuDoubleComplex)

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU of batches of matrices of middle size: the choice of panels, and the calls. */

#include "cuda_middle_getrf_launch.cuh"

namespace sl
{

template <class T> static int middle_run(cudaStream_t stream, const middle_call<T> &call)
{
    const int NB = sizeof(T) == 16 ? 8 : 16;
    if (call.m > SL_MIDDLE_ROWS)
        return cudaErrorInvalidValue;
    if (call.count == 0 || call.m == 0 || call.n == 0)
        return cudaSuccess;
    if (call.m <= 64)
        return middle_launch<T, NB, 2, 128, 3>(stream, call, 6);
    if (call.m <= 128)
        return middle_launch<T, NB, 1, 128, 4>(stream, call, 3);
    if (call.m <= 256)
        return middle_launch<T, NB, 2, 128, 3>(stream, call, 3);
    if (call.m <= 512)
        return middle_launch<T, NB, 2, 256, 2>(stream, call, 2);
    return middle_launch<T, NB, 4, 256, 1>(stream, call, 1);
}

} // namespace sl

#define SL_CUDA_MIDDLE(x, T)                                                                       \
    extern "C" int sl_cuda_##x##getrf_middle(cudaStream_t stream, int m, int n, int64_t count,     \
                                             T *A, int lda, int64_t stride, int *ipiv,             \
                                             int64_t pivots, int *info)                            \
    {                                                                                              \
        return sl::middle_run<T>(stream, {m, n, count, A, lda, stride, ipiv, pivots, info});       \
    }
SL_CUDA_MIDDLE(s, float)
SL_CUDA_MIDDLE(d, double)
SL_CUDA_MIDDLE(c, cuComplex)
SL_CUDA_MIDDLE(z, cuDoubleComplex)

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU of batches of matrices of middle size. Small ones have a thread block each, the others are
 * factored by blocks, all matrices at once. */

#include "cuda_blocked_getrf_launch.cuh"

namespace sl
{

template <class T> static int middle_run(cublasHandle_t h, int kind, const middle_call<T> &call)
{
    if (call.m > SL_MIDDLE_ROWS)
        return cudaErrorInvalidValue;
    if (call.count == 0 || call.m == 0 || call.n == 0)
        return cudaSuccess;
    if (kind < 1 || kind > SL_GETRF_KINDS || call.m > rows_of_kind<T>(kind))
        kind = call.m <= whole_rows<T>() ? LU_WHOLE : 0;
    cudaStream_t stream;
    const int err = cublasGetStream(h, &stream);
    if (err != CUBLAS_STATUS_SUCCESS)
        return err;
    return kind == LU_WHOLE ? whole<T>(stream, call) : by_blocks<T>(stream, call, kind, h);
}

} // namespace sl

#define SL_CUDA_MIDDLE(x, T)                                                                       \
    extern "C" int sl_cuda_##x##getrf_middle(cublasHandle_t h, int kind, int m, int n,             \
                                             int64_t count, T *A, int lda, int64_t stride,         \
                                             int *ipiv, int64_t pivots, int *info)                 \
    {                                                                                              \
        return sl::middle_run<T>(h, kind, {m, n, count, A, lda, stride, ipiv, pivots, info, 0});   \
    }
SL_CUDA_MIDDLE(s, float)
SL_CUDA_MIDDLE(d, double)
SL_CUDA_MIDDLE(c, cuComplex)
SL_CUDA_MIDDLE(z, cuDoubleComplex)

int sl_cuda_getrf_kind(starling_precision prec, int n, int kind, starling_kind *limits)
{
    return sl::by_precision(prec,
                            [&](auto x) { return sl::lu_limits<decltype(x)>(n, kind, limits); });
}

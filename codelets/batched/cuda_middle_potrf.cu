/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorizations of a batch: a thread block for each matrix. */

#include "cuda_middle_potrf_launch.cuh"

namespace sl
{

template <class T>
static int potrf(cudaStream_t stream, int kind, bool upper, int n, int64_t count, T *A, int lda,
                 int64_t stride, int *info)
{
    const potrf_call<T> call = {n, A, lda, stride, info};
    return count == 0 ? 0 : launch<T>(stream, kind, upper, n, count, call);
}

} // namespace sl

#define SL_CUDA_MIDDLE_POTRF(x, T)                                                                 \
    extern "C" int sl_cuda_##x##potrf_middle(cudaStream_t stream, int kind, bool upper, int n,     \
                                             int64_t count, T *A, int lda, int64_t stride,         \
                                             int *info)                                            \
    {                                                                                              \
        return sl::potrf<T>(stream, kind, upper, n, count, A, lda, stride, info);                  \
    }
SL_CUDA_MIDDLE_POTRF(s, float)
SL_CUDA_MIDDLE_POTRF(d, double)
SL_CUDA_MIDDLE_POTRF(c, cuComplex)
SL_CUDA_MIDDLE_POTRF(z, cuDoubleComplex)

int sl_cuda_potrf_kind(starling_precision prec, int n, int kind, starling_kind *limits)
{
    return sl::by_precision(prec,
                            [&](auto x) { return sl::potrf_limits<decltype(x)>(n, kind, limits); });
}

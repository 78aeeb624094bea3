// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// One-stage reduction to tridiagonal form: the launches.

#include "codelets/cuda/cuda_each.cuh"
#include "codelets/qr/cuda_panel_launch.cuh"
#include "cuda_hetrd.cuh"

namespace sl
{

template <class T> static int panel(cudaStream_t stream, const sl_cuda_hetrd &p)
{
    int64_t rows = p.n - p.first;
    return launch_panel(stream, hetrd_panel<T>(p), rows * rows / 2);
}

template <class T, class R>
static int diagonal(cudaStream_t stream, int n, const T *a, int lda, R *d)
{
    return launch_each(stream, n, 1, [=] __device__(int64_t i, int64_t) {
        d[i] = scalar<T>::re(a[i * ((int64_t)lda + 1)]);
    });
}

} // namespace sl

#define SL_CUDA_HETRD(x, T, R)                                                                     \
    extern "C" int sl_cuda_##x##hetrd_panel(cudaStream_t stream, const struct sl_cuda_hetrd *p)    \
    {                                                                                              \
        return sl::panel<T>(stream, *p);                                                           \
    }                                                                                              \
    extern "C" int sl_cuda_##x##diagonal(cudaStream_t stream, int n, const T *a, int lda, R *d)    \
    {                                                                                              \
        return sl::diagonal(stream, n, a, lda, d);                                                 \
    }
SL_CUDA_HETRD(s, float, float)
SL_CUDA_HETRD(d, double, double)
SL_CUDA_HETRD(c, cuComplex, float)
SL_CUDA_HETRD(z, cuDoubleComplex, double)

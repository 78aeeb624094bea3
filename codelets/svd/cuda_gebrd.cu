// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// One-stage reduction to bidiagonal form: the launches.

#include "codelets/cuda/cuda_each.cuh"
#include "codelets/qr/cuda_panel_launch.cuh"
#include "cuda_gebrd.cuh"

namespace sl
{

template <class T> static int panel(cudaStream_t stream, const sl_cuda_gebrd &p)
{
    return launch_panel(stream, gebrd_panel<T>(p), (int64_t)(p.m - p.first) * (p.n - p.first));
}

template <class T>
static int rows(cudaStream_t stream, int m, int n, int64_t diagonal, const T *r, int ldr, T *a,
                int lda)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        if (j > i + diagonal)
            a[i + j * lda] = scalar<T>::conj(r[j + i * ldr]);
    });
}

} // namespace sl

#define SL_CUDA_GEBRD(x, T)                                                                        \
    extern "C" int sl_cuda_##x##gebrd_panel(cudaStream_t stream, const struct sl_cuda_gebrd *p)    \
    {                                                                                              \
        return sl::panel<T>(stream, *p);                                                           \
    }                                                                                              \
    extern "C" int sl_cuda_##x##gebrd_rows(cudaStream_t stream, int m, int n, int64_t diagonal,    \
                                           const T *r, int ldr, T *a, int lda)                     \
    {                                                                                              \
        return sl::rows(stream, m, n, diagonal, r, ldr, a, lda);                                   \
    }
SL_CUDA_GEBRD(s, float)
SL_CUDA_GEBRD(d, double)
SL_CUDA_GEBRD(c, cuComplex)
SL_CUDA_GEBRD(z, cuDoubleComplex)

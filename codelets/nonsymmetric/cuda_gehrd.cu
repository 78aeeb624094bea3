// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// A panel of the reduction to Hessenberg form: the launch.

#include "codelets/qr/cuda_panel_launch.cuh"
#include "cuda_gehrd.cuh"

namespace sl
{

template <class T> static int panel(cudaStream_t stream, const sl_cuda_gehrd &p)
{
    int64_t rows = p.end - p.top;
    return launch_panel(stream, gehrd_panel<T>(p), rows * rows);
}

} // namespace sl

#define SL_CUDA_GEHRD(x, T)                                                                        \
    extern "C" int sl_cuda_##x##gehrd_panel(cudaStream_t stream, const struct sl_cuda_gehrd *p)    \
    {                                                                                              \
        return sl::panel<T>(stream, *p);                                                           \
    }
SL_CUDA_GEHRD(s, float)
SL_CUDA_GEHRD(d, double)
SL_CUDA_GEHRD(c, cuComplex)
SL_CUDA_GEHRD(z, cuDoubleComplex)

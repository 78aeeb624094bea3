// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// The workspace of panels of one-stage reductions.

#include "cuda_panel.cuh"

namespace sl
{

template <class T> __global__ void tiles_kernel(sl_cuda_panel_tiles p, panel_tile<T> *to)
{
    for (int i = threadIdx.x; i < p.count; i += blockDim.x)
        to[p.first + i] = {(const T *)p.tile[i], p.ld[i]};
}

} // namespace sl

#define SL_CUDA_PANEL(x, T)                                                                        \
    extern "C" size_t sl_cuda_##x##panel_work(int64_t m, int64_t n, int64_t tiles)                 \
    {                                                                                              \
        return sl::panel_work<T>(nullptr, m, n, tiles).bytes;                                      \
    }                                                                                              \
    extern "C" int sl_cuda_##x##panel_tiles(cudaStream_t stream,                                   \
                                            const struct sl_cuda_panel_tiles *tiles, void *work)   \
    {                                                                                              \
        sl::tiles_kernel<T>                                                                        \
            <<<1, SL_CUDA_PANEL_TILES, 0, stream>>>(*tiles, (sl::panel_tile<T> *)work);            \
        return cudaGetLastError();                                                                 \
    }

SL_CUDA_PANEL(s, float)
SL_CUDA_PANEL(d, double)
SL_CUDA_PANEL(c, cuComplex)
SL_CUDA_PANEL(z, cuDoubleComplex)

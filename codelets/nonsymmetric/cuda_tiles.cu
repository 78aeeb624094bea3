/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One thread an element. */

#include "codelets/cuda/cuda_each.cuh"
#include "cuda_tiles.cuh"

#define DEFINE(x, T)                                                                               \
    extern "C" int sl_cuda_##x##copy_tiles(cudaStream_t stream, bool store,                        \
                                           const sl_cuda_tiles *t, int m, int n, T *b, int ldb)    \
    {                                                                                              \
        const sl_cuda_tiles tiles = *t;                                                            \
        return sl::launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {                \
            sl::copy_element(tiles, store, i, j, b, ldb);                                          \
        });                                                                                        \
    }                                                                                              \
    extern "C" int sl_cuda_##x##hseqr_begin(cudaStream_t stream, int64_t d,                        \
                                            const sl_cuda_tiles *t, int m, int n, int *bad)        \
    {                                                                                              \
        const sl_cuda_tiles tiles = *t;                                                            \
        return sl::launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {                \
            sl::begin_element<T>(tiles, d, i, j, bad);                                             \
        });                                                                                        \
    }
DEFINE(s, float)
DEFINE(d, double)
DEFINE(c, cuComplex)
DEFINE(z, cuDoubleComplex)

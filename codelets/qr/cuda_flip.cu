// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Elements that stand opposite change places: one thread a pair.

#include "codelets/cuda/cuda_each.cuh"
#include "cuda_flip.h"

template <class T> static int flip(cudaStream_t stream, int m, int n, T *a, int lda, T *b, int ldb)
{
    return sl::launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        T *x = a + i + j * lda, *y = b - i - j * ldb, t = *x;
        *x = *y;
        *y = t;
    });
}

#define SL_CUDA_FLIP(x, T)                                                                         \
    extern "C" int sl_cuda_##x##flip(cudaStream_t stream, int m, int n, T *a, int lda, T *b,       \
                                     int ldb)                                                      \
    {                                                                                              \
        return flip(stream, m, n, a, lda, b, ldb);                                                 \
    }
SL_CUDA_FLIP(s, float)
SL_CUDA_FLIP(d, double)
SL_CUDA_FLIP(c, cuComplex)
SL_CUDA_FLIP(z, cuDoubleComplex)

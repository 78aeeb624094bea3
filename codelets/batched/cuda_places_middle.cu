/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices of varying middle sizes. The classes are those of thread blocks of one size. */

#include <algorithm>
#include "cuda_blocked_getrf_launch.cuh"
#include "cuda_middle_potrf_launch.cuh"
#include "cuda_places.h"

namespace sl
{

/* The stream of a class, if so many classes have launches already. */
static cudaStream_t next_of(const cudaStream_t *streams, int &launched)
{
    return streams[std::min(launched++, SL_PLACES_STREAMS - 1)];
}

template <class T>
static int potrf_places(const cudaStream_t *streams, bool upper, const sl_matrices &A, int *info)
{
    static const int most[] = {SL_MIDDLE_ROWS, 768, 512, 384, 256, 192, MOST_FEW, 96, SL_SMALL};
    int err = cudaSuccess, launched = 0;
    for (int c = 0; most[c] > SL_SMALL && err == cudaSuccess; c++) {
        const size_class x(A, most[c], most[c + 1]);
        if (x.count > 0)
            err = launch<T>(next_of(streams, launched), 0, upper, x.largest, x.count,
                            potrf_list<T>{A, x.first, info});
    }
    return err;
}

template <class T>
static int getrf_places(const cudaStream_t *streams, const sl_matrices &A, const sl_matrices &P,
                        int *info)
{
    static const int most[] = {SL_MIDDLE_ROWS, 512, 256, 128, 64, whole_rows<T>(), SL_SMALL};
    int err = cudaSuccess, launched = 0;
    for (int c = 0; most[c] > SL_SMALL && err == cudaSuccess; c++) {
        const size_class x(A, most[c], most[c + 1]);
        const middle_list<T> call = {std::min(A.m, x.largest),
                                     std::min(A.n, x.largest),
                                     x.count,
                                     A,
                                     P,
                                     x.first,
                                     info,
                                     0,
                                     0,
                                     false};
        if (x.count == 0)
            continue;
        const cudaStream_t stream = next_of(streams, launched);
        err = most[c] <= whole_rows<T>() ? whole<T>(stream, call) : by_blocks<T>(stream, call);
    }
    return err;
}

} // namespace sl

#define SL_CUDA_PLACES(x, T)                                                                       \
    extern "C" int sl_cuda_##x##potrf_middle_places(const cudaStream_t *streams, bool upper,       \
                                                    sl_matrices A, int *info)                      \
    {                                                                                              \
        return sl::potrf_places<T>(streams, upper, A, info);                                       \
    }                                                                                              \
    extern "C" int sl_cuda_##x##getrf_middle_places(const cudaStream_t *streams, sl_matrices A,    \
                                                    sl_matrices ipiv, int *info)                   \
    {                                                                                              \
        return sl::getrf_places<T>(streams, A, ipiv, info);                                        \
    }
SL_CUDA_PLACES(s, float)
SL_CUDA_PLACES(d, double)
SL_CUDA_PLACES(c, cuComplex)
SL_CUDA_PLACES(z, cuDoubleComplex)

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Elements of a rectangle that lies in several tiles (cuda_tiles.h).
 */
#ifndef SL_CUDA_TILES_CUH
#define SL_CUDA_TILES_CUH

#include <cstdint>
#include "codelets/cuda/cuda_number.cuh"
#include "cuda_tiles.h"

namespace sl
{

/* Element (i, j) of the rectangle. */
template <class T> __device__ T *place_of(const sl_cuda_tiles &t, int64_t i, int64_t j)
{
    const uint32_t row = (uint32_t)(i + t.row) / (uint32_t)t.mb; /* int64_t takes longer */
    const uint32_t column = (uint32_t)(j + t.column) / (uint32_t)t.nb;
    const sl_cuda_tile &tile = t.tile[row + column * t.height];
    return (T *)tile.a + (i + t.row - row * t.mb) + (j + t.column - column * t.nb) * tile.ld;
}

/* Element (i, j) of B = the rectangle, or the other way. */
template <class T>
__device__ void copy_element(const sl_cuda_tiles &t, bool store, int64_t i, int64_t j, T *b,
                             int64_t ldb)
{
    T *a = place_of<T>(t, i, j);
    T *to = store ? a : b + i + j * ldb;
    *to = store ? b[i + j * ldb] : *a;
}

/* Whether it is finite, which no NaN is. */
template <class R> __device__ bool is_finite_part(R x)
{
    return x - x == 0;
}
template <class T> __device__ bool is_finite(T x)
{
    return is_finite_part(scalar<T>::re(x)) && is_finite_part(scalar<T>::im(x));
}

/* Element (i, j) = 0 if it is below the subdiagonal, i > j + 1 + d. Else *bad = 1 if it is not
 * finite. */
template <class T>
__device__ void begin_element(const sl_cuda_tiles &t, int64_t d, int64_t i, int64_t j, int *bad)
{
    T *a = place_of<T>(t, i, j);
    if (i > j + 1 + d)
        *a = scalar<T>::make(0);
    else if (!is_finite(*a))
        *bad = 1;
}

} // namespace sl

#endif /* SL_CUDA_TILES_CUH */

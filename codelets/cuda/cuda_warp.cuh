/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Sums over the lanes of a warp, or of a part of one, and what they are made of.
 */
#ifndef SL_CUDA_WARP_CUH
#define SL_CUDA_WARP_CUH

#include "cuda_pivot.cuh"

namespace sl
{

/* c + conj(a) b */
__device__ inline float plus_product(float c, float a, float b)
{
    return c + a * b;
}
__device__ inline double plus_product(double c, double a, double b)
{
    return c + a * b;
}
template <class C> __device__ C plus_product(C c, C a, C b)
{
    c.x += a.x * b.x;
    c.x += a.y * b.y;
    c.y += a.x * b.y;
    c.y -= a.y * b.x;
    return c;
}
/* A NaN is the largest of all. */
template <class R> __device__ R larger(R a, R b)
{
    return b > a || b != b ? b : a;
}

/* Of LANES neighbours, a power of two; each gets the result. */
template <int LANES, class T> __device__ T sum_of_lanes(T v)
{
    for (int d = LANES / 2; d > 0; d /= 2)
        v = scalar<T>::add(v, shuffle(v, (int)threadIdx.x % 32 ^ d));
    return v;
}
template <int LANES, class R> __device__ R largest_of_lanes(R v)
{
    for (int d = LANES / 2; d > 0; d /= 2)
        v = larger(v, shuffle(v, (int)threadIdx.x % 32 ^ d));
    return v;
}

} // namespace sl

#endif /* SL_CUDA_WARP_CUH */

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Numbers that stay in their range, as robust.h has them for cores.
 */
#ifndef SL_CUDA_ROBUST_CUH
#define SL_CUDA_ROBUST_CUH

#include "codelets/cuda/cuda_warp.cuh"

namespace sl
{

enum { ROBUST_NOTHING = -100000 }; /* the size of 0 */
template <class R> struct robust {
    static constexpr int most = sizeof(R) == sizeof(float) ? 100 : 1000; /* no size is larger */
    /* Numbers up to this one can be multiplied and added without a look at their sizes. */
    static constexpr R moderate = sizeof(R) == sizeof(float) ? (R)0x1p40 : (R)0x1p400;
    static constexpr R ulp = sizeof(R) == sizeof(float) ? (R)0x1p-23 : (R)0x1p-52;
    static constexpr R tiny = sizeof(R) == sizeof(float) ? (R)0x1p-126 : (R)0x1p-1022;
};

/* x < 2^size; a NaN or an infinity has no size that could help. */
template <class R> __device__ int size_of(R x)
{
    int size = ROBUST_NOTHING;
    if (x != 0 && x - x == 0)
        frexp(x, &size);
    return size;
}
template <class R> __device__ R power_of_2(int exponent)
{
    return ldexp((R)1, exponent);
}

/* The size of a sum x + A y: A has numbers below 2^a, in rows of so many. parts: of a number of A.
 */
__device__ inline int size_of_sum(int x, int a, int count, int y, int parts)
{
    int product = a + y + (parts - 1);
    while (count > 1) {
        product++;
        count = (count + 1) / 2;
    }
    return (x > product ? x : product) + 1;
}

/* ---- Complex numbers of any type --------------------------------------------------------------
 */

template <class R> struct number {
    R re, im;
};
template <class R> __device__ R absolute(R x)
{
    return x < 0 ? -x : x;
}
/* The real and the imaginary part, the larger one; their sum is LAPACK's cabs1. */
template <class R> __device__ R part(number<R> x)
{
    R re = absolute(x.re), im = absolute(x.im);
    return re > im ? re : im;
}
template <class R> __device__ R sum_of_parts(number<R> x)
{
    return absolute(x.re) + absolute(x.im);
}
template <class R> __device__ number<R> times(number<R> x, R factor)
{
    return {x.re * factor, x.im * factor};
}
template <class R> __device__ number<R> product(number<R> x, number<R> y)
{
    return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
template <class R> __device__ number<R> difference(number<R> x, number<R> y)
{
    return {x.re - y.re, x.im - y.im};
}
/* Of numbers whose squares are in the range. */
template <class R> __device__ number<R> quotient(number<R> x, number<R> y)
{
    if (y.im == 0)
        return {x.re / y.re, x.im / y.re};
    R inverse = 1 / (y.re * y.re + y.im * y.im);
    return {(x.re * y.re + x.im * y.im) * inverse, (x.im * y.re - x.re * y.im) * inverse};
}
/* x 2^exponent, in two steps, for the power may be no number. */
template <class R> __device__ number<R> scaled(number<R> x, int exponent)
{
    return times(times(x, power_of_2<R>(exponent / 2)), power_of_2<R>(exponent - exponent / 2));
}
/* x / y = the result times 2^exponent; the result is smaller than 4. */
template <class R> __device__ number<R> scaled_quotient(number<R> x, number<R> y, int *exponent)
{
    int a = size_of(part(x)), b = size_of(part(y));
    *exponent = 0;
    if (a == ROBUST_NOTHING)
        return x;
    *exponent = a - b;
    return quotient(scaled(x, -a), scaled(y, -b));
}

template <class T> __device__ number<typename scalar<T>::real> number_of(T x)
{
    return {scalar<T>::re(x), scalar<T>::im(x)};
}

} // namespace sl

#endif /* SL_CUDA_ROBUST_CUH */

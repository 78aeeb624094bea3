/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Products on the double precision matrix units, for double and cuDoubleComplex.
 */
#ifndef SL_CUDA_QUAD_CUH
#define SL_CUDA_QUAD_CUH

#include "cuda_scalar.cuh"

namespace sl
{

/* Four elements of a tile: those of a thread in the 16 x 8 result of a matrix instruction. */
template <class T> struct quad {
    T v[4];
    __device__ T get(int e) const
    {
        return v[e];
    }
    __device__ void set(int e, T x)
    {
        v[e] = x;
    }
};
/* Real and imaginary parts are the results of different instructions. */
template <> struct quad<cuDoubleComplex> {
    double re[4], im[4];
    __device__ cuDoubleComplex get(int e) const
    {
        return scalar<cuDoubleComplex>::make(re[e], im[e]);
    }
    __device__ void set(int e, cuDoubleComplex x)
    {
        re[e] = x.x;
        im[e] = x.y;
    }
};

/* c = c - a b^H, 16 x 8 x 8 */
__device__ inline void minus_product(quad<double> &c, const double *a, const double *b)
{
    const double minus[4] = {-a[0], -a[1], -a[2], -a[3]};
    mma_m16n8k8(c.v, minus, b);
}
__device__ inline void minus_product(quad<cuDoubleComplex> &c, const cuDoubleComplex *a,
                                     const cuDoubleComplex *b)
{
    const double re[4] = {a[0].x, a[1].x, a[2].x, a[3].x};
    const double minus_re[4] = {-re[0], -re[1], -re[2], -re[3]};
    const double minus_im[4] = {-a[0].y, -a[1].y, -a[2].y, -a[3].y};
    const double bre[2] = {b[0].x, b[1].x}, bim[2] = {b[0].y, b[1].y};
    mma_m16n8k8(c.re, minus_re, bre);
    mma_m16n8k8(c.re, minus_im, bim);
    mma_m16n8k8(c.im, minus_im, bre);
    mma_m16n8k8(c.im, re, bim);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
template <class T> constexpr bool has_matrix_units = sizeof(typename scalar<T>::real) == 8;
#else
template <class T> constexpr bool has_matrix_units = false;
#endif

} // namespace sl

#endif /* SL_CUDA_QUAD_CUH */

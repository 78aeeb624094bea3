/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * An element of R = R - op(A) X and W = W + |op(A)| |X| on a tile, as residual_kernel.c describes it.
 */
#ifndef SL_CUDA_RESIDUAL_CUH
#define SL_CUDA_RESIDUAL_CUH

#include <cstdint>
#include "codelets/cuda/cuda_number.cuh"

namespace sl
{

/* Element (i, l) of op(A). shape: G, or the triangle of a Hermitian tile, whose diagonal is real. */
template <class T>
__device__ T op_element(char trans, char shape, const T *A, int64_t lda, int64_t i, int64_t l)
{
    typedef scalar<T> number;
    if (shape == 'G')
        return trans == 'N'   ? A[i + l * lda]
               : trans == 'T' ? A[l + i * lda]
                              : number::conj(A[l + i * lda]);
    bool stored = shape == 'L' ? i > l : i < l;
    return i == l   ? number::real_part(A[i + i * lda])
           : stored ? A[i + l * lda]
                    : number::conj(A[l + i * lda]);
}

/* |re| + |im| */
template <class T> __device__ typename scalar<T>::real size_1(T z)
{
    typename scalar<T>::real re = scalar<T>::re(z), im = scalar<T>::im(z);
    return (re < 0 ? -re : re) + (im < 0 ? -im : im);
}

/* *r and *w are in row i, x is the column of X with n elements. */
template <class T>
__device__ void residual_element(char trans, char shape, int n, const T *A, int64_t lda, int64_t i,
                                 const T *x, T *r, typename scalar<T>::real *w)
{
    typedef scalar<T> number;
    T rest = *r;
    typename number::real sizes = *w;
    for (int64_t l = 0; l < n; l++) {
        T a = op_element(trans, shape, A, lda, i, l);
        rest = number::update(rest, a, number::conj(x[l])); /* rest - a x */
        sizes += size_1(a) * size_1(x[l]);
    }
    *r = rest;
    *w = sizes;
}

} // namespace sl

#endif

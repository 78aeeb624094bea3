/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Where the matrices of a chunk are whose places are on the device.
 */
#ifndef SL_CUDA_PLACE_CUH
#define SL_CUDA_PLACE_CUH

#include "codelets/cuda/cuda_scalar.cuh"
#include "place.h"

namespace sl
{

template <class T> struct place {
    T *a;
    int m, n, lda;
};

/* The number of the matrix that is k-th by size. */
__device__ inline int64_t number_of(const sl_matrices &A, int64_t k)
{
    return A.each ? A.each[k].sorted : k;
}
template <class T> __device__ place<T> place_of(const sl_matrices &A, int64_t i)
{
    if (!A.each)
        return {(T *)A.first + i * A.stride, A.m, A.n, A.lda};
    const sl_place x = A.each[i];
    return {(T *)x.a, x.m, x.n, x.lda};
}

/* Matrices with keys up to `most` and above `least`, the largest of which is `largest`. */
struct size_class {
    int64_t first, count;
    int largest;
    size_class(const sl_matrices &A, int most, int least) : first(sl_above(&A, most)), largest(0)
    {
        count = sl_above(&A, least) - first;
        if (count > 0)
            largest = sl_key_of(&A, first);
    }
};

} // namespace sl

#endif /* SL_CUDA_PLACE_CUH */

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU of batches of matrices of middle size. Small ones have a thread block each, the others are
 * factored by blocks, all matrices at once. */

#include "cuda_blocked_getrf_launch.cuh"

namespace sl
{

/* Columns k to k + columns, rows from k on. */
template <class T> static middle_call<T> part(middle_call<T> a, int k, int columns)
{
    a.A += k + (int64_t)k * a.lda;
    a.m -= k;
    a.n = columns;
    a.ipiv += k;
    a.first = k;
    return a;
}

/* Two panels are factored, the second one after its update by the first. Both update the columns
 * right of them. Columns left of a panel get its interchanges at the end. */
template <class T> static int by_blocks(cudaStream_t stream, const middle_call<T> &a)
{
    const int NB = blocked<T>::NB, pivots = min(a.m, a.n);
    int err = cudaSuccess;
    for (int k = 0; k < pivots && err == cudaSuccess; k += 2 * NB) {
        const int both = min(2 * NB, pivots - k), nb = min(NB, both);
        err = panel<T>(stream, part(a, k, nb));
        if (err == cudaSuccess && nb < both)
            err = blocked_update_launch<T>(stream, part(a, k, nb), both - nb);
        if (err == cudaSuccess && nb < both)
            err = panel<T>(stream, part(a, k + nb, both - nb));
        if (err == cudaSuccess && k + both < a.n)
            err = blocked_update_launch<T>(stream, part(a, k, both), a.n - k - both);
    }
    return err == cudaSuccess ? blocked_left_launch<T>(stream, a) : err;
}

template <class T> static int middle_run(cudaStream_t stream, const middle_call<T> &call)
{
    if (call.m > SL_MIDDLE_ROWS)
        return cudaErrorInvalidValue;
    if (call.count == 0 || call.m == 0 || call.n == 0)
        return cudaSuccess;
    return call.m <= SL_MIDDLE_WHOLE ? whole<T>(stream, call) : by_blocks(stream, call);
}

} // namespace sl

#define SL_CUDA_MIDDLE(x, T)                                                                       \
    extern "C" int sl_cuda_##x##getrf_middle(cudaStream_t stream, int m, int n, int64_t count,     \
                                             T *A, int lda, int64_t stride, int *ipiv,             \
                                             int64_t pivots, int *info)                            \
    {                                                                                              \
        return sl::middle_run<T>(stream, {m, n, count, A, lda, stride, ipiv, pivots, info, 0});    \
    }
SL_CUDA_MIDDLE(s, float)
SL_CUDA_MIDDLE(d, double)
SL_CUDA_MIDDLE(c, cuComplex)
SL_CUDA_MIDDLE(z, cuDoubleComplex)

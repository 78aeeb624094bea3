/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Diagonal blocks whose inverse is not in the range of their type, for example because of a denormal
 * number on the diagonal. D then holds an identity and a mark: a negative zero in its unused
 * triangle. A solve substitutes with the block itself. CPU workers write the same D
 * (trtri_diag_kernel.c).
 */
#ifndef SL_CUDA_INVERSE_CUH
#define SL_CUDA_INVERSE_CUH

#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

/* The address of the mark in a block of D. A block of order 1 has no triangle; its mark is the next
 * row. */
template <class T> __host__ __device__ T *mark_of(T *D, int ldd, int order, bool upper)
{
    return order == 1 ? D + 1 : upper ? D + order - 1 : D + (size_t)(order - 1) * ldd;
}
template <class T> __device__ bool is_marked(T mark)
{
    return signbit(scalar<T>::re(mark));
}
__device__ inline bool is_finite(float x)
{
    return isfinite(x);
}
__device__ inline bool is_finite(double x)
{
    return isfinite(x);
}
template <class C> __device__ bool is_finite(C x)
{
    return isfinite(x.x) && isfinite(x.y);
}

/* b / t, exact where the reciprocal of t is not. */
__device__ inline float quotient(float b, float t)
{
    return b / t;
}
__device__ inline double quotient(double b, double t)
{
    return b / t;
}
template <class C> __device__ C quotient(C b, C t)
{
    if (t.x == 0 && t.y == 0)
        return scalar<C>::make(b.x / t.x, b.y / t.x);
    return divisor<C>(t)(b);
}

/* op(A) X = B or X op(A) = B with a diagonal block A. */
template <class T> struct block_solve {
    const T *A, *mark; /* NULL: there is an inverse */
    int lda, order;
    bool left, forward, transposed, conjugated;

    __device__ T element(int i, int j) const
    {
        T v = transposed ? A[j + (size_t)i * lda] : A[i + (size_t)j * lda];
        return conjugated ? scalar<T>::conj(v) : v;
    }
    __device__ int unknown(int step) const
    {
        return forward ? step : order - 1 - step;
    }
};

/* X = op(A)^-1 B from the left, in `cols` columns, by a thread block. As in the reference BLAS,
 * without a transpose zeros are passed over. */
template <class T>
__device__ __noinline__ void substitute_left(const block_solve<T> &s, int cols, const T *B, int ldb,
                                             T *X, int ldx)
{
    for (int c = 0; c < cols; c++)
        for (int r = threadIdx.x; r < s.order; r += blockDim.x)
            X[r + (size_t)c * ldx] = B[r + (size_t)c * ldb];
    for (int step = 0; step < s.order; step++) {
        int k = s.unknown(step);
        __syncthreads();
        for (int c = threadIdx.x; c < cols; c += blockDim.x) {
            T *x = &X[k + (size_t)c * ldx];
            if (s.transposed || cabs1(*x) != 0)
                *x = quotient(*x, s.element(k, k));
        }
        __syncthreads();
        for (int next = step + 1 + threadIdx.x; next < s.order; next += blockDim.x) {
            int r = s.unknown(next);
            T a = s.element(r, k);
            for (int c = 0; c < cols; c++) {
                T x = X[k + (size_t)c * ldx], *y = &X[r + (size_t)c * ldx];
                if (s.transposed || cabs1(x) != 0)
                    *y = minus_product(*y, a, x);
            }
        }
    }
}

/* X = B op(A)^-1, a row by one thread. */
template <class T>
__device__ __noinline__ void substitute_right(const block_solve<T> &s, const T *b, int ldb, T *x,
                                              int ldx)
{
    for (int k = 0; k < s.order; k++)
        x[(size_t)k * ldx] = b[(size_t)k * ldb];
    for (int step = 0; step < s.order; step++) {
        int k = s.unknown(step);
        T y = x[(size_t)k * ldx] = quotient(x[(size_t)k * ldx], s.element(k, k));
        for (int next = step + 1; next < s.order; next++) {
            int j = s.unknown(next);
            x[(size_t)j * ldx] = minus_product(x[(size_t)j * ldx], y, s.element(k, j));
        }
    }
}

} // namespace sl

#endif /* SL_CUDA_INVERSE_CUH */

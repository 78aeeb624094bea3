/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Least squares and minimum norm of one matrix after its QR factorization. W = Q R is A or A^H, and
 * high:
 *   W X = B, least squares:      X = R^-1 (Q^H B)
 *   W^H X = B, minimum norm:     X = Q (R^-H B)
 * A thread block has some columns of B, as in cuda_places_solve.cuh. Reflectors pass one after the
 * other: a lane always has the same rows, so that there is no barrier between them.
 */
#ifndef SL_CUDA_GELS_CUH
#define SL_CUDA_GELS_CUH

#include "cuda_places_solve.cuh"
#include "cuda_reflector.cuh"
#include "gels_call.h"

namespace sl
{

/* ---- The range of numbers ------------------------------------------------------------------ */

/* The exponent of the largest number of a matrix. A matrix with a NaN or an infinity is as it is.
 */
enum { ALL_ZERO = (int)0x80808080, NOT_FINITE = 0x7fffffff };

/* What a matrix is divided by, as an exponent: 0 for most ones. */
template <class T> __device__ int far_exponent(int exponent)
{
    const int most = sizeof(typename scalar<T>::real) == 4 ? 100 : 960;
    return exponent == ALL_ZERO || exponent == NOT_FINITE || abs(exponent) <= most ? 0 : exponent;
}
template <class T> __device__ T times_power(T x, int exponent)
{
    typedef scalar<T> S;
    return S::make(ldexp(S::re(x), exponent), ldexp(S::im(x), exponent));
}

/* ---- A matrix of the batch ------------------------------------------------------------------ */

template <class T> struct gels_matrix {
    place<T> a, b;
    bool is_wide, least; /* A has more columns than rows; least squares */
    int rows, columns;   /* of W */
    T *W;
    int ldw;
    __device__ gels_matrix(const sl_gels &p, int64_t i)
        : a(place_of<T>(p.A, i)), b(place_of<T>(p.B, i)), is_wide(a.m < a.n),
          least(is_wide == p.adjoint), rows(b.m), columns(min(a.m, a.n)),
          W(is_wide ? (T *)p.W + i * p.stride_w : a.a), ldw(is_wide ? rows : a.lda)
    {
    }
    __device__ bool is_there() const
    {
        return columns > 0 && b.n > 0;
    }
    /* The right-hand sides: for minimum norm there is nothing below them. */
    __device__ place<T> sides() const
    {
        return {b.a, least ? rows : columns, b.n, b.lda};
    }
};

/* f(i, j) of each element of the columns of a part, by a warp. */
enum { PART_COLUMNS = 32 };
template <class T, class F> __device__ void for_part(const place<T> &a, int part, const F &f)
{
    const int first = part * PART_COLUMNS, count = a.m * min((int)PART_COLUMNS, a.n - first);
    for (int e = threadIdx.x % 32; e < count; e += 32)
        f(e % a.m, first + e / a.m);
}

/* The exponent of a part; all lanes get it. */
template <class T> __device__ int exponent_of(const place<T> &a, int part)
{
    typedef typename scalar<T>::real real;
    real most = 0;
    for_part(a, part,
             [&](int i, int j) { most = larger(most, part_of(a.a[i + (int64_t)j * a.lda])); });
    most = largest_of_lanes<32>(most);
    return most == 0 ? (int)ALL_ZERO : most < (real)INFINITY ? ilogb(most) : (int)NOT_FINITE;
}

/* A part of W from A, divided by a power of 2 */
template <class T> __device__ void center_part(const gels_matrix<T> &x, int part, int exponent)
{
    if (x.is_wide || exponent != 0)
        for_part(x.a, part, [&](int i, int j) {
            const T e = x.a.a[i + (int64_t)j * x.a.lda],
                    to = exponent == 0 ? e : times_power(e, -exponent);
            if (x.is_wide)
                x.W[j + (int64_t)i * x.ldw] = scalar<T>::conj(to);
            else
                x.a.a[i + (int64_t)j * x.a.lda] = to;
        });
}
/* A = W^H */
template <class T> __device__ void return_part(const gels_matrix<T> &x, int part)
{
    for_part(x.a, part, [&](int i, int j) {
        x.a.a[i + (int64_t)j * x.a.lda] = scalar<T>::conj(x.W[j + (int64_t)i * x.ldw]);
    });
}

/* ---- Solutions ------------------------------------------------------------------------------- */

template <class T, int WARPS> struct gels_block : solve_block<T, WARPS> {
    typedef solve_block<T, WARPS> base;
    typedef scalar<T> S;
    using base::A, base::lda, base::lane, base::warp, base::columns, base::column, base::EACH;
    const gels_matrix<T> &x;
    const T *const tau;
    const int mine; /* columns of B in this warp */

    __device__ gels_block(const gels_matrix<T> &matrix, const T *taus, int first,
                          typename base::shared &memory)
        : base({matrix.W, matrix.columns, matrix.columns, matrix.ldw}, matrix.b, first, memory),
          x(matrix), tau(taus), mine(min((int)EACH, columns - warp * EACH))
    {
    }
    /* f of each element of B in rows from `begin` on, in its lane. */
    template <class F> __device__ void for_rows(int begin, int end, const F &f)
    {
        for (int i = begin / 32 * 32 + lane; i < end; i += 32)
#pragma unroll
            for (int e = 0; e < EACH; e++)
                if (i >= begin && e < mine)
                    f(i, e, column(warp * EACH + e)[i]);
    }

    /* B = H(j) B, or H(j)^H B */
    __device__ void reflect(int j, bool adjoint)
    {
        const T *v = A + (int64_t)j * lda, t = adjoint ? S::conj(tau[j]) : tau[j];
        T w[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            w[e] = S::make(0);
        for_rows(j, x.rows, [&](int i, int e, T &b) {
            w[e] = plus_product(w[e], i > j ? v[i] : S::make(1), b);
        });
#pragma unroll
        for (int e = 0; e < EACH; e++)
            w[e] = S::mul(t, sum_of_lanes<32>(w[e]));
        for_rows(j, x.rows, [&](int i, int e, T &b) {
            b = minus_product(b, w[e], i > j ? v[i] : S::make(1));
        });
    }

    __device__ void set_zero()
    {
        for_rows(0, x.rows, [&](int, int, T &b) { b = S::make(0); });
    }
    /* X takes the place of B; A and B are divided by powers of 2 with these exponents. */
    __device__ void run(int exponent_a, int exponent_b)
    {
        const int sides = x.sides().m, solution = x.least ? x.columns : x.rows;
        if (exponent_b != 0)
            for_rows(0, sides, [&](int, int, T &b) { b = times_power(b, -exponent_b); });
        for_rows(sides, x.rows, [&](int, int, T &b) { b = S::make(0); });
        for (int j = 0; j < x.columns && x.least && mine > 0; j++)
            reflect(j, true);
        __syncthreads();
        base::solve({true, !x.least, !x.least, false});
        for (int j = x.columns - 1; j >= 0 && !x.least && mine > 0; j--)
            reflect(j, false);
        if (exponent_b != exponent_a)
            for_rows(0, solution,
                     [&](int, int, T &b) { b = times_power(b, exponent_b - exponent_a); });
        if (exponent_b != 0)
            for_rows(solution, x.rows, [&](int, int, T &b) { b = times_power(b, exponent_b); });
    }
};

/* The columns of B from `first` on, of matrix i. */
template <class T, int WARPS>
__device__ void solve_columns(const sl_gels &p, int64_t i, int first,
                              typename solve_block<T, WARPS>::shared &memory)
{
    const gels_matrix<T> x(p, i);
    if (first >= x.b.n)
        return;
    gels_block<T, WARPS> block(x, (const T *)p.tau + i * p.stride_tau, first, memory);
    const int size = x.columns > 0 ? p.exponents[i] : (int)ALL_ZERO;
    if (size == ALL_ZERO) {
        block.set_zero(); /* as LAPACK */
        return;
    }
    const int zero = first_zero(place<T>{x.W, x.rows, x.columns, x.ldw});
    if (first == 0 && threadIdx.x == 0)
        p.infos[i] = zero;
    if (zero == 0)
        block.run(far_exponent<T>(size), far_exponent<T>(p.exponents[p.A.count + i]));
}

} // namespace sl

#endif /* SL_CUDA_GELS_CUH */

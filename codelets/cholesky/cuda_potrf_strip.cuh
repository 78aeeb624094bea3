/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A strip, the few columns that the solvers of cuda_potrf.cu factor at a time, each thread
 * for one row; or apply, where the factor is given.
 */
#ifndef SL_CUDA_POTRF_STRIP_CUH
#define SL_CUDA_POTRF_STRIP_CUH

#include "cuda_potrf_tile.cuh"

namespace sl
{

// What a column needs of its pivot p: a first guess y of 1 / sqrt(p), and in double
// precision how far off it is, e = 1 - p y^2. Then
//   1 / sqrt(p) = y (1 + e/2 + 3 e^2 / 8 + ...) and 1/p = y^2 (1 + e + e^2 + ...),
// and the next pivot need not wait for the square root.
template <class R> struct root;
template <> struct root<float> {
    float y;
    __device__ root(float p) : y(rsqrtf(p))
    {
    }
    __device__ float reciprocal() const
    {
        return y;
    }
    template <class T> __device__ float next(T a, float pivot) const;
};
template <> struct root<double> {
    double y, e;
    __device__ root(double p)
    {
        asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(p));
        e = fma(-p, y * y, 1.0);
    }
    __device__ double reciprocal() const
    {
        return fma(y * e, fma(e, 0.375, 0.5), y);
    }
    template <class T> __device__ double next(T a, double pivot) const;
};
__device__ inline float smallest_pivot(float)
{
    return 1.17549435e-38f;
}
__device__ inline double smallest_pivot(double)
{
    return 2.2250738585072014e-308;
}

// Square of the modulus of a y, without overflow where a a would.
__device__ inline double square(double a, double y)
{
    double u = a * y;
    return u * u;
}
__device__ inline double square(cuDoubleComplex a, double y)
{
    double u = a.x * y, v = a.y * y;
    return u * u + v * v;
}
__device__ inline float square(float a, float r)
{
    return a * r * (a * r);
}
__device__ inline float square(cuComplex a, float r)
{
    float u = a.x * r, v = a.y * r;
    return u * u + v * v;
}

// The pivot after p, less |a|^2 / p, where a is the element between them.
template <class T> __device__ float root<float>::next(T a, float pivot) const
{
    return pivot - square(a, y);
}
template <class T> __device__ double root<double>::next(T a, double pivot) const
{
    double q = square(a, y);
    return fma(-q, fma(e, e, e), pivot - q);
}

// a / r
__device__ inline float over(float a, float r)
{
    return a / r;
}
__device__ inline double over(double a, double r)
{
    return a / r;
}
template <class C, class R> __device__ C over(C a, R r)
{
    return scalar<C>::make(a.x / r, a.y / r);
}

// Factor the strip that starts at column c of the block: R holds its SW columns, L
// receives the factor's. All solvers repeat the diagonal block; each applies it to its
// own row. Returns a bit for each column whose pivot is not positive.
//
// The elements move up by one place with each column, so that the one at work is always
// the first. Unrolled, that costs nothing; kept as a loop, as measured, the step takes
// a tenth longer, for it then updates all SW columns however few are left.
template <class T> __device__ unsigned factor_strip(const T *R, T *L, int c, int row)
{
    typedef typename scalar<T>::real real;
    const int SW = shape<T>::SW, LDA = layout<T>::LDA;
    T a[SW][SW], x[SW], l[SW]; // a by columns: a[k][i] is row i of column k
    real d[SW];
    unsigned bad = 0;
#pragma unroll
    for (int k = 0; k < SW; k++) {
#pragma unroll
        for (int i = k + 1; i < SW; i++)
            a[k][i] = R[k * LDA + c + i];
        d[k] = scalar<T>::re(R[k * LDA + c + k]);
        x[k] = R[k * LDA + row];
    }
    T *out = L + row;
    root<real> pivot(d[0]);
#pragma unroll
    for (int k = 0; k < SW; k++) {
        real p = d[0], r = pivot.reciprocal();
        d[0] = pivot.next(a[0][1], d[1]);
        pivot = root<real>(d[0]);
        bad |= (p >= smallest_pivot(p) ? 0u : 1u) << k;
#pragma unroll
        for (int i = 1; i < SW; i++)
            l[i] = scalar<T>::scale(a[0][i], r);
        T y = scalar<T>::scale(x[0], r);
        // nothing above the diagonal; the diagonal of a Hermitian matrix is real
        *out = row < c + k    ? scalar<T>::make(0)
               : row == c + k ? scalar<T>::real_part(y)
                              : y;
        out += LDA;
#pragma unroll
        for (int j = 1; j < SW; j++) {
            if (j > 1)
                d[j - 1] = d[j] - square(l[j], 1);
#pragma unroll
            for (int i = j + 1; i < SW; i++)
                a[j - 1][i - 1] = scalar<T>::update(a[j][i], l[i], l[j]);
            x[j - 1] = scalar<T>::update(x[j], y, l[j]);
        }
    }
    return bad;
}

// The same with square roots and divisions, for pivots whose first guess is lost: where
// one is denormal. Those that are not positive come here, too.
template <class T>
__device__ __noinline__ unsigned factor_strip_plainly(const T *R, T *L, int c, int row)
{
    typedef typename scalar<T>::real real;
    const int SW = shape<T>::SW, LDA = layout<T>::LDA;
    T a[SW][SW], x[SW];
    unsigned bad = 0;
    for (int k = 0; k < SW; k++) {
        for (int i = 0; i < SW; i++)
            a[k][i] = R[k * LDA + c + i];
        x[k] = R[k * LDA + row];
    }
    for (int k = 0; k < SW; k++) {
        real p = scalar<T>::re(a[k][k]), root = sqrt(p);
        bad |= (p > 0 ? 0u : 1u) << k;
        for (int i = k + 1; i < SW; i++)
            a[k][i] = over(a[k][i], root);
        x[k] = row == c + k ? scalar<T>::make(root) : over(x[k], root);
        L[k * LDA + row] = row < c + k ? scalar<T>::make(0) : x[k];
        for (int j = k + 1; j < SW; j++) {
            for (int i = j; i < SW; i++)
                a[j][i] = scalar<T>::update(a[j][i], a[k][i], a[k][j]);
            x[j] = scalar<T>::update(x[j], x[k], a[k][j]);
        }
    }
    return bad;
}

// The same with a given factor: its rows are copied, the others solved.
template <class T>
__device__ void given_strip(const T *R, T *L, int c, int row, bool unit)
{
    const int SW = shape<T>::SW, LDA = layout<T>::LDA;
    T x[SW];
#pragma unroll
    for (int k = 0; k < SW; k++)
        x[k] = R[k * LDA + row];
    bool mine = row < shape<T>::NB;
#pragma unroll
    for (int k = 0; k < SW; k++) {
        if (!mine && !unit)
            x[k] = scalar<T>::mul(x[k], scalar<T>::inverse_conj(R[k * LDA + c + k]));
        if (mine && row < c + k)
            x[k] = scalar<T>::make(0);
        L[k * LDA + row] = x[k];
        if (!mine)
#pragma unroll
            for (int j = k + 1; j < SW; j++)
                x[j] = scalar<T>::update(x[j], x[k], R[k * LDA + c + j]);
    }
}

} // namespace sl

#endif /* SL_CUDA_POTRF_STRIP_CUH */

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * What thread blocks do with eigenvectors of triangular matrices besides the solution with a
 * diagonal window (cuda_trevc_solve.cuh): a thread block has one vector.
 */
#ifndef SL_CUDA_TREVC_CUH
#define SL_CUDA_TREVC_CUH

#include "args_of_vectors.h"
#include "cuda_robust.cuh"
#include "cuda_tiles.cuh"
#include "cuda_trevc.h"

namespace sl
{

enum { TREVC_THREADS = 256 };
template <class R> struct trevc_shared {
    R number[TREVC_THREADS];
    int place[TREVC_THREADS];
};

__device__ inline int my_thread()
{
    return (int)threadIdx.x;
}

/* The larger of two numbers, of equal ones that with the smaller place; of all threads. A NaN is
 * the largest. */
template <class R>
__device__ R largest_of_all(trevc_shared<R> &shared, R number, int place, int *place_of_largest)
{
    shared.number[my_thread()] = number;
    shared.place[my_thread()] = place;
    __syncthreads();
    for (int d = (int)blockDim.x / 2; d > 0; d /= 2) {
        if (my_thread() < d) {
            const R x = shared.number[my_thread()], y = shared.number[my_thread() + d];
            const int p = shared.place[my_thread()], q = shared.place[my_thread() + d];
            if (y > x || y != y || (y == x && q < p)) {
                shared.number[my_thread()] = y;
                shared.place[my_thread()] = q;
            }
        }
        __syncthreads();
    }
    const R most = shared.number[0];
    if (place_of_largest)
        *place_of_largest = shared.place[0];
    __syncthreads();
    return most;
}
template <class R> __device__ R sum_of_all(trevc_shared<R> &shared, R number)
{
    shared.number[my_thread()] = number;
    __syncthreads();
    for (int d = (int)blockDim.x / 2; d > 0; d /= 2) {
        if (my_thread() < d)
            shared.number[my_thread()] += shared.number[my_thread() + d];
        __syncthreads();
    }
    const R sum = shared.number[0];
    __syncthreads();
    return sum;
}

/* ---- A window of S ----------------------------------------------------------------------------
 */

/* Element (i, j) of the m x n matrix B is conj(A(n - 1 - j, m - 1 - i)), A the rectangle. */
template <class T>
__device__ void flip_element(const sl_cuda_tiles &t, int m, int n, int64_t i, int64_t j, T *b,
                             int64_t ldb)
{
    b[i + j * ldb] = scalar<T>::conj(*place_of<T>(t, n - 1 - j, m - 1 - i));
}

/* By one thread block, in rows i < rows + j of column j. */
template <class T>
__device__ void find_largest(int m, int n, int rows, const T *a, int64_t lda,
                             trevc_shared<typename scalar<T>::real> &shared,
                             typename scalar<T>::real *largest)
{
    typename scalar<T>::real most = 0;
    for (int64_t k = my_thread(); k < (int64_t)m * n; k += blockDim.x)
        if (k % m < rows + k / m)
            most = larger(most, part(number_of(a[k % m + k / m * lda])));
    most = largest_of_all(shared, most, 0, nullptr);
    if (my_thread() == 0)
        *largest = most;
}

/* ---- Before a product X = X - S B --------------------------------------------------------------
 */

template <class T> struct trevc_scale_call {
    typedef typename scalar<T>::real real;
    int columns;
    bool first;          /* X is not yet written */
    int m, k;            /* rows of X and B */
    const real *largest; /* number of S */
    const T *b;
    int64_t ldb;
    const int *from;
    T *x;
    int64_t ldx;
    int *to;
    T *copy;
    int64_t ldcopy;
};

/* The scale of a column of the result: columns of B and X get it. */
template <class T> __device__ void scale_column(const trevc_scale_call<T> &u, int c)
{
    typedef typename scalar<T>::real real;
    const int sizes = SL_PIECE_SIZE * u.columns, e = u.from[c], f = u.first ? e : u.to[c];
    const int size_of_x = u.first ? (int)ROBUST_NOTHING : u.to[c + sizes];
    int common = e < f ? e : f;
    int size = size_of_sum(size_of_x + common - f, size_of(*u.largest), u.k,
                           u.from[c + sizes] + common - e, sizeof(T) / sizeof(real));
    if (size > robust<real>::most) {
        common -= size - robust<real>::most;
        size = robust<real>::most;
    }
    const real of_b = power_of_2<real>(common - e), of_x = power_of_2<real>(common - f);
    for (int i = my_thread(); i < u.k; i += blockDim.x)
        u.copy[i + c * u.ldcopy] = scalar<T>::scale(u.b[i + c * u.ldb], of_b);
    for (int i = my_thread(); i < u.m && !u.first && common != f; i += blockDim.x)
        u.x[i + c * u.ldx] = scalar<T>::scale(u.x[i + c * u.ldx], of_x);
    __syncthreads(); /* all have read the state */
    if (my_thread() == 0) {
        u.to[c] = common;
        u.to[c + sizes] = size;
    }
}

/* ---- Vectors of one scale -----------------------------------------------------------------------
 */

/* Pieces of vectors, brought to one scale with the largest element 1. Of a complex number, this is
 * the sum of its parts. */
template <class T> struct trevc_finish_call {
    sl_cuda_vectors v;
    int n, pieces;
    const sl_cuda_piece *piece; /* on the device */
    T *to;
    int64_t ld;
};

/* The vector whose first column is c. */
template <class T>
__device__ void finish_vector(const trevc_finish_call<T> &f, int c,
                              trevc_shared<typename scalar<T>::real> &shared)
{
    typedef typename scalar<T>::real real;
    const int part_here = f.v.place[c + f.v.columns], count = part_here == SL_REAL_PART ? 2 : 1;
    int common = 0;
    real most = 0;
    if (part_here == SL_IMAGINARY_PART)
        return;
    for (int p = 0; p < f.pieces; p++)
        common = f.piece[p].state[c] < common ? f.piece[p].state[c] : common;
    for (int p = 0; p < f.pieces; p++) {
        const sl_cuda_piece &piece = f.piece[p];
        const T *x = (const T *)piece.x + c * piece.ld;
        const real scale = power_of_2<real>(common - piece.state[c]);
        for (int64_t i = my_thread(); i < piece.rows; i += blockDim.x) {
            real sum = sum_of_parts(number_of(x[i]));
            if (count == 2)
                sum += sum_of_parts(number_of(x[i + piece.ld]));
            most = larger(most, sum * scale);
        }
    }
    most = largest_of_all(shared, most, 0, nullptr);
    const real factor = most > 0 ? 1 / most : 1;
    for (int k = c; k < c + count; k++) {
        T *to = f.to + (f.v.left ? f.v.columns - 1 - k : k) * f.ld;
        int64_t row = 0;
        for (int p = 0; p < f.pieces; p++) {
            const sl_cuda_piece &piece = f.piece[p];
            const T *x = (const T *)piece.x + k * piece.ld;
            const real scale = power_of_2<real>(common - piece.state[k]);
            for (int64_t i = my_thread(); i < piece.rows; i += blockDim.x)
                to[f.v.left ? f.n - 1 - row - i : row + i] =
                    scalar<T>::scale(scalar<T>::scale(x[i], scale), factor);
            row += piece.rows;
        }
        for (int64_t i = row + my_thread(); i < f.n; i += blockDim.x)
            to[f.v.left ? f.n - 1 - i : i] = scalar<T>::make(0);
    }
}

/* ---- Norms
 * --------------------------------------------------------------------------------------- */

template <class T> struct trevc_norm_call {
    typedef typename scalar<T>::real real;
    sl_cuda_vectors v;
    bool euclid;
    const real *balance; /* NULL: there was none */
    int ilo, ihi, n;
    T *x;
    int64_t ld;
};

/* A vector: a column, and for a complex vector of a real matrix a second one. */
template <class T> struct column {
    int m;
    T *x, *imaginary;
};

template <class T> __device__ number<double> element(const column<T> &v, int i)
{
    const double im = v.imaginary ? scalar<T>::re(v.imaginary[i]) : scalar<T>::im(v.x[i]);
    return {(double)scalar<T>::re(v.x[i]), im};
}
template <class T> __device__ void set_element(const column<T> &v, int i, number<double> x)
{
    typedef typename scalar<T>::real real;
    v.x[i] = scalar<T>::make((real)x.re, (real)x.im);
    if (v.imaginary)
        v.imaginary[i] = scalar<T>::make((real)x.im);
}

/* In double precision. */
template <class T> __device__ void multiply(const column<T> &v, number<double> factor)
{
    for (int i = my_thread(); i < v.m; i += blockDim.x)
        set_element(v, i, product(element(v, i), factor));
}

template <class T> __device__ void exchange_rows(T *x, int i, int k)
{
    const T t = x[i];
    x[i] = x[k];
    x[k] = t;
}

/* gebak: a vector of A from one of the balanced matrix. */
template <class T> __device__ void unbalance(const trevc_norm_call<T> &c, const column<T> &v)
{
    typedef typename scalar<T>::real real;
    for (int i = c.ilo - 1 + my_thread(); i < c.ihi && c.ilo < c.ihi; i += blockDim.x) {
        const real factor = c.v.left ? 1 / c.balance[i] : c.balance[i];
        v.x[i] = scalar<T>::scale(v.x[i], factor);
        if (v.imaginary)
            v.imaginary[i] = scalar<T>::scale(v.imaginary[i], factor);
    }
    __syncthreads();
    for (int r = 0; r < v.m && my_thread() == 0; r++) { /* exchanges, the last one first */
        const int i = r < c.ilo - 1 ? c.ilo - 2 - r : r;
        if (r >= c.ilo - 1 && r < c.ihi)
            continue;
        exchange_rows(v.x, i, (int)c.balance[i] - 1);
        if (v.imaginary)
            exchange_rows(v.imaginary, i, (int)c.balance[i] - 1);
    }
    __syncthreads();
}

/* Divides by its largest element, which may be a denormal number: its inverse overflows. */
template <class T> __device__ void divide(const column<T> &v, double most)
{
    int exponent;
    const double fraction = frexp(most, &exponent);
    int rest = -exponent;
    if (exponent < -1000) {
        multiply(v, number<double>{power_of_2<double>(-exponent / 2), 0});
        rest -= -exponent / 2;
    }
    multiply(v, number<double>{ldexp(1 / fraction, rest), 0});
}

/* Length 1, and the largest element of a complex vector is real. */
template <class T>
__device__ void normalize(const column<T> &v, bool is_real, trevc_shared<double> &shared)
{
    double sum = 0, large = -1;
    int place = 0;
    for (int i = my_thread(); i < v.m; i += blockDim.x) {
        const number<double> x = element(v, i);
        const double square = x.re * x.re + x.im * x.im;
        sum += square;
        if (square > large) {
            large = square;
            place = i;
        }
    }
    sum = sum_of_all(shared, sum);
    large = largest_of_all(shared, large, place, &place);
    number<double> turn = {1, 0}; /* a real one keeps its sign */
    if (!is_real)
        turn = times(element(v, place), 1 / sqrt(large));
    __syncthreads(); /* all have read the element */
    multiply(v, number<double>{turn.re / sqrt(sum), -turn.im / sqrt(sum)});
    if (place % (int)blockDim.x == my_thread()) /* this thread has multiplied it */
        set_element(v, place, {element(v, place).re, 0});
}

/* The vector whose first column in X is c. Left vectors stand there in the reverse order. */
template <class T>
__device__ void normalize_vector(const trevc_norm_call<T> &call, int c,
                                 trevc_shared<double> &shared)
{
    const int columns = call.v.columns, at = call.v.left ? columns - 1 - c : c;
    const int part_here = call.v.place[at + columns];
    T *x = call.x + c * call.ld;
    if (part_here == (call.v.left ? SL_REAL_PART : SL_IMAGINARY_PART))
        return;
    const bool pair = part_here != SL_WHOLE_VECTOR;
    const column<T> v = {call.n, x, pair ? x + call.ld : nullptr};
    if (call.balance)
        unbalance(call, v);
    double most = 0;
    for (int i = my_thread(); i < v.m; i += blockDim.x)
        most = larger(most, sum_of_parts(element(v, i)));
    most = largest_of_all(shared, most, 0, nullptr);
    if (!(most > 0))
        return;
    divide(v, most);
    if (call.euclid)
        normalize(v, sizeof(T) == sizeof(typename scalar<T>::real) && !pair, shared);
}

} // namespace sl

#endif /* SL_CUDA_TREVC_CUH */

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * (S - lambda) x = b with a diagonal window S, by one warp for each vector, which has its rows in
 * shared memory. Column by column: a row is solved, then those above it are updated. Pivots and
 * scales are those of trevc_solve_kernel.c, but the bound of a column of S is that of all its
 * window.
 */
#ifndef SL_CUDA_TREVC_SOLVE_CUH
#define SL_CUDA_TREVC_SOLVE_CUH

#include "args_of_vectors.h"
#include "cuda_robust.cuh"

namespace sl
{

template <class T> struct trevc_solve_call {
    typedef typename scalar<T>::real real;
    int columns, rows;
    bool begin;    /* vectors begin in this window */
    real smallest; /* tiny n / eps, of the matrix of order n */
    const T *s;
    int64_t lds;
    const T *t; /* the window of the eigenvalues */
    int64_t ldt;
    const int *place;
    const real *largest; /* number of S */
    T *x;
    int64_t ldx;
    int *state;
};

/* A vector in complex numbers; all lanes of the warp have the same values here. */
template <class R> struct warp_vector {
    R *re, *im;
    int rows;
    bool is_real;     /* im is 0 */
    number<R> lambda; /* its eigenvalue, and how small a pivot may be */
    R smallest;
    R bound;      /* of the rows that are not solved yet */
    int exponent; /* it was scaled by 2^exponent */
};

__device__ inline int my_lane()
{
    return (int)threadIdx.x % 32;
}

template <class R> __device__ number<R> row_of(const warp_vector<R> &v, int r)
{
    return {v.re[r], v.im[r]};
}
/* After all lanes have read what they need of it. */
template <class R> __device__ void set_row(const warp_vector<R> &v, int r, number<R> x)
{
    __syncwarp();
    if (my_lane() == 0) {
        v.re[r] = x.re;
        v.im[r] = x.im;
    }
    __syncwarp();
}

template <class R> __device__ void scale(warp_vector<R> &v, int exponent)
{
    const R factor = power_of_2<R>(exponent);
    __syncwarp();
    for (int i = my_lane(); i < v.rows; i += 32) {
        v.re[i] *= factor;
        v.im[i] *= factor;
    }
    v.bound *= factor;
    v.exponent += exponent;
    __syncwarp();
}

template <class R> __device__ R largest_row(const warp_vector<R> &v, int rows)
{
    R most = 0;
    for (int i = my_lane(); i < rows; i += 32)
        most = larger(most, part(row_of(v, i)));
    return largest_of_lanes<32>(most);
}

/* x 2^exponent has a size that is allowed once v has been scaled. */
template <class R> __device__ int make_room(warp_vector<R> &v, int size_of_x, int exponent)
{
    if (size_of_x == ROBUST_NOTHING || size_of_x + exponent <= robust<R>::most)
        return exponent;
    const int less = robust<R>::most - size_of_x - exponent;
    scale(v, less);
    return exponent + less;
}

template <class R> __device__ void solve_one(warp_vector<R> &v, int r, number<R> s)
{
    constexpr R moderate = robust<R>::moderate;
    number<R> d = difference(s, v.lambda), b = row_of(v, r);
    if (sum_of_parts(d) < v.smallest)
        d = {v.smallest, 0};
    const R pivot = part(d);
    if (pivot <= moderate && pivot >= 1 / moderate && part(b) <= moderate) {
        set_row(v, r, quotient(b, d));
        return;
    }
    int exponent;
    number<R> x = scaled_quotient(b, d, &exponent);
    exponent = make_room(v, size_of(part(x)), exponent);
    set_row(v, r, scaled(x, exponent));
}

template <class X> __device__ void exchange(X &x, X &y)
{
    X t = x;
    x = y;
    y = t;
}

/* A x = b, where a[0][0] is the largest element of A. */
template <class R>
__device__ void eliminate(const number<R> (&a)[2][2], const number<R> (&b)[2], R smallest,
                          number<R> (&x)[2])
{
    const number<R> inverse = quotient(number<R>{1, 0}, a[0][0]),
                    factor = product(a[1][0], inverse);
    const number<R> rest = difference(b[1], product(factor, b[0]));
    number<R> pivot = difference(a[1][1], product(factor, a[0][1]));
    int exponent;
    if (sum_of_parts(pivot) < smallest)
        pivot = {smallest, 0};
    if (part(pivot) >= 1 / robust<R>::moderate) {
        x[1] = quotient(rest, pivot);
    } else {
        x[1] = scaled_quotient(rest, pivot, &exponent);
        x[1] = scaled(x[1], exponent);
    }
    x[0] = difference(product(b[0], inverse), product(product(a[0][1], inverse), x[1]));
}

/* Exchanges rows and columns so that a[0][0] is the largest element, *most. Returns whether columns
 * were. */
template <class R> __device__ bool pivot_to_front(number<R> (&a)[2][2], number<R> (&b)[2], R *most)
{
    int row = 0, column = 0;
    *most = -1;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (sum_of_parts(a[i][j]) > *most) {
                *most = sum_of_parts(a[i][j]);
                row = i;
                column = j;
            }
    if (row == 1) {
        exchange(a[0][0], a[1][0]);
        exchange(a[0][1], a[1][1]);
        exchange(b[0], b[1]);
    }
    if (column == 1) {
        exchange(a[0][0], a[0][1]);
        exchange(a[1][0], a[1][1]);
    }
    return column == 1;
}

/* Rows r and r + 1 with the diagonal block s, by elimination with complete pivoting. */
template <class R> __device__ void solve_two(warp_vector<R> &v, int r, const R *s, int64_t ld)
{
    constexpr R moderate = robust<R>::moderate;
    R most, smallest = v.smallest;
    number<R> a[2][2] = {{{s[0] - v.lambda.re, -v.lambda.im}, {s[ld], 0}},
                         {{s[1], 0}, {s[ld + 1] - v.lambda.re, -v.lambda.im}}};
    number<R> b[2] = {row_of(v, r), row_of(v, r + 1)}, x[2];
    const R first = part(b[0]), second = part(b[1]), right = first > second ? first : second;
    int exponent = 0;
    if (right == 0)
        return;
    const bool exchanged = pivot_to_front(a, b, &most);
    if (most < smallest) { /* as if the matrix were smallest I */
        a[0][0] = a[1][1] = {smallest, 0};
        a[0][1] = a[1][0] = {0, 0};
        most = smallest;
    }
    const bool simple = most <= moderate && right <= moderate && smallest >= 1 / moderate;
    if (!simple) { /* A and b with largest elements around 1 */
        const int size_a = size_of(most), size_b = size_of(right);
        for (int i = 0; i < 2; i++) {
            a[i][0] = scaled(a[i][0], -size_a);
            a[i][1] = scaled(a[i][1], -size_a);
            b[i] = scaled(b[i], -size_b);
        }
        const R less = scaled(number<R>{smallest, 0}, -size_a).re;
        const R least = power_of_2<R>(-robust<R>::most + 4);
        smallest = less > least ? less : least;
        exponent = size_b - size_a;
    }
    eliminate(a, b, smallest, x);
    if (!simple) {
        const int one = size_of(part(x[0])), two = size_of(part(x[1]));
        exponent = make_room(v, one > two ? one : two, exponent);
        x[0] = scaled(x[0], exponent);
        x[1] = scaled(x[1], exponent);
    }
    set_row(v, r, exchanged ? x[1] : x[0]);
    set_row(v, r + 1, exchanged ? x[0] : x[1]);
}

/* Rows 0 ... m - 1 = themselves minus s times row q. */
template <class T, class R>
__device__ void subtract(warp_vector<R> &v, int m, const T *s, int q, R largest)
{
    constexpr R moderate = robust<R>::moderate;
    number<R> x = row_of(v, q);
    R size = part(x);
    if (m == 0 || size == 0)
        return;
    if (!(size <= moderate && largest <= moderate && v.bound <= moderate)) {
        v.bound = largest_row(v, m);
        const int sum = size_of_sum(size_of(v.bound), size_of(largest), 2, size_of(size),
                                    sizeof(T) == sizeof(R) ? 1 : 2);
        if (sum > robust<R>::most)
            scale(v, robust<R>::most - sum);
        x = row_of(v, q);
        size = part(x);
    }
    v.bound += 2 * (largest * size);
    for (int i = my_lane(); i < m; i += 32) {
        const R re = scalar<T>::re(s[i]), im = scalar<T>::im(s[i]);
        v.re[i] -= re * x.re - im * x.im;
        if (!v.is_real)
            v.im[i] -= re * x.im + im * x.re;
    }
    __syncwarp();
}

/* Whether rows r - 1 and r are a diagonal block. */
template <class T> __device__ bool is_pair(const T *s, int64_t ld, int r)
{
    if constexpr (sizeof(T) == sizeof(typename scalar<T>::real))
        return r > 0 && s[r + (r - 1) * ld] != 0;
    return false;
}

/* The eigenvalue in row r of the diagonal of t. */
template <class T, class R>
__device__ void find_eigenvalue(const trevc_solve_call<T> &c, int r, bool pair, warp_vector<R> &v)
{
    const T *d = c.t + r * (c.ldt + 1);
    v.lambda = number_of(*d);
    if constexpr (sizeof(T) == sizeof(R))
        if (pair)
            v.lambda.im = sqrt(absolute(d[c.ldt])) * sqrt(absolute(d[1]));
    const R relative = robust<R>::ulp * sum_of_parts(v.lambda);
    v.smallest = relative > c.smallest ? relative : c.smallest;
}

/* The first elements of a vector: 1, or for a pair (1, i wi / b) or (-wi / c, i), whichever is not
 * large, with the diagonal block [a b; c a]. */
template <class T, class R>
__device__ void begin_vector(const trevc_solve_call<T> &call, int r, bool pair, warp_vector<R> &v)
{
    for (int i = my_lane(); i < v.rows; i += 32)
        v.re[i] = v.im[i] = 0;
    number<R> first = {1, 0}, second = {0, 0};
    if constexpr (sizeof(T) == sizeof(R))
        if (pair) {
            const T *d = call.t + r * (call.ldt + 1);
            const R b = d[call.ldt], c = d[1], wi = v.lambda.im;
            const bool upper = absolute(b) >= absolute(c);
            first = {upper ? 1 : -wi / c, 0};
            second = {0, upper ? wi / b : 1};
        }
    set_row(v, r, first);
    if (pair)
        set_row(v, r + 1, second);
}

template <class T, class R>
__device__ void load(const trevc_solve_call<T> &c, int column, bool pair, warp_vector<R> &v)
{
    const T *x = c.x + column * c.ldx;
    for (int i = my_lane(); i < v.rows; i += 32) {
        v.re[i] = scalar<T>::re(x[i]);
        v.im[i] = pair ? scalar<T>::re(x[i + c.ldx]) : scalar<T>::im(x[i]);
    }
    __syncwarp();
}
template <class T, class R>
__device__ void store(const trevc_solve_call<T> &c, int column, bool pair, const warp_vector<R> &v)
{
    T *x = c.x + column * c.ldx;
    for (int i = my_lane(); i < v.rows; i += 32) {
        x[i] = scalar<T>::make(v.re[i], v.im[i]);
        if (pair)
            x[i + c.ldx] = scalar<T>::make(v.im[i]);
    }
}

/* The vector that begins in this column. room: 2 numbers a row. */
template <class T>
__device__ void solve_vector(const trevc_solve_call<T> &c, int column,
                             typename scalar<T>::real *room)
{
    typedef typename scalar<T>::real R;
    const int part_here = c.place[column + c.columns], place = c.place[column];
    const bool pair = part_here == SL_REAL_PART;
    if (part_here == SL_IMAGINARY_PART)
        return;
    warp_vector<R> v = {room, room + c.rows, c.rows, sizeof(T) == sizeof(R) && !pair};
    const R largest = *c.largest;
    const int known = c.begin ? place : c.rows;
    find_eigenvalue(c, place, pair, v);
    if (c.begin)
        begin_vector(c, place, pair, v);
    else
        load(c, column, pair, v);
    v.bound = largest_row(v, known);
    for (int r = c.begin ? place + pair : c.rows - 1, count; r >= 0; r -= count) {
        const T *s = c.s + r * c.lds;
        count = is_pair(c.s, c.lds, r) ? 2 : 1;
        if (r < known && count == 1)
            solve_one(v, r, number_of(s[r]));
        if constexpr (sizeof(T) == sizeof(R))
            if (r < known && count == 2)
                solve_two(v, r - 1, s - c.lds + r - 1, c.lds);
        subtract(v, r - count + 1, s, r, largest);
        if (count == 2)
            subtract(v, r - 1, s - c.lds, r - 1, largest);
    }
    store(c, column, pair, v);
    const int size = size_of(largest_row(v, c.rows));
    if (my_lane() <= (int)pair) {
        int *state = c.state + column + my_lane();
        state[SL_PIECE_EXPONENT * c.columns] = (c.begin ? 0 : state[0]) + v.exponent;
        state[SL_PIECE_SIZE * c.columns] = size;
    }
}

} // namespace sl

#endif /* SL_CUDA_TREVC_SOLVE_CUH */

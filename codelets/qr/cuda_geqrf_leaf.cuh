/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Kernels of CholeskyQR2 with Householder reconstruction (Yamamoto, Nakatsukasa, Yanagisawa and
 * Fukaya, ETNA 44, 2015; Ballard, Demmel, Grigori, Jacquelin, Nguyen and Solomonik, IPDPS 2014) on
 * a leaf: P, `rows` x `width`, width at most IB.
 *
 *   R1 = chol(P^H P),  W = P R1^-1,  R2 = chol(W^H W)             P = (W R2^-1) (R2 R1)
 *   W1 - S R2 = L Y    LU without pivoting, W1 the first rows of W, S = diag(1 or -1)
 *   V = [L; W2 Y^-1],  R = S R2 R1,  T = -Y R2^-1 S L^-H          P = (I - V T V^H) [R; 0]
 *
 * S is chosen row by row, against the sign of the pivot's real part, as Householder's method does.
 * All this is right if W^H W is near I. Else the leaf is marked as bad, and P and T stay as they
 * are. W is made by substitution: W = P inv(R1) would have a residual that grows with the
 * condition.
 */
#ifndef SL_CUDA_GEQRF_LEAF_CUH
#define SL_CUDA_GEQRF_LEAF_CUH

#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

/* Columns of a leaf: a row is in the registers of a thread. */
template <class T> struct leaf_width {
    static const int IB = sizeof(T) == sizeof(typename scalar<T>::real) ? 64 : 32;
};
enum { SMALL_THREADS = 512, ROW_THREADS = 128 };

template <class T> struct leaf_qr {
    typedef typename scalar<T>::real real;
    static const int IB = leaf_width<T>::IB;
    int rows, width;
    T *A, *V, *t; /* P, W and V, T; their leading dimensions */
    int lda, ldv, ldt;
    T *gram;       /* P^H P, then W^H W; IB is the leading dimension */
    T *R1, *Y;     /* by rows of IB elements, upper triangles */
    int *bad;
};

/* A matrix in shared memory, by rows. */
template <class T> struct small_matrix {
    static const int IB = leaf_width<T>::IB;
    T a[IB][IB + 1];
};

/* Calls f(i, j) for from <= i < end, first(i) <= j < last, a warp for a row. */
template <class F> __device__ void each_of_rows(int from, int end, int last, F f)
{
    int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int i = from + warp; i < end; i += warps)
        for (int j = lane; j < last; j += 32)
            f(i, j);
}

template <class T> __device__ T reciprocal(T a)
{
    return scalar<T>::conj(scalar<T>::inverse_conj(a));
}

/* S = R^H R in the upper triangle. False: a pivot is not positive and finite. All rows stay
 * unscaled until the end, so each step has one barrier. */
template <class T> __device__ bool cholesky(small_matrix<T> &S, int n)
{
    typedef typename scalar<T>::real real;
    for (int k = 0; k < n; k++) {
        real p = scalar<T>::re(S.a[k][k]);
        if (!(p > 0 && p <= (sizeof(real) == 4 ? (real)3e38f : (real)1.7e308)))
            return false; /* in all threads */
        real r = 1 / p;
        each_of_rows(k + 1, n, n, [&](int i, int j) {
            if (j >= i)
                S.a[i][j] = minus_product(S.a[i][j], scalar<T>::conj(S.a[k][i]),
                                          scalar<T>::scale(S.a[k][j], r));
        });
        __syncthreads();
    }
    each_of_rows(0, n, n, [&](int i, int j) {
        if (j > i)
            S.a[i][j] = scalar<T>::scale(S.a[i][j], 1 / sqrt(scalar<T>::re(S.a[i][i])));
    });
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        S.a[i][i] = scalar<T>::make(sqrt(scalar<T>::re(S.a[i][i])));
    __syncthreads();
    return true;
}

/* Both triangles of the gram matrix are there, so this reads along columns. */
template <class T> __device__ void load_gram(const leaf_qr<T> &p, small_matrix<T> &S)
{
    each_of_rows(0, p.width, p.width, [&](int i, int j) {
        T g = scalar<T>::conj(p.gram[j + (size_t)i * p.IB]);
        S.a[i][j] = i == j ? scalar<T>::real_part(g) : g;
    });
    __syncthreads();
}

/* An upper triangle; what is beyond it is the identity's. */
template <class T>
__device__ void store_rows(const small_matrix<T> &S, int n, T *to)
{
    const int IB = leaf_width<T>::IB;
    each_of_rows(0, IB, IB, [&](int i, int j) {
        to[i * IB + j] = j < n && i <= j ? S.a[i][j] : scalar<T>::make(i == j);
    });
}

/* R1 */
template <class T> __device__ void first_cholesky(const leaf_qr<T> &p, small_matrix<T> &S)
{
    load_gram(p, S);
    bool good = cholesky(S, p.width);
    if (good)
        store_rows(S, p.width, p.R1);
    if (threadIdx.x == 0)
        *p.bad = !good;
}

/* ---- Householder reconstruction --------------------------------------------------------- */

template <class T> struct reconstruction {
    static const int IB = leaf_width<T>::IB;
    typedef typename scalar<T>::real real;
    small_matrix<T> R2, LY, t; /* LY: L below the diagonal, Y on and above it */
    real sign[IB];

    __device__ real *parts() /* of a sum, before there is T */
    {
        return (real *)&t;
    }
};

/* ||W^H W - I||^2 (Frobenius), in all threads */
template <class T>
__device__ typename scalar<T>::real distance(reconstruction<T> &s, int n)
{
    typedef typename scalar<T>::real real;
    real sum = 0, *part = s.parts();
    each_of_rows(0, n, n, [&](int i, int j) {
        T g = s.R2.a[i][j];
        if (i == j)
            g = scalar<T>::make(scalar<T>::re(g) - 1);
        sum += scalar<T>::re(scalar<T>::mul(g, scalar<T>::conj(g)));
    });
    part[threadIdx.x] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
    return part[0];
}

/* L Y = W1 - S R2 with S. Rows and columns get their last value at the end, so each step has one
 * barrier. As in LAPACK, a last reflector of one real component is zero: its pivot would cancel.
 * True: there is such a one. */
template <class T> __device__ bool signed_lu(reconstruction<T> &s, int n, int rows)
{
    typedef typename scalar<T>::real real;
    bool still = false;
    for (int k = 0; k < n; k++) {
        T q = s.LY.a[k][k];
        real sign = scalar<T>::re(q) >= 0 ? -1 : 1;
        if (k == rows - 1 && scalar<T>::im(q) == 0) {
            still = true;
            sign = -sign;
        }
        if (threadIdx.x == 0)
            s.sign[k] = sign;
        T r = reciprocal(
            minus_product(q, scalar<T>::make(sign), s.R2.a[k][k]));
        each_of_rows(k + 1, n, n, [&](int i, int j) {
            if (j > k)
                s.LY.a[i][j] = minus_product(
                    s.LY.a[i][j], scalar<T>::mul(s.LY.a[i][k], r),
                    minus_product(s.LY.a[k][j], scalar<T>::make(sign), s.R2.a[k][j]));
        });
        __syncthreads();
    }
    each_of_rows(0, n, n, [&](int i, int j) {
        if (i <= j)
            s.LY.a[i][j] = minus_product(s.LY.a[i][j], scalar<T>::make(s.sign[i]), s.R2.a[i][j]);
    });
    __syncthreads();
    each_of_rows(0, n, n, [&](int i, int j) {
        if (i > j)
            s.LY.a[i][j] = scalar<T>::mul(s.LY.a[i][j], reciprocal(s.LY.a[j][j]));
    });
    __syncthreads();
    return still;
}

/* T = -Y R2^-1 S L^-H, column by column: column k of both solutions is complete at step k. Y is
 * lost. still: the last reflector is zero. */
template <class T> __device__ void triangle_t(reconstruction<T> &s, int n, bool still)
{
    each_of_rows(0, n, n, [&](int i, int j) { s.t.a[i][j] = scalar<T>::make(0); });
    __syncthreads();
    for (int k = 0; k < n; k++) {
        typename scalar<T>::real r = 1 / scalar<T>::re(s.R2.a[k][k]), sign = s.sign[k];
        each_of_rows(0, k + 1, n, [&](int i, int j) {
            if (j <= k)
                return;
            T u = scalar<T>::scale(s.LY.a[i][k], r);
            T t = minus_product(s.t.a[i][k], scalar<T>::make(sign), u);
            s.LY.a[i][j] = minus_product(s.LY.a[i][j], u, s.R2.a[k][j]);
            s.t.a[i][j] = scalar<T>::update(s.t.a[i][j], t, s.LY.a[j][k]);
        });
        __syncthreads();
    }
    each_of_rows(0, n, n, [&](int i, int j) {
        if (i > j)
            return;
        T u = scalar<T>::scale(s.LY.a[i][j], 1 / scalar<T>::re(s.R2.a[j][j]));
        s.t.a[i][j] = still && j == n - 1
                          ? scalar<T>::make(0)
                          : minus_product(s.t.a[i][j], scalar<T>::make(s.sign[j]), u);
    });
    __syncthreads();
}

/* R = S R2 R1, L and T; Y for the rest of V. */
template <class T> __device__ void reconstruct(const leaf_qr<T> &p, reconstruction<T> &s)
{
    const int n = p.width;
    if (*p.bad)
        return;
    load_gram(p, s.R2);
    bool good = distance(s, n) <= 0.01f && cholesky(s.R2, n); /* a norm of 0.1 */
    if (!good) {
        if (threadIdx.x == 0)
            *p.bad = 1;
        return;
    }
    each_of_rows(0, n, n, [&](int j, int i) { s.LY.a[i][j] = p.V[i + (size_t)j * p.ldv]; });
    __syncthreads();
    bool still = signed_lu(s, n, p.rows);
    store_rows(s.LY, n, p.Y);
    each_of_rows(0, n, n, [&](int j, int i) { /* a warp for a column */
        T l = i > j ? s.LY.a[i][j] : scalar<T>::make(i == j), r = scalar<T>::make(0);
        p.V[i + (size_t)j * p.ldv] = l;
        for (int k = i; k <= j; k++)
            r = minus_product(r, s.R2.a[i][k], p.R1[k * p.IB + j]);
        p.A[i + (size_t)j * p.lda] = i > j ? l : scalar<T>::scale(r, -s.sign[i]);
    });
    __syncthreads();
    triangle_t(s, n, still);
    each_of_rows(0, n, n, [&](int j, int i) {
        if (i <= j)
            p.t[i + (size_t)j * p.ldt] = s.t.a[i][j];
    });
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* z = x R^-1 for one row. The triangle is in shared memory, with reciprocals on its diagonal. */
template <class T> __device__ void solve_row(T (&v)[leaf_width<T>::IB], const T *R)
{
    const int IB = leaf_width<T>::IB;
#pragma unroll
    for (int k = 0; k < IB; k++) {
        v[k] = scalar<T>::mul(v[k], R[k * IB + k]);
#pragma unroll
        for (int j = k + 1; j < IB; j++)
            v[j] = minus_product(v[j], v[k], R[k * IB + j]);
    }
}

/* Row `row` of Z = X R^-1, and of a copy unless it is NULL. Z may be X. */
template <class T>
__device__ void solve_and_store(int row, int width, const T *X, int ldx, const T *R, T *Z, int ldz,
                                T *copy, int ldc)
{
    const int IB = leaf_width<T>::IB;
    T v[IB];
#pragma unroll
    for (int j = 0; j < IB; j++)
        v[j] = j < width ? X[row + (size_t)j * ldx] : scalar<T>::make(0);
    solve_row<T>(v, R);
#pragma unroll
    for (int j = 0; j < IB; j++)
        if (j < width) {
            Z[row + (size_t)j * ldz] = v[j];
            if (copy)
                copy[row + (size_t)j * ldc] = v[j];
        }
}

/* R from global to shared memory, with the reciprocals. */
template <class T> __device__ void load_triangle(const T *R, T *to)
{
    const int IB = leaf_width<T>::IB;
    for (int e = threadIdx.x; e < IB * IB; e += blockDim.x)
        to[e] = e / IB == e % IB ? reciprocal(R[e]) : R[e];
    __syncthreads();
}

#ifdef __CUDACC__ /* a test compiles the rest for the host */

template <class T> __global__ void __launch_bounds__(SMALL_THREADS) cholesky_kernel(leaf_qr<T> p)
{
    extern __shared__ __align__(16) char leaf_memory[];
    first_cholesky(p, *(small_matrix<T> *)leaf_memory);
}

template <class T> __global__ void __launch_bounds__(SMALL_THREADS) reconstruct_kernel(leaf_qr<T> p)
{
    extern __shared__ __align__(16) char leaf_memory[];
    reconstruct(p, *(reconstruction<T> *)leaf_memory);
}

/* W = P R1^-1, or the rest of V = W2 Y^-1. */
template <class T>
__global__ void __launch_bounds__(ROW_THREADS) rows_kernel(leaf_qr<T> p, bool rest)
{
    __shared__ T triangle[leaf_width<T>::IB * leaf_width<T>::IB];
    int row = (rest ? p.width : 0) + blockIdx.x * ROW_THREADS + threadIdx.x;
    if (*p.bad)
        return;
    load_triangle(rest ? p.Y : p.R1, triangle);
    if (row >= p.rows)
        return;
    if (rest)
        solve_and_store(row, p.width, p.V, p.ldv, triangle, p.V, p.ldv, p.A, p.lda);
    else
        solve_and_store(row, p.width, p.A, p.lda, triangle, p.V, p.ldv, (T *)nullptr, 0);
}

#endif

} // namespace sl

#endif /* SL_CUDA_GEQRF_LEAF_CUH */

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

/* Columns of a leaf. */
template <class T> struct leaf_width {
    static const int IB = sizeof(T) == sizeof(typename scalar<T>::real) ? 64 : 32;
};
enum { SIDE = 16, SMALL_THREADS = SIDE * SIDE, ROW_THREADS = 256, ROW_LANES = 4 };

template <class T> struct leaf_qr {
    typedef typename scalar<T>::real real;
    static const int IB = leaf_width<T>::IB;
    int rows, width;
    T *A, *V, *t; /* P, W and V, T; their leading dimensions */
    int lda, ldv, ldt;
    T *gram;       /* P^H P, then W^H W: the upper triangle; IB is the leading dimension */
    T *R1, *Y;     /* by rows of IB elements, upper triangles */
    int *bad;
};

/* A matrix in shared memory, by rows. */
template <class T> struct small_matrix {
    static const int IB = leaf_width<T>::IB;
    T a[IB][IB + 1];
};

/* A matrix in the registers of a thread block: thread (i, j) of SIDE x SIDE has every SIDE-th row and
 * column from i and j on. */
template <class T> struct spread_matrix {
    static const int N = leaf_width<T>::IB / SIDE;
    T a[N][N];

    static __device__ int row(int r)
    {
        return threadIdx.x % SIDE + SIDE * r;
    }
    static __device__ int column(int c)
    {
        return threadIdx.x / SIDE + SIDE * c;
    }
    static __device__ bool has_row(int i)
    {
        return (int)threadIdx.x % SIDE == i % SIDE;
    }
    static __device__ bool has_column(int j)
    {
        return (int)threadIdx.x / SIDE == j % SIDE;
    }
    /* n x n elements f(i, j); zeros beyond */
    template <class F> __device__ void load(int n, F f)
    {
#pragma unroll
        for (int r = 0; r < N; r++)
#pragma unroll
            for (int c = 0; c < N; c++)
                a[r][c] = row(r) < n && column(c) < n ? f(row(r), column(c)) : scalar<T>::make(0);
    }
};

/* Calls f(i, j) for from <= i < end, 0 <= j < last, a warp for a row. */
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
/* The upper triangle of a gram matrix. */
template <class T> __device__ void load_gram(const leaf_qr<T> &p, spread_matrix<T> &S)
{
    S.load(p.width, [&](int i, int j) {
        T g = i <= j ? p.gram[i + j * p.IB] : scalar<T>::make(0);
        return i == j ? scalar<T>::real_part(g) : g;
    });
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

/* ---- Cholesky ---------------------------------------------------------------------------- */

template <class T> struct cholesky_factor {
    small_matrix<T> R;
    T row[2][leaf_width<T>::IB]; /* row k of the rest, in turns: so a step has one barrier */
    typename scalar<T>::real inverse[leaf_width<T>::IB]; /* of the diagonal */
};

/* S = R^H R. All rows stay unscaled until the end. False: a pivot is not positive and finite. */
template <class T> __device__ bool cholesky(spread_matrix<T> &S, int n, cholesky_factor<T> &s)
{
    typedef typename scalar<T>::real real;
    const int N = S.N;
    real pivot[N]; /* of this thread's rows */
#pragma unroll
    for (int b = 0; b < N; b++)
        for (int k = SIDE * b; k < min(n, SIDE * (b + 1)); k++) {
            T *row = s.row[k % 2];
            if (S.has_row(k))
#pragma unroll
                for (int c = b; c < N; c++)
                    row[S.column(c)] = S.a[b][c];
            __syncthreads();
            real p = scalar<T>::re(row[k]), inverse = 1 / p;
            if (!(p > 0 && p <= (sizeof(real) == 4 ? (real)3e38f : (real)1.7e308)))
                return false; /* in all threads */
            if (S.has_row(k))
                pivot[b] = p;
#pragma unroll
            for (int r = b; r < N; r++) {
                if (S.row(r) <= k)
                    continue;
                T left = scalar<T>::scale(scalar<T>::conj(row[S.row(r)]), inverse);
#pragma unroll
                for (int c = b; c < N; c++)
                    S.a[r][c] = minus_product(S.a[r][c], left, row[S.column(c)]);
            }
        }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = r; c < N; c++) {
            int i = S.row(r), j = S.column(c);
            if (i > j || j >= n)
                continue;
            real root = sqrt(pivot[r]);
            s.R.a[i][j] = i == j ? scalar<T>::make(root) : scalar<T>::scale(S.a[r][c], 1 / root);
            if (i == j)
                s.inverse[i] = 1 / root;
        }
    __syncthreads();
    return true;
}

/* R1 */
template <class T> __device__ void first_cholesky(const leaf_qr<T> &p, cholesky_factor<T> &s)
{
    spread_matrix<T> S;
    load_gram(p, S);
    bool good = cholesky(S, p.width, s);
    if (good)
        store_rows(s.R, p.width, p.R1);
    if (threadIdx.x == 0)
        *p.bad = !good;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* ROW_LANES threads have a row: thread l has the columns l, l + ROW_LANES, ... All threads of a warp
 * have one. */
template <class T> struct row_of_leaf {
    static const int IB = leaf_width<T>::IB, N = IB / ROW_LANES;
    T v[N];

    static __device__ int lane()
    {
        return threadIdx.x % ROW_LANES;
    }
    static __device__ int column(int c)
    {
        return lane() + c * ROW_LANES;
    }
    template <class F> __device__ void load(F f)
    {
#pragma unroll
        for (int c = 0; c < N; c++)
            v[c] = f(column(c));
    }
    template <class F> __device__ void store(F f) const
    {
#pragma unroll
        for (int c = 0; c < N; c++)
            f(column(c), v[c]);
    }
    /* z = x R^-1 with an upper triangle R of order n and the reciprocals of its diagonal */
    template <class F, class G> __device__ void solve(int n, F R, G reciprocal)
    {
#pragma unroll
        for (int b = 0; b < N; b++)
#pragma unroll 1
            for (int owner = 0; owner < ROW_LANES && b * ROW_LANES + owner < n; owner++) {
                const int k = b * ROW_LANES + owner;
                const int from = (int)threadIdx.x % 32 - lane() + owner;
                const T z = shuffle(scalar<T>::mul(v[b], reciprocal(k)), from);
                v[b] = lane() == owner  ? z
                       : lane() > owner ? minus_product(v[b], z, R(k, column(b)))
                                        : v[b];
#pragma unroll
                for (int c = b + 1; c < N; c++)
                    v[c] = minus_product(v[c], z, R(k, column(c)));
            }
    }
};

/* ---- Householder reconstruction --------------------------------------------------------- */

template <class T> struct reconstruction {
    static const int IB = leaf_width<T>::IB;
    typedef typename scalar<T>::real real;
    cholesky_factor<T> second; /* R2 */
    small_matrix<T> LY; /* L, whose diagonal is 1, below Y */
    T right[2][IB], down[2][IB]; /* row and column k of the rest of LU, in turns */
    real sign[IB], part[SMALL_THREADS];
    bool still; /* the last reflector is zero */
};

/* ||W^H W - I||^2 (Frobenius) from the upper triangle, in all threads */
template <class T>
__device__ typename scalar<T>::real distance(const spread_matrix<T> &S, int n,
                                             reconstruction<T> &s)
{
    typedef typename scalar<T>::real real;
    real sum = 0, *part = s.part;
#pragma unroll
    for (int r = 0; r < S.N; r++)
#pragma unroll
        for (int c = 0; c < S.N; c++) {
            int i = S.row(r), j = S.column(c);
            T g = S.a[r][c];
            if (i > j || j >= n)
                continue;
            if (i == j)
                g = scalar<T>::make(scalar<T>::re(g) - 1);
            sum += (i == j ? 1 : 2) * scalar<T>::re(scalar<T>::mul(g, scalar<T>::conj(g)));
        }
    part[threadIdx.x] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
    return part[0];
}

/* The diagonal element of S in row k, against the sign of q. As in LAPACK, a last reflector of one
 * real component is zero, for its pivot would cancel. */
template <class T> __device__ bool is_still(int k, int rows, T q)
{
    return k == rows - 1 && scalar<T>::im(q) == 0;
}
template <class T> __device__ typename scalar<T>::real sign_of(int k, int rows, T q)
{
    return (scalar<T>::re(q) >= 0) == is_still(k, rows, q) ? 1 : -1;
}

/* W1 - S R2 = L Y; M is W1. Step k of LU chooses row k of S. */
template <class T>
__device__ void factor_rows(const leaf_qr<T> &p, spread_matrix<T> &M, reconstruction<T> &s)
{
    const int n = p.width, N = M.N;
#pragma unroll
    for (int b = 0; b < N; b++)
        for (int k = SIDE * b; k < min(n, SIDE * (b + 1)); k++) {
            T *right = s.right[k % 2], *down = s.down[k % 2];
            if (M.has_row(k))
#pragma unroll
                for (int c = b; c < N; c++)
                    right[M.column(c)] = M.a[b][c];
            if (M.has_column(k))
#pragma unroll
                for (int r = b; r < N; r++)
                    down[M.row(r)] = M.a[r][b];
            __syncthreads();
            const T *R2 = s.second.R.a[k], S = scalar<T>::make(sign_of(k, p.rows, right[k]));
            const T divided = reciprocal(minus_product(right[k], S, R2[k]));
            T y[N];
#pragma unroll
            for (int c = b; c < N; c++) {
                int j = M.column(c);
                y[c] = minus_product(right[j], S, R2[j]);
                if (M.has_row(k) && j >= k)
                    s.LY.a[k][j] = y[c];
            }
#pragma unroll
            for (int r = b; r < N; r++) {
                int i = M.row(r);
                T l = i > k ? scalar<T>::mul(down[i], divided) : scalar<T>::make(0);
                if (M.has_column(k) && i > k)
                    s.LY.a[i][k] = l;
#pragma unroll
                for (int c = b; c < N; c++)
                    M.a[r][c] = minus_product(M.a[r][c], l, y[c]);
            }
            if (threadIdx.x == 0) {
                s.sign[k] = scalar<T>::re(S);
                s.still = is_still(k, p.rows, right[k]);
            }
        }
    __syncthreads();
}

/* L, to V with ones and zeros, and below the diagonal of A */
template <class T> __device__ void store_unit(const leaf_qr<T> &p, const reconstruction<T> &s)
{
    each_of_rows(0, p.width, p.width, [&](int k, int i) {
        T l = i > k ? s.LY.a[i][k] : scalar<T>::make(i == k);
        p.V[i + (size_t)k * p.ldv] = l;
        if (i > k)
            p.A[i + (size_t)k * p.lda] = l;
    });
}

/* T = -Y R2^-1 S L^-H, by rows */
template <class T> __device__ void make_t(const leaf_qr<T> &p, reconstruction<T> &s)
{
    const int i = threadIdx.x / ROW_LANES, n = i < p.width ? p.width : 0;
    row_of_leaf<T> x;
    x.load([&](int j) { return i <= j && j < n ? s.LY.a[i][j] : scalar<T>::make(0); });
    x.solve(p.width, [&](int k, int j) { return s.second.R.a[k][j]; },
            [&](int k) { return scalar<T>::make(s.second.inverse[k]); });
#pragma unroll
    for (int c = 0; c < x.N; c++)
        x.v[c] = x.column(c) < n ? scalar<T>::scale(x.v[c], -s.sign[x.column(c)]) : x.v[c];
    x.solve(p.width, [&](int k, int j) { return scalar<T>::conj(s.LY.a[j][k]); },
            [&](int) { return scalar<T>::make(1); });
    x.store([&](int j, T t) {
        if (j < n)
            p.t[i + (size_t)j * p.ldt] =
                i > j || (s.still && j == n - 1) ? scalar<T>::make(0) : t;
    });
}

/* R = S R2 R1 */
template <class T> __device__ void join_triangles(const leaf_qr<T> &p, const reconstruction<T> &s)
{
    const int n = p.width, N = spread_matrix<T>::N;
    spread_matrix<T> R;
    R.load(0, [](int, int) { return scalar<T>::make(0); });
#pragma unroll
    for (int b = 0; b < N; b++)
        for (int k = SIDE * b; k < min(n, SIDE * (b + 1)); k++)
#pragma unroll
            for (int r = 0; r <= b; r++)
#pragma unroll
                for (int c = b; c < N; c++)
                    if (R.row(r) <= k && k <= R.column(c))
                        R.a[r][c] = minus_product(R.a[r][c], s.second.R.a[R.row(r)][k],
                                                  p.R1[k * p.IB + R.column(c)]);
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = r; c < N; c++) {
            int i = R.row(r), j = R.column(c);
            if (i <= j && j < n)
                p.A[i + (size_t)j * p.lda] = scalar<T>::scale(R.a[r][c], -s.sign[i]);
        }
}

/* R, L and T; Y for the rest of V. If W^H W is near I, all pivots of its Cholesky factor are. */
template <class T> __device__ void reconstruct(const leaf_qr<T> &p, reconstruction<T> &s)
{
    spread_matrix<T> G, M;
    if (*p.bad)
        return;
    load_gram(p, G);
    bool good = distance(G, p.width, s) <= 0.01f; /* a norm of 0.1 */
    if (!good) {
        if (threadIdx.x == 0)
            *p.bad = 1;
        return;
    }
    M.load(p.width, [&](int i, int j) { return p.V[i + (size_t)j * p.ldv]; });
    cholesky(G, p.width, s.second);
    factor_rows(p, M, s);
    store_unit(p, s);
    store_rows(s.LY, p.width, p.Y);
    make_t(p, s);
    join_triangles(p, s);
}

/* ---- Rows of the leaf ------------------------------------------------------------------------ */

/* Row `row` of Z = X R^-1, and of a copy unless it is NULL. Z may be X. All threads of a warp call this;
 * there is nothing in rows from `rows` on. */
template <class T>
__device__ void solve_and_store(int row, int rows, int width, const T *X, int ldx, const T *R, T *Z,
                                int ldz, T *copy, int ldc)
{
    const int IB = leaf_width<T>::IB, columns = row < rows ? width : 0;
    row_of_leaf<T> x;
    x.load([&](int j) { return j < columns ? X[row + (size_t)j * ldx] : scalar<T>::make(0); });
    x.solve(width, [&](int k, int j) { return R[k * IB + j]; },
            [&](int k) { return R[k * IB + k]; });
    x.store([&](int j, T z) {
        if (j >= columns)
            return;
        Z[row + (size_t)j * ldz] = z;
        if (copy)
            copy[row + (size_t)j * ldc] = z;
    });
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
    first_cholesky(p, *(cholesky_factor<T> *)leaf_memory);
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
    const int row = blockIdx.x * (ROW_THREADS / ROW_LANES) + threadIdx.x / ROW_LANES;
    if (*p.bad)
        return;
    load_triangle(rest ? p.Y : p.R1, triangle);
    solve_and_store(row + (rest ? p.width : 0), p.rows, p.width, rest ? p.V : p.A,
                    rest ? p.ldv : p.lda, triangle, p.V, p.ldv, rest ? p.A : (T *)nullptr, p.lda);
}

#endif

} // namespace sl

#endif /* SL_CUDA_GEQRF_LEAF_CUH */

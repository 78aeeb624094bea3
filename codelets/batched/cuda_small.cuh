/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Factorizations and inverses of matrices of order n <= N, a thread for each row, which it has in
 * registers (Haidar, Abdelfattah, Zounon, Tomov and Dongarra, ICCS 2017). A warp has one matrix, or
 * several small ones, so that nothing waits for other warps. Rows are not exchanged: each knows its
 * place, and goes there at the end.
 */
#ifndef SL_CUDA_SMALL_CUH
#define SL_CUDA_SMALL_CUH

#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

/* Threads of a matrix: a power of two. */
__host__ __device__ constexpr int lanes_of(int n)
{
    return n <= 2 ? 2 : n <= 4 ? 4 : n <= 8 ? 8 : n <= 16 ? 16 : 32;
}
enum { SMALL_THREADS = 128 };

__device__ inline float quotient(float x, float u)
{
    return x / u;
}
__device__ inline double quotient(double x, double u)
{
    return x / u;
}
/* Both divided by a part of u, whose inverse may be infinite. */
template <class C> __device__ C quotient(C x, C u)
{
    const auto big = max(abs(u.x), abs(u.y));
    C v, y;
    v.x = u.x / big;
    v.y = u.y / big;
    const auto square = v.x * v.x + v.y * v.y;
    y.x = x.x / big;
    y.y = x.y / big;
    x.x = (y.x * v.x + y.y * v.y) / square;
    x.y = (y.y * v.x - y.x * v.y) / square;
    return x;
}

template <class T> struct small_call {
    int n;
    int64_t count;
    T *A;
    int lda;
    int64_t stride;
    int *ipiv;
    int64_t pivots;
    int *info;
};

/* A row of the matrix of these lanes. */
template <class T, int N> struct small_matrix {
    typedef scalar<T> S;
    static constexpr int LANES = lanes_of(N), MATRICES = SMALL_THREADS / LANES;

    const small_call<T> &p;
    T *shared; /* for N elements of one row or column; there are two, in turn */
    const int row;
    const int64_t index;
    T a[N], *A;

    __device__ small_matrix(const small_call<T> &call, T (&memory)[MATRICES][2][N])
        : p(call), shared(memory[threadIdx.x / LANES][0]), row(threadIdx.x % LANES),
          index((int64_t)blockIdx.x * MATRICES + threadIdx.x / LANES),
          A(call.A + index * call.stride)
    {
    }
    __device__ bool is_there() const
    {
        return row < p.n && index < p.count;
    }
    __device__ T *buffer(int step) const
    {
        return shared + step % 2 * N;
    }

    __device__ void load()
    {
#pragma unroll
        for (int j = 0; j < N; j++)
            a[j] = is_there() && j < p.n ? A[row + (int64_t)j * p.lda] : S::make(0);
    }

    /* ---- LU ---------------------------------------------------------------------------- */

    int place; /* of the row, after the interchanges so far */
    bool done; /* the row is one of U, or there is none */
    int pivot; /* of column `row` */
    int info;

    __device__ void begin()
    {
        place = row;
        done = !is_there();
        pivot = info = 0;
    }

    /* The place of the largest element of column j in rows that are not done; of equal ones the
     * first. */
    __device__ int find(T x) const
    {
        uint2 bits = done ? make_uint2(0, 0) : magnitude_bits(x);
        int at = done ? NOWHERE : place;
#pragma unroll
        for (int d = LANES / 2; d > 0; d /= 2) {
            unsigned high = __shfl_xor_sync(~0u, bits.x, d), low = __shfl_xor_sync(~0u, bits.y, d);
            int other = __shfl_xor_sync(~0u, at, d);
            bool larger = high > bits.x || (high == bits.x && low > bits.y);
            bool equal = high == bits.x && low == bits.y;
            if (larger || (equal && other < at)) {
                bits = make_uint2(high, low);
                at = other;
            }
        }
        return at;
    }

    /* Chooses the pivot of column j, whose row goes to `u`. Returns whether this is the row. */
    __device__ bool choose(int j, T *u)
    {
        const int at = find(a[j]);
        const bool mine = !done && place == at;
        if (mine)
#pragma unroll
            for (int k = 0; k < N; k++)
                u[k] = a[k];
        __syncwarp();
        if (row == j)
            pivot = at + 1;
        if (mine)
            place = j;
        else if (!done && place == j)
            place = at;
        if (info == 0 && cabs1(u[j]) == 0)
            info = j + 1;
        done = done || mine;
        return mine;
    }
    /* x / u; x if u is 0 */
    static __device__ T over(T x, T u)
    {
        return cabs1(u) == 0 ? x : quotient(x, u);
    }
    static __device__ T minus_product(T c, T a, T b)
    {
        return S::update(c, a, S::conj(b));
    }

    __device__ void factor()
    {
        begin();
#pragma unroll
        for (int j = 0; j < N; j++) {
            if (j >= p.n)
                break;
            T *u = buffer(j);
            choose(j, u);
            if (!done) {
                a[j] = over(a[j], u[j]);
#pragma unroll
                for (int k = j + 1; k < N; k++)
                    a[k] = minus_product(a[k], a[j], u[k]);
            }
        }
    }

    /* By the method of Gauss and Jordan, in place. */
    __device__ void invert()
    {
        begin();
#pragma unroll
        for (int j = 0; j < N; j++) {
            if (j >= p.n)
                break;
            T *u = buffer(j);
            const bool mine = choose(j, u);
            const T inverse = over(S::make(1), u[j]);
            const T factor = S::mul(mine ? S::make(-1) : a[j], inverse);
#pragma unroll
            for (int k = 0; k < N; k++)
                if (k != j)
                    a[k] = minus_product(mine ? S::make(0) : a[k], factor, u[k]);
            a[j] = S::scale(factor, -1);
        }
    }

    __device__ void store_factors() const
    {
        if (!is_there())
            return;
#pragma unroll
        for (int j = 0; j < N; j++)
            if (j < p.n)
                A[place + (int64_t)j * p.lda] = a[j];
        p.ipiv[index * p.pivots + row] = pivot;
        if (row == 0)
            p.info[index] = info;
    }
    /* Column c belongs to the row whose place is c. */
    __device__ void store_inverse()
    {
        int *from = (int *)buffer(p.n);
        if (is_there())
            from[place] = row;
        __syncwarp();
        if (!is_there())
            return;
#pragma unroll
        for (int j = 0; j < N; j++)
            if (j < p.n)
                A[place + (int64_t)from[j] * p.lda] = a[j];
        if (row == 0)
            p.info[index] = info;
    }

    /* ---- Cholesky: the lower triangle, of U^H if U is stored ------------------------------ */

    __device__ T *element(bool upper, int j) const
    {
        return upper ? A + j + (int64_t)row * p.lda : A + row + (int64_t)j * p.lda;
    }
    __device__ void load_triangle(bool upper)
    {
#pragma unroll
        for (int j = 0; j < N; j++) {
            a[j] = is_there() && j <= row ? *element(upper, j) : S::make(0);
            if (upper)
                a[j] = S::conj(a[j]);
        }
    }
    __device__ void store_triangle(bool upper) const
    {
        if (!is_there())
            return;
#pragma unroll
        for (int j = 0; j < N; j++)
            if (j <= row)
                *element(upper, j) = upper ? S::conj(a[j]) : a[j];
        if (row == 0)
            p.info[index] = info;
    }
    __device__ void factor_triangle()
    {
        info = 0;
#pragma unroll
        for (int j = 0; j < N; j++) {
            if (j >= p.n)
                break;
            T *l = buffer(j);
            if (row < N)
                l[row] = a[j];
            __syncwarp();
            const typename S::real d = S::re(l[j]);
            if (info == 0 && !(d > 0))
                info = j + 1;
            const typename S::real inverse = 1 / sqrt(d);
            const T scaled = S::scale(a[j], inverse * inverse);
#pragma unroll
            for (int k = j + 1; k < N; k++)
                a[k] = S::update(a[k], scaled, l[k]);
            a[j] = row == j ? S::make(sqrt(d)) : S::scale(a[j], inverse);
        }
    }
};

} // namespace sl

#endif /* SL_CUDA_SMALL_CUH */

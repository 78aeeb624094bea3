/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Solutions with triangles of order N <= 32. For few columns of B a lane has a row of
 * the triangles and of a column: a warp has one matrix, or several small ones. For
 * many, a lane has a column of B, and the triangles are in shared memory.
 */
#ifndef SL_CUDA_SMALL_SOLVE_CUH
#define SL_CUDA_SMALL_SOLVE_CUH

#include "cuda_small.cuh"

namespace sl
{

/* op(T) of a triangle T in A */
struct solve_triangle {
    bool upper, transposed, conjugate, unit;
    __host__ __device__ bool forward() const
    {
        return upper == transposed;
    }
};

/* A matrix is op(first) op(second), which are lower and upper; its interchanges stand
 * apart. */
struct solve_factors {
    solve_triangle first, second;
};
__host__ __device__ inline solve_factors factors_of_cholesky(bool upper)
{
    return {{upper, upper, upper, false}, {upper, !upper, !upper, false}};
}
__host__ __device__ inline solve_factors factors_of_lu(bool transposed, bool conjugate)
{
    return {{transposed, transposed, conjugate, !transposed},
            {!transposed, transposed, conjugate, transposed}};
}

struct small_solve_call {
    sl_matrices A, B;
    solve_factors f;
    bool first, second; /* which of the factors */
    bool unit_matrix;   /* in place of B, which gets the solutions */
    sl_matrices P;      /* pivots */
    enum { NONE, BEFORE, AFTER } interchanges;
    const int *infos; /* NULL, or of each matrix: B stays where it is not 0 */
    int64_t skip;     /* matrices, the first ones in the order of sizes */
    int columns;      /* the most that a matrix of B has */

    /* With one triangle alone */
    static small_solve_call with(const solve_triangle &t, const sl_matrices &A,
                                 const sl_matrices &B, bool unit_matrix)
    {
        const solve_triangle none = {false, false, false, true};
        const bool first = t.forward();
        return {.A = A,
                .B = B,
                .f = {first ? t : none, first ? none : t},
                .first = first,
                .second = !first,
                .unit_matrix = unit_matrix,
                .P = {},
                .interchanges = NONE,
                .infos = nullptr,
                .skip = 0,
                .columns = B.n};
    }
};

/* The matrix of these lanes. One of a smaller order is in the upper left of a unit matrix. */
template <class T, int N, int LANES> struct small_solve {
    typedef scalar<T> S;
    const small_solve_call &p;
    const int row, top; /* top: the lane of row 0 */
    int n, columns, ldb;
    int from; /* the row that comes here by the interchanges */
    T *B;
    T diagonal[2]; /* of the factors */

    __device__ small_solve(const small_solve_call &call, int64_t number)
        : p(call), row(threadIdx.x % LANES), top(threadIdx.x % 32 - row), from(row)
    {
        const bool there = p.skip + number < p.A.count;
        const int64_t i = there ? number_of(p.A, p.skip + number) : 0;
        const place<T> X = place_of<T>(p.B, i);
        A = place_of<T>(p.A, i);
        n = there && !(p.infos && p.infos[i] != 0) ? A.n : 0;
        B = X.a;
        ldb = X.lda;
        columns = p.unit_matrix ? A.n : X.n;
        ipiv = p.interchanges != small_solve_call::NONE ? place_of<int>(p.P, i).a : nullptr;
    }

    /* By all lanes. Element k of this row is put(k, x): of op(first) left of the diagonal, of op(second)
     * right of it. */
    template <class PUT> __device__ void load(const PUT &put)
    {
        if (p.interchanges != small_solve_call::NONE)
            interchange();
        const solve_triangle &l = p.f.first, &u = p.f.second;
        const T *left = A.a + (l.transposed ? (int64_t)row * A.lda : row);
        const T *right = A.a + (u.transposed ? (int64_t)row * A.lda : row);
        const int next_left = l.transposed ? 1 : A.lda, next_right = u.transposed ? 1 : A.lda;
        diagonal[0] = diagonal[1] = S::make(1);
#pragma unroll
        for (int k = 0; k < N; k++) {
            const bool below = k < row || (k == row && p.first && !l.unit);
            T x = S::make(0);
            if (row < n && k < n && (below ? p.first : p.second))
                x = below ? left[(int64_t)k * next_left] : right[(int64_t)k * next_right];
            if (below ? l.conjugate : u.conjugate)
                x = S::conj(x);
            if (k == row && k < n && p.first && !l.unit)
                diagonal[0] = x;
            if (k == row && k < n && p.second && !u.unit)
                diagonal[1] = below && l.conjugate != u.conjugate ? S::conj(x) : x;
            put(k, x);
        }
    }
    /* Element `row` of column c of B, with the interchanges */
    __device__ T get(int c) const
    {
        const int source = p.interchanges == small_solve_call::BEFORE ? from : row;
        if (p.unit_matrix)
            return S::make(source == c);
        return row < n && c < columns ? B[source + (int64_t)c * ldb] : S::make(0);
    }
    __device__ void set(int c, T x) const
    {
        const int target = p.interchanges == small_solve_call::AFTER ? from : row;
        if (row < n && c < columns)
            B[target + (int64_t)c * ldb] = x;
    }

  private:
    place<T> A;
    const int *ipiv;
    /* All lanes go through the interchanges one after the other. */
    __device__ void interchange()
    {
        const int with = row < n ? ipiv[row] - 1 : row;
        for (int k = 0; k < N; k++) {
            const int other = __shfl_sync(~0u, with, top + k);
            const int here = __shfl_sync(~0u, from, top + k),
                      there = __shfl_sync(~0u, from, top + other);
            if (row == k)
                from = there;
            else if (row == other)
                from = here;
        }
    }
};

/* ---- Few columns --------------------------------------------------------------------------- */

template <class T, int N> struct solve_by_rows {
    static constexpr int LANES = lanes_of(N), MATRICES = SMALL_THREADS / LANES;
    small_solve<T, N, LANES> x;
    T a[N];

    __device__ explicit solve_by_rows(const small_solve_call &call)
        : x(call, (int64_t)blockIdx.x * MATRICES + threadIdx.x / LANES)
    {
        x.load([this](int k, T element) { a[k] = element; });
    }
    __device__ void run() const
    {
        const divisor<T> of_first(x.diagonal[0]), of_second(x.diagonal[1]);
        for (int c = 0; c < x.p.columns; c++) {
            T b = x.get(c);
            if (x.p.first)
                substitute<true>(of_first, b);
            if (x.p.second)
                substitute<false>(of_second, b);
            __syncwarp();
            x.set(c, b);
        }
    }
    template <bool FORWARD> __device__ void substitute(const divisor<T> &own, T &b) const
    {
#pragma unroll
        for (int step = 0; step < N; step++) {
            const int k = FORWARD ? step : N - 1 - step;
            if (x.row == k)
                b = own(b);
            const T known = shuffle(b, x.top + k);
            if (FORWARD ? x.row > k && x.row < x.n : x.row < k)
                b = minus_product(b, a[k], known);
        }
    }
};

/* ---- Many columns -------------------------------------------------------------------------- */

/* A warp has 32 columns. */
template <class T, int N> struct solve_by_columns {
    static constexpr int GROUP = 16 / (int)sizeof(T);
    struct alignas(16) group {
        T x[GROUP];
    };
    struct shared {
        group tile[N][N / GROUP]; /* by columns */
        T x[N][33];               /* columns of B on their way */
        T reciprocal[2][N];       /* of the diagonals */
        typename scalar<T>::real scale[2][N];
    };
    small_solve<T, N, 32> x;
    const int first; /* column of B */
    shared &s;

    __device__ solve_by_columns(const small_solve_call &call, int column, shared &memory)
        : x(call, blockIdx.x), first(column), s(memory)
    {
    }
    __device__ void load()
    {
        x.load([this](int k, T element) {
            if (x.row < N)
                s.tile[k][x.row / GROUP].x[x.row % GROUP] = element;
        });
        for (int f = 0; f < 2; f++) {
            const divisor<T> own(x.diagonal[f]);
            if (x.row < N) {
                s.reciprocal[f][x.row] = own.reciprocal;
                s.scale[f][x.row] = own.scale;
            }
        }
    }
    __device__ void run()
    {
        const int end = min(x.columns - first, 32);
        T b[N];
        if (x.n == 0 || end <= 0)
            return;
        load();
#pragma unroll 8
        for (int c = 0; c < end; c++)
            if (x.row < N)
                s.x[x.row][c] = x.get(first + c);
        __syncwarp();
#pragma unroll
        for (int i = 0; i < N; i++)
            b[i] = s.x[i][x.row];
        if (x.p.first)
            substitute<true>(b);
#pragma unroll
        for (int i = 0; i < N; i++)
            if (i >= x.n) /* 0 times infinity */
                b[i] = scalar<T>::make(0);
        if (x.p.second)
            substitute<false>(b);
#pragma unroll
        for (int i = 0; i < N; i++)
            s.x[i][x.row] = b[i];
        __syncwarp();
#pragma unroll 8
        for (int c = 0; c < end; c++)
            if (x.row < N)
                x.set(first + c, s.x[x.row][c]);
    }
    template <bool FORWARD> __device__ void substitute(T (&b)[N]) const
    {
        const auto &reciprocal = s.reciprocal[FORWARD ? 0 : 1];
        const auto &scale = s.scale[FORWARD ? 0 : 1];
#pragma unroll
        for (int step = 0; step < N; step++) {
            const int k = FORWARD ? step : N - 1 - step;
            b[k] = scalar<T>::scale(scalar<T>::mul(b[k], reciprocal[k]), scale[k]);
#pragma unroll
            for (int i = 0; i < N; i += GROUP) {
                if (FORWARD ? i + GROUP - 1 <= k : i >= k)
                    continue;
                const group l = s.tile[k][i / GROUP];
#pragma unroll
                for (int e = 0; e < GROUP; e++)
                    if (FORWARD ? i + e > k : i + e < k)
                        b[i + e] = minus_product(b[i + e], l.x[e], b[k]);
            }
        }
    }
};

} // namespace sl

#endif /* SL_CUDA_SMALL_SOLVE_CUH */

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Factorizations and inverses of matrices of order N <= 32 in registers. A warp has one matrix, or
 * several small ones, so that nothing waits for other warps.
 *
 * The lanes of a matrix are a grid of ROW_LANES x COLUMN_LANES. Lane (r, c) has the elements whose
 * row is r modulo ROW_LANES and whose column is c modulo COLUMN_LANES. A step of the elimination
 * passes one column and one row through shared memory, and a lane reads only its parts of them. In
 * LU a lane has a row, so that no column is passed.
 *
 * Rows are not exchanged: each knows its place, and goes there at the end. For this and for the
 * search, lane i also looks after row i.
 */
#ifndef SL_CUDA_SMALL_CUH
#define SL_CUDA_SMALL_CUH

#include "codelets/cuda/cuda_pivot.cuh"
#include "cuda_place.cuh"

namespace sl
{

/* Threads of a matrix: a power of two. */
__host__ __device__ constexpr int lanes_of(int n)
{
    return n <= 2 ? 2 : n <= 4 ? 4 : n <= 8 ? 8 : n <= 16 ? 16 : 32;
}
enum { SMALL_THREADS = 128 };

enum small_operation { FACTOR, INVERT, LOWER, UPPER };

/* The grid of the lanes of a matrix; one H100. With one column of lanes, a lane has a row. */
template <int N, int OPERATION> struct small_grid {
    static constexpr int LANES = lanes_of(N),
                         COLUMN_LANES = N <= 8 || OPERATION == FACTOR  ? 1
                                        : N > 16                       ? 4
                                        : OPERATION == INVERT          ? 1
                                                                       : 2,
                         ROW_LANES = LANES / COLUMN_LANES;
    /* of a lane */
    static constexpr int ROWS = (N + ROW_LANES - 1) / ROW_LANES,
                         COLUMNS = (N + COLUMN_LANES - 1) / COLUMN_LANES;
};

/* These are computed once and kept: the compiler would compute them anew at each use. */
__device__ inline int kept(int x)
{
#ifdef __CUDA_ARCH__
    asm volatile("" : "+r"(x));
#endif
    return x;
}
template <int BELOW> __device__ int kept(int x)
{
    x = kept(x);
#ifdef __CUDA_ARCH__
    __builtin_assume(x >= 0 && x < BELOW);
#endif
    return x;
}
/* The compiler still knows which memory a kept pointer is of. Else it could not move loads before
 * stores. */
template <class T> __device__ T *kept_global(T *p)
{
#ifdef __CUDA_ARCH__
    size_t address = __cvta_generic_to_global(p);
    asm volatile("" : "+l"(address));
    p = (T *)__cvta_global_to_generic(address);
#endif
    return p;
}
template <class R> __device__ R &kept_shared(R &room)
{
#ifdef __CUDA_ARCH__
    const size_t address = (unsigned)kept((int)__cvta_generic_to_shared(&room));
    return *(R *)__builtin_assume_aligned(__cvta_shared_to_generic(address), alignof(R));
#else
    return room;
#endif
}

/* ---- A matrix ------------------------------------------------------------------------------ */

/* Matrices of order N at equal distances. */
template <class T> struct small_call {
    static constexpr bool VARIES = false;
    int64_t count;
    T *A;
    int lda;
    int64_t stride;
    int *ipiv;
    int64_t pivots;
    int *info;
};

/* Matrices of orders up to N at places of their own: `count` from number `first` on, the largest
 * ones first. */
template <class T> struct small_list {
    static constexpr bool VARIES = true;
    sl_matrices A, P; /* P: pivots */
    int64_t first, count;
    int *info;
};

/* The matrix of these lanes, by its number in the call. */
template <class T, int N, class CALL> struct small_spot {
    static constexpr int n = N;
    const CALL &p;
    const int64_t index;
    __device__ small_spot(const CALL &call, int64_t number) : p(call), index(number)
    {
    }
    __device__ T *matrix() const
    {
        return p.A + index * p.stride;
    }
    __device__ bool is_there() const
    {
        return index < p.count;
    }
    __device__ int lda() const
    {
        return p.lda;
    }
    __device__ int *ipiv() const
    {
        return p.ipiv + index * p.pivots;
    }
    /* The steps of an elimination, for all matrices of the warp */
    static __device__ constexpr int steps()
    {
        return N;
    }
};
template <class T, int N> struct small_spot<T, N, small_list<T>> {
    const small_list<T> &p;
    const int64_t index; /* in the chunk, -1: there is no matrix; then n is 0 */
    const place<T> at;
    const int n, most;
    __device__ small_spot(const small_list<T> &call, int64_t number)
        : p(call), index(number < p.count ? number_of(p.A, p.first + number) : -1),
          at(index >= 0 ? place_of<T>(p.A, index) : place<T>{nullptr, 0, 0, 0}), n(at.n),
          most((int)warp_max((unsigned)n))
    {
    }
    __device__ T *matrix() const
    {
        return at.a;
    }
    __device__ bool is_there() const
    {
        return n > 0;
    }
    __device__ int lda() const
    {
        return at.lda;
    }
    __device__ int *ipiv() const
    {
        return place_of<int>(p.P, index).a;
    }
    __device__ int steps() const
    {
        return most;
    }
};

/* A row or a column in shared memory. LANES lanes have its elements in turn, COUNT each. The
 * elements of a lane stand in groups of 16 bytes. */
template <class T, int LANES, int COUNT> struct alignas(16) small_vector {
    static constexpr int GROUP = COUNT == 1 ? 1 : 16 / (int)sizeof(T);
    T x[(COUNT + GROUP - 1) / GROUP * GROUP * LANES];

    __device__ T &at(int lane, int k)
    {
        return x[(k / GROUP * LANES + lane) * GROUP + k % GROUP];
    }
    __device__ T &operator[](int i)
    {
        return at(i % LANES, i / LANES);
    }
};

/* Room of a matrix in shared memory. */
template <class T, int N, int OPERATION> struct alignas(16) small_room {
    typedef small_grid<N, OPERATION> grid;
    static constexpr int SHIFT = grid::COLUMN_LANES == 1 ? 0 : grid::ROW_LANES;
    small_vector<T, grid::COLUMN_LANES, grid::COLUMNS> row[2];
    small_vector<T, grid::ROW_LANES, grid::COLUMN_LANES> column[2];
    T elements[grid::LANES];                          /* of a column */
    T block[grid::COLUMN_LANES][grid::LANES + SHIFT]; /* columns on their way to the memory */
    int row_of[grid::LANES];                          /* that has this place */
};

/* The matrix of these lanes. One of a smaller order is in the upper left of a unit matrix. */
template <class T, int N, int OPERATION, class CALL = small_call<T>>
struct small_matrix : small_grid<N, OPERATION> {
    typedef scalar<T> S;
    typedef small_grid<N, OPERATION> grid;
    using grid::LANES, grid::ROW_LANES, grid::COLUMN_LANES, grid::ROWS, grid::COLUMNS;
    static constexpr int MATRICES = SMALL_THREADS / LANES;
    /* Registers of a thread: its elements and some more. */
    static constexpr bool REAL = sizeof(T) == sizeof(typename S::real);
    static constexpr int MORE = N <= 8 || COLUMN_LANES > 1 ? 64 : REAL ? 28 : 40,
                         REGISTERS = ROWS * COLUMNS * (int)sizeof(T) / 4 + MORE,
                         BLOCKS = 65536 / SMALL_THREADS / REGISTERS;

    const CALL &p;
    small_room<T, N, OPERATION> &shared;
    const int lane, row;  /* row: that this lane looks after */
    const int first;      /* of the lanes of the matrix */
    const unsigned group; /* these lanes */
    const int r, c;       /* the place of this one in the grid */
    const small_spot<T, N, CALL> spot;
    T a[ROWS][COLUMNS], *A;

    __device__ small_matrix(const CALL &call, small_room<T, N, OPERATION> &room)
        : p(call), shared(kept_shared(room)), lane(threadIdx.x % 32), row(threadIdx.x % LANES),
          first(lane - row), group((~0u >> (32 - LANES)) << first),
          r(kept<ROW_LANES>(row % ROW_LANES)), c(kept<COLUMN_LANES>(row / ROW_LANES)),
          spot(call, (int64_t)blockIdx.x * MATRICES + threadIdx.x / LANES),
          A(kept_global(spot.matrix()))
    {
    }
    __device__ int row_of(int q) const
    {
        return r + ROW_LANES * q;
    }
    __device__ int column_of(int t) const
    {
        return c + COLUMN_LANES * t;
    }
    /* Whether a[q][t] is an element of the matrix. */
    __device__ bool is_inside(int q, int t) const
    {
        return spot.is_there() && row_of(q) < spot.n && column_of(t) < spot.n;
    }
    __device__ bool is_there() const
    {
        return row < spot.n && spot.is_there();
    }
    /* In place of an element that is not there. */
    __device__ T outside(int q, int t) const
    {
        return S::make(CALL::VARIES && row_of(q) == column_of(t));
    }

    __device__ void load()
    {
        place = row;
        if (CALL::VARIES)
            pivot_value = S::make(1);
#pragma unroll
        for (int t = 0; t < COLUMNS; t++)
#pragma unroll
            for (int q = 0; q < ROWS; q++)
                a[q][t] =
                    is_inside(q, t) ? A[row_of(q) + column_of(t) * spot.lda()] : outside(q, t);
    }

    /* The first row that is bad. */
    __device__ void store_info(bool bad) const
    {
        const unsigned who = __ballot_sync(~0u, row < spot.n && bad) & group;
        if (is_there() && row == 0)
            p.info[spot.index] = __ffs(who >> lane);
    }

    /* ---- LU ---------------------------------------------------------------------------- */

    int place;     /* of `row`, after the interchanges so far */
    int pivot;     /* of column `row` */
    T pivot_value; /* the element of U on its diagonal */

    /* Of the lanes of the matrix. */
    __device__ unsigned largest(unsigned x) const
    {
        if constexpr (LANES == 32) {
            x = warp_max(x);
        } else if constexpr (LANES == 16) {
            const bool second = lane >= 16;
            const unsigned of_first = warp_max(second ? 0 : x),
                           of_second = warp_max(second ? x : 0);
            x = second ? of_second : of_first;
        } else {
#pragma unroll
            for (int d = LANES / 2; d > 0; d /= 2)
                x = max(x, __shfl_xor_sync(~0u, x, d));
        }
        return x;
    }

    /* The lane that has the largest x in rows from place j on; of equal ones the first row's. */
    __device__ int find(T x, int j) const
    {
        const bool exists =
            CALL::VARIES ? row < spot.n || (row < N && j >= spot.n) : N == LANES || row < N;
        const bool open = place >= j && exists;
        const uint2 bits = magnitude_bits(x);
        const unsigned high = open ? bits.x + 1 : 0, most = largest(high);
        bool here = high == most;
        unsigned who = __ballot_sync(~0u, here) & group;
        const bool several = (who & (who - 1)) != 0;
        if (LANES == 32 ? several : __any_sync(~0u, several)) {
            const unsigned low = largest(here ? bits.y : 0);
            here = here && bits.y == low;
            const unsigned above = largest(here ? NOWHERE - place : 0);
            here = here && place == (int)(NOWHERE - above);
            who = __ballot_sync(~0u, here) & group;
        }
        return 31 - __clz(who);
    }

    /* The element of `row` in the column that lanes (.., s) have in a[..][t]. */
    template <int t> __device__ T element(int s)
    {
        if constexpr (COLUMN_LANES == 1)
            return a[0][t];
        if (c == s)
#pragma unroll
            for (int q = 0; q < ROWS; q++)
                shared.elements[row_of(q)] = a[q][t];
        __syncwarp();
        return shared.elements[row];
    }

    __device__ static T quotient(T x, T pivot)
    {
        return is_ordinary(pivot) ? S::mul(x, inverse(pivot)) : divisor<T>(pivot)(x);
    }

    static constexpr bool ALL = OPERATION == INVERT; /* rows change in each step */

    /* Step j eliminates column j, which lanes (.., s) have in a[..][t]. It subtracts multiples of
     * the pivot's row from those that have later places, or from all others (Gauss and Jordan, in
     * place). The rows of the inverse are divided by their pivots at the end. */
    template <int t> __device__ void eliminate(int j, int s)
    {
        constexpr int FROM = ALL ? 0 : t;
        const T x = element<t>(s);
        const int owner = find(x, j), at = __shfl_sync(~0u, place, owner),
                  chosen = owner & (LANES - 1);
        const T u = shuffle(x, owner);
        const bool mine = lane == owner;
        auto &pivots = shared.row[COLUMN_LANES == 1 ? j % 2 : 0];
#pragma unroll
        for (int q = 0; q < ROWS; q++) {
            const bool is_pivot = r - chosen == -ROW_LANES * q;
            if (ALL && c == s)
                a[q][t] = S::make(is_pivot); /* of the unit matrix */
            if (is_pivot)
#pragma unroll
                for (int k = FROM; k < COLUMNS; k++)
                    pivots.at(c, k) = a[q][k];
        }
        if (row == j) {
            pivot = at + 1;
            pivot_value = u;
        }
        if (mine)
            place = j;
        else if (place == j)
            place = at;
        T factor[ROWS];
        const T l = quotient(x, u);
        factor[0] = (ALL ? mine : place <= j) ? S::make(0) : l;
        if (!ALL && place > j)
            a[0][t] = l;
        if (COLUMN_LANES > 1)
            shared.column[0][row] = factor[0];
        __syncwarp();
#pragma unroll
        for (int q = 0; q < ROWS; q++) {
            if (COLUMN_LANES > 1)
                factor[q] = shared.column[0].at(r, q);
#pragma unroll
            for (int k = FROM; k < COLUMNS; k++)
                if (ALL || k > t)
                    a[q][k] = minus_product(a[q][k], factor[q], pivots.at(c, k));
        }
    }

    template <int t = 0> __device__ void eliminate_all()
    {
#pragma unroll 1
        for (int s = 0; s < COLUMN_LANES && COLUMN_LANES * t + s < spot.steps(); s++)
            eliminate<t>(COLUMN_LANES * t + s, s);
        if constexpr (t + 1 < COLUMNS)
            eliminate_all<t + 1>();
    }

    __device__ void factor()
    {
        static_assert(OPERATION == FACTOR && COLUMN_LANES == 1, "a lane has a row");
        eliminate_all();
    }

    __device__ void invert()
    {
        eliminate_all();
        const divisor<T> own(pivot_value);
#pragma unroll
        for (int q = 0; q < ROWS; q++) {
            const T by = shuffle(own.reciprocal, first + place_of(q));
            const auto scale = shuffle(own.scale, first + place_of(q));
#pragma unroll
            for (int k = 0; k < COLUMNS; k++)
                a[q][k] = S::scale(S::mul(a[q][k], by), scale);
        }
    }

    __device__ int place_of(int q) const
    {
        return __shfl_sync(~0u, place, first + row_of(q));
    }

    /* Puts the rows at their places, and column k at column_at(k). */
    template <class COLUMN> __device__ void store(const COLUMN &column_at)
    {
        const int lda = kept(spot.lda()); /* else the loads' addresses would stay in registers */
        int to[ROWS];
#pragma unroll
        for (int q = 0; q < ROWS; q++)
            to[q] = place_of(q);
#pragma unroll
        for (int t = 0; t < COLUMNS; t++) {
            if (COLUMN_LANES > 1) {
                __syncwarp();
#pragma unroll
                for (int q = 0; q < ROWS; q++)
                    shared.block[c][to[q]] = a[q][t];
                __syncwarp();
            }
#pragma unroll
            for (int s = 0; s < COLUMN_LANES && COLUMN_LANES * t + s < N; s++) {
                const bool stored = is_there() && COLUMN_LANES * t + s < spot.n;
                const int column = column_at(COLUMN_LANES * t + s) * lda;
                if (stored && COLUMN_LANES > 1)
                    A[row + column] = shared.block[s][row];
                else if (stored)
                    A[place + column] = a[0][t];
            }
        }
        store_info(cabs1(pivot_value) == 0);
    }
    __device__ void store_factors()
    {
        store([](int k) { return k; });
        if (is_there())
            spot.ipiv()[row] = pivot;
    }
    /* Column k belongs to the row whose place is k. */
    __device__ void store_inverse()
    {
        shared.row_of[place] = row;
        __syncwarp();
        store([this](int k) { return shared.row_of[k]; });
    }

    /* ---- Cholesky: the lower triangle of A, or of A^T, whose factor is U^T ------------------ */

    template <bool UPPER> __device__ T &stored(int q, int t, int lda) const
    {
        return A[UPPER ? column_of(t) + row_of(q) * lda : row_of(q) + column_of(t) * lda];
    }
    __device__ bool is_lower(int q, int t) const
    {
        return is_inside(q, t) && column_of(t) <= row_of(q);
    }
    template <bool UPPER> __device__ void load_lower()
    {
        if (CALL::VARIES)
            diagonal = 1;
#pragma unroll
        for (int t = 0; t < COLUMNS; t++)
#pragma unroll
            for (int q = 0; q < ROWS; q++)
                a[q][t] = is_lower(q, t) ? stored<UPPER>(q, t, spot.lda()) : outside(q, t);
    }
    template <bool UPPER> __device__ void store_lower() const
    {
        const int lda = kept(spot.lda()); /* else the loads' addresses would stay in registers */
#pragma unroll
        for (int t = 0; t < COLUMNS; t++)
#pragma unroll
            for (int q = 0; q < ROWS; q++)
                if (is_lower(q, t))
                    stored<UPPER>(q, t, lda) = a[q][t];
        store_info(!(diagonal > 0));
    }

    /* From columns a[..][t] on. A step subtracts the products with its column. It also changes what
     * is above the diagonal, which nothing uses. Columns are divided by the square roots of their
     * diagonals at the end. */
    template <int t = 0> __device__ void factor_lower()
    {
        constexpr int FROM = COLUMN_LANES * t / ROW_LANES; /* the rows before are final */
#pragma unroll 1
        for (int s = 0; s < COLUMN_LANES && COLUMN_LANES * t + s < spot.steps(); s++) {
            const int j = COLUMN_LANES * t + s;
            auto &column = shared.column[j % 2];
            if (c == s)
#pragma unroll
                for (int q = FROM; q < ROWS; q++)
                    column.at(r, q) = a[q][t];
            __syncwarp();
            T l[ROWS];
            const typename S::real d = S::re(column[j]);
            const bool ordinary = is_ordinary(d);
            const typename S::real by = ordinary ? inverse(d) : inverse_root_of(d);
#pragma unroll
            for (int q = FROM; q < ROWS; q++)
                l[q] = S::scale(column.at(r, q), by);
            if (!ordinary)
#pragma unroll
                for (int q = FROM; q < ROWS; q++)
                    l[q] = S::scale(l[q], by);
            if (row == j)
                diagonal = d;
#pragma unroll
            for (int k = t; k < COLUMNS; k++) {
                const T of_column = column[column_of(k)];
#pragma unroll
                for (int q = FROM; q < ROWS; q++)
                    if (k > t || c > s)
                        a[q][k] = S::update(a[q][k], l[q], of_column);
            }
        }
        if constexpr (t + 1 < COLUMNS) {
            factor_lower<t + 1>();
        } else {
            const auto by = inverse_root_of(diagonal);
#pragma unroll
            for (int k = 0; k < COLUMNS; k++) {
                const auto of_column = shuffle(by, first + column_of(k));
#pragma unroll
                for (int q = 0; q < ROWS; q++) {
                    a[q][k] = S::scale(a[q][k], of_column);
                    if (row_of(q) == column_of(k))
                        a[q][k] = S::real_part(a[q][k]);
                }
            }
        }
    }
    typename S::real diagonal; /* of `row`, before its root is taken */
};

} // namespace sl

#endif /* SL_CUDA_SMALL_CUH */

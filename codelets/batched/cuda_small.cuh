/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Factorizations and inverses of matrices of order N <= 32, a thread for each row, which it has in
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

/* ---- A matrix ------------------------------------------------------------------------------ */

template <class T> struct small_call {
    int64_t count;
    T *A;
    int lda;
    int64_t stride;
    int *ipiv;
    int64_t pivots;
    int *info;
};

/* Room of a matrix in shared memory. */
template <class T, int N> struct alignas(16) small_room {
    static constexpr int VECTOR = sizeof(T) < 16 ? 16 / sizeof(T) : 1;
    T row[2][(N + VECTOR - 1) / VECTOR * VECTOR]; /* in turn */
};
/* For a triangle, also some of its rows or columns on their way. */
template <class T, int N> struct small_triangle_room : small_room<T, N> {
    static constexpr int ROWS = lanes_of(N) < 8 ? lanes_of(N) : 8;
    T rows[lanes_of(N)][ROWS + 1];
};

/* A row of the matrix of these lanes. */
template <class T, int N> struct small_matrix {
    typedef scalar<T> S;
    static constexpr int LANES = lanes_of(N), MATRICES = SMALL_THREADS / LANES;
    /* Registers of a thread: a row and 64 more. */
    static constexpr int REGISTERS = N * (int)sizeof(T) / 4 + 64,
                         BLOCKS = 65536 / SMALL_THREADS / REGISTERS;

    const small_call<T> &p;
    small_room<T, N> &shared;
    const int lane, row;
    const unsigned group; /* the lanes of the matrix */
    const int64_t index;
    T a[N], *A;

    __device__ small_matrix(const small_call<T> &call, small_room<T, N> &room)
        : p(call), shared(room), lane(threadIdx.x % 32), row(threadIdx.x % LANES),
          group((~0u >> (32 - LANES)) << (lane - row)),
          index((int64_t)blockIdx.x * MATRICES + threadIdx.x / LANES),
          A(call.A + index * call.stride)
    {
        asm volatile("" : "+l"(A)); /* so that no access computes it anew */
    }
    __device__ bool is_there() const
    {
        return row < N && index < p.count;
    }

    /* For the addresses of stores: the compiler computes them anew, and keeps no registers with
     * those of the loads. */
    __device__ int lda_anew() const
    {
        int lda = p.lda;
        asm volatile("" : "+r"(lda));
        return lda;
    }
    __device__ void load()
    {
#pragma unroll
        for (int j = 0; j < N; j++)
            a[j] = is_there() ? A[row + j * p.lda] : S::make(0);
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

    /* Of the lanes of the matrix. */
    __device__ static unsigned largest(unsigned x)
    {
#if __CUDA_ARCH__ >= 800
        constexpr bool at_once = LANES == 32;
#else
        constexpr bool at_once = false;
#endif
        if constexpr (at_once)
            x = __reduce_max_sync(~0u, x);
        else
#pragma unroll
            for (int d = LANES / 2; d > 0; d /= 2)
                x = max(x, __shfl_xor_sync(~0u, x, d));
        return x;
    }

    /* The lane that has the largest x in rows that are not done; of equal ones the first row's. */
    __device__ int find(T x) const
    {
        const uint2 bits = magnitude_bits(x);
        const unsigned high = largest(done ? 0 : bits.x);
        bool here = !done && bits.x == high;
        unsigned who = __ballot_sync(~0u, here) & group;
        if (__any_sync(~0u, who & (who - 1))) {
            const unsigned low = largest(here ? bits.y : 0);
            here = here && bits.y == low;
            const unsigned above = largest(here ? NOWHERE - place : 0);
            here = here && place == (int)(NOWHERE - above);
            who = __ballot_sync(~0u, here) & group;
        }
        return __ffs(who) - 1;
    }

    /* Chooses the pivot of column j, whose elements are a[FROM]. Its row goes to u from there on.
     * Returns whether this is the row. */
    template <int FROM> __device__ bool choose(int j, T *&u)
    {
        const int owner = find(a[FROM]), at = __shfl_sync(~0u, place, owner & 31);
        const bool mine = lane == owner;
        u = shared.row[j % 2];
        if (mine)
#pragma unroll
            for (int k = FROM; k < N; k++)
                u[k - FROM] = a[k];
        __syncwarp();
        if (row == j)
            pivot = at + 1;
        if (mine)
            place = j;
        else if (!done && place == j)
            place = at;
        if (info == 0 && cabs1(u[0]) == 0)
            info = j + 1;
        done = done || mine;
        return mine;
    }

    /* Eliminates the columns from FROM on, some in a loop whose code is short: in each step the
     * elements of the row go down by one place. Columns of L and U that are final are in `ready`.
     */
    template <int FROM> __device__ void factor()
    {
        constexpr int W = N - FROM < 8 ? N - FROM : 8;
        T ready[W], *u;
#pragma unroll 1
        for (int s = 0; s < W; s++) {
            choose<FROM>(FROM + s, u);
            const T l = divisor<T>(u[0])(a[FROM]), factor = done ? S::make(0) : l;
#pragma unroll
            for (int k = 1; k < W; k++)
                ready[k - 1] = ready[k];
            ready[W - 1] = done ? a[FROM] : l;
#pragma unroll
            for (int k = FROM + 1; k < N; k++)
                a[k - 1] = minus_product(a[k], factor, u[k - FROM]);
            a[N - 1] = S::make(0);
        }
#pragma unroll
        for (int k = N - 1; k >= FROM; k--)
            a[k] = k - W >= FROM ? a[k - W] : ready[k - FROM];
        if constexpr (FROM + W < N)
            factor<FROM + W>();
    }

    /* By the method of Gauss and Jordan, in place. The rows are divided by their pivots at the
     * end. */
    __device__ void invert()
    {
        T pivot_of_row = S::make(1), *u;
#pragma unroll 1
        for (int j = 0; j < N; j++) {
            const bool mine = choose<0>(j, u);
            const T factor = mine ? S::make(0) : divisor<T>(u[0])(a[0]);
            if (mine)
                pivot_of_row = u[0];
#pragma unroll
            for (int k = 1; k < N; k++)
                a[k - 1] = minus_product(a[k], factor, u[k]);
            a[N - 1] = mine ? S::make(1) : S::scale(factor, -1);
        }
        const divisor<T> divide(pivot_of_row);
#pragma unroll
        for (int k = 0; k < N; k++)
            a[k] = divide(a[k]);
    }

    __device__ void store_factors() const
    {
        const int lda = lda_anew();
        if (!is_there())
            return;
#pragma unroll
        for (int j = 0; j < N; j++)
            A[place + j * lda] = a[j];
        p.ipiv[index * p.pivots + row] = pivot;
        if (row == 0)
            p.info[index] = info;
    }
    /* Column c belongs to the row whose place is c. */
    __device__ void store_inverse()
    {
        int *from = (int *)shared.row[N % 2];
        if (is_there())
            from[place] = row;
        __syncwarp();
        const int lda = lda_anew();
        if (!is_there())
            return;
#pragma unroll
        for (int j = 0; j < N; j++)
            A[place + from[j] * lda] = a[j];
        if (row == 0)
            p.info[index] = info;
    }

    /* ---- Cholesky: the lower triangle, of U^H if U is stored ------------------------------ */

    __device__ void load_lower()
    {
#pragma unroll
        for (int j = 0; j < N; j++)
            a[j] = is_there() && j <= row ? A[row + j * p.lda] : S::make(0);
    }
    __device__ void store_lower() const
    {
        const int lda = lda_anew();
#pragma unroll
        for (int j = 0; j < N; j++)
            if (is_there() && j <= row)
                A[row + j * lda] = a[j];
    }

    /* Some rows of U at once, so that accesses to the memory are of consecutive elements. A lane
     * has row first + i of some columns. */
    template <bool STORE> __device__ void pass_upper(small_triangle_room<T, N> &room)
    {
        constexpr int ROWS = small_triangle_room<T, N>::ROWS;
        const int i = row % ROWS, lda = lda_anew();
#pragma unroll
        for (int first = 0; first < N; first += ROWS) {
            __syncwarp();
            if (STORE) {
#pragma unroll
                for (int k = 0; k < ROWS && first + k < N; k++)
                    room.rows[row][k] = S::conj(a[first + k]);
                __syncwarp();
            }
#pragma unroll
            for (int next = 0; next < N; next += LANES / ROWS) {
                const int c = next + row / ROWS;
                if (c < N && first + i <= c && index < p.count) {
                    T *element = A + first + i + c * lda;
                    if (STORE)
                        *element = room.rows[c][i];
                    else
                        room.rows[c][i] = *element;
                }
            }
            if (!STORE) {
                __syncwarp();
#pragma unroll
                for (int k = 0; k < ROWS && first + k < N; k++)
                    a[first + k] =
                        is_there() && first + k <= row ? S::conj(room.rows[row][k]) : S::make(0);
            }
        }
    }

    /* Step j subtracts the products with column j, whose elements from the diagonal down are first in
     * `column`, and then zeros for the columns that are final. */
    __device__ void factor_lower()
    {
        info = 0;
#pragma unroll 1
        for (int j = 0; j < N; j++) {
            T *column = shared.row[j % 2];
            if (row < N)
                column[row >= j ? row - j : row - j + N] = row >= j ? a[0] : S::make(0);
            __syncwarp();
            const typename S::real d = S::re(column[0]);
            typename S::real by = inverse_root(d);
            if (!is_ordinary(d) || d < 0) {
                by = rsqrt(d);
                if (info == 0 && !(d > 0))
                    info = j + 1;
            }
            const T l = S::scale(a[0], by), scaled = S::scale(l, by);
#pragma unroll
            for (int k = 1; k < N; k++)
                a[k - 1] = S::update(a[k], scaled, column[k]);
            a[N - 1] = row == j ? S::make(d * by) : l;
        }
        if (is_there() && row == 0)
            p.info[index] = info;
    }
};

} // namespace sl

#endif /* SL_CUDA_SMALL_CUH */

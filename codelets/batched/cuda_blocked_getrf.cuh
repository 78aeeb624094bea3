/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Parts of the blocked LU of a batch: what panels do to the columns right of them, and
 * interchanges in other columns. A thread block has NB columns of a matrix.
 */
#ifndef SL_CUDA_BLOCKED_GETRF_CUH
#define SL_CUDA_BLOCKED_GETRF_CUH

#include "cuda_middle_getrf.cuh"

namespace sl
{

template <class T> struct blocked {
    enum { ROWS = 1024, NB = sizeof(T) == 16 ? 16 : 32, WARPS = 4, THREADS = 32 * WARPS };
};

/* A panel's interchanges at once. Rows are counted from the panel's first one on. Lane i has
 * interchange i: of rows i and `with`, with >= i. */
struct panel_moves {
    int source;  /* the row that goes to row i */
    int content; /* what row i has just before its interchange: one of the panel's first
                    rows */
    int to;      /* where that stays below these, or -1 */

    __device__ panel_moves(int with, int rows)
    {
        const int lane = threadIdx.x % 32;
        int earlier = lane, same = -1; /* interchanges with row i, and with the same row */
        bool last = true;
        for (int j = 0; j < rows; j++) {
            const int other = __shfl_sync(~0u, with, j);
            if (j < lane && other == lane)
                earlier = j;
            if (j < lane && other == with)
                same = j;
            if (j > lane && other == with)
                last = false;
        }
        content = earlier;
        for (int j = 1; j < 32; j *= 2)
            content = __shfl_sync(~0u, content, content);
        const int brought = __shfl_sync(~0u, content, max(same, 0));
        source = same >= 0 ? brought : with;
        to = lane < rows && last && with >= rows ? with : -1;
    }
};

template <class T> struct __align__(16) blocked_shared
{
    enum {
        NB = blocked<T>::NB,
        UNITS = std::is_same<T, double>::value, /* products by matrix units */
        LDL = NB + (UNITS ? 4 : 0),             /* few conflicts */
        LD = 2 * NB + (UNITS ? 4 : 16 / sizeof(T))
    };
    __align__(16) T l[3][NB][LDL]; /* columns of L00, L10 and L11, unit lower triangles' blocks */
    __align__(16) T u[NB][LD];     /* columns of A12, then of -U12 */
    unsigned short order[2][blocked<T>::ROWS]; /* which row a panel's interchanges bring here */
    short displaced[2][NB];                    /* where rows in a pivot's way go, or -1 */
};

/* What one or two panels do to the columns right of them: row interchanges, U12 and A22. The first
 * panel's first row is row 0 of these. The second one's interchanges are not yet done in it. A warp
 * interchanges and solves some of the columns, and multiplies some of the rows. */
template <class T> struct blocked_update {
    typedef blocked_shared<T> shared;
    enum { NB = blocked<T>::NB, WARPS = blocked<T>::WARPS, EACH = NB / WARPS };
    const int m, rows; /* rows: of U12, as many columns have the panels */
    const T *L;
    T *A;              /* columns right of the panels */
    const int columns; /* NB at most */
    const int lda;
    const int *ipiv; /* or NULL: all interchanges are done */
    const int above; /* rows that pivots count and that are above these */
    const int lane, warp;
    shared &s;

    __device__ blocked_update(int m_, int rows_, const T *L_, T *A_, int columns_, int lda_,
                              const int *ipiv_, int above_, shared &memory)
        : m(m_), rows(rows_), L(L_), A(A_), columns(columns_), lda(lda_), ipiv(ipiv_),
          above(above_), lane(threadIdx.x % 32), warp(threadIdx.x / 32), s(memory)
    {
    }
    __device__ T *column(int c) const
    {
        return A + (int64_t)c * lda;
    }
    __device__ bool two() const
    {
        return rows > NB;
    }
    /* solver: the warp that solves with triangles where matrix units cannot. They take turns so
     * that all parts of the multiprocessor have this work. */
    __device__ void run(int solver)
    {
        prefetch();
        fetch(s.l[0], L, lane, min(rows, (int)NB), min(rows, (int)NB));
        if (two())
            fetch(s.l[2], L + NB * (int64_t)lda, NB + lane, rows - NB, rows - NB);
        find_order();
        if (two())
            fetch(s.l[1], L, lane < rows - NB ? in_first(NB + lane) : 0, rows - NB, NB);
        interchange();
        await_copies<0>();
        __syncthreads();
        if constexpr (shared::UNITS)
            solve_by_units();
        else
            solve(solver);
        __syncthreads();
        for (int c = warp * EACH; c < min(columns, (warp + 1) * EACH); c++)
            for (int i = lane; i < rows; i += 32)
                column(c)[i] = scalar<T>::scale(s.u[c][i], -1);
        if constexpr (shared::UNITS)
            multiply_by_units();
        else
            multiply();
    }

    /* To the cache: what is updated below is there when U12 is known. */
    __device__ void prefetch() const
    {
        const int LINE = 128 / sizeof(T), lines = (m + LINE - 1) / LINE;
        for (int e = threadIdx.x; e < lines * columns; e += blocked<T>::THREADS)
            prefetch_to_cache(column(e / lines) + e % lines * LINE);
    }
    /* Begins to copy a block of L, of so many rows and columns. Each lane has its row i. */
    __device__ void fetch(T (*l)[shared::LDL], const T *from, int i, int height, int width)
    {
        for (int k = warp; k < NB; k += WARPS)
            if (lane < NB) {
                if (lane < height && k < width)
                    copy_async(&l[k][lane], from + (int64_t)k * lda + i);
                else
                    l[k][lane] = scalar<T>::make(0);
            }
        copies_end_here();
    }

    /* ---- Interchanges ---------------------------------------------------------------------- */

    /* What each panel's interchanges do to the rows: a warp for a panel. */
    __device__ void find_order()
    {
        const int top = warp * NB, pivots = min(rows - top, (int)NB);
        int with = lane;
        if (ipiv && top < rows && lane < pivots)
            with = ipiv[top + lane] - 1 - above - top;
        for (int i = threadIdx.x; i < m; i += blocked<T>::THREADS)
            s.order[0][i] = s.order[1][i] = (unsigned short)i;
        __syncthreads();
        if (top < rows) {
            const panel_moves moves(with, pivots);
            if (lane < pivots)
                s.order[warp][top + lane] = (unsigned short)(top + moves.source);
            if (moves.to >= 0)
                s.order[warp][top + moves.to] = (unsigned short)(top + moves.content);
            if (lane < NB)
                s.displaced[warp][lane] = (short)(moves.to >= 0 ? top + moves.to : -1);
        }
        __syncthreads();
    }
    /* Where row i is in the first panel. */
    __device__ int in_first(int i) const
    {
        return two() ? s.order[1][i] : i;
    }
    /* The pivots' rows come to shared memory, those in their way go where they were. */
    __device__ void interchange()
    {
        enum { PARTS = (2 * NB + 31) / 32 };
        int from[PARTS], to[PARTS], in_way[PARTS];
        T x[EACH][PARTS], y[EACH][PARTS];
#pragma unroll
        for (int q = 0; q < PARTS; q++) {
            const int i = q * 32 + lane;
            from[q] = i < rows ? s.order[0][in_first(i)] : -1;
            to[q] = i / NB * NB < rows ? s.displaced[i / NB][i % NB] : -1;
            if (to[q] < rows || (i < NB && in_first(to[q]) != to[q])) /* the second panel does it */
                to[q] = -1;
            in_way[q] = to[q] >= 0 ? s.order[0][in_first(to[q])] : -1;
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int c = warp * EACH + e;
            const T *a = column(c);
#pragma unroll
            for (int q = 0; q < PARTS; q++) {
                x[e][q] = c < columns && from[q] >= 0 ? a[from[q]] : scalar<T>::make(0);
                y[e][q] = c < columns && in_way[q] >= 0 ? a[in_way[q]] : scalar<T>::make(0);
            }
        }
        __syncwarp();
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int c = warp * EACH + e;
#pragma unroll
            for (int q = 0; q < PARTS; q++) {
                if (PARTS * 32 == 2 * NB || q * 32 + lane < 2 * NB)
                    s.u[c][q * 32 + lane] = x[e][q];
                if (c < columns && to[q] >= 0)
                    column(c)[to[q]] = y[e][q];
            }
        }
    }

    /* ---- U12 ------------------------------------------------------------------------------- */

    /* By one warp, and all for the product. */
    __device__ void solve(int solver)
    {
        if (warp == solver && lane < NB)
            solve(s.l[0], &s.u[lane][0]);
        if (!two())
            return;
        __syncthreads();
        if (lane < NB)
            subtract(s.l[1], s.u[lane], &s.u[lane][NB] + warp * EACH);
        __syncthreads();
        if (warp == solver && lane < NB)
            solve(s.l[2], &s.u[lane][NB]);
    }
    /* -U = -l^-1 u, l unit lower triangular, a column for each lane. */
    __device__ void solve(const T (*l)[shared::LDL], T *u)
    {
        T x[NB];
        get_row(x, u, 0);
#pragma unroll
        for (int k = 0; k < NB - 1; k++)
#pragma unroll
            for (int i = k + 1; i < NB; i++)
                x[i] = minus_product(x[i], l[k][i], x[k]);
#pragma unroll
        for (int i = 0; i < NB; i++)
            x[i] = scalar<T>::scale(x[i], -1);
        put_row(u, x, 0);
    }
    /* to -= l U: a column for each lane, a few rows for each warp. */
    __device__ void subtract(const T (*l)[shared::LDL], const T *u, T *to)
    {
        T x[EACH];
        get_row(x, to, 0);
#pragma unroll 8
        for (int k = 0; k < NB; k++) {
            const T factor = scalar<T>::scale(u[k], -1);
#pragma unroll
            for (int i = 0; i < EACH; i++)
                x[i] = minus_product(x[i], l[k][warp * EACH + i], factor);
        }
        put_row(to, x, 0);
    }

    /* By products with inverses of L's diagonal blocks of order TILE. Each warp has its columns. An
     * infinity becomes NaN in its column. In the units' tiles, lane 4 g + t has rows g and g + 8,
     * and columns 2 t and 2 t + 1. */
    enum { TILE = 16 };
    __device__ void solve_by_units()
    {
        static_assert(!shared::UNITS || (NB == 2 * TILE && EACH == 8), "a tile's size");
        const int blocks = two() ? 4 : 2;
        for (int b = warp; b < blocks; b += WARPS)
            invert(s.l[b / 2 * 2], b % 2 * TILE);
        __syncthreads();
        solve_own(s.l[0], 0);
        if (!two())
            return;
        for (int i = 0; i < NB; i += TILE) {
            T x[4];
            get_tile(x, NB + i);
            for (int k = 0; k < NB; k += TILE)
                add_product(x, s.l[1], i, k, k);
            put_tile(x, NB + i);
        }
        solve_own(s.l[2], NB);
    }
    /* The unit lower triangle that begins at column and row k; zeros above it. */
    __device__ void invert(T (*l)[shared::LDL], int k0)
    {
        T x[TILE];
#pragma unroll
        for (int i = 0; i < TILE; i++)
            x[i] = scalar<T>::make(i == lane);
#pragma unroll
        for (int k = 0; k < TILE - 1; k++)
#pragma unroll
            for (int i = k + 1; i < TILE; i++)
                x[i] = minus_product(x[i], l[k0 + k][k0 + i], x[k]);
        __syncwarp();
        if (lane < TILE)
            put_row(&l[k0 + lane][k0], x, 0);
    }
    /* -U = -l^-1 u in rows from `top` on. */
    __device__ void solve_own(const T (*l)[shared::LDL], int top)
    {
        for (int i = 0; i < NB; i += TILE) {
            T x[4];
            if (i > 0) {
                get_tile(x, top + i);
                add_product(x, l, i, 0, top);
                put_tile(x, top + i);
            }
#pragma unroll
            for (int e = 0; e < 4; e++)
                x[e] = scalar<T>::make(0);
            add_product(x, l, i, i, top + i);
#pragma unroll
            for (int e = 0; e < 4; e++)
                x[e] = scalar<T>::scale(x[e], -1);
            put_tile(x, top + i);
        }
    }
    __device__ T &of_tile(int row, int e)
    {
        return s.u[warp * EACH + lane % 4 * 2 + e % 2][row + lane / 4 + e / 2 * 8];
    }
    __device__ void get_tile(T (&x)[4], int row)
    {
#pragma unroll
        for (int e = 0; e < 4; e++)
            x[e] = of_tile(row, e);
    }
    __device__ void put_tile(const T (&x)[4], int row)
    {
        __syncwarp();
#pragma unroll
        for (int e = 0; e < 4; e++)
            of_tile(row, e) = x[e];
        __syncwarp();
    }
    /* x += l u: rows of l from i on, TILE columns from k on, rows of u from `row` on. */
    __device__ void add_product(T (&x)[4], const T (*l)[shared::LDL], int i, int k, int row)
    {
        const int g = lane / 4, t = lane % 4;
#pragma unroll
        for (int e = 0; e < TILE; e += 8) {
            const T *from = &l[k + e + t][i + g], *below = &l[k + e + t + 4][i + g];
            const T *u = &s.u[warp * EACH + g][row + e + t];
            const T factors[4] = {from[0], from[8], below[0], below[8]}, b[2] = {u[0], u[4]};
            mma_m16n8k8(x, factors, b);
        }
    }

    /* ---- A22 ------------------------------------------------------------------------------- */

    /* A22 -= L21 U12. A warp has 16 rows at a time, in the units' tiles: lane 4 g + t has rows g
     * and g + 8, and of each 8 columns 2 t and 2 t + 1. */
    __device__ void multiply_by_units()
    {
        const int g = lane / 4, t = lane % 4;
        for (int i0 = rows + 16 * warp; i0 < m; i0 += 16 * WARPS) {
            const int at[2] = {min(i0 + g, m - 1), min(i0 + g + 8, m - 1)};
            T a[NB / 8][4], *x = column(2 * t);
#pragma unroll
            for (int c = 0; c < NB / 8; c++, x += 8 * (int64_t)lda)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    a[c][e] = 8 * c + 2 * t + e % 2 < columns ? x[e % 2 * lda + at[e / 2]]
                                                              : scalar<T>::make(0);
            const int64_t step = 4 * (int64_t)lda;
            const T *l = L + in_first(at[0]) + (int64_t)t * lda;
            int below = in_first(at[1]) - in_first(at[0]);
            for (int top = 0; top < rows; top += NB) {
#pragma unroll
                for (int k = 0; k < NB; k += 8, l += 2 * step) {
                    const T factors[4] = {l[0], l[below], l[step], l[step + below]};
#pragma unroll
                    for (int c = 0; c < NB / 8; c++) {
                        const T *u = &s.u[8 * c + g][top + k + t], b[2] = {u[0], u[4]};
                        mma_m16n8k8(a[c], factors, b);
                    }
                }
                l = L + at[0] + (NB + t) * (int64_t)lda;
                below = at[1] - at[0];
            }
            x = column(2 * t);
#pragma unroll
            for (int c = 0; c < NB / 8; c++, x += 8 * (int64_t)lda)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    if (8 * c + 2 * t + e % 2 < columns && i0 + g + e / 2 * 8 < m)
                        x[e % 2 * lda + at[e / 2]] = a[c][e];
        }
    }
    /* The same, a row for each lane. */
    __device__ void multiply()
    {
        enum { PIECE = pack<T>::SIZE };
        for (int i0 = rows + 32 * warp; i0 < m; i0 += 32 * WARPS) {
            const bool there = i0 + lane < m;
            const int i = there ? i0 + lane : m - 1;
            T a[NB], *x = A + i;
#pragma unroll
            for (int c = 0; c < NB; c++, x += lda)
                a[c] = c < columns && there ? *x : scalar<T>::make(0);
            const T *l = L + in_first(i);
            for (int top = 0; top < rows; top += NB) {
#pragma unroll(sizeof(T) == 4 ? 2 : 4 / PIECE)
                for (int k = 0; k < NB; k += PIECE) {
                    T factors[PIECE];
#pragma unroll
                    for (int e = 0; e < PIECE; e++, l += lda)
                        factors[e] = *l;
#pragma unroll
                    for (int c = 0; c < NB; c++) {
                        const pack<T> u = *(const pack<T> *)&s.u[c][top + k];
#pragma unroll
                        for (int e = 0; e < PIECE; e++)
                            a[c] = minus_product(a[c], factors[e], scalar<T>::scale(u.v[e], -1));
                    }
                }
                l = L + i + NB * (int64_t)lda;
            }
            x = A + i;
#pragma unroll
            for (int c = 0; c < NB; c++, x += lda)
                if (c < columns && there)
                    *x = a[c];
        }
    }
};

/* Interchanges `first` to `end` in columns of a matrix. Shared memory: the order of the rows from
 * row `first` on, pivots, and a column for each warp. */
template <class T> struct blocked_interchange {
    enum { WARPS = blocked<T>::WARPS, THREADS = blocked<T>::THREADS };
    const int rows, first, end;
    T *A; /* the first column */
    const int columns;
    const int lda;
    const int *ipiv;
    const int lane, warp;

    __device__ blocked_interchange(int m, int first_, int end_, T *A_, int columns_, int lda_,
                                   const int *ipiv_)
        : rows(m - first_), first(first_), end(end_), A(A_), columns(columns_), lda(lda_),
          ipiv(ipiv_), lane(threadIdx.x % 32), warp(threadIdx.x / 32)
    {
    }
    static __host__ __device__ int bytes_of_order(int rows)
    {
        return (rows + 3) / 4 * 16;
    }
    static __host__ __device__ int bytes(int rows)
    {
        return 2 * bytes_of_order(rows) + WARPS * rows * (int)sizeof(T);
    }
    __device__ void run(char *memory)
    {
        int *order = (int *)memory, *with = (int *)(memory + bytes_of_order(rows));
        T *x = (T *)(memory + 2 * bytes_of_order(rows)) + warp * rows;
        for (int i = threadIdx.x; i < rows; i += THREADS) {
            order[i] = i;
            with[i] = first + i < end ? ipiv[first + i] - 1 - first : i;
        }
        __syncthreads();
        if (warp == 0)
            for (int top = 0; first + top < end; top += 32)
                compose(order + top, with + top, top, min(32, end - first - top));
        __syncthreads();
        for (int c = warp; c < columns; c += WARPS) {
            T *column = A + (int64_t)c * lda + first;
#pragma unroll 4
            for (int i = lane; i < rows; i += 32)
                x[i] = column[i];
            __syncwarp();
#pragma unroll 4
            for (int i = lane; i < rows; i += 32)
                column[i] = x[order[i]];
            __syncwarp();
        }
    }
    __device__ void compose(int *order, const int *with, int top, int rows)
    {
        const panel_moves moves(lane < rows ? with[lane] - top : lane, rows);
        const int in = lane < rows ? order[moves.source] : 0;
        const int out = moves.to >= 0 ? order[moves.content] : 0;
        __syncwarp();
        if (lane < rows)
            order[lane] = in;
        if (moves.to >= 0)
            order[moves.to] = out;
        __syncwarp();
    }
};

} // namespace sl

#endif /* SL_CUDA_BLOCKED_GETRF_CUH */

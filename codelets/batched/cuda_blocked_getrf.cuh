/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Parts of the blocked LU of a batch: what panels do to the columns right of them, and the
 * interchanges of later panels in the columns left of them. A thread block has NB columns of a
 * matrix.
 */
#ifndef SL_CUDA_BLOCKED_GETRF_CUH
#define SL_CUDA_BLOCKED_GETRF_CUH

#include "cuda_middle_getrf.cuh"

namespace sl
{

template <class T> struct blocked {
    enum { ROWS = 1024, NB = sizeof(T) == 16 ? 16 : 32, WARPS = 4, THREADS = 32 * WARPS };
};

/* A panel's interchanges at once. Rows are counted from the panel's first one on; lane
 * i has its interchange i, with row with >= i. */
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

template <class T> struct __align__(16) blocked_shared {
    enum {
        NB = blocked<T>::NB,
        LD = 2 * NB + (std::is_same<T, double>::value ? 4 : 16 / sizeof(T)) /* few conflicts */
    };
    __align__(16) T l[3][NB][NB]; /* columns of L00, L10 and L11, unit lower triangles' blocks */
    __align__(16) T u[NB][LD];    /* columns of A12, then of -U12 */
    int order[blocked<T>::ROWS];  /* where rows from NB on are in the first panel of two */
};

/* What one or two panels do to the columns right of them: row interchanges, U12 and A22. The first
 * panel's first row is row 0 of these. The second one's interchanges are not yet done in it. */
template <class T> struct blocked_update {
    typedef blocked_shared<T> shared;
    enum { NB = blocked<T>::NB, WARPS = blocked<T>::WARPS };
    const int m, rows; /* rows: of U12, as many columns have the panels */
    const T *L;
    T *A;              /* columns right of the panels */
    const int columns; /* NB at most */
    const int lda;
    const int *ipiv;
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
    /* solver: the warp that solves with triangles. They take turns so that all parts of the
     * multiprocessor have this work. */
    __device__ void run(int solver)
    {
        prefetch();
        fetch(s.l[0], L, lane, min(rows, (int)NB), min(rows, (int)NB));
        if (two()) {
            fetch(s.l[2], L + NB * (int64_t)lda, NB + lane, rows - NB, rows - NB);
            for (int i = threadIdx.x; i < m - NB; i += blocked<T>::THREADS)
                s.order[i] = i;
        }
        interchange(0);
        if (two()) {
            __syncthreads();
            interchange(NB);
            fetch(s.l[1], L, lane < rows - NB ? NB + s.order[lane] : 0, rows - NB, NB);
        }
        if (warp == solver && lane < NB)
            solve(s.l[0], &s.u[lane][0]);
        await_copies<0>();
        __syncthreads();
        if (two()) {
            if (lane < NB)
                subtract(s.l[1], s.u[lane], &s.u[lane][NB] + warp * EACH);
            __syncthreads();
            if (warp == solver && lane < NB)
                solve(s.l[2], &s.u[lane][NB]);
            __syncthreads();
        }
        for (int c = warp; c < columns; c += WARPS)
            for (int i = lane; i < rows; i += 32)
                column(c)[i] = scalar<T>::scale(s.u[c][i], -1);
        if constexpr (std::is_same<T, double>::value)
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
    __device__ void fetch(T (*l)[NB], const T *from, int i, int height, int width)
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

    /* The pivots' rows of the panel with row `top` come to shared memory, those in their way go
     * where they were. Copies have arrived then. */
    enum { EACH = NB / WARPS };
    __device__ void interchange(int top)
    {
        const int pivots = min(rows - top, (int)NB);
        const panel_moves moves(lane < pivots ? ipiv[top + lane] - 1 - above - top : lane, pivots);
        T x[EACH], y[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int c = warp + e * WARPS;
            x[e] = y[e] = scalar<T>::make(0);
            if (c < columns && lane < pivots)
                x[e] = column(c)[top + moves.source];
            if (c < columns && moves.to >= 0)
                y[e] = column(c)[top + moves.content];
        }
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (lane < NB)
                s.u[warp + e * WARPS][top + lane] = x[e];
        if (top > 0 && warp == 0) {
            if (lane < pivots)
                s.order[lane] = moves.source;
            if (moves.to >= 0)
                s.order[moves.to] = moves.content;
        }
        await_copies<0>();
        __syncthreads();
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (warp + e * WARPS < columns && moves.to >= 0)
                column(warp + e * WARPS)[top + moves.to] = y[e];
    }

    /* -U = -l^-1 u, l unit lower triangular, a column for each lane. */
    __device__ void solve(const T (*l)[NB], T *u)
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
    __device__ void subtract(const T (*l)[NB], const T *u, T *to)
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

    /* Where row i, below all pivots, is in the first panel. */
    __device__ int in_first(int i) const
    {
        return two() ? NB + s.order[i - NB] : i;
    }

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
        enum { PIECE = middle_piece<T>::EACH };
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
                        const middle_piece<T> u = *(const middle_piece<T> *)&s.u[c][top + k];
#pragma unroll
                        for (int e = 0; e < PIECE; e++)
                            a[c] = minus_product(a[c], factors[e], scalar<T>::scale(u.e[e], -1));
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

/* The interchanges of all panels below row `first` in columns of L. Shared memory: the
 * order of the rows, pivots, and a column for each warp. */
template <class T> struct blocked_left {
    enum { WARPS = blocked<T>::WARPS, THREADS = blocked<T>::THREADS };
    const int m, first, pivots; /* pivots: min(m, n) of the matrix */
    T *A;                       /* the first column */
    const int columns;
    const int lda;
    const int *ipiv;
    const int lane, warp;

    __device__ blocked_left(int m_, int first_, int pivots_, T *A_, int columns_, int lda_,
                            const int *ipiv_)
        : m(m_), first(first_), pivots(pivots_), A(A_), columns(columns_), lda(lda_), ipiv(ipiv_),
          lane(threadIdx.x % 32), warp(threadIdx.x / 32)
    {
    }
    static __host__ __device__ int bytes_of_order(int m)
    {
        return (m + 3) / 4 * 16;
    }
    static __host__ __device__ int bytes(int m)
    {
        return 2 * bytes_of_order(m) + WARPS * m * (int)sizeof(T);
    }
    __device__ void run(char *memory)
    {
        const int rows = m - first;
        int *order = (int *)memory, *with = (int *)(memory + bytes_of_order(m));
        T *x = (T *)(memory + 2 * bytes_of_order(m)) + warp * m;
        for (int i = threadIdx.x; i < rows; i += THREADS) {
            order[i] = i;
            with[i] = first + i < pivots ? ipiv[first + i] - 1 - first : i;
        }
        __syncthreads();
        if (warp == 0)
            for (int top = 0; first + top < pivots; top += 32)
                compose(order + top, with + top, top, min(32, pivots - first - top));
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

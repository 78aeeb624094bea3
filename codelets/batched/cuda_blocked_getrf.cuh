/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Parts of the blocked LU of a batch: what a panel does to the columns right of it, and
 * the interchanges of later panels in the columns left of them. A thread block has NB
 * columns of a matrix.
 */
#ifndef SL_CUDA_BLOCKED_GETRF_CUH
#define SL_CUDA_BLOCKED_GETRF_CUH

#include "cuda_middle_getrf.cuh"

namespace sl
{

template <class T> struct blocked {
    enum { NB = sizeof(T) == 16 ? 16 : 32, WARPS = 4, THREADS = 32 * WARPS };
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
        LD = NB + (std::is_same<T, double>::value ? 4 : 16 / sizeof(T)) /* few bank conflicts */
    };
    __align__(16) T l[NB][NB]; /* columns of L11 */
    __align__(16) T u[NB][LD]; /* columns of A12, then of -U12 */
};

/* Row interchanges, U12 and A22. The panel's first row is row 0 of these. */
template <class T> struct blocked_update {
    enum { NB = blocked<T>::NB, WARPS = blocked<T>::WARPS, LD = blocked_shared<T>::LD };
    const int m, rows; /* rows: of U12, as many columns has L */
    const T *L;        /* the panel, factored */
    T *A;              /* columns right of it */
    const int columns; /* of them, NB at most */
    const int lda;
    const int *ipiv; /* the panel's pivots */
    const int above; /* what they count that is above the panel */
    const int lane, warp;
    blocked_shared<T> &s;

    __device__ blocked_update(int m_, int rows_, const T *L_, T *A_, int columns_, int lda_,
                              const int *ipiv_, int above_, blocked_shared<T> &shared)
        : m(m_), rows(rows_), L(L_), A(A_), columns(columns_), lda(lda_), ipiv(ipiv_),
          above(above_), lane(threadIdx.x % 32), warp(threadIdx.x / 32), s(shared)
    {
    }
    __device__ T *column(int c) const
    {
        return A + (int64_t)c * lda;
    }
    /* solver: the warp that solves for U12. They take turns so that all parts of the
     * multiprocessor have this work. */
    __device__ void run(int solver)
    {
        for (int k = warp; k < NB; k += WARPS)
            if (lane < NB) {
                if (k < rows && lane < rows)
                    copy_async(&s.l[k][lane], L + (int64_t)k * lda + lane);
                else
                    s.l[k][lane] = scalar<T>::make(0);
            }
        copies_end_here();
        interchange();
        if (warp == solver && lane < NB)
            solve();
        __syncthreads();
        for (int c = warp; c < columns; c += WARPS)
            if (lane < rows)
                column(c)[lane] = scalar<T>::scale(s.u[c][lane], -1);
        if constexpr (std::is_same<T, double>::value)
            multiply_by_units();
        else
            multiply();
    }

    /* The rows of the panel's pivots come to shared memory, those in their way go where
     * they were. */
    __device__ void interchange()
    {
        enum { EACH = NB / WARPS };
        const panel_moves moves(lane < rows ? ipiv[lane] - 1 - above : lane, rows);
        T x[EACH], y[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int c = warp + e * WARPS;
            x[e] = y[e] = scalar<T>::make(0);
            if (c < columns && lane < rows)
                x[e] = column(c)[moves.source];
            if (c < columns && moves.to >= 0)
                y[e] = column(c)[moves.content];
        }
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (lane < NB)
                s.u[warp + e * WARPS][lane] = x[e];
        await_copies<0>();
        __syncthreads();
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (warp + e * WARPS < columns && moves.to >= 0)
                column(warp + e * WARPS)[moves.to] = y[e];
    }

    /* U12 = L11^-1 A12, a lane for each column. */
    __device__ void solve()
    {
        T x[NB];
        get_row(x, s.u[lane], 0);
#pragma unroll
        for (int k = 0; k < NB - 1; k++)
#pragma unroll
            for (int i = k + 1; i < NB; i++)
                x[i] = minus_product(x[i], s.l[k][i], x[k]);
#pragma unroll
        for (int i = 0; i < NB; i++)
            x[i] = scalar<T>::scale(x[i], -1);
        put_row(s.u[lane], x, 0);
    }

    /* A22 -= L21 U12, rows NB and below. A warp has 16 rows at a time, in the units'
     * tiles: lane 4 g + t has rows g and g + 8, and of each 8 columns 2 t and 2 t + 1.
     */
    __device__ void multiply_by_units()
    {
        const int g = lane / 4, t = lane % 4;
        for (int i0 = NB + 16 * warp; i0 < m; i0 += 16 * WARPS) {
            const int at[2] = {min(i0 + g, m - 1), min(i0 + g + 8, m - 1)};
            T a[NB / 8][4];
#pragma unroll
            for (int e = 0; e < NB / 2; e++) {
                const int c = e / 4 * 8 + 2 * t + e % 2;
                a[e / 4][e % 4] = c < columns ? column(c)[at[e / 2 % 2]] : scalar<T>::make(0);
            }
            const T *l = L + (int64_t)t * lda;
#pragma unroll
            for (int k = 0; k < NB; k += 8, l += 8 * (int64_t)lda) {
                const T *next = l + 4 * (int64_t)lda;
                const T x[4] = {l[at[0]], l[at[1]], next[at[0]], next[at[1]]};
#pragma unroll
                for (int c = 0; c < NB / 8; c++) {
                    const T b[2] = {s.u[8 * c + g][k + t], s.u[8 * c + g][k + 4 + t]};
                    mma_m16n8k8(a[c], x, b);
                }
            }
#pragma unroll
            for (int e = 0; e < NB / 2; e++) {
                const int c = e / 4 * 8 + 2 * t + e % 2, i = i0 + g + e / 2 % 2 * 8;
                if (c < columns && i < m)
                    column(c)[i] = a[e / 4][e % 4];
            }
        }
    }
    /* The same, a row for each lane. */
    __device__ void multiply()
    {
        enum { EACH = middle_piece<T>::EACH };
        for (int i0 = NB + 32 * warp; i0 < m; i0 += 32 * WARPS) {
            const int i = min(i0 + lane, m - 1);
            T a[NB];
#pragma unroll
            for (int c = 0; c < NB; c++)
                a[c] = c < columns ? column(c)[i] : scalar<T>::make(0);
            const T *l = L + i;
#pragma unroll(8 / EACH)
            for (int k = 0; k < NB; k += EACH) {
                T x[EACH];
#pragma unroll
                for (int e = 0; e < EACH; e++, l += lda)
                    x[e] = *l;
#pragma unroll
                for (int c = 0; c < NB; c++) {
                    const middle_piece<T> u = *(const middle_piece<T> *)&s.u[c][k];
#pragma unroll
                    for (int e = 0; e < EACH; e++)
                        a[c] = minus_product(a[c], x[e], scalar<T>::scale(u.e[e], -1));
                }
            }
            if (i0 + lane < m)
#pragma unroll
                for (int c = 0; c < NB; c++)
                    if (c < columns)
                        column(c)[i] = a[c];
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

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU of a matrix of middle size by one thread block, with partial pivoting. It is left-looking: a
 * panel of NB columns is read, updated by the panels to its left, and factored, all in registers. A
 * thread has R rows of the panel.
 *
 * - L is in shared memory as far as there is room, from its first panel on: the first ones are read
 *   most often. U is never read again. So a matrix whose L fits is read once and written once.
 * - While a panel is factored its rows do not move, but each knows its place. Afterwards the rows of
 *   L in shared memory are interchanged.
 * - Panels of L that have no room are in the matrix itself, and their rows never move until the end:
 *   each stays where it was in A, like U's rows in these columns.
 */
#ifndef SL_CUDA_MIDDLE_GETRF_CUH
#define SL_CUDA_MIDDLE_GETRF_CUH

#include <stdint.h>
#include "codelets/cuda/cuda_copy.cuh"
#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

__device__ inline void prefetch_to_cache(const void *p)
{
#ifdef __CUDA_ARCH__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
#endif
}

template <class T> struct middle_matrix {
    int m, n;
    T *A;
    int lda;
    int *ipiv, *info;
};

/* Rows of NB elements, moved 16 bytes at a time from one that has element `first` on. The addresses are
 * multiples of 16. */
template <class T> struct __align__(16) middle_piece {
    enum { EACH = 16 / sizeof(T) };
    T e[EACH];
};
template <class T, int NB> __device__ void get_row(T (&to)[NB], const T *from, int first)
{
    const int EACH = middle_piece<T>::EACH;
#pragma unroll
    for (int i = 0; i < NB / EACH; i++) {
        if (i < first / EACH)
            continue;
        middle_piece<T> x = ((const middle_piece<T> *)from)[i];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            to[i * EACH + e] = x.e[e];
    }
}
template <class T, int NB> __device__ void put_row(T *to, const T (&from)[NB], int first)
{
    const int EACH = middle_piece<T>::EACH;
#pragma unroll
    for (int i = 0; i < NB / EACH; i++) {
        if (i < first / EACH)
            continue;
        middle_piece<T> x;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            x.e[e] = from[i * EACH + e];
        ((middle_piece<T> *)to)[i] = x;
    }
}

/* The best row of a warp, and how to divide by its element; best.row: its scale is not 1. */
template <class T, int NB> struct __align__(16) middle_candidate {
    candidate best;
    divisor<T> divide;
    __align__(16) T row[NB];
};

/* Shared memory: this, two candidates of each warp, the rows' order, and L. */
template <class T, int NB> struct __align__(16) middle_shared {
    enum { LD = NB + 16 / sizeof(T) };         /* no bank conflicts where lanes have rows */
    __align__(16) T u[2][NB][LD];              /* NB rows of U in the panel's columns */
    __align__(16) T diagonal[NB][NB];          /* L's block in these rows, if it is not shared */
    int source[NB];                            /* where the panel's pivots were */
    int target[NB];                            /* where rows in their way went, or -1 */

    static __host__ __device__ int bytes_without_l(int threads, int m)
    {
        return (int)(sizeof(middle_shared) + threads / 32 * 2 * sizeof(middle_candidate<T, NB>)) +
               (m + 3) / 4 * 16;
    }
};

template <class T, int NB, int R> struct middle_lu {
    typedef middle_shared<T, NB> shared;
    const middle_matrix<T> p;
    const int lane, warp, warps;
    const int scribe; /* the warp with the last row, which is never without work */
    const int pivots; /* min(m, n) */
    shared &s;
    middle_candidate<T, NB> *const candidates;
    int *const order; /* the row of A that is now at each place */
    T *const l;
    int kept; /* columns of L in shared memory, whole panels */
    int info;
    T a[R][NB];            /* rows of the panel */
    int place[R], from[R]; /* where they are, -1 for none, and in A */

    /* bytes: of shared memory. The others of this thread block have the same arguments. */
    __device__ middle_lu(const middle_matrix<T> &matrix, char *memory, int bytes)
        : p(matrix), lane(threadIdx.x % 32), warp(threadIdx.x / 32), warps(blockDim.x / 32),
          scribe((p.m - 1) % blockDim.x / 32), pivots(min(p.m, p.n)), s(*(shared *)memory),
          candidates((middle_candidate<T, NB> *)(memory + sizeof(shared))),
          order((int *)(candidates + 2 * warps)),
          l((T *)(memory + shared::bytes_without_l(blockDim.x, p.m))), kept(0), info(0)
    {
        const int room = (bytes - shared::bytes_without_l(blockDim.x, p.m)) / (int)sizeof(T);
        while (kept < pivots && kept + NB < p.n && size_of_l(kept + NB) <= room)
            kept += NB;
        for (int i = threadIdx.x; i < p.m; i += blockDim.x)
            order[i] = i;
        __syncthreads();
    }
    /* Elements in the first `columns` columns, whole panels: a panel has no rows above its diagonal
     * block. */
    __host__ __device__ int size_of_l(int columns) const
    {
        return columns * p.m - columns / NB * (columns - NB) / 2 * NB;
    }
    /* Row 0 and column 0 of a shared panel, if it had them; rows are places. */
    __device__ T *panel_of_l(int k0) const
    {
        return l + size_of_l(k0) - k0;
    }
    __device__ T *column(int j) const
    {
        return p.A + (int64_t)j * p.lda;
    }
    __device__ int first_place(int r) const
    {
        return r * (int)blockDim.x + (int)threadIdx.x;
    }
    /* A panel of L that other panels read from A. Its rows are not moved. */
    __device__ bool unmoved(int j0) const
    {
        return j0 >= kept && j0 < pivots && j0 + NB < p.n;
    }

    __device__ void factor()
    {
        for (int j0 = 0; j0 < p.n; j0 += NB) {
            const int before = min(j0, pivots);
            load(j0);
            if (j0 + NB < p.n)
                prefetch(j0 + NB);
            fetch_diagonal(0, before);
            for (int k0 = 0; k0 < before; k0 += NB)
                apply(k0, j0, before);
            if (j0 < pivots) {
                eliminate(j0);
                store(j0);
            }
            __syncthreads();
            if (j0 < pivots)
                interchange(j0);
        }
        finish();
    }

    __device__ void load(int j0)
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int i = first_place(r);
            place[r] = i < p.m ? i : -1;
            from[r] = i < p.m ? order[i] : 0;
            const T *x = column(j0) + from[r];
#pragma unroll
            for (int c = 0; c < NB; c++, x += p.lda)
                a[r][c] = i < p.m && j0 + c < p.n ? *x : scalar<T>::make(0);
        }
    }

    /* To the cache. */
    __device__ void prefetch(int j0) const
    {
        const int EACH = 128 / sizeof(T), pieces = (p.m + EACH - 1) / EACH;
        for (int e = threadIdx.x; e < pieces * NB; e += blockDim.x)
            if (j0 + e / pieces < p.n)
                prefetch_to_cache(column(j0 + e / pieces) + e % pieces * EACH);
    }

    /* ---- What the panel k0 of L does to this one ------------------------------------------- */

    /* Begins to copy the diagonal block of the next panel of L. */
    __device__ void fetch_diagonal(int k0, int before)
    {
        const int rows = min(NB, pivots - k0);
        if (k0 >= kept && k0 < before)
            for (int e = threadIdx.x; e < NB * NB; e += blockDim.x)
                if (e % NB < rows)
                    copy_async(&s.diagonal[e / NB][e % NB],
                               column(k0 + e / NB) + order[k0 + e % NB]);
        copies_end_here();
    }
    __device__ void apply(int k0, int j0, int before)
    {
        const int rows = min(NB, pivots - k0);
        T(*u)[shared::LD] = s.u[k0 / NB % 2];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int i = first_place(r) - k0;
            if (i >= 0 && i < rows)
                put_row(u[i], a[r], 0);
        }
        await_copies<0>();
        __syncthreads();
        if (threadIdx.x < NB) {
            if (k0 < kept)
                substitute(rows, u, panel_of_l(k0) + k0, p.m - k0);
            else
                substitute(rows, u, s.diagonal[0], NB);
        }
        __syncthreads();
        fetch_diagonal(k0 + NB, before);
        const bool by_order = unmoved(j0);
        for (int e = threadIdx.x; e < NB * NB; e += blockDim.x) {
            const int i = e % NB, c = e / NB;
            if (i < rows && j0 + c < p.n)
                column(j0 + c)[by_order ? order[k0 + i] : k0 + i] = u[i][c];
        }
        /* rows that this warp has below these, if any */
        const int above = k0 + NB - warp * 32, threads = blockDim.x;
        const int first = above < 32 ? 0 : (above - 32) / threads + 1;
        if (k0 + NB < p.m && first < R && first * threads + warp * 32 < p.m) {
            int at[R];
#pragma unroll
            for (int r = 0; r < R; r++) {
                const int i = first_place(r);
                const bool there = i >= k0 + NB && i < p.m;
                at[r] = k0 < kept ? (there ? i : p.m - 1) : from[r];
            }
            if (k0 < kept)
                update<0>(first, at, u, panel_of_l(k0), p.m - k0);
            else
                update<0>(first, at, u, column(k0), (int64_t)p.lda);
        }
    }
    /* A column of U for each thread, by the unit lower triangle L of order `rows`. */
    __device__ void substitute(int rows, T (*u)[shared::LD], const T *L, int ldl) const
    {
        T x[NB];
#pragma unroll
        for (int i = 0; i < NB; i++)
            x[i] = u[i][threadIdx.x];
#pragma unroll
        for (int k = 0; k < NB - 1; k++)
#pragma unroll
            for (int i = k + 1; i < NB; i++)
                x[i] = minus_product(x[i], i < rows ? L[k * ldl + i] : scalar<T>::make(0), x[k]);
#pragma unroll
        for (int i = 1; i < NB; i++)
            u[i][threadIdx.x] = x[i];
    }
    /* Rows from number FIRST on, of `first` this is at most. */
    template <int FIRST, class I>
    __device__ __forceinline__ void update(int first, const int (&at)[R], T (*u)[shared::LD],
                                           const T *L, I ldl)
    {
        const int NEXT = FIRST + (R + 1) / 2;
        if constexpr (NEXT < R)
            if (first >= NEXT) {
                update<NEXT>(first, at, u, L, ldl);
                return;
            }
#pragma unroll(sizeof(T) * NB * R <= 256 ? 8 : 4)
        for (int k = 0; k < NB; k++) {
            T factors[R], row[NB];
#pragma unroll
            for (int r = FIRST; r < R; r++)
                factors[r] = L[at[r] + k * ldl];
            get_row(row, u[k], 0);
#pragma unroll
            for (int c = 0; c < NB; c++)
#pragma unroll
                for (int r = FIRST; r < R; r++)
                    a[r][c] = minus_product(a[r][c], factors[r], row[c]);
        }
    }

    /* ---- The panel ------------------------------------------------------------------------- */

    __device__ void eliminate(int j0)
    {
        const int rows = min(NB, pivots - j0);
        bool work = false;
#pragma unroll
        for (int r = 0; r < R; r++)
            work = work || place[r] >= j0;
        if (__ballot_sync(~0u, work) == 0) {
            wait(rows);
            return;
        }
        int pivot_of_lane = 0;
        steps<0>(j0, pivot_of_lane);
        if (warp == scribe && lane < rows)
            p.ipiv[j0 + lane] = pivot_of_lane;
    }
    /* From column C of the panel on: registers cannot be indexed. */
    template <int C> __device__ __forceinline__ void steps(int j0, int &pivot_of_lane)
    {
        if constexpr (C < NB)
            if (j0 + C < pivots) {
                step<C>(j0 + C, pivot_of_lane);
                steps<C + 1>(j0, pivot_of_lane);
            }
    }
    template <int C> __device__ __forceinline__ void step(int j, int &pivot_of_lane)
    {
        const middle_candidate<T, NB> &pivot = choose<C>(j);
        const candidate best = pivot.best;
        const T reciprocal = pivot.divide.reciprocal;
        T u[NB];
        get_row(u, pivot.row, C + 1);
        if (lane == C)
            pivot_of_lane = best.at + 1;
        if (info == 0 && (best.high | best.low) == 0)
            info = j + 1;
        if (best.row != 0) {
#pragma unroll
            for (int r = 0; r < R; r++)
                if (place[r] >= j && place[r] != best.at) {
                    a[r][C] = scalar<T>::scale(a[r][C], pivot.divide.scale);
                    settle(a[r][C]); /* a branch that is rarely taken */
                }
        }
#pragma unroll
        for (int r = 0; r < R; r++) {
            if (place[r] == best.at)
                place[r] = j;
            else if (place[r] >= j) {
                if (place[r] == j)
                    place[r] = best.at;
                a[r][C] = scalar<T>::mul(a[r][C], reciprocal);
#pragma unroll
                for (int d = C + 1; d < NB; d++)
                    a[r][d] = minus_product(a[r][d], a[r][C], u[d]);
            }
        }
    }
    /* A warp whose rows are all above the panel. */
    __device__ void wait(int steps)
    {
        if (lane < 2)
            candidates[lane * warps + warp].best = no_candidate();
        for (int c = 0; c < steps; c++)
            __syncthreads();
    }
    /* The pivot of column j, register C. Each warp tells its best row. */
    template <int C> __device__ __forceinline__ const middle_candidate<T, NB> &choose(int j)
    {
        middle_candidate<T, NB> *of = candidates + C % 2 * warps;
        candidate best = no_candidate();
        T x = scalar<T>::make(0);
        int mine = 0;
        if (place[0] >= j) {
            x = a[0][C];
            best = make_candidate(x, place[0], 0);
        }
#pragma unroll
        for (int r = 1; r < R; r++)
            if (place[r] >= j) {
                const candidate other = make_candidate(a[r][C], place[r], 0);
                if (better(other, best)) {
                    best = other;
                    x = a[r][C];
                    mine = r;
                }
            }
        const unsigned most = warp_max(best.high);
        divisor<T> divide(x); /* of every row, meanwhile */
        settle(divide.reciprocal);
        best.row = divide.scale != 1;
        if (best_of(best, most) >> lane & 1) {
            of[warp].best = best;
            of[warp].divide = divide;
#pragma unroll
            for (int r = 0; r < R; r++)
                if (r == mine)
                    put_row(of[warp].row, a[r], C + 1);
        }
        __syncthreads();
        if (warps == 1)
            return of[0];
        return of[best_lane(lane < warps ? of[lane].best : no_candidate())];
    }

    /* Rows of the panel to where they are from now on. */
    __device__ void store(int j0)
    {
        const int top = j0 + min(NB, pivots - j0);
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int i = first_place(r), to = place[r];
            if (to < j0)
                continue;
            if (j0 < kept) {
                T *L = panel_of_l(j0) + to;
#pragma unroll
                for (int c = 0; c < NB; c++, L += p.m - j0)
                    *L = a[r][c];
            } else {
                T *A = column(j0) + (unmoved(j0) ? from[r] : to);
#pragma unroll
                for (int c = 0; c < NB; c++, A += p.lda)
                    if (j0 + c < p.n)
                        *A = a[r][c];
            }
            order[to] = from[r];
            if (to < top)
                s.source[to - j0] = i;
            if (i < top)
                s.target[i - j0] = to < top ? -1 : to;
        }
    }
    /* The panel's interchanges in the shared panels to its left: pivots move to the top, and rows
     * from there to where pivots were. A lane moves rows in four columns at a time. */
    __device__ void interchange(int j0)
    {
        enum { COLUMNS = 4, EACH = (2 * NB + 31) / 32 };
        const int rows = min(NB, pivots - j0);
        int out[EACH], in[EACH];
        bool any = false;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int i = e * 32 + lane;
            out[e] = in[e] = -1;
            if (i < rows) {
                out[e] = s.source[i];
                in[e] = j0 + i;
            } else if (i >= NB && i < NB + rows) {
                out[e] = j0 + i - NB;
                in[e] = s.target[i - NB];
            }
            if (in[e] == out[e])
                in[e] = -1;
            any = any || in[e] >= 0;
        }
        if (__ballot_sync(~0u, any) == 0)
            return;
        for (int k = warp * COLUMNS; k < min(kept, j0); k += warps * COLUMNS) {
            const int k0 = k / NB * NB, ldl = p.m - k0;
            T *L = panel_of_l(k0) + (k - k0) * ldl, x[COLUMNS][EACH];
#pragma unroll
            for (int c = 0; c < COLUMNS; c++)
#pragma unroll
                for (int e = 0; e < EACH; e++)
                    if (in[e] >= 0)
                        x[c][e] = L[c * ldl + out[e]];
            __syncwarp();
#pragma unroll
            for (int c = 0; c < COLUMNS; c++)
#pragma unroll
                for (int e = 0; e < EACH; e++)
                    if (in[e] >= 0)
                        L[c * ldl + in[e]] = x[c][e];
        }
    }

    /* What is not yet where it belongs in A. */
    __device__ void finish()
    {
        __syncthreads();
        for (int k = warp; k < kept; k += warps) {
            const int k0 = k / NB * NB;
            const T *L = panel_of_l(k0) + (k - k0) * (p.m - k0);
            for (int i = k0 + lane; i < p.m; i += 32)
                column(k)[i] = L[i];
        }
        for (int j0 = kept; unmoved(j0); j0 += NB) {
            load(j0);
            __syncthreads();
#pragma unroll
            for (int r = 0; r < R; r++)
                if (place[r] >= 0) {
                    T *x = column(j0) + place[r];
#pragma unroll
                    for (int c = 0; c < NB; c++, x += p.lda)
                        *x = a[r][c];
                }
        }
        if (warp == scribe && lane == 0)
            *p.info = info;
    }
};

} // namespace sl

#endif /* SL_CUDA_MIDDLE_GETRF_CUH */

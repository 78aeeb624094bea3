/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A panel of LU with partial pivoting whose rows are in the registers of a thread block. A thread
 * has R rows. They do not move, but each knows its place.
 */
#ifndef SL_CUDA_PANEL_GETRF_CUH
#define SL_CUDA_PANEL_GETRF_CUH

#include <stdint.h>
#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

template <class T> struct middle_matrix {
    int m, n;
    T *A;
    int lda;
    int *ipiv, *info;
    int first; /* rows above it, in a larger matrix; as many columns of that are factored */
};

/* Rows of NB elements, moved 16 bytes at a time from one that has element `first` on. The addresses
 * are multiples of 16. */
template <class T, int NB> __device__ void get_row(T (&to)[NB], const T *from, int first)
{
    const int EACH = pack<T>::SIZE;
#pragma unroll
    for (int i = 0; i < NB / EACH; i++) {
        if (i < first / EACH)
            continue;
        pack<T> x = ((const pack<T> *)from)[i];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            to[i * EACH + e] = x.v[e];
    }
}
template <class T, int NB> __device__ void put_row(T *to, const T (&from)[NB], int first)
{
    const int EACH = pack<T>::SIZE;
#pragma unroll
    for (int i = 0; i < NB / EACH; i++) {
        if (i < first / EACH)
            continue;
        pack<T> x;
#pragma unroll
        for (int e = 0; e < EACH; e++)
            x.v[e] = from[i * EACH + e];
        ((pack<T> *)to)[i] = x;
    }
}

/* The best row of a warp, and how to divide by its element; best.row: its scale is not 1. */
template <class T, int NB> struct __align__(16) middle_candidate {
    candidate best;
    divisor<T> divide;
    __align__(16) T row[NB];
};

/* What middle_lu and register_panel have in common. */
template <class T, int NB, int R> struct lu_rows {
    const int lane, warp, warps;
    const int scribe; /* the warp with the last row, which is never without work */
    middle_candidate<T, NB> *const candidates; /* two of each warp, in shared memory */
    int info;
    T a[R][NB];
    int place[R]; /* where the rows are, -1 for none */

    __device__ lu_rows(int m, void *memory)
        : lane(threadIdx.x % 32), warp(threadIdx.x / 32), warps(blockDim.x / 32),
          scribe((m - 1) % blockDim.x / 32), candidates((middle_candidate<T, NB> *)memory), info(0)
    {
    }
    __device__ int first_place(int r) const
    {
        return r * (int)blockDim.x + (int)threadIdx.x;
    }
    /* Columns from j0 on, which have `rows` pivots. */
    __device__ void eliminate(const middle_matrix<T> &p, int j0, int rows)
    {
        bool work = false;
#pragma unroll
        for (int r = 0; r < R; r++)
            work = work || place[r] >= j0;
        if (__ballot_sync(~0u, work) == 0) {
            wait(rows);
            return;
        }
        int pivot_of_lane = 0;
        steps<0>(j0, rows, pivot_of_lane);
        if (warp == scribe && lane < rows)
            p.ipiv[j0 + lane] = p.first + pivot_of_lane;
    }
    /* From column C of the panel on: registers cannot be indexed. */
    template <int C> __device__ __forceinline__ void steps(int j0, int rows, int &pivot_of_lane)
    {
        if constexpr (C < NB)
            if (C < rows) {
                step<C>(j0 + C, pivot_of_lane);
                steps<C + 1>(j0, rows, pivot_of_lane);
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
        T x = scalar<T>::make(1);
        unsigned long long most = 0;
        int at = NOWHERE, mine = 0;
#pragma unroll
        for (int r = 0; r < R; r++) {
            const uint2 bits = magnitude_bits(a[r][C]);
            const bool there = place[r] >= j;
            const unsigned long long size = there ? (unsigned long long)bits.x << 32 | bits.y : 0;
            const int here = there ? place[r] : (int)NOWHERE;
            if ((size > most) | ((size == most) & (here < at))) {
                most = size;
                at = here;
                x = a[r][C];
                mine = r;
            }
        }
        candidate best = {(unsigned)(most >> 32), (unsigned)most, at, 0};
        const unsigned high = warp_max(best.high);
        divisor<T> divide(x); /* of every row, meanwhile */
        settle(divide.reciprocal);
        best.row = divide.scale != 1;
        if (best_of(best, high) >> lane & 1) {
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

    /* Of the matrix. */
    __device__ void tell(const middle_matrix<T> &p) const
    {
        if (warp == scribe && lane == 0 && (p.first == 0 || *p.info == 0))
            *p.info = info != 0 ? p.first + info : 0;
    }
};

/* A panel of NB columns at most, read once and written once. Shared memory: two candidates of each
 * warp. */
template <class T, int NB, int R> struct register_panel : lu_rows<T, NB, R> {
    typedef lu_rows<T, NB, R> rows;
    using rows::a, rows::place, rows::first_place;
    const middle_matrix<T> p;

    __device__ register_panel(const middle_matrix<T> &matrix, char *memory)
        : rows(matrix.m, memory), p(matrix)
    {
    }
    static __host__ __device__ int bytes(int threads)
    {
        return threads / 32 * 2 * (int)sizeof(middle_candidate<T, NB>);
    }
    __device__ void factor()
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int i = first_place(r);
            const T *x = p.A + i;
            place[r] = i < p.m ? i : -1;
#pragma unroll
            for (int c = 0; c < NB; c++, x += p.lda)
                a[r][c] = i < p.m && c < p.n ? *x : scalar<T>::make(0);
        }
        this->eliminate(p, 0, min(p.m, p.n));
#pragma unroll
        for (int r = 0; r < R; r++) {
            T *x = p.A + place[r];
#pragma unroll
            for (int c = 0; c < NB; c++, x += p.lda)
                if (place[r] >= 0 && c < p.n)
                    *x = a[r][c];
        }
        this->tell(p);
    }
};

} // namespace sl

#endif /* SL_CUDA_PANEL_GETRF_CUH */

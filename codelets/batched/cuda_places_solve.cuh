/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Solutions with the factors of one matrix, of any order, by one thread block: it has some columns
 * of B, and each warp a few of these. B is in the memory of the device. A block row of B less the
 * product with the ones before it is in registers, a row for each lane.
 */
#ifndef SL_CUDA_PLACES_SOLVE_CUH
#define SL_CUDA_PLACES_SOLVE_CUH

#include "cuda_blocked_getrf.cuh"
#include "cuda_small_solve.cuh"

namespace sl
{

/* Interchanges of the first `rows` rows of a column p with rows from them on; if `back`, undone. By
 * a warp. */
template <class X> __device__ void move_rows(const panel_moves &moves, bool back, int rows, X *p)
{
    const int lane = threadIdx.x % 32;
    const int from = back ? lane : moves.source, to = back ? moves.source : lane;
    const int from2 = back ? moves.to : moves.content, to2 = back ? moves.content : moves.to;
    X x = X(), y = x;
    if (lane < rows)
        x = p[from];
    if (moves.to >= 0)
        y = p[from2];
    __syncwarp();
    if (lane < rows)
        p[to] = x;
    if (moves.to >= 0)
        p[to2] = y;
    __syncwarp();
}

template <class T, int WARPS_ = 4> struct solve_block {
    typedef scalar<T> S;
    enum { TILE = 32, WARPS = WARPS_, THREADS = 32 * WARPS, EACH = 4, COLUMNS = WARPS * EACH };
    struct shared {
        T tile[TILE][TILE + 1]; /* of op(T), by columns */
        T x[COLUMNS][TILE];     /* known rows of B */
    };
    const int n;
    const T *const A;
    const int lda;
    T *const B; /* the first column */
    const int ldb, columns;
    const int lane, warp;
    shared &s;

    __device__ solve_block(const place<T> &a, const place<T> &b, int first, shared &memory)
        : n(a.n), A(a.a), lda(a.lda), B(b.a + (int64_t)first * b.lda), ldb(b.lda),
          columns(min((int)COLUMNS, b.n - first)), lane(threadIdx.x % 32), warp(threadIdx.x / 32),
          s(memory)
    {
    }
    __device__ T *column(int c) const
    {
        return B + (int64_t)c * ldb;
    }

    /* The block of op(T) in rows from i0 and columns from k0 on; of a diagonal block so many of both.
     */
    __device__ void fetch_tile(const solve_triangle &t, int i0, int k0, int count)
    {
#pragma unroll 8
        for (int e = warp; e < count; e += WARPS) {
            const int i = i0 + (t.transposed ? e : lane), k = k0 + (t.transposed ? lane : e);
            T x = S::make(0);
            if (i < n && k < n)
                x = t.transposed ? A[k + (int64_t)i * lda] : A[i + (int64_t)k * lda];
            s.tile[k - k0][i - i0] = t.conjugate ? S::conj(x) : x;
        }
    }
    __device__ void fetch_rows(int k0)
    {
#pragma unroll
        for (int c = warp; c < COLUMNS; c += WARPS)
            s.x[c][lane] = c < columns && k0 + lane < n ? column(c)[k0 + lane] : S::make(0);
    }

    __device__ void solve(const solve_triangle &t)
    {
        const int blocks = (n + TILE - 1) / TILE;
        auto row_of = [&](int k) { return TILE * (t.forward() ? k : blocks - 1 - k); };
        for (int b = 0; b < blocks; b++) {
            const int top = row_of(b);
            T x[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const int c = warp * EACH + e;
                x[e] = c < columns && top + lane < n ? column(c)[top + lane] : S::make(0);
            }
            for (int k = 0; k < b; k++) {
                fetch_tile(t, top, row_of(k), TILE);
                fetch_rows(row_of(k));
                __syncthreads();
#pragma unroll 8
                for (int i = 0; i < TILE; i++)
#pragma unroll
                    for (int e = 0; e < EACH; e++)
                        x[e] = minus_product(x[e], s.tile[i][lane], s.x[warp * EACH + e][i]);
                __syncthreads();
            }
            const int rows = min((int)TILE, n - top);
            fetch_tile(t, top, top, rows);
            __syncthreads();
            substitute(t, rows, x);
#pragma unroll
            for (int e = 0; e < EACH; e++)
                if (warp * EACH + e < columns && top + lane < n)
                    column(warp * EACH + e)[top + lane] = x[e];
            __syncthreads();
        }
    }
    /* With the diagonal block */
    __device__ void substitute(const solve_triangle &t, int rows, T (&x)[EACH])
    {
        const bool forward = t.forward();
        const divisor<T> own(lane < rows ? s.tile[lane][lane] : S::make(1));
        for (int k = 0; k < rows; k++) {
            const int j = forward ? k : rows - 1 - k;
            const T factor = s.tile[j][lane];
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                if (lane == j && !t.unit)
                    x[e] = own(x[e]);
                const T known = shuffle(x[e], j);
                if (forward ? lane > j : lane < j)
                    x[e] = minus_product(x[e], factor, known);
            }
        }
    }

    /* B = P B, or P^T B if `back`. A warp has whole columns. */
    __device__ void interchange(const int *ipiv, bool back)
    {
        const int blocks = (n + 31) / 32;
        for (int b = 0; b < blocks; b++) {
            const int top = 32 * (back ? blocks - 1 - b : b), rows = min(32, n - top);
            const panel_moves moves(lane < rows ? ipiv[top + lane] - 1 - top : lane, rows);
            for (int c = warp; c < columns; c += WARPS)
                move_rows(moves, back, rows, column(c) + top);
        }
        __syncthreads();
    }

    __device__ void by_cholesky(bool upper)
    {
        const solve_factors f = factors_of_cholesky(upper);
        solve(f.first);
        solve(f.second);
    }
    __device__ void by_lu(bool transposed, bool conjugate, const int *ipiv)
    {
        if (!transposed)
            interchange(ipiv, false);
        const solve_factors f = factors_of_lu(transposed, conjugate);
        solve(f.first);
        solve(f.second);
        if (transposed)
            interchange(ipiv, true);
    }
    /* B's columns from `first` on are those of the unit matrix. */
    __device__ void set_unit(int first)
    {
        for (int c = warp; c < columns; c += WARPS)
            for (int i = lane; i < n; i += 32)
                column(c)[i] = S::make(i == first + c);
        __syncthreads();
    }
};

/* The first zero on the diagonal, from 1, or 0; by a warp. */
template <class T> __device__ int first_zero(const place<T> &a)
{
    for (int top = 0; top < a.n; top += 32) {
        const int i = top + threadIdx.x % 32;
        const unsigned zeros =
            __ballot_sync(~0u, i < a.n && cabs1(a.a[i + (int64_t)i * a.lda]) == 0);
        if (zeros != 0)
            return top + __ffs(zeros);
    }
    return 0;
}

} // namespace sl

#endif /* SL_CUDA_PLACES_SOLVE_CUH */

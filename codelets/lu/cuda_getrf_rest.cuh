/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The update of a group's remaining columns after a leaf (cuda_getrf_leaf.cuh): B = B - L U, where
 * U is the leaf's rows of B. The registers still hold L, and each thread has whole rows of it.
 * Columns of B are copied to shared memory some steps ahead.
 */
#ifndef SL_CUDA_GETRF_REST_CUH
#define SL_CUDA_GETRF_REST_CUH

#include <type_traits>
#include "codelets/cuda/cuda_copy.cuh"
#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

enum { LEAF_THREADS = 256, LEAF_WARPS = LEAF_THREADS / 32, LEAF_CTAS = 16 };
enum { GROUP_LEAVES = 4 }; /* of a group: launches against traffic of memory; one H200 */

/* The elements of one load or store. */
template <class T> struct __align__(16) piece {
    enum { EACH = 16 / sizeof(T) };
    T e[EACH];
};

/* U(k, c) in the order of the registers: the leaf's last column is in the first of them. */
template <class F> __device__ auto row_of_u(const F &f, int IB, int k, int c)
{
    return f.right()[(k + IB - 1) % IB + (size_t)c * f.p.lda];
}

/* ---- By each thread, for its own rows ------------------------------------------------ */

template <class T, int IB, int R> struct rest_by_rows {
    enum { MOST = 48 / sizeof(T) }; /* rows that are updated at once */
    enum { EACH = R <= MOST ? R : R % MOST == 0 ? MOST : 2 * MOST / 3 };
    enum {
        TOGETHER = EACH <= 2 ? 4 : EACH <= 4 ? 2 : 1, /* columns that hide FMA's latency */
        /* columns in the ring; fewer rows must not need more memory, see leaf_limits */
        RING = EACH * sizeof(T) <= 8 ? 16 : EACH <= 2 ? 12 : 8,
        AHEAD = RING - TOGETHER,
        MOST_LATER = ((GROUP_LEAVES - 1) * IB + 3) / 4 * 4, /* full TOGETHERs */
    };
    struct shared {
        piece<T> u[MOST_LATER * IB / piece<T>::EACH];
        T ring[RING][EACH][LEAF_THREADS]; /* columns of B, copied ahead */
    };

    /* Rows r0 ... of this thread in columns c ... of those that follow, from B. */
    template <class F>
    static __device__ void fetch(const F &f, shared &s, int r0, int c, const T *B)
    {
#pragma unroll
        for (int t = 0; t < TOGETHER; t++)
            if (c + t < f.p.follow)
#pragma unroll
                for (int r = 0; r < EACH; r++)
                    if (!(f.gone >> (r0 + r) & 1))
                        copy_async(&s.ring[(unsigned)(c + t) % RING][r][threadIdx.x],
                                   B + (size_t)t * f.p.lda + (unsigned)f.at(r0 + r));
        copies_end_here();
    }
    template <class F> static __device__ void update_rows(const F &f, shared &s, int r0)
    {
        T *next = f.right(), *B = next;
        const size_t step = (size_t)TOGETHER * f.p.lda;
#pragma unroll 1
        for (int c = -AHEAD; c < f.p.follow; c += TOGETHER, next += step) {
            fetch(f, s, r0, c + AHEAD, next);
            if (c < 0)
                continue;
            T b[TOGETHER][EACH];
            await_copies<RING / TOGETHER - 1>();
#pragma unroll
            for (int t = 0; t < TOGETHER; t++)
#pragma unroll
                for (int r = 0; r < EACH; r++)
                    b[t][r] = s.ring[(unsigned)(c + t) % RING][r][threadIdx.x];
#pragma unroll
            for (int k = 0; k < IB; k += piece<T>::EACH)
#pragma unroll
                for (int t = 0; t < TOGETHER; t++) {
                    piece<T> u = s.u[((c + t) * IB + k) / piece<T>::EACH];
#pragma unroll
                    for (int e = 0; e < piece<T>::EACH; e++)
#pragma unroll
                        for (int r = 0; r < EACH; r++)
                            b[t][r] = minus_product(b[t][r], f.v[r0 + r][k + e], u.e[e]);
                }
#pragma unroll
            for (int t = 0; t < TOGETHER; t++)
                if (c + t < f.p.follow)
#pragma unroll
                    for (int r = 0; r < EACH; r++)
                        if (!(f.gone >> (r0 + r) & 1))
                            B[(size_t)t * f.p.lda + (unsigned)f.at(r0 + r)] = b[t][r];
            B += step;
        }
    }
    template <class F> static __device__ void update(F &f, shared &s)
    {
        T *u = (T *)s.u;
        for (int i = threadIdx.x; i < IB * f.p.follow; i += LEAF_THREADS)
            u[i] = row_of_u(f, IB, i % IB, i / IB);
        __syncthreads();
#pragma unroll
        for (int r0 = 0; r0 < R; r0 += EACH)
            update_rows(f, s, r0);
    }
};

/* ---- By a warp's tensor cores, in double precision ------------------------------------- */

/* A product has 32 rows and 8 columns of B. In the fragments of mma.m16n8k8, q is a group of four
 * lanes and s a lane in it. Tile t of 8 rows has row 4 q + t of the warp in group q. So the four lanes
 * that share a row are those that had rows 4 q ... 4 q + 3. A lane has columns s and s + 4. */
template <int IB, int R> struct rest_by_tensor_cores {
    enum { BLOCK = 8, RING = 3 };
    struct shared {
        double u[(GROUP_LEAVES - 1) * IB][IB + 4]; /* - U by columns, each block's as read */
        double ring[RING][BLOCK][LEAF_THREADS + 1];
    };

    /* x[t] of lane s becomes x[s] of lane t, in each group of four. */
    static __device__ void transpose(double &x0, double &x1, int bit)
    {
        bool upper = threadIdx.x & bit;
        double there = __shfl_xor_sync(0xffffffff, upper ? x0 : x1, bit);
        x0 = upper ? there : x0;
        x1 = upper ? x1 : there;
    }
    template <class F> static __device__ void make_fragments(F &f)
    {
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll
            for (int k = 0; k < IB; k += 4) {
                double *x = &f.v[r][k];
                transpose(x[0], x[1], 1);
                transpose(x[2], x[3], 1);
                transpose(x[0], x[2], 2);
                transpose(x[1], x[3], 2);
            }
    }
    /* This thread's row r in the columns from c on. */
    template <class F>
    static __device__ void fetch(const F &f, shared &s, unsigned turn, int r, int c)
    {
        const double *B = f.right() + (size_t)c * f.p.lda + (unsigned)f.at(r);
        if (r < R && !(f.gone >> r & 1))
#pragma unroll
            for (int t = 0; t < BLOCK; t++, B += f.p.lda)
                if (c + t < f.p.follow)
                    copy_async(&s.ring[turn % RING][t][threadIdx.x], B);
        copies_end_here();
    }
    /* The rows of v are fragments of L. */
    static __device__ void multiply(const double *v, const double (*u)[IB + 4],
                                    double (*b)[LEAF_THREADS + 1])
    {
        int q = threadIdx.x % 32 / 4, s = threadIdx.x % 4, row = threadIdx.x / 4 * 4;
        double c[2][4]; /* of two tiles each */
#pragma unroll
        for (int t = 0; t < 4; t++)
#pragma unroll
            for (int e = 0; e < 2; e++)
                c[t / 2][t % 2 * 2 + e] = b[s + 4 * e][row + t];
#pragma unroll
        for (int k = 0; k < IB; k += 8) {
            double y[2] = {u[q][k + s], u[q][k + 4 + s]};
#pragma unroll
            for (int t = 0; t < 4; t += 2) {
                double l[4] = {v[k + t], v[k + t + 1], v[k + 4 + t], v[k + 4 + t + 1]};
                mma_m16n8k8(c[t / 2], l, y);
            }
        }
#pragma unroll
        for (int t = 0; t < 4; t++)
#pragma unroll
            for (int e = 0; e < 2; e++)
                b[s + 4 * e][row + t] = c[t / 2][t % 2 * 2 + e];
    }
    template <class F> static __device__ void update(F &f, shared &s)
    {
        const int follow = f.p.follow, fetches = RING - 1;
        for (int i = threadIdx.x; i < IB * follow; i += LEAF_THREADS) {
            int c = i / IB, at = c / BLOCK * BLOCK + c % 4 * 2 + c % BLOCK / 4;
            s.u[at][i % IB] = -row_of_u(f, IB, i % IB, c);
        }
        make_fragments(f);
        __syncthreads();
        unsigned turn = 0;
        int next_row = 0, next_column = 0; /* to be fetched */
        auto fetch_next = [&] {
            fetch(f, s, turn++, next_row, next_column);
            next_column += BLOCK;
            if (next_column >= follow) {
                next_column = 0;
                next_row++;
            }
        };
        while (turn < fetches)
            fetch_next();
#pragma unroll
        for (int r = 0; r < R; r++)
#pragma unroll 1
            for (int c = 0; c < follow; c += BLOCK) {
                double(*b)[LEAF_THREADS + 1] = s.ring[(turn - fetches) % RING];
                double *B = f.right() + (size_t)c * f.p.lda + (unsigned)f.at(r);
                fetch_next();
                await_copies<fetches>();
                __syncwarp();
                multiply(f.v[r], s.u + c, b);
                __syncwarp();
                if (!(f.gone >> r & 1))
#pragma unroll
                    for (int t = 0; t < BLOCK; t++, B += f.p.lda)
                        if (c + t < follow)
                            *B = b[t][threadIdx.x];
            }
    }
};

/* From 32 columns on a leaf uses tensor cores: products against copies; one H200. Narrow leaves have
 * many rows, and are limited by memory. */
template <class T, int IB, int R>
using rest = typename std::conditional<std::is_same<T, double>::value && IB >= 32,
                                       rest_by_tensor_cores<IB, R>,
                                       rest_by_rows<T, IB, R>>::type;

} // namespace sl

#endif /* SL_CUDA_GETRF_REST_CUH */

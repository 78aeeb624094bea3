/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * QR factorizations of matrices of at most N <= 32 rows and columns in registers. A warp has one
 * matrix, or several small ones: lane j of the N lanes of a matrix has column j. A step passes a
 * reflector through shared memory; each lane multiplies its column with it, without sums over
 * lanes.
 */
#ifndef SL_CUDA_SMALL_GEQRF_CUH
#define SL_CUDA_SMALL_GEQRF_CUH

#include "cuda_qr_call.cuh"
#include "cuda_reflector.cuh"

namespace sl
{

enum { SMALL_QR_THREADS = 128 };

/* Of a matrix in shared memory. */
template <class T, int N> struct alignas(16) small_qr_room {
    T v[N];
    T block[8][N + 1]; /* columns on their way from the memory */
};

/* The matrix of these lanes. Where shapes vary, those of a warp have as many steps as the largest
 * one: the columns of others are zero then. */
template <class T, int N, class CALL = geqrf_call<T>> struct small_qr {
    typedef scalar<T> S;
    static constexpr int MATRICES = SMALL_QR_THREADS / N;

    const CALL &call;
    small_qr_room<T, N> &shared;
    const int lane, first; /* of the matrix; its first lane in the warp */
    const qr_matrix<T> x;
    T a[N]; /* rows of the column */

    __device__ small_qr(const CALL &p, small_qr_room<T, N> &room)
        : call(p), shared(room), lane(threadIdx.x % N), first(threadIdx.x % 32 - lane),
          x(find((int64_t)blockIdx.x * MATRICES + threadIdx.x / N))
    {
    }
    __device__ qr_matrix<T> find(int64_t i) const
    {
        return i < call.count ? call.matrix(i) : qr_matrix<T>{0, 0, nullptr, 0, nullptr};
    }
    /* A lane reads and writes its row of each column. */
    __device__ bool is_there(int j) const
    {
        return lane < x.m && j < x.n;
    }

    __device__ void factor()
    {
        const int steps = call.steps(), columns = call.columns();
        load();
#pragma unroll 1
        for (int j = 0; j < columns; j++) {
            if (lane == j)
#pragma unroll
                for (int i = 0; i < N; i++)
                    shared.v[i] = a[i];
            __syncwarp();
            T e = shared.v[lane];
            if (j < steps)
                e = reflect(j, e);
            if (is_there(j))
                x.A[lane + (int64_t)j * x.lda] = e;
            __syncwarp();
        }
    }
    __device__ void load()
    {
#pragma unroll 1
        for (int j0 = 0; j0 < N; j0 += 8) {
#pragma unroll
            for (int j = j0; j < j0 + 8; j++)
                shared.block[j - j0][lane] =
                    is_there(j) ? x.A[lane + (int64_t)j * x.lda] : S::make(0);
            __syncwarp();
            if (lane / 8 * 8 == j0)
#pragma unroll
                for (int i = 0; i < N; i++)
                    a[i] = shared.block[lane % 8][i];
            __syncwarp();
        }
    }
    /* Column j, of which this is element e, and the columns right of it. Returns what replaces e.
     */
    __device__ T reflect(int j, T e)
    {
        T column[1] = {e};
        const lanes_reflector<T> h =
            lanes_reflector<T>::template make<N>(lane, j, shuffle(e, first + j), column);
        shared.v[lane] = lane > j ? column[0] : S::make(lane == j);
        __syncwarp();
        T inner[4] = {S::make(0), S::make(0), S::make(0), S::make(0)};
#pragma unroll
        for (int i = 0; i < N; i++)
            inner[i % 4] = plus_product(inner[i % 4], shared.v[i], a[i]);
        T w = S::add(S::add(inner[0], inner[1]), S::add(inner[2], inner[3]));
        w = S::mul(S::conj(h.tau), w);
        if (lane > j)
#pragma unroll
            for (int i = 0; i < N; i++)
                a[i] = minus_product(a[i], w, shared.v[i]);
        if (lane == j && is_there(j))
            x.tau[j] = h.tau;
        return lane == j ? S::make(h.beta) : column[0];
    }
};

} // namespace sl

#endif /* SL_CUDA_SMALL_GEQRF_CUH */

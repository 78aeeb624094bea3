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

#include "cuda_reflector.cuh"

namespace sl
{

enum { SMALL_QR_THREADS = 128 };

template <class T> struct geqrf_call {
    int m, n;
    int64_t count;
    T *A;
    int lda;
    int64_t stride;
    T *tau;
    int64_t stride_tau;
};

/* Of a matrix in shared memory. */
template <class T, int N> struct alignas(16) small_qr_room {
    T v[N];
    T block[8][N + 1]; /* columns on their way from the memory */
};

/* The matrix of these lanes. */
template <class T, int N> struct small_qr {
    typedef scalar<T> S;
    static constexpr int MATRICES = SMALL_QR_THREADS / N;

    const geqrf_call<T> &p;
    small_qr_room<T, N> &shared;
    const int lane, first; /* of the matrix; its first lane in the warp */
    const int64_t index;
    T *A, *tau;
    T a[N]; /* rows of the column */

    __device__ small_qr(const geqrf_call<T> &call, small_qr_room<T, N> &room)
        : p(call), shared(room), lane(threadIdx.x % N), first(threadIdx.x % 32 - lane),
          index((int64_t)blockIdx.x * MATRICES + threadIdx.x / N), A(p.A + index * p.stride),
          tau(p.tau + index * p.stride_tau)
    {
    }
    /* A lane reads and writes its row of each column. */
    __device__ bool is_there() const
    {
        return lane < p.m && index < p.count;
    }

    __device__ void factor()
    {
        const int steps = min(p.m, p.n);
        load();
#pragma unroll 1
        for (int j = 0; j < p.n; j++) {
            if (lane == j)
#pragma unroll
                for (int i = 0; i < N; i++)
                    shared.v[i] = a[i];
            __syncwarp();
            T x = shared.v[lane];
            if (j < steps)
                x = reflect(j, x);
            if (is_there())
                A[lane + (int64_t)j * p.lda] = x;
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
                    j < p.n && is_there() ? A[lane + (int64_t)j * p.lda] : S::make(0);
            __syncwarp();
            if (lane / 8 * 8 == j0)
#pragma unroll
                for (int i = 0; i < N; i++)
                    a[i] = shared.block[lane % 8][i];
            __syncwarp();
        }
    }
    /* Column j, of which this is element x, and the columns right of it. Returns what replaces x.
     */
    __device__ T reflect(int j, T x)
    {
        T column[1] = {x};
        const lanes_reflector<T> h =
            lanes_reflector<T>::template make<N>(lane, j, shuffle(x, first + j), column);
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
        if (lane == j && index < p.count)
            tau[j] = h.tau;
        return lane == j ? S::make(h.beta) : column[0];
    }
};

} // namespace sl

#endif /* SL_CUDA_SMALL_GEQRF_CUH */

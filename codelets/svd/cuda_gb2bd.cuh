/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Bulge chasing of an upper band on a GPU (the steps: gb2bd_kernel.c). Thread blocks, warps, flags
 * and barriers are those of the symmetric case (codelets/eigen/cuda_hb2st.cuh): a thread block
 * takes a sweep, and step t of it waits until the sweep before it has made its step t + 1.
 *
 * Step t has the reflector P of the step before. It multiplies D, the diagonal block of the rows
 * and columns of P, and the block above D, from the right. Column 0 of D gives Q, which multiplies
 * D and the block E to its right from the left. Row 0 of E gives the next P. The thread block keeps
 * E, for it is the block above the next D. So it waits for its own warps twice a step: for sums
 * over rows, which cross the warps, and for row 0 of E. A sum over a column is in one warp.
 *
 * Warp w has the columns w, w + WARPS, ... of each block, and lane l the rows l, l + 32, ...
 */
#ifndef SL_CUDA_GB2BD_CUH
#define SL_CUDA_GB2BD_CUH

#include "codelets/eigen/cuda_hb2st.cuh"
#include "cuda_gb2bd.h"

namespace sl
{

template <class T> struct gb2bd_call {
    int64_t n;
    T *band;    /* 3 KD rows, n + 2 KD columns */
    int *flags; /* the next sweep, then how far each sweep is */
    bool vectors;
    sl_cuda_reflectors v2, p2;
};
template <class T, int KD, int WARPS> struct gb2bd_shared {
    T rows[WARPS][2 * KD]; /* of each warp: sums over rows of D and of the block above it */
    T column[KD];          /* column 0 of D */
    T row[KD];             /* row 0 of E, conjugated */
    int sweep;
};

template <class T, int KD, int WARPS> struct two_sided_chaser : chasing_thread<T, KD, WARPS> {
    typedef scalar<T> S;
    typedef gb2bd_call<T> call;
    typedef gb2bd_shared<T, KD, WARPS> shared;
    typedef chasing_thread<T, KD, WARPS> thread;
    using thread::column, thread::keep, thread::lane, thread::row, thread::slot, thread::warp;
    using thread::COLUMNS, thread::SLOTS, thread::WORKERS, thread::THREADS;
    static constexpr int LD = 3 * KD;

    const call &p;
    shared &s;
    T above[COLUMNS][SLOTS], d[COLUMNS][SLOTS], e[COLUMNS][SLOTS];
    warp_reflector<T, SLOTS> h; /* P and Q in turns */

    __device__ two_sided_chaser(const call &c, shared &memory) : p(c), s(memory)
    {
    }

    __device__ T *place(int64_t i, int64_t j) const
    {
        return p.band + (i - j + 2 * KD - 1) + j * LD;
    }

    /* The last column of D is there when the sweep before has made the step after next. */
    __device__ bool is_late(int c) const
    {
        return c == COLUMNS - 1 && warp == WARPS - 1;
    }
    __device__ void read_early(int64_t at)
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
#pragma unroll
            for (int r = 0; r < SLOTS; r++)
                if (!is_late(c))
                    d[c][r] = load(place(at + row(r), at + column(c)));
    }
    __device__ void read_late(int64_t at)
    {
#pragma unroll
        for (int r = 0; r < SLOTS; r++)
            if (is_late(COLUMNS - 1))
                d[COLUMNS - 1][r] = load(place(at + row(r), at + KD - 1));
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
#pragma unroll
            for (int r = 0; r < SLOTS; r++)
                e[c][r] = load(place(at + row(r), at + KD + column(c)));
    }
    /* Row 0 of the block above is (beta, 0, ..., 0), whose beta is there since the step before. */
    __device__ void write_above(int64_t at) const
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
#pragma unroll
            for (int r = 0; r < SLOTS; r++)
                if (row(r) > 0 || column(c) > 0)
                    store(place(at - KD + row(r), at + column(c)), above[c][r]);
    }
    __device__ void write_d(int64_t at) const
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
#pragma unroll
            for (int r = 0; r < SLOTS; r++)
                store(place(at + row(r), at + column(c)), d[c][r]);
    }

    /* Shared memory gets the parts of -(D; above) v, and column 0 of D. */
    __device__ void multiply()
    {
        T sum[2 * SLOTS];
        for (int r = 0; r < 2 * SLOTS; r++)
            sum[r] = S::make(0);
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            const T v = S::conj(h.at(slot(c), column(c) % 32));
#pragma unroll
            for (int r = 0; r < SLOTS; r++) {
                sum[r] = S::update(sum[r], d[c][r], v);
                sum[SLOTS + r] = S::update(sum[SLOTS + r], above[c][r], v);
            }
        }
        for (int r = 0; r < SLOTS; r++) {
            s.rows[warp][row(r)] = sum[r];
            s.rows[warp][KD + row(r)] = sum[SLOTS + r];
            if (warp == 0)
                s.column[row(r)] = d[0][r];
        }
    }
    /* y = tau (D; above) v; row 0 above is finished */
    __device__ void collect(T (&y)[2 * SLOTS]) const
    {
        for (int r = 0; r < 2 * SLOTS; r++) {
            const int i = r < SLOTS ? row(r) : KD + row(r - SLOTS);
            T parts = S::make(0);
            for (int w = 0; w < WARPS; w++)
                parts = plus(parts, s.rows[w][i]);
            y[r] = i == KD ? S::make(0) : S::mul(h.tau, S::scale(parts, -1));
        }
    }
    /* D = D - y v^H, and so the block above */
    __device__ void from_right(const T (&y)[2 * SLOTS])
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            const T v = h.at(slot(c), column(c) % 32);
#pragma unroll
            for (int r = 0; r < SLOTS; r++) {
                d[c][r] = S::update(d[c][r], y[r], v);
                above[c][r] = S::update(above[c][r], y[SLOTS + r], v);
            }
        }
    }

    /* B = Q^H B */
    __device__ void column_from_left(T (&b)[SLOTS]) const
    {
        T sum = S::make(0);
#pragma unroll
        for (int r = 0; r < SLOTS; r++)
            sum = plus_product(sum, h.v[r], b[r]);
        sum = S::mul(h.tau, S::conj(sum_of_lanes<32>(sum)));
#pragma unroll
        for (int r = 0; r < SLOTS; r++)
            b[r] = S::update(b[r], h.v[r], sum);
    }
    /* Column 0 of D becomes (beta, 0, ..., 0). Shared memory gets row 0 of E. */
    __device__ void from_left()
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            column_from_left(e[c]);
            if (lane == 0)
                s.row[column(c)] = S::conj(e[c][0]);
        }
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            if (column(c) > 0)
                column_from_left(d[c]);
            else
                for (int r = 0; r < SLOTS; r++)
                    d[c][r] = S::make(row(r) == 0 ? h.beta : 0);
        }
    }

    /* The first P, of row `sweep`. */
    __device__ void begin(int sweep, const int *before)
    {
        T x[SLOTS];
        const int64_t at = sweep + 1;
        await(before, after(0));
        for (int r = 0; r < SLOTS; r++)
            x[r] = S::conj(load(place(sweep, at + row(r))));
        read_early(at);
        for (int c = 0; c < COLUMNS; c++)
            for (int r = 0; r < SLOTS; r++)
                above[c][r] = S::make(0);
        h.make(x);
        barrier_wait<BEGIN_BARRIER, WORKERS>(); /* all have read the row */
        if (warp == 0 && lane == 0)
            store(place(sweep, at), S::make(h.beta));
        keep(p, h, p.p2, sweep, at);
    }

    __device__ void step(int sweep, int64_t t, int64_t steps)
    {
        const int64_t at = sweep + 1 + t * KD;
        T y[2 * SLOTS], x[SLOTS];
        barrier_wait<READ_BARRIER, WORKERS + 32>();
        read_late(at);
        multiply();
        barrier_wait<MIDDLE_BARRIER, THREADS>();
        collect(y);
        from_right(y);
        if (t > 0)
            write_above(at);
        for (int r = 0; r < SLOTS; r++) /* column 0 of D P: v[0] is 1 */
            x[r] = plus(s.column[row(r)], S::scale(y[r], -1));
        h.make(x);
        keep(p, h, p.v2, sweep, at);
        from_left();
        write_d(at);
        barrier_wait<BEGIN_BARRIER, WORKERS>(); /* row 0 of E is there */
        for (int r = 0; r < SLOTS; r++)
            x[r] = s.row[row(r)];
        h.make(x);
        if (warp == 0 && lane == 0)
            store(place(at, at + KD), S::make(h.beta));
        barrier_arrive<END_BARRIER, WORKERS + 32>();
        if (t + 1 < steps)
            read_early(at + KD);
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
#pragma unroll
            for (int r = 0; r < SLOTS; r++)
                above[c][r] = row(r) == 0 ? S::make(0) : e[c][r];
        keep(p, h, p.p2, sweep, at + KD);
    }

    /* The last two warps are in the middle of each step with the others, so that nobody arrives
     * twice. A step is done when all have arrived. */
    __device__ void tell(int sweep, int64_t steps)
    {
        int *flag = p.flags + 1 + sweep;
        for (int64_t t = 0; t < steps; t++) {
            barrier_wait<MIDDLE_BARRIER, THREADS>();
            barrier_wait<END_BARRIER, WORKERS + 32>();
            if (lane == 0)
                release(flag, t + 1 < steps ? after(t) : INT32_MAX);
        }
    }
    __device__ void wait(int64_t steps, const int *before)
    {
        for (int64_t t = 0; t < steps; t++) {
            await(before, after(t + 1));
            barrier_arrive<READ_BARRIER, WORKERS + 32>();
            barrier_wait<MIDDLE_BARRIER, THREADS>();
        }
    }

    __device__ void run()
    {
        for (;;) {
            if (threadIdx.x == 0)
                s.sweep = atomicAdd(p.flags, 1);
            __syncthreads();
            const int sweep = s.sweep;
            if (sweep >= p.n - 1)
                return;
            const int *before = sweep > 0 ? p.flags + sweep : nullptr;
            const int64_t steps = (p.n - 2 - sweep) / KD + 1;
            if (warp >= WARPS) {
                warp == WARPS ? tell(sweep, steps) : wait(steps, before);
                continue;
            }
            begin(sweep, before);
            for (int64_t t = 0; t < steps; t++)
                step(sweep, t, steps);
        }
    }
};

} // namespace sl

#endif /* SL_CUDA_GB2BD_CUH */

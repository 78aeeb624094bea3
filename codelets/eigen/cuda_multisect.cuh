/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Multisection: values that counts find. Counts at equally spaced points give each value an
 * interval. Then some lanes of a warp divide it, again and again, until it is one unit long. All
 * warps make the same number of steps, and no thread block waits for another.
 *
 * A call of it is a class with members of struct section_call, and:
 *   row_t, state                 a row of the matrix; what a count carries from row to row
 *   low(), size()                the first interval, in units
 *   x(index)                     the number at so many units
 *   start(x), advance(s, row)    a count at some points; its next SL_STURM_STEPS rows
 *   below(s)                     its result: how many values are below the points
 *   store(j, left)               value j is in the interval from `left` on
 */

#ifndef SL_CUDA_MULTISECT_CUH
#define SL_CUDA_MULTISECT_CUH

#include "sturm_row.h"

namespace sl
{

/* ---- Counts ---------------------------------------------------------------------------------- */

/* A thread counts at some points at a time, for it reads each row only once for them. Then the
 * chains of their rows also hide each other's latency. */
enum { SL_SHIFTS = 2 };
struct shifts {
    double v[SL_SHIFTS];
};
struct counts {
    int v[SL_SHIFTS];
};

/* result.v[k] = expression, for all k */
#define SL_FOR_SHIFTS(type, expression)                                                            \
    type result;                                                                                   \
    for (int k = 0; k < SL_SHIFTS; k++)                                                            \
        result.v[k] = expression;                                                                  \
    return result

__device__ inline shifts all_shifts(double a)
{
    SL_FOR_SHIFTS(shifts, a);
}
__device__ inline counts operator+(const counts &a, const counts &b)
{
    SL_FOR_SHIFTS(counts, a.v[k] + b.v[k]);
}

/* The rows that a thread block reads at a time, and room for those that are loaded but not used. */
template <class Row> struct section_shared {
    enum { ROWS = 2048 };
    Row row[ROWS + SL_STURM_STEPS];
};

/* The barrier keeps loads before it. Without it the compiler loads a row only when it is used. */
template <class Row> __device__ inline void load_rows(Row *to, const Row *from)
{
#pragma unroll
    for (int k = 0; k < SL_STURM_STEPS; k++)
        to[k] = from[k];
    __syncwarp();
}

/* The numbers of values below x; each thread of a block has its own x. */
template <class Call>
__device__ inline counts count_below(const Call &c, const shifts &x,
                                     section_shared<typename Call::row_t> &shared)
{
    typedef typename Call::row_t row_t;
    enum { ROWS = section_shared<row_t>::ROWS };
    typename Call::state s = c.start(x);
    for (int begin = 0; begin < c.rows; begin += ROWS) {
        int size = min((int)ROWS, c.rows - begin);
        __syncthreads();
        for (int i = threadIdx.x; i < size; i += blockDim.x)
            shared.row[i] = c.row[begin + i];
        __syncthreads();
        row_t now[SL_STURM_STEPS], next[SL_STURM_STEPS];
        load_rows(now, shared.row);
        for (int i = 0; i < size; i += 2 * SL_STURM_STEPS) {
            load_rows(next, shared.row + i + SL_STURM_STEPS);
            c.advance(&s, now);
            load_rows(now, shared.row + i + 2 * SL_STURM_STEPS);
            c.advance(&s, next);
        }
    }
    return c.below(s);
}

/* ---- Multisection ---------------------------------------------------------------------------- */

/* lanes: of a value, a power of two. count: workspace, at point i: in the intervals 0 ... i. points
 * divides the size of the first interval. */
template <class Row> struct section_call {
    int n, rows;
    Row *row;
    int points;
    int *count;
    int lanes;
};

__device__ inline int thread_number()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <class Call>
__device__ void first_counts(const Call &c, section_shared<typename Call::row_t> &shared)
{
    int first = SL_SHIFTS * thread_number();
    int64_t length = c.size() / c.points;
    shifts x;
    for (int k = 0; k < SL_SHIFTS; k++)
        x.v[k] = c.x(c.low() + (first + k + 1) * length);
    counts below = count_below(c, x, shared);
    for (int k = 0; k < SL_SHIFTS && first + k < c.points; k++)
        c.count[first + k] = below.v[k];
}

/* The interval of value j. */
template <class Call> __device__ int first_interval(const Call &c, int j)
{
    int low = 0, high = c.points - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (c.count[middle] > j)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The lanes of a value count at some points each, which cut its interval into equal ones. Their
 * ends are multiples of the unit. */
template <class Call>
__device__ void multisect(const Call &c, section_shared<typename Call::row_t> &shared)
{
    int j = thread_number() / c.lanes, lane = threadIdx.x % c.lanes;
    unsigned lanes = ~0u >> (32 - c.lanes) << (threadIdx.x % 32 - lane);
    int cuts = SL_SHIFTS * c.lanes;
    int64_t length = c.size() / c.points;
    int64_t left = first_interval(c, min(j, c.n - 1)) * length + c.low();
    while (length > 1) {
        length = (length + cuts) / (cuts + 1);
        shifts x;
        for (int k = 0; k < SL_SHIFTS; k++)
            x.v[k] = c.x(left + (SL_SHIFTS * lane + k + 1) * length);
        counts below = count_below(c, x, shared);
        for (int k = 0; k < SL_SHIFTS; k++)
            left += length * __popc(__ballot_sync(~0u, below.v[k] <= j) & lanes);
    }
    if (j < c.n && lane == 0)
        c.store(j, left);
}

} // namespace sl

#endif /* SL_CUDA_MULTISECT_CUH */

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a tridiagonal matrix by multisection. Counts at equally spaced points give each
 * eigenvalue an interval. Then some lanes of a warp divide it, again and again, until it is one
 * unit long. All warps make the same number of steps, and no thread block waits for another. */

#ifndef SL_CUDA_STEBZ_CUH
#define SL_CUDA_STEBZ_CUH

#include "cuda_stebz.h"

namespace sl
{

/* ---- Counts ---------------------------------------------------------------------------------- */

typedef double shifts;
typedef int counts;

__device__ inline double multiply_subtract(double a, double b, double c)
{
    return fma(a, b, -c);
}
__device__ inline int differ(double a, double b)
{
    return (unsigned)(__double2hiint(a) ^ __double2hiint(b)) >> 31;
}
__device__ inline double inverse_scale(double a, double b)
{
    int exponent = __double2hiint(fabs(a) + fabs(b)) & 0x7ff00000;
    return __hiloint2double(0x7fe00000 - exponent, 0);
}

#define SL_STURM __device__ inline
#include "sturm.h"
#undef SL_STURM

/* The rows that a thread block reads at a time, and room for those that are loaded but not used. */
struct stebz_shared {
    enum { ROWS = 2048 };
    sl_sturm_row row[ROWS + SL_STURM_STEPS];
};

/* The barrier keeps loads before it. Without it the compiler loads a row only when it is used. */
__device__ inline void load_rows(sl_sturm_row *to, const sl_sturm_row *from)
{
#pragma unroll
    for (int k = 0; k < SL_STURM_STEPS; k++)
        to[k] = from[k];
    __syncwarp();
}

/* The number of eigenvalues below x; each thread of a block has its own x. */
__device__ inline int count_below(double x, int rows, const sl_sturm_row *row, stebz_shared &shared)
{
    sturm s = {x, 1, 0, 0};
    for (int begin = 0; begin < rows; begin += stebz_shared::ROWS) {
        int size = min((int)stebz_shared::ROWS, rows - begin);
        __syncthreads();
        for (int i = threadIdx.x; i < size; i += blockDim.x)
            shared.row[i] = row[begin + i];
        __syncthreads();
        sl_sturm_row now[SL_STURM_STEPS], next[SL_STURM_STEPS];
        load_rows(now, shared.row);
        for (int i = 0; i < size; i += 2 * SL_STURM_STEPS) {
            load_rows(next, shared.row + i + SL_STURM_STEPS);
            sturm_advance(&s, now);
            load_rows(now, shared.row + i + 2 * SL_STURM_STEPS);
            sturm_advance(&s, next);
        }
    }
    return s.changes;
}

/* ---- Multisection ---------------------------------------------------------------------------- */

template <class T> struct stebz_call {
    int n;
    const T *d, *e;
    double unit;
    int rows;
    sl_sturm_row *row;
    int points;
    int *count; /* at point i: in the intervals 0 ... i */
    int lanes;  /* of an eigenvalue: a power of two */
    T *value;
};

__device__ inline int thread_number()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <class T> __device__ void make_rows(const stebz_call<T> &c)
{
    int i = thread_number();
    if (i < c.rows)
        c.row[i] = sturm_row(c.n, i, i < c.n ? c.d[i] : 0, i > 0 && i < c.n ? c.e[i - 1] : 0);
}

/* The intervals are between -4 and 4. */
template <class T> __device__ void first_counts(const stebz_call<T> &c, stebz_shared &shared)
{
    int i = thread_number();
    int below = count_below((i + 1) * (8.0 / c.points) - 4, c.rows, c.row, shared);
    if (i < c.points)
        c.count[i] = below;
}

/* The interval of eigenvalue j. */
template <class T> __device__ int first_interval(const stebz_call<T> &c, int j)
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

/* The lanes of an eigenvalue count at one point each, which makes lanes + 1 shorter intervals.
 * Their ends are multiples of the unit. */
template <class T> __device__ void multisect(const stebz_call<T> &c, stebz_shared &shared)
{
    int j = thread_number() / c.lanes, lane = threadIdx.x % c.lanes;
    int first_lane = threadIdx.x % 32 - lane;
    unsigned mine = ~0u >> (32 - c.lanes) << first_lane;
    int64_t half = (int64_t)(4 / c.unit), length = 2 * half / c.points;
    int64_t left = first_interval(c, min(j, c.n - 1)) * length - half;
    while (length > 1) {
        length = (length + c.lanes) / (c.lanes + 1);
        double x = (double)(left + (lane + 1) * length) * c.unit;
        bool above = count_below(x, c.rows, c.row, shared) > j;
        unsigned votes = __ballot_sync(~0u, above) & mine;
        left += length * (votes ? __ffs(votes) - 1 - first_lane : c.lanes);
    }
    if (j < c.n && lane == 0)
        c.value[j] = (T)(((double)left + 0.5) * c.unit);
}

} // namespace sl

#endif /* SL_CUDA_STEBZ_CUH */

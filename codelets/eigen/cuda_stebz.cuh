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

/* A thread counts at some points at a time, for it reads each row only once for them. Then the
 * chains of their minors also hide each other's latency. */
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
__device__ inline shifts operator-(double a, const shifts &b)
{
    SL_FOR_SHIFTS(shifts, a - b.v[k]);
}
__device__ inline shifts operator*(double a, const shifts &b)
{
    SL_FOR_SHIFTS(shifts, a * b.v[k]);
}
__device__ inline shifts operator*(const shifts &a, const shifts &b)
{
    SL_FOR_SHIFTS(shifts, a.v[k] * b.v[k]);
}
__device__ inline counts operator+(const counts &a, const counts &b)
{
    SL_FOR_SHIFTS(counts, a.v[k] + b.v[k]);
}
__device__ inline shifts multiply_subtract(const shifts &a, const shifts &b, const shifts &c)
{
    SL_FOR_SHIFTS(shifts, fma(a.v[k], b.v[k], -c.v[k]));
}
__device__ inline counts differ(const shifts &a, const shifts &b)
{
    SL_FOR_SHIFTS(counts, (int)((unsigned)(__double2hiint(a.v[k]) ^ __double2hiint(b.v[k])) >> 31));
}
__device__ inline double inverse_scale(double a, double b)
{
    int exponent = __double2hiint(fabs(a) + fabs(b)) & 0x7ff00000;
    return __hiloint2double(0x7fe00000 - exponent, 0);
}
__device__ inline shifts inverse_scale(const shifts &a, const shifts &b)
{
    SL_FOR_SHIFTS(shifts, inverse_scale(a.v[k], b.v[k]));
}
#undef SL_FOR_SHIFTS

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

/* The numbers of eigenvalues below x; each thread of a block has its own x. */
__device__ inline counts count_below(const shifts &x, int rows, const sl_sturm_row *row,
                                     stebz_shared &shared)
{
    sturm s = {x, all_shifts(1), all_shifts(0), {}};
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
    int first = SL_SHIFTS * thread_number();
    shifts x;
    for (int k = 0; k < SL_SHIFTS; k++)
        x.v[k] = (first + k + 1) * (8.0 / c.points) - 4;
    counts below = count_below(x, c.rows, c.row, shared);
    for (int k = 0; k < SL_SHIFTS && first + k < c.points; k++)
        c.count[first + k] = below.v[k];
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

/* The lanes of an eigenvalue count at some points each, which cut its interval into equal ones.
 * Their ends are multiples of the unit. */
template <class T> __device__ void multisect(const stebz_call<T> &c, stebz_shared &shared)
{
    int j = thread_number() / c.lanes, lane = threadIdx.x % c.lanes;
    unsigned lanes = ~0u >> (32 - c.lanes) << (threadIdx.x % 32 - lane);
    int cuts = SL_SHIFTS * c.lanes;
    int64_t half = (int64_t)(4 / c.unit), length = 2 * half / c.points;
    int64_t left = first_interval(c, min(j, c.n - 1)) * length - half;
    while (length > 1) {
        length = (length + cuts) / (cuts + 1);
        shifts x;
        for (int k = 0; k < SL_SHIFTS; k++)
            x.v[k] = (double)(left + (SL_SHIFTS * lane + k + 1) * length) * c.unit;
        counts below = count_below(x, c.rows, c.row, shared);
        for (int k = 0; k < SL_SHIFTS; k++)
            left += length * __popc(__ballot_sync(~0u, below.v[k] <= j) & lanes);
    }
    if (j < c.n && lane == 0)
        c.value[j] = (T)(((double)left + 0.5) * c.unit);
}

} // namespace sl

#endif /* SL_CUDA_STEBZ_CUH */

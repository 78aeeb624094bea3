/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a tridiagonal matrix by multisection: counts at equally spaced points give each
 * eigenvalue an interval. Then some threads of a warp divide it, again and again, until it is one unit
 * long. All warps make the same number of steps, without a barrier between them. */

#include "cuda_stebz.h"

/* Threads of a block; rows of T that it keeps. */
enum { THREADS = 128, CHUNK = 2048, WARP = 32 };

/* ---- Counts ---------------------------------------------------------------------------------- */

typedef double shifts;
typedef int counts;

__device__ static double multiply_subtract(double a, double b, double c)
{
    return fma(a, b, -c);
}
__device__ static int differ(double a, double b)
{
    return (unsigned)(__double2hiint(a) ^ __double2hiint(b)) >> 31;
}
__device__ static double inverse_scale(double a, double b)
{
    int exponent = __double2hiint(fabs(a) + fabs(b)) & 0x7ff00000;
    return __hiloint2double(0x7fe00000 - exponent, 0);
}

#define SL_STURM __device__ static
#include "sturm.h"

template <typename T>
__global__ static void make_rows(int n, int rows, const T *d, const T *e, sl_sturm_row *row)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < rows)
        row[i] = sturm_row(n, i, i < n ? d[i] : 0, i > 0 && i < n ? e[i - 1] : 0);
}

/* The number of eigenvalues below x, which each thread of a block has its own. */
__device__ static int count_below(double x, int rows, const sl_sturm_row *row)
{
    __shared__ sl_sturm_row chunk[CHUNK];
    sturm s = {1, 0, 0};
    for (int begin = 0; begin < rows; begin += CHUNK) {
        int size = min((int)CHUNK, rows - begin);
        __syncthreads();
        for (int i = threadIdx.x; i < size; i += THREADS)
            chunk[i] = row[begin + i];
        __syncthreads();
        sturm_advance(&s, size, chunk, x);
    }
    return s.changes;
}

/* ---- Multisection ---------------------------------------------------------------------------- */

/* Interval i of those that the first points make ends at point i; count[i] are below this point. */
__global__ static void first_counts(double length, int rows, const sl_sturm_row *row, int points,
                                    int *count)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    int below = count_below((i + 1) * length - 4, rows, row);
    if (i < points)
        count[i] = below;
}

/* The first interval of eigenvalue j. All are below the last point. */
__device__ static int first_interval(int j, int points, const int *count)
{
    int low = 0, high = points - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (count[middle] > j)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The lanes of an eigenvalue count at one point each, which make lanes + 1 shorter intervals. Points
 * are multiples of the unit. */
template <typename T>
__global__ static void multisect(int n, int rows, const sl_sturm_row *row, double unit, int points,
                                 const int *count, int lanes, T *value)
{
    int thread = blockIdx.x * THREADS + threadIdx.x, j = thread / lanes, lane = thread % lanes;
    int first_lane = threadIdx.x % WARP - lane;
    unsigned mine = ~0u >> (WARP - lanes) << first_lane;
    int64_t half = (int64_t)(4 / unit), length = 2 * half / points;
    int64_t left = first_interval(min(j, n - 1), points, count) * length - half;
    while (length > 1) {
        length = (length + lanes) / (lanes + 1);
        bool above = count_below((double)(left + (lane + 1) * length) * unit, rows, row) > j;
        unsigned votes = __ballot_sync(~0u, above) & mine;
        left += length * (votes ? __ffs(votes) - 1 - first_lane : lanes);
    }
    if (j < n && lane == 0)
        value[j] = (T)(((double)left + 0.5) * unit);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static unsigned blocks(int threads)
{
    return (unsigned)((threads + THREADS - 1) / THREADS);
}

/* The power of two for which about as many threads as points work. */
static int lanes_for(int n, int points)
{
    int lanes = 1;
    while (lanes < WARP && 3 * (int64_t)n * lanes <= 2 * (int64_t)points)
        lanes *= 2;
    return lanes;
}

template <typename T>
static int run(cudaStream_t stream, int n, const T *t, int64_t ld, double unit, sl_sturm_row *row,
               int *count, int points, T *value)
{
    int rows = sl_sturm_rows(n), lanes = lanes_for(n, points);
    make_rows<<<blocks(rows), THREADS, 0, stream>>>(n, rows, t, t + ld, row);
    first_counts<<<blocks(points), THREADS, 0, stream>>>(8.0 / points, rows, row, points, count);
    multisect<<<blocks(n * lanes), THREADS, 0, stream>>>(n, rows, row, unit, points, count, lanes,
                                                         value);
    return cudaGetLastError();
}

#define DEFINE(x, T)                                                                               \
    int sl_cuda_##x##stebz(cudaStream_t stream, int n, const T *t, int64_t ld, double unit,        \
                           sl_sturm_row *row, int *count, int points, T *value)                    \
    {                                                                                              \
        return run<T>(stream, n, t, ld, unit, row, count, points, value);                          \
    }

DEFINE(s, float)
DEFINE(d, double)

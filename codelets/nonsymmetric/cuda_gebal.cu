/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What tells whether gebal would change a matrix: a thread block has 32 rows, or a column. */

#include "codelets/cuda/cuda_number.cuh"
#include "cuda_gebal.h"

namespace sl
{

enum { GEBAL_WARPS = 8, GEBAL_THREADS = 32 * GEBAL_WARPS };

template <class T> __device__ double square_of(T x)
{
    const double re = scalar<T>::re(x), im = scalar<T>::im(x);
    return re * re + im * im;
}

template <class T>
__global__ static void rows_kernel(int m, int n, const T *a, int64_t lda, double *row)
{
    __shared__ double part[GEBAL_WARPS][32];
    const int lane = (int)threadIdx.x, warp = (int)threadIdx.y;
    const int i = (int)blockIdx.x * 32 + lane;
    double sum = 0;
    for (int j = warp; j < n && i < m; j += GEBAL_WARPS)
        sum += square_of(a[i + j * lda]);
    part[warp][lane] = sum;
    __syncthreads();
    if (warp > 0 || i >= m)
        return;
    for (int w = 1; w < GEBAL_WARPS; w++)
        sum += part[w][lane];
    row[i] = sum;
}

template <class T>
__global__ static void columns_kernel(int m, const T *a, int64_t lda, int first,
                                      sl_column_norms *column)
{
    __shared__ sl_column_norms part[GEBAL_THREADS];
    const int j = (int)blockIdx.x, t = (int)threadIdx.x;
    sl_column_norms of = {0, 0, 0, 0};
    a += j * lda;
    for (int i = t; i < m; i += GEBAL_THREADS) {
        const double x = square_of(a[i]);
        of.squares += x;
        of.sizes += sqrt(x);
        of.largest = fmax(of.largest, x);
    }
    part[t] = of;
    for (int d = GEBAL_THREADS / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) {
            part[t].squares += part[t + d].squares;
            part[t].sizes += part[t + d].sizes;
            part[t].largest = fmax(part[t].largest, part[t + d].largest);
        }
    }
    if (t > 0)
        return;
    of = part[0];
    of.own = square_of(a[first + j]);
    column[j] = of;
}

template <class T>
static int gebal_norms(cudaStream_t stream, int m, int n, const T *a, int lda, int first,
                       double *row, sl_column_norms *column)
{
    const dim3 rows(32, GEBAL_WARPS);
    rows_kernel<<<(m + 31) / 32, rows, 0, stream>>>(m, n, a, lda, row);
    columns_kernel<<<n, GEBAL_THREADS, 0, stream>>>(m, a, lda, first, column);
    return cudaGetLastError();
}

} // namespace sl

#define DEFINE(x, T)                                                                               \
    extern "C" int sl_cuda_##x##gebal_norms(cudaStream_t stream, int m, int n, const T *a,         \
                                            int lda, int first, double *row,                       \
                                            sl_column_norms *column)                               \
    {                                                                                              \
        return sl::gebal_norms(stream, m, n, a, lda, first, row, column);                          \
    }
DEFINE(s, float)
DEFINE(d, double)
DEFINE(c, cuComplex)
DEFINE(z, cuDoubleComplex)

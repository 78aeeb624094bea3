/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a tridiagonal matrix by multisection: kernels and their calls. */

#include "cuda_stebz.cuh"

namespace sl
{

enum { THREADS = 128 };

template <class T> __global__ static void rows_kernel(stebz_call<T> call)
{
    make_rows(call);
}
template <class T> __global__ static void counts_kernel(stebz_call<T> call)
{
    __shared__ stebz_shared shared;
    first_counts(call, shared);
}
template <class T> __global__ static void sections_kernel(stebz_call<T> call)
{
    __shared__ stebz_shared shared;
    multisect(call, shared);
}

static unsigned blocks(int threads)
{
    return (unsigned)((threads + THREADS - 1) / THREADS);
}

/* The power of two for which there are about as many points in a step as first points. */
static int lanes_for(int n, int points)
{
    int lanes = 1;
    while (lanes < 32 && 3 * SL_SHIFTS * (int64_t)n * lanes <= 2 * (int64_t)points)
        lanes *= 2;
    return lanes;
}

template <class T> static int solve(cudaStream_t stream, stebz_call<T> call)
{
    call.rows = sl_sturm_rows(call.n);
    call.lanes = lanes_for(call.n, call.points);
    rows_kernel<<<blocks(call.rows), THREADS, 0, stream>>>(call);
    counts_kernel<<<blocks(call.points / SL_SHIFTS), THREADS, 0, stream>>>(call);
    sections_kernel<<<blocks(call.n * call.lanes), THREADS, 0, stream>>>(call);
    return cudaGetLastError();
}

} // namespace sl

#define SL_CUDA_STEBZ(x, T)                                                                        \
    extern "C" int sl_cuda_##x##stebz(cudaStream_t stream, int n, const T *t, int64_t ld,          \
                                      double unit, struct sl_sturm_row *row, int *count,           \
                                      int points, T *value)                                        \
    {                                                                                              \
        return sl::solve<T>(stream, {n, t, t + ld, unit, 0, row, points, count, 0, value});        \
    }
SL_CUDA_STEBZ(s, float)
SL_CUDA_STEBZ(d, double)

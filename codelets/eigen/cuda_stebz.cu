/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a tridiagonal matrix by multisection: kernels and their calls. */

#include "cuda_multisect_launch.cuh"
#include "cuda_stebz.cuh"

namespace sl
{

template <class T> __global__ static void rows_kernel(stebz_call<T> call)
{
    make_rows(call);
}

template <class T> static int solve(cudaStream_t stream, const stebz_call<T> &call)
{
    rows_kernel<<<section_blocks(call.rows), SECTION_THREADS, 0, stream>>>(call);
    return find_values(stream, call);
}

} // namespace sl

#define SL_CUDA_STEBZ(x, T)                                                                        \
    extern "C" int sl_cuda_##x##stebz(cudaStream_t stream, int n, const T *t, int64_t ld,          \
                                      double unit, struct sl_sturm_row *row, int *count,           \
                                      int points, T *value)                                        \
    {                                                                                              \
        return sl::solve<T>(                                                                       \
            stream, {{n, sl_sturm_rows(n), row, points, count, 0}, t, t + ld, unit, value});       \
    }
SL_CUDA_STEBZ(s, float)
SL_CUDA_STEBZ(d, double)

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How solutions with triangles of order N <= 32 are launched.
 */
#ifndef SL_CUDA_SMALL_SOLVE_LAUNCH_CUH
#define SL_CUDA_SMALL_SOLVE_LAUNCH_CUH

#include "cuda_small_solve.cuh"

namespace sl
{

template <class T, int N>
__global__ static void __launch_bounds__(SMALL_THREADS) solve_rows_kernel(small_solve_call call)
{
    solve_by_rows<T, N>(call).run();
}
template <class T, int N>
__global__ static void __launch_bounds__(32) solve_columns_kernel(small_solve_call call)
{
    __shared__ typename solve_by_columns<T, N>::shared shared;
    solve_by_columns<T, N>(call, 32 * blockIdx.y, shared).run();
}

template <class T, int N> static int solve_rows(cudaStream_t stream, const small_solve_call &call)
{
    const int EACH = solve_by_rows<T, N>::MATRICES;
    const int64_t count = call.A.count - call.skip;
    solve_rows_kernel<T, N>
        <<<(unsigned)((count + EACH - 1) / EACH), SMALL_THREADS, 0, stream>>>(call);
    return cudaGetLastError();
}
template <class T, int N>
static int solve_columns(cudaStream_t stream, const small_solve_call &call)
{
    const dim3 grid((unsigned)(call.A.count - call.skip), (call.columns + 31) / 32);
    solve_columns_kernel<T, N><<<grid, 32, 0, stream>>>(call);
    return cudaGetLastError();
}

/* All matrices but the first ones are of order `most` at most. */
template <class T>
static int small_solutions(cudaStream_t stream, int most, const small_solve_call &call)
{
    enum { FEW = 8 }; /* columns; one H100 */
    if (call.A.count == call.skip || call.columns == 0)
        return cudaSuccess;
    if (call.columns > FEW)
        return most <= 16 ? solve_columns<T, 16>(stream, call) : solve_columns<T, 32>(stream, call);
    return most <= 8    ? solve_rows<T, 8>(stream, call)
           : most <= 16 ? solve_rows<T, 16>(stream, call)
                        : solve_rows<T, 32>(stream, call);
}

} // namespace sl

#endif /* SL_CUDA_SMALL_SOLVE_LAUNCH_CUH */

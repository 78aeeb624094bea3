/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How QR factorizations of a batch are launched: small matrices whole, and panels of others with a
 * thread block each.
 */
#ifndef SL_CUDA_GEQRF_LAUNCH_CUH
#define SL_CUDA_GEQRF_LAUNCH_CUH

#include <type_traits>
#include "cuda_middle_geqrf.cuh"
#include "cuda_small_geqrf.cuh"

namespace sl
{

template <class T, int N, class CALL>
__global__ static void __launch_bounds__(SMALL_QR_THREADS) small_qr_kernel(CALL call)
{
    typedef small_qr<T, N, CALL> matrix;
    __shared__ small_qr_room<T, N> rooms[matrix::MATRICES];
    matrix(call, rooms[threadIdx.x / N]).factor();
}
template <class T, int N, class CALL> static int launch_small(cudaStream_t stream, const CALL &call)
{
    const int matrices = small_qr<T, N, CALL>::MATRICES;
    small_qr_kernel<T, N, CALL>
        <<<(unsigned)((call.count + matrices - 1) / matrices), SMALL_QR_THREADS, 0, stream>>>(call);
    return cudaGetLastError();
}

template <class T, int R, class CALL>
__global__ static void __launch_bounds__(panel_shape<T, R>::THREADS, 1) panel_kernel(CALL call)
{
    extern __shared__ __align__(16) char panel_memory[];
    const qr_panel<T> panel = call.panel(blockIdx.x);
    if (panel.x.n > 0)
        panel_qr<T, R>(panel, *(panel_room<T, R> *)panel_memory).factor();
}
template <class T, int R, class CALL>
static int launch_panel(cudaStream_t stream, int64_t count, const CALL &call)
{
    const int bytes = sizeof(panel_room<T, R>);
    cudaError_t err = cudaFuncSetAttribute(panel_kernel<T, R, CALL>,
                                           cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (err != cudaSuccess)
        return err;
    panel_kernel<T, R, CALL><<<(unsigned)count, panel_shape<T, R>::THREADS, bytes, stream>>>(call);
    return cudaGetLastError();
}

/* f of the rows that a lane has of a panel with m rows */
template <class F> static int by_rows(int m, const F &f)
{
    return m <= 64    ? f(std::integral_constant<int, 2>())
           : m <= 128 ? f(std::integral_constant<int, 4>())
           : m <= 256 ? f(std::integral_constant<int, 8>())
           : m <= 512 ? f(std::integral_constant<int, 16>())
                      : f(std::integral_constant<int, 32>());
}
template <class T> static int columns_of_panel(int m)
{
    return by_rows(m, [](auto rows) { return (int)panel_shape<T, rows()>::NB; });
}
/* m: the most rows of a panel */
template <class T, class CALL>
static int factor_panel(cudaStream_t stream, int m, int64_t count, const CALL &call)
{
    return by_rows(m, [&](auto rows) { return launch_panel<T, rows()>(stream, count, call); });
}

} // namespace sl

#endif /* SL_CUDA_GEQRF_LAUNCH_CUH */

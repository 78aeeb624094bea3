/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How operations on batches of small matrices are launched: a warp, or a part of one, for each
 * matrix.
 */
#ifndef SL_CUDA_SMALL_LAUNCH_CUH
#define SL_CUDA_SMALL_LAUNCH_CUH

#include "cuda_small.cuh"

namespace sl
{

template <class T, int N, int OPERATION, class CALL>
__global__ static void __launch_bounds__(SMALL_THREADS,
                                         (small_matrix<T, N, OPERATION, CALL>::BLOCKS))
    small_kernel(CALL call)
{
    typedef small_matrix<T, N, OPERATION, CALL> matrix;
    __shared__ small_room<T, N, OPERATION> rooms[matrix::MATRICES];
    matrix x(call, rooms[threadIdx.x / matrix::LANES]);
    if constexpr (OPERATION == FACTOR) {
        x.load();
        x.factor();
        x.store_factors();
    } else if constexpr (OPERATION == INVERT) {
        x.load();
        x.invert();
        x.store_inverse();
    } else {
        x.template load_lower<OPERATION == UPPER>();
        x.factor_lower();
        x.template store_lower<OPERATION == UPPER>();
    }
}

template <class T, int N, int OPERATION, class CALL>
static void launch(cudaStream_t stream, const CALL &call)
{
    const int matrices = small_matrix<T, N, OPERATION, CALL>::MATRICES;
    small_kernel<T, N, OPERATION, CALL>
        <<<(unsigned)((call.count + matrices - 1) / matrices), SMALL_THREADS, 0, stream>>>(call);
}

} // namespace sl

#endif /* SL_CUDA_SMALL_LAUNCH_CUH */

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The launch of bulge chasing, symmetric (cuda_hb2st.cuh) or not (codelets/svd/cuda_gb2bd.cuh).
 */
#ifndef SL_CUDA_CHASE_CUH
#define SL_CUDA_CHASE_CUH

#include <algorithm>
#include "cuda_hb2st.cuh"

namespace sl
{

/* One block of a multiprocessor may have all its registers: the panel must not leave them. */
template <class CHASER>
__global__ void __launch_bounds__(CHASER::THREADS, 1) chase_kernel(typename CHASER::call call)
{
    __shared__ __align__(16) unsigned char memory[sizeof(typename CHASER::shared)];
    CHASER(call, *reinterpret_cast<typename CHASER::shared *>(memory)).run();
}

/* Blocks beyond the sweeps that can be in flight would only wait and disturb. */
template <class CHASER>
static cudaError_t chase_launch(cudaStream_t stream, const typename CHASER::call &call, int blocks)
{
    int device, multiprocessors, each;
    cudaError_t err = cudaGetDevice(&device);
    if (err == cudaSuccess)
        err = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (err == cudaSuccess)
        err = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, chase_kernel<CHASER>,
                                                            CHASER::THREADS, 0);
    if (err == cudaSuccess)
        err = cudaMemsetAsync(call.flags, 0, (size_t)(call.n + 1) * sizeof(int), stream);
    if (err != cudaSuccess)
        return err;
    int64_t most =
        std::min<int64_t>((int64_t)each * multiprocessors, call.n / (2 * CHASER::BAND) + 12);
    chase_kernel<CHASER>
        <<<(unsigned)(blocks > 0 ? blocks : most), CHASER::THREADS, 0, stream>>>(call);
    return cudaGetLastError();
}

} // namespace sl

#endif /* SL_CUDA_CHASE_CUH */

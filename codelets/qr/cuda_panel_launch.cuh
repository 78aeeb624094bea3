/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The launch of a panel of a one-stage reduction. CALL has its arguments, `count` columns among them,
 * and run(shared memory, barrier).
 */
#ifndef SL_CUDA_PANEL_LAUNCH_CUH
#define SL_CUDA_PANEL_LAUNCH_CUH

#include <algorithm>
#include <cooperative_groups.h>
#include "cuda_panel.cuh"

namespace sl
{

/* Fewest elements of the matrix for a thread block: work against barriers; not measured. */
enum { PANEL_ELEMENTS = 8192 };

struct panel_barrier {
    __device__ void operator()() const
    {
        cooperative_groups::this_grid().sync();
    }
};

template <class CALL> __global__ void __launch_bounds__(PANEL_THREADS, 1) panel_kernel(CALL call)
{
    extern __shared__ __align__(16) char panel_memory[];
    call.run(*(typename CALL::shared *)panel_memory, panel_barrier());
}

/* elements: of the matrix behind */
template <class CALL>
static cudaError_t launch_panel(cudaStream_t stream, CALL call, int64_t elements)
{
    int device, multiprocessors;
    const int bytes = sizeof(typename CALL::shared);
    cudaError_t err =
        call.count > SL_CUDA_PANEL_COLUMNS ? cudaErrorInvalidValue : cudaGetDevice(&device);
    if (err == cudaSuccess)
        err = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (err == cudaSuccess)
        err = cudaFuncSetAttribute(panel_kernel<CALL>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   bytes);
    if (err != cudaSuccess)
        return err;
    int64_t wanted = (elements + PANEL_ELEMENTS - 1) / PANEL_ELEMENTS;
    int64_t most = std::min<int64_t>(multiprocessors, SL_CUDA_PANEL_BLOCKS);
    unsigned blocks = (unsigned)std::max<int64_t>(1, std::min(wanted, most));
    void *args[] = {&call};
    return cudaLaunchCooperativeKernel((const void *)panel_kernel<CALL>, dim3(blocks),
                                       dim3(PANEL_THREADS), args, (size_t)bytes, stream);
}

} // namespace sl

#endif /* SL_CUDA_PANEL_LAUNCH_CUH */

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How LU of a batch of middle-sized matrices is launched: a thread block for each matrix.
 */
#ifndef SL_CUDA_MIDDLE_GETRF_LAUNCH_CUH
#define SL_CUDA_MIDDLE_GETRF_LAUNCH_CUH

#include "cuda_kind.cuh"
#include "cuda_middle_call.cuh"
#include "cuda_middle_getrf.h"

namespace sl
{

/* THREADS at most. BLOCKS thread blocks of so many must find registers on a multiprocessor. */
template <class T, int NB, int R, int THREADS, int BLOCKS, bool UNITS, class CALL>
__global__ static void __launch_bounds__(THREADS, BLOCKS) middle_kernel(CALL call, int bytes)
{
    extern __shared__ __align__(16) char middle_memory[];
    const middle_matrix<T> matrix = call.matrix(blockIdx.x);
    if (CALL::VARIES && matrix.n <= 0)
        return;
    middle_lu<T, NB, R, UNITS>(matrix, middle_memory, bytes).factor();
}

/* Matrices of at most m x n. At least `blocks` thread blocks shall have room on a multiprocessor,
 * whose shared memory the first panels of L take. `most`: bytes that a thread block may have. */
template <class T, int NB, int R, int THREADS, int BLOCKS, bool UNITS, class CALL>
static int middle_plan(int m, int n, int blocks, launch_plan *plan, int *most)
{
    const int threads = ((m + R - 1) / R + 31) / 32 * 32;
    const int fixed = middle_shared<T, NB, UNITS>::bytes_without_l(threads, m);
    int device, all, reserved;
    cudaError_t err = cudaGetDevice(&device);
    if (err == cudaSuccess)
        err = cudaDeviceGetAttribute(most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (err == cudaSuccess)
        err = cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
    if (err == cudaSuccess)
        err = cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device);
    if (err != cudaSuccess)
        return err;
    const int room = min(*most, all / blocks - reserved), least = min(m, n);
    *plan = {(const void *)middle_kernel<T, NB, R, THREADS, BLOCKS, UNITS, CALL>, threads, fixed};
    for (int k = NB; k < least + NB; k += NB) {
        const int more = fixed + middle_shared<T, NB, UNITS>::size_of_l(k, m) * (int)sizeof(T);
        if (more <= room)
            plan->bytes = more;
    }
    return cudaSuccess;
}
template <class T, int NB, int R, int THREADS, int BLOCKS, bool UNITS, class CALL>
static int middle_launch(cudaStream_t stream, const CALL &call, int blocks)
{
    launch_plan plan;
    int most, err = middle_plan<T, NB, R, THREADS, BLOCKS, UNITS, CALL>(call.m, call.n, blocks,
                                                                        &plan, &most);
    if (err == cudaSuccess)
        err = cudaFuncSetAttribute(plan.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    if (err == cudaSuccess)
        err = cudaFuncSetAttribute(plan.kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                   cudaSharedmemCarveoutMaxShared);
    if (err != cudaSuccess)
        return err;
    middle_kernel<T, NB, R, THREADS, BLOCKS, UNITS, CALL>
        <<<(unsigned)call.count, plan.threads, plan.bytes, stream>>>(call, plan.bytes);
    return cudaGetLastError();
}

} // namespace sl

#endif /* SL_CUDA_MIDDLE_GETRF_LAUNCH_CUH */

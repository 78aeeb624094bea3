/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * What a launch needs, and what the device has.
 */
#ifndef SL_CUDA_KIND_CUH
#define SL_CUDA_KIND_CUH

#include <cuComplex.h>
#include <cuda_runtime.h>
#include "codelets/kind.h"

namespace sl
{

struct launch_plan {
    const void *kernel;
    int threads, bytes; /* of a thread block; bytes: of dynamic shared memory */
};

/* f of the precision's type of numbers */
template <class F> static int by_precision(starling_precision prec, const F &f)
{
    return prec == STARLING_S   ? f(float())
           : prec == STARLING_D ? f(double())
           : prec == STARLING_C ? f(cuComplex())
                                : f(cuDoubleComplex());
}

static int attribute(cudaDeviceAttr name, int64_t *value)
{
    int device = 0, x = 0;
    int err = cudaGetDevice(&device);
    if (err == cudaSuccess)
        err = cudaDeviceGetAttribute(&x, name, device);
    *value = x;
    return err;
}

/* Thread blocks of the launch that a multiprocessor holds at a time. The kernel may then have all
 * the memory that there is: a launch by another thread goes on. */
static int find_resident(const launch_plan &x, int most_bytes, starling_kind *k)
{
    int blocks = 0;
    int err =
        cudaFuncSetAttribute(x.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most_bytes);
    if (err == cudaSuccess)
        err = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, x.kernel, x.threads,
                                                            (size_t)x.bytes);
    k->resident = blocks;
    return err;
}

/* Fills in all but what the kind itself knows. */
static int find_limits(const launch_plan &x, starling_kind *k)
{
    cudaFuncAttributes f;
    int err = cudaFuncGetAttributes(&f, x.kernel);
    if (err == cudaSuccess)
        err = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, &k->most_shared);
    if (err == cudaSuccess)
        err = attribute(cudaDevAttrMaxRegistersPerBlock, &k->most_registers);
    if (err != cudaSuccess)
        return err;
    k->threads = x.threads;
    k->registers = f.numRegs;
    k->shared = (int64_t)f.sharedSizeBytes + x.bytes;
    k->most_threads = f.maxThreadsPerBlock;
    k->resident = 0;
    if (k->threads > k->most_threads || k->shared > k->most_shared)
        return cudaSuccess;
    return find_resident(x, (int)k->most_shared - (int)f.sharedSizeBytes, k);
}

} // namespace sl

#endif /* SL_CUDA_KIND_CUH */

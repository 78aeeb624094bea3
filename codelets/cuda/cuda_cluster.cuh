/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Messages between the thread blocks of a cluster (compute capability 9.0), and the launch of
 * clusters. A message is a store to shared memory of another block, which completes a barrier there.
 * An arrival at the barrier tells the number of bytes to expect. They may come before it.
 */
#ifndef SL_CUDA_CLUSTER_CUH
#define SL_CUDA_CLUSTER_CUH

#include <initializer_list>
#include "cuda_copy.cuh"

namespace sl
{

/* the same address in another thread block of the cluster */
__device__ inline unsigned remote_address(unsigned address, int cta)
{
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(cta));
    return there;
}
/* Predicated: a branch would delay the next load of a loop. */
__device__ inline void send(bool really, unsigned to, uint4 v, unsigned barrier)
{
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %6, 0; @p "
                 "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 "
                 "[%0], {%1, %2, %3, %4}, [%5]; }" ::"r"(to),
                 "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "r"(barrier),
                 "r"((unsigned)really));
}
__device__ inline void init_barrier(const void *barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)),
                 "r"(arrivals)
                 : "memory");
}
/* Other thread blocks may send after cluster_barrier(). */
__device__ inline void barriers_are_made()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void expect(const void *barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                     shared_address(barrier)),
                 "r"(bytes)
                 : "memory");
}
/* For what was sent to this thread block's own shared memory. (To acquire from the cluster would
 * empty the first-level cache; what is in global memory waits for cluster_barrier().) */
__device__ inline void await(const void *barrier, int parity)
{
    unsigned done = 0;
    while (!done)
        asm volatile(
            "{ .reg .pred p; "
            "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
            "selp.u32 %0, 1, 0, p; }"
            : "=r"(done)
            : "r"(shared_address(barrier)), "r"(parity)
            : "memory");
}
__device__ inline void cluster_barrier()
{
    asm volatile("barrier.cluster.arrive.release.aligned; "
                 "barrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
}

#ifdef __CUDACC__ /* a test compiles the rest for the host */
/* Whether the device has clusters, and this program has code for them. A device runs the code of the
 * newest architecture that is not newer than itself. */
inline cudaError_t find_clusters(int device, bool *found)
{
    int major, minor, runs = 0;
    cudaError_t err =
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (err == cudaSuccess)
        err = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    for (int compiled : {__CUDA_ARCH_LIST__})
        if (err == cudaSuccess && compiled <= 100 * major + 10 * minor && compiled > runs)
            runs = compiled;
    *found = runs >= 900;
    return err;
}

/* How a kernel is launched on so many clusters of thread blocks. config points to cluster. */
struct cluster_launch {
    cudaLaunchAttribute cluster = {};
    cudaLaunchConfig_t config = {};
    cluster_launch(unsigned ctas, unsigned clusters, unsigned threads, size_t shared,
                   cudaStream_t stream)
    {
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim.x = ctas;
        cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
        config.gridDim = dim3(ctas * clusters);
        config.blockDim = dim3(threads);
        config.dynamicSmemBytes = shared;
        config.stream = stream;
        config.attrs = &cluster;
        config.numAttrs = 1;
    }
    cluster_launch(const cluster_launch &) = delete;
};
#endif

} // namespace sl

#endif /* SL_CUDA_CLUSTER_CUH */

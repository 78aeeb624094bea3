/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Asynchronous copies of one or two elements from global to shared memory. Before compute capability
 * 8.0 they are synchronous.
 */
#ifndef SL_CUDA_COPY_CUH
#define SL_CUDA_COPY_CUH

#include <cuda_runtime.h>

namespace sl
{

__device__ inline unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}
template <class T> __device__ void copy_async(T *to, const T *from)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(to)),
                 "l"(from), "n"(sizeof(T))
                 : "memory");
#else
    *to = *from;
#endif
}
/* Both addresses are multiples of 16. `count` elements are read, the others become 0. */
__device__ inline void copy_async_pair(double *to, const double *from, int count)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(to)),
                 "l"(from), "r"(count * (int)sizeof(double))
                 : "memory");
#else
    to[0] = count > 0 ? from[0] : 0;
    to[1] = count > 1 ? from[1] : 0;
#endif
}
__device__ inline void copies_end_here()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/* until all have arrived but those of the last LATER ends */
template <int LATER> __device__ void await_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(LATER) : "memory");
#endif
}

} // namespace sl

#endif /* SL_CUDA_COPY_CUH */

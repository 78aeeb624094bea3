/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How --bench takes times: of calls on the tests' stream, without those of the host.
 */
#ifndef TESTS_CUDA_TIMES_CUH
#define TESTS_CUDA_TIMES_CUH

#include <algorithm>
#include "cuda_program.cuh"

// Keeps the stream busy until the host has queued what is measured.
__global__ void delay_kernel(long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles)
        ;
}

// Median over 20 calls of the time between two events, the host well ahead.
template <class Prepare, class Call> static double time_ms(Prepare prepare, Call call)
{
    cudaEvent_t e0, e1;
    std::vector<float> ms;
    CUDA(cudaEventCreate(&e0));
    CUDA(cudaEventCreate(&e1));
    for (int i = 0; i < 23; i++) { // the first three are warming up
        float t;
        prepare();
        delay_kernel<<<1, 1, 0, stream>>>(1000000);
        CUDA(cudaEventRecord(e0, stream));
        call();
        CUDA(cudaEventRecord(e1, stream));
        CUDA(cudaEventSynchronize(e1));
        CUDA(cudaEventElapsedTime(&t, e0, e1));
        if (i >= 3)
            ms.push_back(t);
    }
    std::sort(ms.begin(), ms.end());
    CUDA(cudaEventDestroy(e0));
    CUDA(cudaEventDestroy(e1));
    return ms[ms.size() / 2];
}

#endif /* TESTS_CUDA_TIMES_CUH */

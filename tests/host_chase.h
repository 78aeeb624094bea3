// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// What bulge chasing for GPUs needs to run on the host, beside host_block.h, and random
// numbers. Included before its header.

#ifndef HOST_CHASE_H
#define HOST_CHASE_H

#include <atomic>
#include <complex>
#include "host_block.h"
typedef void *cudaStream_t;

static int atomicAdd(int *p, int v)
{
    return std::atomic_ref<int>(*p).fetch_add(v);
}
namespace sl
{
static int acquire(const int *flag)
{
    host_yield();
    return std::atomic_ref<int>(*const_cast<int *>(flag)).load(std::memory_order_acquire);
}
static void release(int *flag, int v)
{
    std::atomic_ref<int>(*flag).store(v, std::memory_order_release);
    host_yield(); /* those who wait for it may go on at once */
}
/* Barriers of some warps of each thread block. */
static std::map<std::pair<unsigned, int>, std::unique_ptr<host_barrier>> barriers;
template <int ID, int THREADS> void barrier_wait()
{
    barriers.at({blockIdx.x, ID})->arrive_and_wait();
}
template <int ID, int THREADS> void barrier_arrive()
{
    (void)barriers.at({blockIdx.x, ID})->arrive();
}
template <class T> T load(const T *p)
{
    return *p;
}
template <class T> void store(T *p, T v)
{
    *p = v;
}
} // namespace sl
#include "codelets/cuda/cuda_warp.cuh"

typedef std::complex<double> wide;

static wide to_wide(float x)
{
    return x;
}
static wide to_wide(double x)
{
    return x;
}
template <class C> wide to_wide(C x)
{
    return wide(x.x, x.y);
}
static double number()
{
    return rand() / (double)RAND_MAX - 0.5;
}
template <class T> T random_number()
{
    T x;
    for (size_t i = 0; i < sizeof(T) / sizeof(typename sl::scalar<T>::real); i++)
        ((typename sl::scalar<T>::real *)&x)[i] = number();
    return x;
}

// Runs a chaser in so many thread blocks.
template <class CHASER>
void run_chaser(const typename CHASER::call &call, int blocks, const std::map<int, int> &threads)
{
    sl::barriers.clear();
    for (unsigned b = 0; b < (unsigned)blocks; b++)
        for (auto [id, count] : threads)
            sl::barriers[{b, id}] = std::make_unique<host_barrier>(count);
    run_cluster<typename CHASER::shared>(
        blocks, CHASER::THREADS, [&](typename CHASER::shared &s) { CHASER(call, s).run(); });
}

#endif

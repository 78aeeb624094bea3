/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Device code on a machine without a GPU: the threads of a thread block are threads of the
 * host, its barriers theirs. Real numbers only. An asynchronous copy arrives as late as it may,
 * when it is waited for; before, NaN is there. What the headers with device code need of CUDA
 * is here in place of cuda_copy.cuh and cuda_pivot.cuh.
 */
#ifndef TESTS_HOST_BLOCK_H
#define TESTS_HOST_BLOCK_H

#define SL_CUDA_COPY_CUH
#define SL_CUDA_PIVOT_CUH
#define SL_CUDA_BLAS3_H

#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

#define __device__
#define __align__(n) alignas(n)

struct host_dim {
    unsigned x;
};
static thread_local host_dim threadIdx;
static host_dim blockDim;

/* What the 32 threads of a warp have in common. */
struct host_warp {
    std::barrier<> barrier{32};
    double value[32], a[32][4], b[32][2];
};
static std::unique_ptr<std::barrier<>> host_barrier;
static std::vector<std::unique_ptr<host_warp>> host_warps;

static host_warp &my_warp()
{
    return *host_warps[threadIdx.x / 32];
}
static void __syncthreads()
{
    host_barrier->arrive_and_wait();
}
static void __syncwarp()
{
    my_warp().barrier.arrive_and_wait();
}

namespace sl
{

using std::min;

template <class T> struct scalar {
    static T make(T re)
    {
        return re;
    }
};
template <class T> T minus_product(T c, T a, T b)
{
    return c - a * b;
}
template <class T> T shuffle(T v, int lane)
{
    host_warp &w = my_warp();
    w.value[threadIdx.x % 32] = v;
    __syncwarp();
    T from = (T)w.value[lane];
    __syncwarp();
    return from;
}

struct host_copy {
    void *to;
    const void *from;
    size_t size;
};
static thread_local std::deque<std::vector<host_copy>> copies; /* the last group is open */

template <class T> void copy_async(T *to, const T *from)
{
    *to = (T)NAN;
    copies.back().push_back({to, from, sizeof(T)});
}
static void copies_end_here()
{
    copies.emplace_back();
}
template <int LATER> void await_copies()
{
    for (; copies.size() > LATER + 1; copies.pop_front())
        for (host_copy &c : copies.front())
            memcpy(c.to, c.from, c.size);
}

/* The fragments of PTX's mma.m16n8k8: lane 4 g + t has rows g, g + 8 and columns t, t + 4 of
 * a, rows t, t + 4 and column g of b, rows g, g + 8 and columns 2 t, 2 t + 1 of c. */
static void mma_m16n8k8(double *c, const double *a, const double *b)
{
    host_warp &w = my_warp();
    int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    std::copy(a, a + 4, w.a[lane]);
    std::copy(b, b + 2, w.b[lane]);
    __syncwarp();
    for (int half = 0; half < 2; half++)
        for (int e = 0; e < 2; e++)
            for (int k = 0; k < 8; k++)
                c[2 * half + e] += w.a[4 * g + k % 4][k / 4 * 2 + half] *
                                   w.b[4 * (2 * t + e) + k % 4][k / 4];
    __syncwarp();
}

} // namespace sl

static double __shfl_xor_sync(unsigned, double v, int mask)
{
    return sl::shuffle(v, (int)(threadIdx.x % 32) ^ mask);
}

static void run_block(int threads, const std::function<void()> &code)
{
    std::vector<std::thread> all;
    blockDim.x = threads;
    host_barrier = std::make_unique<std::barrier<>>(threads);
    host_warps.clear();
    for (int i = 0; i < threads / 32; i++)
        host_warps.push_back(std::make_unique<host_warp>());
    for (int i = 0; i < threads; i++)
        all.emplace_back([&code, i] {
            threadIdx.x = i;
            sl::copies.assign(1, {});
            code();
        });
    for (std::thread &t : all)
        t.join();
}

#endif /* TESTS_HOST_BLOCK_H */

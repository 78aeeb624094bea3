/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Device code on a machine without a GPU: the threads of a cluster of thread blocks are threads
 * of the host, its barriers theirs. An asynchronous copy arrives as late as it may, when it is
 * waited for; before, NaN is there. All this is in place of cuda_copy.cuh, cuda_cluster.cuh and
 * cuda_scalar.cuh, but for the arithmetic (cuda_number.cuh).
 */
#ifndef TESTS_HOST_BLOCK_H
#define TESTS_HOST_BLOCK_H

#define SL_CUDA_COPY_CUH
#define SL_CUDA_CLUSTER_CUH
#define SL_CUDA_SCALAR_CUH
#define SL_CUDA_BLAS3_H

#include <algorithm>
#include <barrier>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#define __host__
#define __device__
#define __forceinline__ inline
#define __align__(n) alignas(n)

struct host_dim {
    unsigned x;
};
struct uint2 {
    unsigned x, y;
};
struct uint4 {
    unsigned x, y, z, w;
};
struct alignas(8) cuComplex {
    float x, y;
};
struct alignas(16) cuDoubleComplex {
    double x, y;
};
static thread_local host_dim threadIdx, blockIdx;
static host_dim blockDim, gridDim;

/* What the 32 threads of a warp have in common. */
struct host_warp {
    std::barrier<> barrier{32};
    double value[32], a[32][4], b[32][2];
};
struct host_thread_block {
    std::barrier<> barrier;
    std::vector<std::unique_ptr<host_warp>> warps;
    char *shared; /* its memory, where others send to it */
    explicit host_thread_block(int threads) : barrier(threads), shared(nullptr)
    {
        for (int i = 0; i < threads / 32; i++)
            warps.push_back(std::make_unique<host_warp>());
    }
};
static std::vector<std::unique_ptr<host_thread_block>> host_cluster;
static std::unique_ptr<std::barrier<>> host_cluster_barrier;

static host_warp &my_warp()
{
    return *host_cluster[blockIdx.x]->warps[threadIdx.x / 32];
}
static void __syncthreads()
{
    host_cluster[blockIdx.x]->barrier.arrive_and_wait();
}
static void __syncwarp()
{
    my_warp().barrier.arrive_and_wait();
}

/* ---- Functions of a warp ------------------------------------------------------------- */

/* What each lane brings, in `all`. */
template <class T> void gather(T mine, T (&all)[32])
{
    host_warp &w = my_warp();
    w.value[threadIdx.x % 32] = (double)mine; /* exact for int and unsigned */
    __syncwarp();
    for (int i = 0; i < 32; i++)
        all[i] = (T)w.value[i];
    __syncwarp();
}
template <class T> T __shfl_sync(unsigned, T v, int lane)
{
    T all[32];
    gather(v, all);
    return all[lane];
}
template <class T> T __shfl_xor_sync(unsigned mask, T v, int other)
{
    return __shfl_sync(mask, v, (int)threadIdx.x % 32 ^ other);
}
static unsigned __reduce_max_sync(unsigned, unsigned v)
{
    unsigned all[32];
    gather(v, all);
    return *std::max_element(all, all + 32);
}
static unsigned __reduce_min_sync(unsigned, unsigned v)
{
    unsigned all[32];
    gather(v, all);
    return *std::min_element(all, all + 32);
}
static unsigned __ballot_sync(unsigned, bool v)
{
    unsigned all[32], set = 0;
    gather((unsigned)v, all);
    for (int i = 0; i < 32; i++)
        set |= all[i] << i;
    return set;
}
static bool __any_sync(unsigned mask, bool v)
{
    return __ballot_sync(mask, v) != 0;
}
static int __popc(unsigned v)
{
    return __builtin_popcount(v);
}
static int __clz(unsigned v)
{
    return v ? __builtin_clz(v) : 32;
}
static int __ffs(unsigned v)
{
    return __builtin_ffs((int)v);
}
static uint2 make_uint2(unsigned x, unsigned y)
{
    return {x, y};
}
static unsigned __float_as_uint(float v)
{
    unsigned bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}
static int __double2hiint(double v)
{
    unsigned long long bits;
    memcpy(&bits, &v, sizeof bits);
    return (int)(bits >> 32);
}
static int __double2loint(double v)
{
    unsigned long long bits;
    memcpy(&bits, &v, sizeof bits);
    return (int)bits;
}

namespace sl
{

using std::abs;
using std::max;
using std::min;
} // namespace sl

#include "codelets/cuda/cuda_number.cuh"

namespace sl
{

/* ---- Asynchronous copies, and products ------------------------------------------------ */

struct host_copy {
    void *to;
    const void *from;
    size_t size;
};
static thread_local std::deque<std::vector<host_copy>> copies; /* the last group is open */

template <class T> void copy_async(T *to, const T *from)
{
    memset((void *)to, 0xff, sizeof(T)); /* NaN */
    copies.back().push_back({to, from, sizeof(T)});
}
static void copy_async_pair(double *to, const double *from, int count)
{
    for (int i = 0; i < 2; i++)
        to[i] = i < count ? NAN : 0;
    copies.back().push_back({to, from, count * sizeof *to});
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

/* ---- Messages between thread blocks --------------------------------------------------- */

/* A barrier of PTX's mbarrier: a phase is over when all have arrived and all bytes are there. */
struct host_mbarrier {
    int arrivals = 0, missing = 0, bytes = 0, phase = 0;
    std::condition_variable over;
};
static std::map<const void *, host_mbarrier> host_mbarriers;
static std::mutex host_mutex;

static void init_barrier(const void *barrier, int arrivals)
{
    std::lock_guard<std::mutex> lock(host_mutex);
    host_mbarrier &b = host_mbarriers[barrier];
    b.arrivals = b.missing = arrivals;
}
static void barriers_are_made()
{
}
static void change_barrier(const void *barrier, int arrivals, int bytes)
{
    std::lock_guard<std::mutex> lock(host_mutex);
    host_mbarrier &b = host_mbarriers.at(barrier);
    b.missing -= arrivals;
    b.bytes += bytes;
    if (b.missing > 0 || b.bytes != 0)
        return;
    b.missing = b.arrivals;
    b.phase ^= 1;
    b.over.notify_all();
}
static void expect(const void *barrier, int bytes)
{
    change_barrier(barrier, 1, bytes);
}
static void await(const void *barrier, int parity)
{
    std::unique_lock<std::mutex> lock(host_mutex);
    host_mbarrier &b = host_mbarriers.at(barrier);
    b.over.wait(lock, [&] { return b.phase != parity; });
}

/* An address is the number of a thread block and a place in its memory. */
enum { HOST_MEMORY = 1 << 20 };
static unsigned shared_address(const void *p)
{
    return blockIdx.x * HOST_MEMORY +
           (unsigned)((const char *)p - host_cluster[blockIdx.x]->shared);
}
static unsigned remote_address(unsigned address, int cta)
{
    return cta * HOST_MEMORY + address % HOST_MEMORY;
}
static char *host_place(unsigned address)
{
    return host_cluster[address / HOST_MEMORY]->shared + address % HOST_MEMORY;
}
static void send(bool really, unsigned to, uint4 v, unsigned barrier)
{
    if (!really)
        return;
    memcpy(host_place(to), &v, sizeof v);
    change_barrier(host_place(barrier), 0, -(int)sizeof v);
}
static void cluster_barrier()
{
    host_cluster_barrier->arrive_and_wait();
}

} // namespace sl

/* ---- The threads ---------------------------------------------------------------------- */

/* Shared: memory of a thread block, NaN at first. */
template <class Shared> void run_cluster(int ctas, int threads, std::function<void(Shared &)> code)
{
    std::vector<std::unique_ptr<Shared>> memory;
    std::vector<std::thread> all;
    static_assert(sizeof(Shared) < sl::HOST_MEMORY, "an address has room for it");
    blockDim.x = threads;
    gridDim.x = ctas;
    host_cluster.clear();
    sl::host_mbarriers.clear();
    host_cluster_barrier = std::make_unique<std::barrier<>>(ctas * threads);
    for (int i = 0; i < ctas; i++) {
        memory.push_back(std::make_unique<Shared>());
        memset((void *)memory[i].get(), 0xff, sizeof(Shared));
        host_cluster.push_back(std::make_unique<host_thread_block>(threads));
        host_cluster[i]->shared = (char *)memory[i].get();
    }
    for (int i = 0; i < ctas * threads; i++)
        all.emplace_back([&code, &memory, threads, i] {
            blockIdx.x = i / threads;
            threadIdx.x = i % threads;
            sl::copies.assign(1, {});
            code(*memory[blockIdx.x]);
        });
    for (std::thread &t : all)
        t.join();
}

#endif /* TESTS_HOST_BLOCK_H */

/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Device code on a machine without a GPU. The threads of a cluster of thread blocks are coroutines
 * of one thread of the host. The sanitizer of threads sees a thread in each, so it finds data
 * races. An asynchronous copy arrives as late as it may, when it is waited for; before, NaN is
 * there. All this is in place of cuda_copy.cuh, cuda_cluster.cuh and cuda_scalar.cuh, but for the
 * arithmetic (cuda_number.cuh).
 */
#ifndef TESTS_HOST_BLOCK_H
#define TESTS_HOST_BLOCK_H

#define SL_CUDA_COPY_CUH
#define SL_CUDA_CLUSTER_CUH
#define SL_CUDA_SCALAR_CUH
#define SL_CUDA_BLAS3_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
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
static host_dim blockDim, gridDim;

/* What a thread has of its own: its place, and its groups of asynchronous copies. */
struct host_copy {
    void *to;
    const void *from;
    size_t size;
};
struct host_self {
    host_dim thread, block;
    std::deque<std::vector<host_copy>> copies; /* the last group is open */
    bool ended = false;
};
#define threadIdx (host_me->thread)
#define blockIdx (host_me->block)

/* ---- The threads of a cluster as coroutines ------------------------------------------- */

#include <cstdio>
#include <cstdlib>
#include <random>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer) && !defined __SANITIZE_ADDRESS__
#define __SANITIZE_ADDRESS__ 1
#endif
#if __has_feature(thread_sanitizer) && !defined __SANITIZE_THREAD__
#define __SANITIZE_THREAD__ 1
#endif
#endif
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif
#if defined __SANITIZE_ADDRESS__ && __has_include(<sanitizer/common_interface_defs.h>)
#include <sanitizer/common_interface_defs.h>
#else
#define __sanitizer_start_switch_fiber(save, bottom, size) ((void)0)
#define __sanitizer_finish_switch_fiber(save, bottom, size) ((void)0)
#endif

/* A switch orders nothing for the sanitizer of threads; barriers do, by release and acquire. What
 * is needed for switches is kept from it by host_unseen. */
#ifdef __SANITIZE_THREAD__
extern "C" {
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
void AnnotateIgnoreWritesBegin(const char *file, int line);
void AnnotateIgnoreWritesEnd(const char *file, int line);
}
struct host_unseen {
    host_unseen()
    {
        AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
        AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    }
    ~host_unseen()
    {
        AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
        AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    }
};
#else
#define __tsan_get_current_fiber() nullptr
#define __tsan_create_fiber(flags) nullptr
#define __tsan_switch_to_fiber(fiber, flags) ((void)0)
#define __tsan_acquire(address) ((void)0)
#define __tsan_release(address) ((void)0)
struct host_unseen {
    ~host_unseen()
    {
    }
};
#endif
enum { HOST_NO_ORDER = 1 }; /* __tsan_switch_to_fiber_no_sync */

struct host_coroutine {
    ucontext_t context;
    const void *stack = nullptr;
    size_t size = 0;
    void *fake = nullptr, *fiber = nullptr; /* the sanitizers' */
};
static host_self *host_me;
static struct {
    std::deque<host_coroutine> all; /* kept for the next cluster */
    host_coroutine caller, *now = &caller, *before = nullptr;
    host_self *selves;
    const std::function<void()> *code;
    std::vector<size_t> ready;
    size_t alive, polls = 0;      /* polls of flags since another thing happened */
    size_t draws = 0, first, end; /* for so many draws these are before or behind the others */
    bool before_others;
    char begin = 0, end_of_all = 0; /* what the sanitizer of threads knows them by */
    std::minstd_rand random{getenv("HOST_SEED") ? (unsigned)atoi(getenv("HOST_SEED")) : 1};
} host;

[[noreturn]] static void host_deadlock()
{
    for (host_me = host.selves; host_me->ended;)
        host_me++;
    printf("Bail out! Deadlock: %zu threads wait for ever; one is thread %u of thread block %u\n",
           host.alive, threadIdx.x, blockIdx.x);
    fflush(stdout);
    _exit(1);
}

/* One that is ready, at random. In turns, a thread, a warp or a thread block is before or behind
 * the others, for a short or a long time. */
static size_t host_draw()
{
    const size_t threads = blockDim.x, all = threads * gridDim.x;
    if (host.draws-- == 0) {
        const size_t sizes[] = {1, 32, threads}, size = sizes[host.random() % 3];
        host.draws = (size_t)32 << host.random() % 12;
        host.first = host.random() % all / size * size;
        host.end = host.first + size;
        host.before_others = host.random() % 2;
    }
    size_t i = 0;
    for (int tries = 0; tries < 64; tries++) {
        i = host.random() % host.ready.size();
        const bool one = host.ready[i] >= host.first && host.ready[i] < host.end;
        if (one == host.before_others)
            break;
    }
    std::swap(host.ready[i], host.ready.back());
    i = host.ready.back();
    host.ready.pop_back();
    return i;
}

/* Leaves the stack that is in use for that of another coroutine. */
static void host_leave(host_coroutine *to, void **fake)
{
    host.before = host.now;
    host.now = to;
    __sanitizer_start_switch_fiber(fake, to->stack, to->size);
}
static void host_arrive(void *fake)
{
    __sanitizer_finish_switch_fiber(fake, &host.before->stack, &host.before->size);
}

/* Goes on with a coroutine that is ready. */
static void host_switch()
{
    host_unseen unseen;
    host_coroutine *from = host.now;
    if (host.ready.empty())
        host_deadlock();
    size_t i = host_draw();
    host_me = &host.selves[i];
    host_coroutine *to = &host.all[i];
    if (to == from)
        return;
    host_leave(to, &from->fake);
    __tsan_switch_to_fiber(to->fiber, HOST_NO_ORDER);
    swapcontext(&from->context, &to->context);
    host_arrive(from->fake);
}

static void host_wait(std::vector<size_t> &waiting)
{
    host_unseen unseen;
    host.polls = 0;
    waiting.push_back(host_me - host.selves);
}
static void host_wake(std::vector<size_t> &waiting)
{
    host_unseen unseen;
    host.ready.insert(host.ready.end(), waiting.begin(), waiting.end());
    waiting.clear();
}

class host_barrier
{
    const int count;
    int missing, phase = 0;
    char order[2] = {0, 0}; /* of even and odd phases, for who is late may meet the next one */
    std::vector<size_t> waiting;

  public:
    explicit host_barrier(int count_) : count(count_), missing(count_)
    {
    }
    void arrive()
    {
        host_unseen unseen;
        __tsan_release(&order[phase]);
        if (--missing > 0)
            return;
        missing = count;
        phase ^= 1;
        host_wake(waiting);
    }
    void arrive_and_wait()
    {
        host_unseen unseen;
        [[maybe_unused]] char *mine = &order[phase];
        host_wait(waiting);
        arrive();
        host_switch();
        __tsan_acquire(mine);
    }
};

struct host_event {
    std::vector<size_t> waiting;
    template <class F> void wait(std::unique_lock<std::mutex> &lock, F over)
    {
        while (!over()) {
            host_wait(waiting);
            lock.unlock();
            host_switch();
            lock.lock();
        }
    }
    void notify_all()
    {
        host_wake(waiting);
    }
};

/* In a loop that waits for a flag. */
static void host_yield()
{
    host_unseen unseen;
    if (++host.polls > 1000000 + 1000 * host.alive)
        host_deadlock();
    host.ready.push_back(host_me - host.selves);
    host_switch();
}

/* It ends by a switch to host_run: a return would be one of the caller for a sanitizer. */
static void host_coroutine_main()
{
    {
        host_unseen unseen;
        host_arrive(nullptr);
    }
    __tsan_acquire(&host.begin);
    (*host.code)();
    __tsan_release(&host.end_of_all);
    {
        host_unseen unseen;
        host_me->ended = true;
        host.polls = 0;
        host.alive--;
        host_leave(&host.caller, nullptr);
    }
    __tsan_switch_to_fiber(host.caller.fiber, HOST_NO_ORDER);
    setcontext(&host.caller.context);
}

static void host_run(std::vector<host_self> &selves, const std::function<void()> &code)
{
    host_unseen unseen;
    const size_t guard = 65536, size = 262144; /* below a stack no access is allowed */
    host.selves = selves.data();
    host.code = &code;
    host.alive = selves.size();
    for (size_t i = 0; i < selves.size(); i++) {
        if (i == host.all.size()) {
            void *p = mmap(nullptr, guard + size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (p == MAP_FAILED || mprotect(p, guard, PROT_NONE) != 0) {
                printf("Bail out! No memory for %zu stacks\n", selves.size());
                exit(1);
            }
            host.all.emplace_back();
            host.all[i].stack = (char *)p + guard;
            host.all[i].size = size;
            host.all[i].fiber = __tsan_create_fiber(0);
        }
        host_coroutine &c = host.all[i];
        getcontext(&c.context);
        c.context.uc_stack.ss_sp = (void *)c.stack;
        c.context.uc_stack.ss_size = c.size;
        c.context.uc_link = nullptr;
        makecontext(&c.context, host_coroutine_main, 0);
        c.context.uc_stack.ss_size = 0; /* else the sanitizer forgets the stack at each switch */
        host.ready.push_back(i);
    }
    host.caller.fiber = __tsan_get_current_fiber();
    __tsan_release(&host.begin);
    while (host.alive > 0)
        host_switch();
    __tsan_acquire(&host.end_of_all);
}

/* ---- Barriers ------------------------------------------------------------------------- */

/* What the 32 threads of a warp have in common. */
struct host_warp {
    host_barrier barrier{32};
    double value[32], a[32][4], b[32][2];
};
struct host_thread_block {
    host_barrier barrier;
    std::vector<std::unique_ptr<host_warp>> warps;
    char *shared; /* its memory, where others send to it */
    explicit host_thread_block(int threads) : barrier(threads), shared(nullptr)
    {
        for (int i = 0; i < threads / 32; i++)
            warps.push_back(std::make_unique<host_warp>());
    }
};
static std::vector<std::unique_ptr<host_thread_block>> host_cluster;
static std::unique_ptr<host_barrier> host_cluster_barrier;

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

template <class T> void copy_async(T *to, const T *from)
{
    memset((void *)to, 0xff, sizeof(T)); /* NaN */
    host_me->copies.back().push_back({to, from, sizeof(T)});
}
static void copy_async_pair(double *to, const double *from, int count)
{
    for (int i = 0; i < 2; i++)
        to[i] = i < count ? NAN : 0;
    host_me->copies.back().push_back({to, from, count * sizeof *to});
}
static void copies_end_here()
{
    host_me->copies.emplace_back();
}
template <int LATER> void await_copies()
{
    for (auto &copies = host_me->copies; copies.size() > LATER + 1; copies.pop_front())
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
                c[2 * half + e] +=
                    w.a[4 * g + k % 4][k / 4 * 2 + half] * w.b[4 * (2 * t + e) + k % 4][k / 4];
    __syncwarp();
}

/* ---- Messages between thread blocks --------------------------------------------------- */

/* A barrier of PTX's mbarrier: a phase is over when all have arrived and all bytes are there. */
struct host_mbarrier {
    int arrivals = 0, missing = 0, bytes = 0, phase = 0;
    host_event over;
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

/* ---- A cluster ------------------------------------------------------------------------ */

/* Shared: memory of a thread block, NaN at first. */
template <class Shared> void run_cluster(int ctas, int threads, std::function<void(Shared &)> code)
{
    std::vector<std::unique_ptr<Shared>> memory;
    std::vector<host_self> selves;
    static_assert(sizeof(Shared) < sl::HOST_MEMORY, "an address has room for it");
    blockDim.x = threads;
    gridDim.x = ctas;
    host_cluster.clear();
    sl::host_mbarriers.clear();
    host_cluster_barrier = std::make_unique<host_barrier>(ctas * threads);
    for (int i = 0; i < ctas; i++) {
        memory.push_back(std::make_unique<Shared>());
        memset((void *)memory[i].get(), 0xff, sizeof(Shared));
        host_cluster.push_back(std::make_unique<host_thread_block>(threads));
        host_cluster[i]->shared = (char *)memory[i].get();
    }
    for (unsigned i = 0; i < (unsigned)(ctas * threads); i++)
        selves.push_back({{i % threads}, {i / threads}, {{}}});
    host_run(selves, [&] { code(*memory[blockIdx.x]); });
}

#endif /* TESTS_HOST_BLOCK_H */

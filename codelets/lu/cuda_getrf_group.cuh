/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU of a group of columns in one launch, leaf by leaf (cuda_getrf_leaf.cuh). After each leaf the
 * other columns of the panel are interchanged, and `follow` columns right of the leaf get their
 * rows of U. The registers then hold L, so the group's remaining columns are updated at once
 * (cuda_getrf_rest.cuh). A launch of its own would wait for large products of other streams.
 */
#ifndef SL_CUDA_GETRF_GROUP_CUH
#define SL_CUDA_GETRF_GROUP_CUH

#include "cuda_getrf_leaf.cuh"
#include "cuda_getrf_rest.cuh"
#include "cuda_getrf_solve.cuh"

namespace sl
{

enum { LEAF_SWAPS = 4 }; /* columns of a warp at once: latency; one H200 */

/* Interchanges rows of the other columns. Lane i moves row `source` to row i, and the old row i to
 * row `target` (target < 0: another lane moves it). Columns that follow also get a solve with the
 * leaf's triangle. */
template <class T, int IB>
__device__ void leaf_interchange(const leaf_call<T> &p, const T *top, int source,
                                 int target)
{
    const int LD = IB + 1;
    int lane = threadIdx.x % 32, others = p.panel - p.cols, slot0 = IB - p.cols;
    int id = blockIdx.x * LEAF_WARPS + threadIdx.x / 32;
    bool mine = lane < min(p.rows, p.cols);
    for (int c0 = id * LEAF_SWAPS; c0 < others; c0 += gridDim.x * LEAF_WARPS * LEAF_SWAPS) {
        T in[LEAF_SWAPS], out[LEAF_SWAPS];
        T *A[LEAF_SWAPS];
        bool any = false;
#pragma unroll
        for (int g = 0; g < LEAF_SWAPS; g++) {
            int c = c0 + g < p.first ? c0 + g : c0 + g + p.cols;
            bool there = mine && c0 + g < others;
            A[g] = there ? p.A + (size_t)c * p.lda : nullptr;
            in[g] = there ? A[g][source] : scalar<T>::make(0);
            out[g] = there ? A[g][lane] : scalar<T>::make(0);
            any = any || (c > p.first && c < p.first + p.cols + p.follow);
        }
        for (int k = 0; any && k < p.cols - 1; k++) {
            T l = lane > k && mine ? top[lane * LD + slot0 + k] : scalar<T>::make(0);
#pragma unroll
            for (int g = 0; g < LEAF_SWAPS; g++) {
                int c = c0 + g < p.first ? c0 + g : c0 + g + p.cols;
                T x = shuffle(in[g], k);
                if (lane > k && c > p.first && c < p.first + p.cols + p.follow)
                    in[g] = minus_product(in[g], l, x);
            }
        }
        __syncwarp(); /* all have read before one writes */
#pragma unroll
        for (int g = 0; g < LEAF_SWAPS; g++)
            if (A[g]) {
                A[g][lane] = in[g];
                if (target >= 0)
                    A[g][target] = out[g];
            }
    }
}

/* ipiv and info. */
template <class T> __device__ void leaf_result(const leaf_call<T> &p, const leaf_steps &mine)
{
    int lane = threadIdx.x;
    bool there = lane < min(p.rows, p.cols);
    unsigned zeros = __ballot_sync(0xffffffff, there && mine.zero);
    if (there)
        p.ipiv[lane] = p.base + mine.at + 1;
    if (lane == 0 && zeros && *p.info == 0)
        *p.info = p.base + __ffs(zeros);
}

/* A leaf's columns, and its interchanges in all others. */
template <class T, int IB, int R> __device__ void factor_leaf(leaf<T, IB, R> &f)
{
    const int COPIES = leaf<T, IB, R>::COPIES;
    const leaf_call<T> &p = f.p;
    auto &s = f.s;
    int slot0 = f.slot0(), steps = min(p.rows, p.cols);
    leaf_steps mine = {f.lane, f.lane, 0, false};
    f.load();
    cluster_barrier();
#pragma unroll 1
    for (int j = slot0 / COPIES * COPIES; j < slot0 + steps; j += COPIES) {
#pragma unroll
        for (int o = 0; o < COPIES; o++)
            if (j + o >= slot0 && j + o < slot0 + steps)
                leaf_step(f, j + o, o, mine);
        f.move_on();
    }
    if (f.warp == 0)
        f.finish_row(slot0 + steps - 1);
    if (f.warp == 0 && f.cta == 0)
        leaf_result(p, mine);
    __syncthreads();
    f.store();
    if (f.cta == 0)
        for (int i = threadIdx.x; i < steps * p.cols; i += LEAF_THREADS)
            p.A[i % steps + (size_t)(p.first + i / steps) * p.lda] =
                s.top[i % steps * (IB + 1) + slot0 + i / steps];
    leaf_interchange<T, IB>(p, s.top, mine.source, mine.target);
}

/* The leaves of a group, and U right of it. */
template <class T, int IB, int R>
__device__ void factor_leaves(leaf_call<T> p, leaf_shared<T, IB, R> &s)
{
    typedef leaf_shared<T, IB, R> shared;
    leaf<T, IB, R> f(p, s);
    int last = p.first + p.cols, follow = p.follow;
    if (threadIdx.x == 0) {
        for (int i = 0; i < shared::DEPTH; i++) {
            init_barrier(&s.head_here[i], 1);
            init_barrier(&s.row_here[i], 1);
        }
        init_barrier(&s.u_ready, 32);
        init_barrier(&s.my_row_ready, 1);
    }
    barriers_are_made();
    for (f.turn0 = 0;; f.turn0 += IB) {
        p.cols = min((int)IB, last - p.first);
        bool more = p.first + p.cols < last;
        p.follow = more ? last - p.first - p.cols : f.turn0 == 0 ? follow : 0;
        factor_leaf(f);
        if (!more)
            break;
        cluster_barrier();
        rest<T, IB, R>::update(f, s.rest);
        cluster_barrier();
        p.A += IB;
        p.rows -= IB;
        p.first += IB;
        p.base += IB;
        p.ipiv += IB;
    }
    int cols = f.turn0 + p.cols;
    if (p.cols == cols || follow == 0) /* the only leaf has solved already */
        return;
    cluster_barrier();
    T *L = p.A - f.turn0 + (size_t)(last - cols) * p.lda, *B = L + (size_t)cols * p.lda;
    auto &columns = *(solve_shared<T, (GROUP_LEAVES * IB + 31) / 32> *)&s.rest;
    static_assert(sizeof columns <= sizeof s.rest, "nobody needs it any more");
    for (int c0 = f.cta * LEAF_WARPS; c0 < follow; c0 += f.ctas * LEAF_WARPS)
        solve_column(columns, cols, L, p.lda,
                     c0 + f.warp < follow ? B + (size_t)(c0 + f.warp) * p.lda : nullptr);
}

#ifdef __CUDACC__ /* a test compiles the rest for the host */
/* The same for panel i of all. */
template <class T>
__host__ __device__ leaf_call<T> of_panel(leaf_call<T> p, const panels &all, int i)
{
    p.A += i * all.next;
    p.ipiv += (int64_t)i * all.pivots;
    p.info += i;
    return p;
}

template <class T, int IB, int R>
__global__ void __launch_bounds__(LEAF_THREADS, 1) leaf_kernel(leaf_call<T> p, panels all)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) char leaf_memory[];
    char *memory = leaf_memory;
    asm("" : "+l"(memory)); /* hides where it is from, which would be asked for at each use */
    __builtin_assume(__isShared(memory)); /* or loads would be of any memory */
    factor_leaves(of_panel(p, all, blockIdx.y), *(leaf_shared<T, IB, R> *)memory);
#endif
}
#endif

} // namespace sl

#endif /* SL_CUDA_GETRF_GROUP_CUH */

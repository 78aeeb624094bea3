/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU of a group of columns in one launch: a leaf of the recursion in cuda_getrf.cu. They
 * are factored IB at a time, and what is right of those in the group is updated at once
 * (cuda_getrf_rest.cuh). Beside large products of other streams a launch waits some 40 us
 * until thread blocks of those end, more than the update of a group takes.
 *
 * A column of a panel costs little arithmetic but must wait for the pivot before it, so
 * only the latency of a step counts. The columns live in the registers of one cluster of
 * up to 16 thread blocks, every thread has whole rows, and a step has one exchange:
 *
 * - Each thread block sends its best candidate together with the candidate's row to all
 *   thread blocks, which then know pivot and pivot row at once. The messages are
 *   asynchronous stores to the others' shared memory that complete a barrier there.
 * - Only the next column is updated at once. The update of the others by a pivot row
 *   waits until the next candidate is on its way; a candidate's row is thus one update
 *   behind, which each receiver makes up for.
 * - Rows do not move. A pivot's row leaves the registers as a row of U; where any other
 *   row will finally be differs from where it was only for the first few, which must make
 *   room for pivots.
 * - After a step a thread's columns have moved down by one register, so that all steps
 *   are one loop: v[0] is the last finished column, v[1] the current one, then come the
 *   columns right of it and, around the corner, those that are finished.
 *
 * The other columns of the panel are interchanged in the end, and `follow` columns right
 * of the IB ones also get their rows of U. The registers then hold L, from which the columns
 * of the group that are still to come are updated.
 */
#ifndef SL_CUDA_GETRF_LEAF_CUH
#define SL_CUDA_GETRF_LEAF_CUH

#include "cuda_cluster.cuh"
#include "cuda_pivot.cuh"
#include "cuda_getrf_rest.cuh"
#include "cuda_getrf_solve.cuh"

namespace sl
{

/* From here on all is for compute capability 9.0; leaf_kernel alone calls it.
 *
 * What thread blocks tell each other in a step: all of them a candidate and of its row as
 * much as the next step needs at once, then the one that has won the whole row. */
template <class T> struct __align__(16) leaf_head {
    candidate c;
    T row[sizeof(T) == 16 ? 3 : 4]; /* three, filled up to 16 bytes */
};
/* A message may come while the one before is still read somewhere: it could be overwritten
 * by the third after it only. */
template <class T, int IB, int R> struct __align__(16) leaf_shared {
    enum { DEPTH = 4 };
    leaf_head<T> heads[DEPTH][LEAF_CTAS], my_head;
    T rows[DEPTH][IB], my_row[IB];
    candidate warp_best[2][LEAF_WARPS];
    T u[2][IB];          /* the pivot row, in the order of the registers; 0: finished */
    T top[IB * IB + IB]; /* all pivot rows as they end, LD = IB + 1 */
    typename rest<T, IB, R>::shared rest;
    unsigned long long head_here[DEPTH], row_here[DEPTH], u_ready; /* barriers */
};

template <class T, int IB, int R> struct leaf {
    typedef leaf_shared<T, IB, R> shared;
    enum { LD = IB + 1, CHUNK = IB < 8 ? IB : 8 };
    enum { GROUP = R % 4 == 0 ? 4 : R % 3 == 0 ? 3 : R }; /* rows that share u's loads */
    const leaf_call<T> &p;
    shared &s;
    int cta, ctas, lane, warp;
    unsigned away;     /* from an address here to that in the thread block it sends to */
    int group, member; /* lanes that send to the same one, and which of them it is */
    int turn0;               /* steps before this leaf's, in the same launch */
    int row0, stride;        /* this thread's rows: row0 + r * stride */
    int at0;                 /* position of the first of them */
    unsigned long long gone; /* rows that are not there, or no more */
    T v[R][IB];

    __device__ leaf(const leaf_call<T> &p_, shared &s_) : p(p_), s(s_)
    {
        cta = blockIdx.x;
        ctas = gridDim.x;
        lane = threadIdx.x % 32;
        warp = threadIdx.x / 32;
        row0 = cta * LEAF_THREADS + threadIdx.x;
        stride = ctas * LEAF_THREADS;
        group = 32 / ctas;
        member = lane / ctas;
        away = remote_address(shared_address(&s), lane % ctas) - shared_address(&s);
    }
    __device__ int slot0() const /* the leaf's columns are the last of IB */
    {
        return IB - p.cols;
    }
    /* Column of the leaf in register k at the start of the step for slot j; < 0: none. */
    __device__ int column(int j, int k) const
    {
        return (j - 1 + k + IB) % IB - slot0();
    }
    __device__ int at(int r) const /* where row r of this thread finally is */
    {
        return r == 0 ? at0 : row0 + r * stride;
    }
    __device__ T *right() const /* of the leaf's columns */
    {
        return p.A + (size_t)(p.first + IB) * p.lda;
    }
    __device__ void load()
    {
        const T *A = p.A + (size_t)p.first * p.lda;
        gone = 0;
        at0 = row0;
#pragma unroll
        for (int r = 0; r < R; r++) {
            int row = row0 + r * stride;
            bool there = row < p.rows;
            if (!there)
                gone |= 1ull << r;
#pragma unroll
            for (int k = 0; k < IB; k++) {
                int c = column(slot0(), k);
                v[r][k] = there && c >= 0 ? A[row + (size_t)c * p.lda]
                                          : scalar<T>::make(0);
            }
        }
    }
    __device__ void store()
    {
        T *A = p.A + (size_t)p.first * p.lda;
#pragma unroll
        for (int r = 0; r < R; r++)
            if (!(gone >> r & 1)) {
                T *to = A + at(r);
#pragma unroll
                for (int k = 0; k < IB; k++)
                    if (column(IB, k) >= 0)
                        to[(size_t)column(IB, k) * p.lda] = v[r][k];
            }
    }
    /* Magnitudes are ordered as their bits are; of rows that are gone, -1. */
    __device__ long long key(int r) const
    {
        uint2 bits = magnitude_bits(cabs1(v[r][1]));
        long long there = (unsigned long long)bits.x << 32 | bits.y;
        return gone >> r & 1 ? -1 : there;
    }
    /* The best of this thread's rows in the current column. They are in the order of their
     * positions, but for the first one. */
    __device__ candidate search(int &index) const
    {
        long long best = R > 1 ? key(1 % R) : -1, first = key(0);
        index = R > 1;
#pragma unroll
        for (int r = 2; r < R; r++) {
            long long other = key(r);
            index = other > best ? r : index;
            best = other > best ? other : best;
        }
        bool later = first == best && at0 > at(index);
        if (first >= best && !later) {
            index = 0;
            best = first;
        }
        candidate c = {(unsigned)(best >> 32), (unsigned)best, at(index),
                       row0 + index * stride};
        return best < 0 ? no_candidate() : c;
    }
    /* This thread has the best candidate of the thread block. */
    __device__ void write_head(const candidate &c, int index)
    {
        s.my_head.c = c;
#pragma unroll
        for (int r = 0; r < R; r++)
            if (r == index)
#pragma unroll
                for (int k = 0; k < 3 && k < IB; k++)
                    s.my_head.row[k] = v[r][k];
    }
    __device__ void write_row(int index)
    {
        piece<T> *to = (piece<T> *)s.my_row;
#pragma unroll
        for (int r = 0; r < R; r++)
            if (r == index)
#pragma unroll
                for (int k = 0; k < IB; k += piece<T>::EACH) {
                    piece<T> x;
#pragma unroll
                    for (int e = 0; e < piece<T>::EACH; e++)
                        x.e[e] = v[r][k + e];
                    to[k / piece<T>::EACH] = x;
                }
    }
    /* A warp sends it in pieces of 16 bytes, to this thread block as well. */
    template <class M> __device__ void broadcast(const M &mine, M *theirs, void *barrier)
    {
        const int PIECES = sizeof(M) / 16, BATCH = 3;
        const uint4 *from = (const uint4 *)&mine;
        unsigned to = shared_address(theirs) + away;
        unsigned signal = shared_address(barrier) + away;
#pragma unroll 1
        for (int first = member; first < PIECES; first += BATCH * group) {
            uint4 x[BATCH];
#pragma unroll
            for (int i = 0; i < BATCH; i++)
                x[i] = from[min(first + i * group, PIECES - 1)];
#pragma unroll
            for (int i = 0; i < BATCH; i++)
                send(first + i * group < PIECES, to + 16 * (first + i * group), x[i], signal);
        }
    }

    /* Move on by one column, and apply to those right of the current one what is still
     * due. Chunks of finished columns only move. */
    __device__ void deferred_update(int j, const T *u)
    {
#pragma unroll
        for (int r0 = 0; r0 < R; r0 += GROUP) {
            T l[GROUP];
#pragma unroll
            for (int r = 0; r < GROUP; r++) {
                l[r] = v[r0 + r][0];
                v[r0 + r][0] = v[r0 + r][1];
            }
#pragma unroll
            for (int k = 0; k < IB; k += CHUNK)
                move_chunk(v + r0, l, k, max(k, 2) <= IB - j && j > slot0(), u);
#pragma unroll
            for (int r = 0; r < GROUP; r++)
                v[r0 + r][IB - 1] = l[r];
        }
    }
    __device__ void move_chunk(T (*v)[IB], const T *l, int k0, bool active, const T *u)
    {
#pragma unroll
        for (int e = 0; e < CHUNK; e++) {
            const int k = k0 + e;
            if (k < 2)
                continue;
            if (active) {
                T uk = u[k];
#pragma unroll
                for (int r = 0; r < GROUP; r++)
                    v[r][k - 1] = minus_product(v[r][k], l[r], uk);
            } else {
#pragma unroll
                for (int r = 0; r < GROUP; r++)
                    v[r][k - 1] = v[r][k];
            }
        }
    }
    /* A warp brings the pivot row up to date, for U and for the next deferred update. */
    __device__ void finish_row(int j)
    {
        int step = j - slot0(), turn = turn0 + step, buffer = turn % shared::DEPTH;
        const T *raw = s.rows[buffer], *before = s.u[(j + 1) % 2];
        T *u = s.u[j % 2];
        await(&s.row_here[buffer], turn / shared::DEPTH % 2);
        for (int k = lane; k < IB; k += 32) {
            bool right = k >= 1 && k <= IB - j;
            T x = raw[k];
            if (k >= 2 && right && j > slot0())
                x = minus_product(x, raw[0], before[k]);
            s.top[step * LD + (j - 1 + k + IB) % IB] = x;
            if (k >= 1)
                u[k - 1] = right ? x : scalar<T>::make(0);
        }
        if (lane == 0) /* before the first column comes the last one */
            u[IB - 1] = j == 0 ? raw[0] : scalar<T>::make(0);
    }
    __device__ void retire(int row)
    {
#pragma unroll
        for (int r = 0; r < R; r++)
            if (row == row0 + r * stride)
                gone |= 1ull << r;
    }
    /* Multipliers, and the next column. */
    __device__ void eliminate(int j, const divisor<T> &divide, const T *raw,
                              const T *before)
    {
        T next = scalar<T>::make(0);
        if (j < IB - 1) {
            next = raw[2 % IB];
            if (j > slot0())
                next = minus_product(next, raw[0], before[2 % IB]);
        }
#pragma unroll
        for (int r = 0; r < R; r++) {
            v[r][0] = divide(v[r][0]);
            if (j < IB - 1)
                v[r][1] = minus_product(v[r][1], v[r][0], next);
        }
    }
};

/* Interchanges in the other columns, one warp for GROUP columns at a time: lane i takes
 * what becomes row i, from row `source`, and what was row i, to row `target` (< 0: that
 * one is above). In columns that follow, a solve with the leaf's triangle. */
template <class T, int IB>
__device__ void leaf_interchange(const leaf_call<T> &p, const T *top, int source,
                                 int target)
{
    enum { GROUP = 4, LD = IB + 1 };
    int lane = threadIdx.x % 32, others = p.panel - p.cols, slot0 = IB - p.cols;
    int id = blockIdx.x * LEAF_WARPS + threadIdx.x / 32;
    bool mine = lane < min(p.rows, p.cols);
    for (int c0 = id * GROUP; c0 < others; c0 += gridDim.x * LEAF_WARPS * GROUP) {
        T in[GROUP], out[GROUP];
        T *A[GROUP];
        bool any = false;
#pragma unroll
        for (int g = 0; g < GROUP; g++) {
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
            for (int g = 0; g < GROUP; g++) {
                int c = c0 + g < p.first ? c0 + g : c0 + g + p.cols;
                T x = shuffle(in[g], k);
                if (lane > k && c > p.first && c < p.first + p.cols + p.follow)
                    in[g] = minus_product(in[g], l, x);
            }
        }
        __syncwarp(); /* all have read before one writes */
#pragma unroll
        for (int g = 0; g < GROUP; g++)
            if (A[g]) {
                A[g][lane] = in[g];
                if (target >= 0)
                    A[g][target] = out[g];
            }
    }
}

/* A leaf's columns, and its interchanges in all others. */
template <class T, int IB, int R> __device__ void factor_leaf(leaf<T, IB, R> &f)
{
    typedef leaf_shared<T, IB, R> shared;
    const leaf_call<T> &p = f.p;
    shared &s = f.s;
    int lane = f.lane, slot0 = f.slot0(), steps = min(p.rows, p.cols);
    int source = lane, target = lane; /* see leaf_interchange */
    f.load();
    cluster_barrier();
#pragma unroll 1
    for (int j = slot0; j < slot0 + steps; j++) {
        int step = j - slot0, turn = f.turn0 + step, buffer = turn % shared::DEPTH, index;
        int round = turn / shared::DEPTH % 2;
        const T *before = s.u[(j + 1) % 2];
        candidate c = f.search(index);
        int best = best_lane(c);
        if (best == lane)
            s.warp_best[j % 2][f.warp] = c;
        __syncthreads();
        candidate w = lane < LEAF_WARPS ? s.warp_best[j % 2][lane] : no_candidate();
        int sender = best_lane(w);
        if (sender == f.warp) {
            if (best == lane)
                f.write_head(c, index);
            __syncwarp();
            f.broadcast(s.my_head, &s.heads[buffer][f.cta], &s.head_here[buffer]);
            if (best == lane)
                f.write_row(index);
            __syncwarp();
        } else if ((sender + 1) % LEAF_WARPS == f.warp) {
            if (lane == 0) {
                expect(&s.head_here[buffer], f.ctas * (int)sizeof(leaf_head<T>));
                expect(&s.row_here[buffer], IB * (int)sizeof(T));
            }
            if (step > 0)
                f.finish_row(j - 1);
            expect(&s.u_ready, 0);
        }
        await(&s.u_ready, turn % 2);
        f.deferred_update(j, before);

        await(&s.head_here[buffer], round);
        const leaf_head<T> *heads = s.heads[buffer];
        w = lane < f.ctas ? heads[lane].c : no_candidate();
        divisor<T> divide(heads[lane & (f.ctas - 1)].row[1]); /* of every candidate */
        int winner = best_lane(w);
        if (winner == f.cta && sender == f.warp)
            f.broadcast(s.my_row, &s.rows[buffer], &s.row_here[buffer]);
        int at = __shfl_sync(0xffffffff, w.at, winner);
        int row = __shfl_sync(0xffffffff, w.row, winner);
        divide.reciprocal = shuffle(divide.reciprocal, winner);
        divide.scale = shuffle(divide.scale, winner);
        f.eliminate(j, divide, heads[winner].row, before);
        f.retire(row);
        if (f.at0 == step)
            f.at0 = at;
        if (target == at)
            target = -1;
        else if (target == step)
            target = at;
        if (lane == step)
            source = row;
        if (f.cta == 0 && threadIdx.x == 0) {
            p.ipiv[step] = p.base + at + 1;
            if (cabs1(heads[winner].row[1]) == 0 && *p.info == 0)
                *p.info = p.base + step + 1;
        }
    }
    if (f.warp == 0)
        f.finish_row(slot0 + steps - 1);
    __syncthreads();
    f.store();
    if (f.cta == 0)
        for (int i = threadIdx.x; i < steps * p.cols; i += LEAF_THREADS)
            p.A[i % steps + (size_t)(p.first + i / steps) * p.lda] =
                s.top[i % steps * (IB + 1) + slot0 + i / steps];
    leaf_interchange<T, IB>(p, s.top, source, target);
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
template <class T, int IB, int R>
__global__ void __launch_bounds__(LEAF_THREADS, 1) leaf_kernel(leaf_call<T> p)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) char leaf_memory[];
    factor_leaves(p, *(leaf_shared<T, IB, R> *)leaf_memory);
#endif
}
#endif

} // namespace sl

#endif /* SL_CUDA_GETRF_LEAF_CUH */

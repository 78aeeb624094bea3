/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU of a few columns, IB at most: a leaf of the recursion in cuda_getrf.cu, on one cluster of
 * thread blocks.
 *
 * A column of a panel needs little arithmetic, but it must wait for the pivot before it. So only
 * the latency of a step counts. The columns are in the registers of a cluster of up to 16 thread
 * blocks. Every thread has whole rows. A step has one exchange of messages:
 *
 * - Each thread block sends its best candidate to all blocks, with the first elements of its row.
 *   So all blocks know the pivot at once. The block with the pivot then sends its whole row. A
 *   message is an asynchronous store to shared memory of another block, which completes a barrier.
 * - Only the next column is updated at once. The other columns are updated after the next candidate
 *   is sent. So the row of a candidate lacks one update, which each receiver applies.
 * - Rows do not move. The pivot's row leaves the registers as a row of U. Only the first rows, which
 *   make room for pivots, end at another place.
 * - In step o of COPIES, register o has the last finished column and register o + 1 the current one.
 *   The columns to its right follow, then the finished ones. Registers cannot be indexed, so COPIES
 *   steps are compiled one by one. Then all columns move by COPIES registers.
 */
#ifndef SL_CUDA_GETRF_LEAF_CUH
#define SL_CUDA_GETRF_LEAF_CUH

#include "codelets/cuda/cuda_cluster.cuh"
#include "codelets/cuda/cuda_pivot.cuh"
#include "cuda_getrf_rest.cuh"

namespace sl
{

/* From here on the code is for compute capability 9.0. leaf_kernel() of
 * cuda_getrf_group.cuh calls it.
 *
 * The message of each thread block in a step: its candidate, and the first elements of its
 * row. */
template <class T> struct __align__(16) leaf_head {
    int at, row; /* of the candidate, whose value is next[1] */
    T next[3];   /* the first registers of its row */

    __device__ candidate best() const
    {
        candidate c = make_candidate(next[1], at, row);
        return at == NOWHERE ? no_candidate() : c;
    }
};
/* A message may arrive while the one before it is still read. There are DEPTH places for
 * messages, so no message is overwritten before all have read it. */
template <class T, int IB, int R> struct __align__(16) leaf_shared {
    enum { DEPTH = 4 };
    leaf_head<T> heads[DEPTH][LEAF_CTAS], my_head;
    T rows[DEPTH][IB], my_row[IB];
    candidate warp_best[2][LEAF_WARPS];
    T u[2][IB];          /* the pivot row, in the order of the registers; 0: finished */
    T top[IB * IB + IB]; /* all pivot rows as they end, LD = IB + 1 */
    typename rest<T, IB, R>::shared rest;
    unsigned long long head_here[DEPTH], row_here[DEPTH], u_ready, my_row_ready; /* barriers */
};

template <class T, int IB, int R> struct leaf {
    typedef leaf_shared<T, IB, R> shared;
    static const int LD = IB + 1, CHUNK = IB < 8 ? IB : 8;
    /* If many rows fill the registers, several copies of a step would spill; one H200. In
     * z, and with 3 rows, several copies are faster all the same. */
    static const bool FULL = R >= 6 && R * IB * sizeof(T) >= 768 && sizeof(T) < 16;
    static const int COPIES = FULL ? 1 : IB < 4 ? IB : 4;
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
    /* Column of the leaf in register k of the first of COPIES steps, that for slot j; < 0:
     * none. */
    __device__ int column(int j, int k) const
    {
        return (j - 1 + k + IB) % IB - slot0();
    }
    /* The one with number k, of row r, in a step that begins with number o. */
    __device__ T &reg(int r, int k, int o)
    {
        return v[r][(k + o) % IB];
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
                int c = column(slot0() / COPIES * COPIES, k);
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
    __device__ long long key(int r, int o)
    {
        uint2 bits = magnitude_bits(reg(r, 1, o));
        long long there = (unsigned long long)bits.x << 32 | bits.y;
        return gone >> r & 1 ? -1 : there;
    }
    /* The best of this thread's rows in the current column. They are in the order of their
     * positions, but for the first one. */
    __device__ candidate search(int o, int &index)
    {
        index = 0;
        if (R == 1)
            return gone ? no_candidate() : make_candidate(reg(0, 1, o), at0, row0);
        long long best = key(1 % R, o), first = key(0, o);
        index = 1;
#pragma unroll
        for (int r = 2; r < R; r++) {
            long long other = key(r, o);
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
    __device__ void write_head(const candidate &c, int index, int o)
    {
        s.my_head.at = c.at;
        s.my_head.row = c.row;
#pragma unroll
        for (int r = 0; r < R; r++)
            if (r == index)
#pragma unroll
                for (int k = 0; k < 3 && k < IB; k++)
                    s.my_head.next[k] = reg(r, k, o);
    }
    __device__ void write_row(int index, int o)
    {
#pragma unroll
        for (int r = 0; r < R; r++)
            if (r == index)
#pragma unroll
                for (int k = 0; k < IB; k++)
                    s.my_row[k] = reg(r, k, o);
    }
    /* So many warps, of which this is number `me`, send a message in pieces of 16 bytes, to
     * this thread block as well: each lane to one of them. */
    template <int WARPS, class M>
    __device__ void broadcast(int me, const M &mine, M *theirs, void *barrier)
    {
        const int PIECES = sizeof(M) / 16, LANES = WARPS * 32;
        unsigned to = shared_address(theirs) + away;
        unsigned signal = shared_address(barrier) + away;
#pragma unroll
        for (int i = 0; i < (PIECES * LEAF_CTAS + LANES - 1) / LANES; i++) { /* at most */
            int piece = (i * WARPS + me) * group + member;
            send(piece < PIECES, to + 16 * piece,
                 ((const uint4 *)&mine)[min(piece, PIECES - 1)], signal);
        }
    }

    /* Apply to the columns right of the current one what is still due of the last finished
     * one, by chunks. */
    __device__ void deferred_update(int j, int o, const T *u)
    {
        int chunks = j > slot0() && j < IB - 1 ? (IB - j) / CHUNK + 1 : 0;
        update_chunks<0>(chunks, o, u);
    }
    template <int FIRST> __device__ void update_chunks(int chunks, int o, const T *u)
    {
        if constexpr (FIRST * CHUNK < IB)
            if (FIRST < chunks) {
                update_chunk(FIRST * CHUNK, o, u);
                update_chunks<FIRST + 1>(chunks, o, u);
            }
    }
    __device__ void update_chunk(int k0, int o, const T *u)
    {
        const int EACH = piece<T>::EACH;
        piece<T> us[CHUNK / EACH];
#pragma unroll
        for (int i = 0; i < CHUNK / EACH; i++)
            us[i] = ((const piece<T> *)(u + k0))[i];
#pragma unroll
        for (int e = 0; e < CHUNK; e++)
#pragma unroll
            for (int r = 0; r < R && k0 + e >= 2; r++) {
                T &x = reg(r, k0 + e, o);
                x = minus_product(x, reg(r, 0, o), us[e / EACH].e[e % EACH]);
            }
    }
    /* After COPIES steps. */
    __device__ void move_on()
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            T first[COPIES];
#pragma unroll
            for (int k = 0; k < COPIES; k++)
                first[k] = v[r][k];
#pragma unroll
            for (int k = 0; k < IB; k++)
                v[r][k] = k + COPIES < IB ? v[r][k + COPIES] : first[(k + COPIES) % IB];
        }
    }
    /* A warp brings the pivot row up to date, for U and for the next deferred update. */
    __device__ void finish_row(int j)
    {
        unsigned step = j - slot0(), turn = turn0 + step, buffer = turn % shared::DEPTH;
        const T *raw = s.rows[buffer], *before = s.u[(unsigned)(j + 1) % 2];
        T *u = s.u[(unsigned)j % 2];
        await(&s.row_here[buffer], turn / shared::DEPTH % 2);
        for (int k = lane; k < IB; k += 32) {
            bool right = k >= 1 && k <= IB - j;
            T x = raw[k];
            if (k >= 2 && right && j > slot0())
                x = minus_product(x, raw[0], before[k]);
            s.top[step * LD + (unsigned)(j - 1 + k + IB) % IB] = x;
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
    __device__ void eliminate(int j, int o, const divisor<T> &divide, const T *raw,
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
            T &l = reg(r, 1, o);
            l = divide(l);
            if (j < IB - 1)
                reg(r, 2, o) = minus_product(reg(r, 2, o), l, next);
        }
    }
};

/* The steps that lanes answer for: the row where a step's pivot came from and the one where
 * its own row went (leaf_interchange), the pivot's position, and whether it is zero. */
struct leaf_steps {
    int source, target, at;
    bool zero;
};

/* The step for slot j, which begins with register o. */
template <class T, int IB, int R>
__device__ __forceinline__ void leaf_step(leaf<T, IB, R> &f, int j, int o, leaf_steps &mine)
{
    typedef leaf_shared<T, IB, R> shared;
    shared &s = f.s;
    int lane = f.lane, step = j - f.slot0(), index;
    unsigned turn = f.turn0 + step, buffer = turn % shared::DEPTH;
    unsigned round = turn / shared::DEPTH % 2;
    const T *before = s.u[(unsigned)(j + 1) % 2];
    candidate c = f.search(o, index), *of_warp = s.warp_best[(unsigned)j % 2];
    bool best = best_of(c) >> lane & 1;
    if (best)
        of_warp[f.warp] = c;
    __syncthreads();
    candidate w = lane < LEAF_WARPS ? of_warp[lane] : no_candidate();
    unsigned sender_bit = best_of(w);
    if (sender_bit >> f.warp & 1) {
        if (best)
            f.write_head(c, index, o);
        __syncwarp();
        f.template broadcast<1>(0, s.my_head, &s.heads[buffer][f.cta], &s.head_here[buffer]);
        if (best) {
            f.write_row(index, o);
            expect(&s.my_row_ready, 0);
        }
        __syncwarp();
    } else if (sender_bit >> (f.warp + LEAF_WARPS - 1) % LEAF_WARPS & 1) {
        if (lane == 0) {
            expect(&s.head_here[buffer], f.ctas * (int)sizeof(leaf_head<T>));
            expect(&s.row_here[buffer], IB * (int)sizeof(T));
        }
        if (step > 0)
            f.finish_row(j - 1);
        expect(&s.u_ready, 0);
    }
    await(&s.u_ready, turn % 2);
    f.deferred_update(j, o, before);

    await(&s.head_here[buffer], round);
    const leaf_head<T> *heads = s.heads[buffer];
    w = lane < f.ctas ? heads[lane].best() : no_candidate();
    unsigned most = __reduce_max_sync(0xffffffff, w.high);
    divisor<T> divide(heads[lane & (f.ctas - 1)].next[1]); /* of every candidate, meanwhile */
    settle(divide.reciprocal);
    int winner = best_lane(w, most);
    if (winner == f.cta) { /* by all warps: one that sends it all holds up the others */
        await(&s.my_row_ready, turn % 2);
        f.template broadcast<LEAF_WARPS>(f.warp, s.my_row, &s.rows[buffer],
                                         &s.row_here[buffer]);
    }
    const leaf_head<T> &won = heads[winner];
    int at = won.at, row = won.row;
    divide.reciprocal = shuffle(divide.reciprocal, winner);
    divide.scale = shuffle(divide.scale, winner);
    f.eliminate(j, o, divide, won.next, before);
    f.retire(row);
    if (f.at0 == step)
        f.at0 = at;
    if (mine.target == at)
        mine.target = -1;
    else if (mine.target == step)
        mine.target = at;
    if (lane == step) {
        mine.source = row;
        mine.at = at;
        mine.zero = cabs1(won.next[1]) == 0;
    }
}

} // namespace sl

#endif /* SL_CUDA_GETRF_LEAF_CUH */

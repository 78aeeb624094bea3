/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * What the panels of one-stage reductions have in common: a panel is one kernel, whose thread
 * blocks meet at barriers of the grid. A column of the panel needs a product of a vector with all
 * of the matrix behind it, which is limited by the memory, and work on vectors of the panel, whose
 * rows the thread blocks share. All sums have an order that depends only on sizes and on the number
 * of thread blocks. No loop depends on values, so a NaN ends in a result.
 */
#ifndef SL_CUDA_PANEL_CUH
#define SL_CUDA_PANEL_CUH

#include "codelets/cuda/cuda_warp.cuh"
#include "cuda_geqrf_plain.cuh"
#include "cuda_panel.h"

namespace sl
{

/* Threads of a thread block, one on a multiprocessor; bytes of a column that a thread loads, and
 * columns that a warp loads at a time: loads in flight against registers; fewest columns of a
 * thread block in a product. Estimates, not measured. */
enum { PANEL_THREADS = 512, PANEL_BYTES = 64, PANEL_AHEAD = 2, PANEL_LEAST = 32 };
/* Most tiles whose list is in shared memory. */
enum { PANEL_TILES = 64 };
/* Threads that share a row in the work on vectors, and sums that a warp loads at the same time. */
enum { PANEL_PARTS = 8, PANEL_SUMS_OF_WARP = 4, PANEL_GROUP = PANEL_THREADS / PANEL_PARTS };
/* Most sums over rows at a time. */
enum { PANEL_SUMS = 2 * SL_CUDA_PANEL_COLUMNS + 1 };

/* c + a b */
template <class T> __device__ T plus(T c, T a, T b)
{
    return plus_product(c, scalar<T>::conj(a), b);
}

/* ---- The matrix behind, and the workspace --------------------------------------------------- */

/* Tiles side by side; the first one begins with column `column`. */
template <class T> struct panel_tile {
    const T *a;
    int64_t ld;
};
template <class T> struct panel_matrix {
    const panel_tile<T> *tile;
    int column, nb;

    /* The same with the list of tiles in shared memory, if there is room. */
    __device__ panel_matrix in_shared(panel_tile<T> *room, int end) const
    {
        const int tiles = (end - column + nb - 1) / nb;
        for (int t = threadIdx.x; t < tiles && tiles <= PANEL_TILES; t += blockDim.x)
            room[t] = tile[t];
        __syncthreads();
        return {tiles <= PANEL_TILES ? room : tile, column, nb};
    }
    __device__ const T *at(int c) const
    {
        int t = (c - column) / nb;
        return tile[t].a + (c - column - t * nb) * tile[t].ld;
    }
};

/* Rows of a strip: a warp multiplies its columns. */
template <class T> struct panel_strip {
    static const int N = PANEL_BYTES / sizeof(T), ROWS = 32 * N;
};

template <class T> __host__ __device__ size_t panel_aligned(size_t elements)
{
    return (elements * sizeof(T) + 255) / 256 * 256;
}

/* Of an m x n matrix in so many tiles. */
template <class T> struct panel_work {
    typedef typename scalar<T>::real real;
    panel_tile<T> *tile;
    squares<real> *norm; /* of each thread block */
    T *inner;            /* of each thread block */
    T *dot, *other;      /* sums by thread blocks */
    T *rows, *columns;   /* parts of products */
    size_t bytes;

    __host__ __device__ panel_work(void *base, int64_t m, int64_t n, int64_t tiles)
    {
        const int64_t strip = panel_strip<T>::ROWS, blocks = SL_CUDA_PANEL_BLOCKS;
        char *p = (char *)base, *begin = p;
        tile = (panel_tile<T> *)p;
        p += panel_aligned<panel_tile<T>>(tiles);
        norm = (squares<real> *)p;
        p += panel_aligned<squares<real>>(blocks);
        inner = (T *)p;
        p += panel_aligned<T>(blocks);
        dot = (T *)p;
        p += panel_aligned<T>(blocks * PANEL_SUMS);
        other = (T *)p;
        p += panel_aligned<T>(blocks * PANEL_SUMS);
        rows = (T *)p;
        p += panel_aligned<T>((2 * blocks + 8) * strip + 4 * m);
        columns = (T *)p;
        p += panel_aligned<T>(((m + 31) / strip + 2) * n);
        bytes = p - begin;
    }
};

/* ---- Shared memory, and sums over rows ------------------------------------------------------ */

template <class T> struct panel_shared {
    typedef typename scalar<T>::real real;
    static const int K = SL_CUDA_PANEL_COLUMNS;
    T room[PANEL_THREADS / 32 * panel_strip<T>::ROWS]; /* of all warps */
    T x[PANEL_GROUP];                                  /* a vector in the rows of a group */
    T dot[PANEL_SUMS];                                 /* of this thread block */
    T sum[PANEL_SUMS];                                 /* of all */
    T s[PANEL_SUMS], r[PANEL_SUMS];                    /* factors of the columns of a panel */
    T t[K][K + 1];
    panel_tile<T> tile[PANEL_TILES];
    squares<real> norm[PANEL_THREADS / 32];
    T inner[PANEL_THREADS / 32];
};

/* The sums of a warp's lanes, in each of them. */
template <class R> __device__ squares<R> norm_of_lanes(squares<R> v)
{
    v.small = sum_of_lanes<32>(v.small);
    v.usual = sum_of_lanes<32>(v.usual);
    v.large = sum_of_lanes<32>(v.large);
    return v;
}
/* The norm in all threads of the thread block gets to thread 0. */
template <class T>
__device__ void store_norm(panel_shared<T> &s, squares<typename scalar<T>::real> mine,
                           squares<typename scalar<T>::real> *to)
{
    const int warps = blockDim.x / 32;
    mine = norm_of_lanes(mine);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        s.norm[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x < 32) {
        if ((int)threadIdx.x < warps)
            mine = s.norm[threadIdx.x];
        else
            mine = {0, 0, 0};
        mine = norm_of_lanes(mine);
        if (threadIdx.x == 0)
            *to = mine;
    }
}
/* That of `count` thread blocks, in all threads. */
template <class T>
__device__ squares<typename scalar<T>::real>
load_norm(panel_shared<T> &s, const squares<typename scalar<T>::real> *from, int count)
{
    squares<typename scalar<T>::real> mine = {0, 0, 0};
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int b = threadIdx.x; b < count; b += 32)
            mine.join(from[b]);
        mine = norm_of_lanes(mine);
        if (threadIdx.x == 0)
            s.norm[0] = mine;
    }
    __syncthreads();
    return s.norm[0];
}
template <class T> __device__ void add_squares(squares<typename scalar<T>::real> &norm, T x)
{
    norm.add(scalar<T>::re(x));
    norm.add(scalar<T>::im(x));
}

/* put(k, the sum of share(k) of all lanes), k < n, in the first lane of a warp. */
template <class T, class F, class P> __device__ void sums_of_warps(int n, F share, P put)
{
    const int warps = blockDim.x / 32;
    T sum[PANEL_SUMS_OF_WARP];
    for (int first = threadIdx.x / 32; first < n; first += PANEL_SUMS_OF_WARP * warps) {
#pragma unroll
        for (int m = 0; m < PANEL_SUMS_OF_WARP; m++)
            sum[m] = first + m * warps < n ? share(first + m * warps) : scalar<T>::make(0);
#pragma unroll
        for (int m = 0; m < PANEL_SUMS_OF_WARP; m++)
            sum[m] = sum_of_lanes<32>(sum[m]);
#pragma unroll
        for (int m = 0; m < PANEL_SUMS_OF_WARP; m++)
            if (threadIdx.x % 32 == 0 && first + m * warps < n)
                put(first + m * warps, sum[m]);
    }
}
/* s.sum[k] = the sums by `count` thread blocks, k < n; if there is `inner`, s.sum[n] = its sum of
 * all thread blocks. */
template <class T>
__device__ void load_dots(panel_shared<T> &s, const T *dot, int count, int n,
                          const T *inner = nullptr)
{
    __syncthreads();
    sums_of_warps<T>(
        n + (inner != nullptr),
        [&](int k) {
            const T *from = k < n ? dot + k * SL_CUDA_PANEL_BLOCKS : inner;
            T sum = scalar<T>::make(0);
            for (int b = threadIdx.x % 32; b < (k < n ? count : (int)gridDim.x); b += 32)
                sum = scalar<T>::add(sum, from[b]);
            return sum;
        },
        [&](int k, T sum) { s.sum[k] = sum; });
    __syncthreads();
}
/* A number of each thread of the thread block: their sum gets to *to. */
template <class T> __device__ void store_inner(panel_shared<T> &s, T mine, T *to)
{
    const int warps = blockDim.x / 32;
    mine = sum_of_lanes<32>(mine);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        s.inner[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x < 32) {
        mine = (int)threadIdx.x < warps ? s.inner[threadIdx.x] : scalar<T>::make(0);
        mine = sum_of_lanes<32>(mine);
        if (threadIdx.x == 0)
            *to = mine;
    }
}

/* ---- Rows of vectors ------------------------------------------------------------------------ */

/* Rows first ... end - 1 are shared by `count` thread blocks; this one has those from `mine` to
 * `last`. It takes them in groups. In a group PANEL_PARTS threads have a row, the first of which is
 * its owner. */
struct panel_rows {
    int count, mine, last;

    __device__ static int group()
    {
        return blockDim.x / PANEL_PARTS;
    }
    __device__ panel_rows(int first, int end)
    {
        int rows = max(0, end - first), even = (rows + gridDim.x - 1) / gridDim.x;
        int each = max(group(), (even + 31) / 32 * 32);
        count = (rows + each - 1) / each;
        mine = min(end, first + (int)blockIdx.x * each);
        last = min(end, mine + each);
    }
    /* Calls f(first row of the group, row of this thread, whether it is its owner, inside). */
    template <class F> __device__ void each_group(F f) const
    {
        for (int g = mine; g < last; g += group()) {
            int row = g + threadIdx.x % group();
            f(g, row, (int)threadIdx.x < group() && row < last);
        }
    }
};

/* total[m] = the sums that add(total, k) makes for k < terms, in all threads of a row. */
template <int M, class T, class F>
__device__ void sum_terms(panel_shared<T> &s, int terms, F add, T (&total)[M])
{
    const int group = panel_rows::group(), row = threadIdx.x % group;
    for (int m = 0; m < M; m++)
        total[m] = scalar<T>::make(0);
#pragma unroll 8
    for (int k = threadIdx.x / group; k < terms; k += PANEL_PARTS)
        add(total, k);
    __syncthreads(); /* nobody reads the sums before */
    for (int m = 0; m < M; m++)
        s.room[m * blockDim.x + threadIdx.x] = total[m];
    __syncthreads();
    for (int m = 0; m < M; m++) {
        total[m] = s.room[m * blockDim.x + row];
        for (int part = 1; part < PANEL_PARTS; part++)
            total[m] = scalar<T>::add(total[m], s.room[m * blockDim.x + part * group + row]);
    }
}

/* s.dot[at + k] gets, or gets more by, the sum of conj(element(i, k)) x_i over the rows of a group
 * from row g on, k < n. */
template <class T, class F>
__device__ void project(panel_shared<T> &s, const panel_rows &rows, int g, int at, int n,
                        const T *x, F element)
{
    const int end = min(rows.last, g + panel_rows::group());
    sums_of_warps<T>(
        n,
        [&](int k) {
            T sum = scalar<T>::make(0);
            for (int i = g + threadIdx.x % 32; i < end; i += 32)
                sum = plus_product(sum, element(i, k), x[i - g]);
            return sum;
        },
        [&](int k, T sum) {
            s.dot[at + k] = g == rows.mine ? sum : scalar<T>::add(s.dot[at + k], sum);
        });
}
/* Where load_dots() finds them. */
template <class T>
__device__ void store_dots(panel_shared<T> &s, const panel_rows &rows, int n, T *dot)
{
    __syncthreads();
    for (int k = threadIdx.x; k < n && (int)blockIdx.x < rows.count; k += blockDim.x)
        dot[k * SL_CUDA_PANEL_BLOCKS + blockIdx.x] = s.dot[k];
}

/* The vector of a reflector, from rows `first` on, which x still has without its scale. */
template <class T> struct unit_vector {
    const T *x;
    int first;
    const reflector<T> &h;

    __device__ T operator()(int i) const
    {
        return i == first ? scalar<T>::make(1) : h.component(x[i]);
    }
};

/* ---- The product ---------------------------------------------------------------------------- */

/* A part of the matrix: rows first ... end - 1 and columns from ... to - 1, or of a Hermitian
 * matrix the lower triangle of rows and columns first ... end - 1. Rows are cut into strips. The
 * columns of all strips one behind the other are cut into equal pieces, one for each thread block.
 * So a strip has the sums of its rows in segments. It has a sum of each of its columns. */
template <class T> struct panel_product {
    static const int ROWS = panel_strip<T>::ROWS;
    int first, end, from, to;
    bool lower;
    int base, strips, each;

    __device__ panel_product(int first_, int end_, int from_, int to_, bool lower_)
        : first(first_), end(end_), from(from_), to(to_), lower(lower_)
    {
        base = first & ~31; /* aligned loads */
        strips = (end - base + ROWS - 1) / ROWS;
        int total = offset(strips - 1) + length(strips - 1);
        each = max((int)PANEL_LEAST, (int)((total + gridDim.x - 1) / gridDim.x));
    }
    /* The columns of strip s, and those of the strips above. */
    __device__ int length(int s) const
    {
        return (lower ? min(to, base + (s + 1) * ROWS) : to) - from;
    }
    __device__ int offset(int s) const
    {
        return lower ? s * (base - from) + s * (s + 1) / 2 * ROWS : s * (to - from);
    }
    __device__ int strip_of(int row) const
    {
        return (row - base) / ROWS;
    }
    /* The first thread block of a strip. */
    __device__ int block_of(int s) const
    {
        return offset(s) / each;
    }
    __device__ int segments(int row) const
    {
        int s = strip_of(row);
        return (offset(s) + length(s) - 1) / each - block_of(s) + 1;
    }
    __device__ T &row_part(T *parts, int segment, int row) const
    {
        return parts[(size_t)segment * (strips * ROWS) + (row - base)];
    }
    /* The first strip that has a sum of column c. */
    __device__ int top_strip(int c) const
    {
        return lower ? strip_of(c) : 0;
    }
    __device__ T &column_part(T *parts, int s, int c) const
    {
        return parts[(size_t)s * (to - from) + (c - from)];
    }
};

/* Columns of a thread block in strip s, from ... to - 1. */
struct block_columns {
    int from, to;

    __device__ int count() const
    {
        return max(0, to - from);
    }
};
template <class T> __device__ block_columns columns_of_block(const panel_product<T> &p, int s)
{
    if (s >= p.strips)
        return {0, 0};
    const int lo = (int)blockIdx.x * p.each - p.offset(s);
    return {p.from + max(0, lo), p.from + min(p.length(s), lo + p.each)};
}

/* The share of this thread block in A v, if RIGHT, and in A^H u, if LEFT; v(c) and u(i) are
 * elements of these vectors. Of a lower triangle, which stands for all of A, u is v. Returns this
 * thread's share in v^H A v, if both are wanted. Two strips share the warps by their numbers of
 * columns; most thread blocks have columns of one. */
template <bool RIGHT, bool LEFT, class T, class V, class U>
__device__ T multiply(const panel_product<T> &p, const panel_matrix<T> &A, V v, U u,
                      panel_shared<T> &s, const panel_work<T> &work)
{
    const int N = panel_strip<T>::N, ROWS = p.ROWS;
    const int warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    T inner = scalar<T>::make(0);
    for (int pair = 0; pair < p.strips; pair++) {
        const block_columns upper = columns_of_block(p, pair);
        if (upper.count() == 0)
            continue;
        const block_columns lower = columns_of_block(p, pair + 1);
        const int count = upper.count() + lower.count();
        const int most = warps - (lower.count() > 0);
        const int share = max(1, min(most, (upper.count() * warps + count / 2) / count));
        const bool above = warp < share;
        const int strip = pair + !above, top = p.base + strip * ROWS + lane;
        const int begin = above ? upper.from : lower.from, end = above ? upper.to : lower.to;
        const int mine = above ? warp : warp - share,
                  step = (above ? share : warps - share) * PANEL_AHEAD;
        T sum[N], factor[N];
#pragma unroll
        for (int r = 0; r < N; r++) {
            int row = top + 32 * r;
            sum[r] = scalar<T>::make(0);
            factor[r] = LEFT && row >= p.first && row < p.end ? u(row) : scalar<T>::make(0);
        }
        for (int c = begin + mine * PANEL_AHEAD; c < end; c += step) {
            T x[PANEL_AHEAD][N], w[PANEL_AHEAD];
#pragma unroll
            for (int h = 0; h < PANEL_AHEAD; h++) {
                const T *a = A.at(min(c + h, end - 1));
                const int least = p.lower ? max(p.first, c + h) : p.first;
#pragma unroll
                for (int r = 0; r < N; r++) {
                    int row = top + 32 * r;
                    x[h][r] =
                        row >= least && row < p.end && c + h < end ? a[row] : scalar<T>::make(0);
                }
            }
#pragma unroll
            for (int h = 0; h < PANEL_AHEAD; h++)
                w[h] = RIGHT && c + h < end ? v(c + h) : scalar<T>::make(0);
#pragma unroll
            for (int h = 0; h < PANEL_AHEAD; h++) {
                T column = scalar<T>::make(0);
#pragma unroll
                for (int r = 0; r < N; r++) {
                    bool diagonal = p.lower && top + 32 * r == c + h;
                    if (diagonal)
                        x[h][r] = scalar<T>::real_part(x[h][r]);
                    if (RIGHT)
                        sum[r] = plus(sum[r], x[h][r], w[h]);
                    if (LEFT && !diagonal)
                        column = plus_product(column, x[h][r], factor[r]);
                }
                if (LEFT) {
                    column = sum_of_lanes<32>(column);
                    if (lane == 0 && c + h < end) {
                        p.column_part(work.columns, strip, c + h) = column;
                        if (RIGHT)
                            inner = plus_product(inner, w[h], column);
                    }
                }
            }
        }
        const int first = pair++;
        if (!RIGHT)
            continue;
        __syncthreads(); /* nobody reads the room */
#pragma unroll
        for (int r = 0; r < N; r++)
            s.room[warp * ROWS + 32 * r + lane] = sum[r];
        __syncthreads();
        for (int i = threadIdx.x; i < 2 * ROWS; i += blockDim.x) {
            const int row = p.base + first * ROWS + i,
                      segment = blockIdx.x - p.block_of(first + i / ROWS);
            const int behind = i < ROWS ? share : warps;
            int w = i < ROWS ? 0 : share;
            if (w >= behind)
                continue;
            T all = s.room[w * ROWS + i % ROWS];
            while (++w < behind)
                all = scalar<T>::add(all, s.room[w * ROWS + i % ROWS]);
            p.row_part(work.rows, segment, row) = all;
            if (LEFT && row >= p.first && row < p.end)
                inner = plus_product(inner, u(row), all);
        }
    }
    return inner;
}

} // namespace sl

#endif /* SL_CUDA_PANEL_CUH */

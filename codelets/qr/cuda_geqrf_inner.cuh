/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * C = A^H B, where A and B have many rows and few columns. C is cut into tiles of order IB, and the
 * rows into parts. A thread block multiplies a part for a tile; then the parts are added, in order.
 */
#ifndef SL_CUDA_GEQRF_INNER_CUH
#define SL_CUDA_GEQRF_INNER_CUH

#include "cuda_geqrf_leaf.cuh"

namespace sl
{

/* Most parts, of all tiles together: parallelism against the sum, which reads all parts; rows of a
 * stage: barriers against shared memory; most tiles and rows: cuBLAS has the matrix units, and it reads
 * ahead. Estimates, not measured. */
enum { INNER_PARTS = 128, INNER_ROWS = 64, INNER_MOST_TILES = 4, INNER_MOST_ROWS = 65536 };
/* A group of threads computes a tile from every INNER_GROUPS-th row. */
enum { INNER_SIDE = 8, INNER_GROUP = INNER_SIDE * INNER_SIDE, INNER_GROUPS = 4,
       INNER_THREADS = INNER_GROUPS * INNER_GROUP };
enum { SUM_ELEMENTS = 32, SUM_PARTS = 8 }; /* of a thread block */

template <class T> struct inner_product {
    static const int IB = leaf_width<T>::IB;
    int rows, m, n; /* C is m x n */
    const T *A, *B;
    T *C, *work;
    int lda, ldb, ldc;
    int parts, each; /* rows of a part */

    static __host__ __device__ int tiles(int columns)
    {
        return (columns + IB - 1) / IB;
    }
    inner_product(int rows_, int m_, int n_, const T *A_, int lda_, const T *B_, int ldb_, T *C_,
                  int ldc_, T *work_)
        : rows(rows_), m(m_), n(n_), A(A_), B(B_), C(C_), work(work_), lda(lda_), ldb(ldb_),
          ldc(ldc_)
    {
        int stages = max(1, (rows + INNER_ROWS - 1) / INNER_ROWS);
        int most = INNER_PARTS / min((int)INNER_MOST_TILES, tiles(m) * tiles(n));
        int stages_each = (stages + most - 1) / most;
        parts = (stages + stages_each - 1) / stages_each;
        each = stages_each * INNER_ROWS;
    }
    bool fits() const
    {
        return rows <= INNER_MOST_ROWS && tiles(m) * tiles(n) <= INNER_MOST_TILES;
    }
    /* A part of a tile, by columns. */
    __device__ T *place(int part, int i, int j) const
    {
        return work + ((size_t)(part * tiles(n) + j) * tiles(m) + i) * (IB * IB);
    }
};

/* Rows of columns of A or B in shared memory. */
template <class T> struct inner_rows {
    static const int IB = leaf_width<T>::IB;
    T x[INNER_ROWS][IB + 1];

    /* rows from `first` on, before `end`, of at most IB columns; zeros beyond */
    __device__ void load(const T *A, int lda, int first, int end, int columns)
    {
        for (int e = threadIdx.x; e < INNER_ROWS * IB; e += INNER_THREADS) {
            int i = e % INNER_ROWS, j = e / INNER_ROWS;
            x[i][j] = first + i < end && j < columns ? A[first + i + (size_t)j * lda]
                                                     : scalar<T>::make(0);
        }
    }
};

/* Thread (i, j) of a group has every INNER_SIDE-th row and column of the tile from i and j on. Of a
 * gram matrix it leaves out what is below the diagonal. */
template <class T, bool GRAM>
__device__ void inner_part(const inner_product<T> &p, int part, int ti, int tj, inner_rows<T> *s)
{
    const int IB = p.IB, N = IB / INNER_SIDE;
    const int group = threadIdx.x / INNER_GROUP, lane = threadIdx.x % INNER_GROUP;
    const int row = lane % INNER_SIDE, column = lane / INNER_SIDE;
    const int end = min(p.rows, (part + 1) * p.each);
    const T *A = p.A + (size_t)ti * IB * p.lda, *B = p.B + (size_t)tj * IB * p.ldb;
    inner_rows<T> &a = s[0], &b = s[GRAM ? 0 : 1];
    T sum[N][N];
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c < N; c++)
            sum[r][c] = scalar<T>::make(0);
    for (int first = part * p.each; first < end; first += INNER_ROWS) {
        __syncthreads(); /* nobody reads the rows before */
        a.load(A, p.lda, first, end, p.m - ti * IB);
        if (!GRAM)
            b.load(B, p.ldb, first, end, p.n - tj * IB);
        __syncthreads();
        for (int k = group; k < INNER_ROWS; k += INNER_GROUPS) {
            T x[N];
#pragma unroll
            for (int r = 0; r < N; r++) /* minus, for minus_product */
                x[r] = scalar<T>::scale(scalar<T>::conj(a.x[k][row + INNER_SIDE * r]), -1);
#pragma unroll
            for (int c = 0; c < N; c++) {
                T y = b.x[k][column + INNER_SIDE * c];
#pragma unroll
                for (int r = 0; r < N; r++)
                    if (!GRAM || r <= c)
                        sum[r][c] = minus_product(sum[r][c], x[r], y);
            }
        }
    }
    T *to = p.place(part, ti, tj), *all = &a.x[0][0];
    for (int g = 0; g < INNER_GROUPS; g++) { /* the groups one after the other */
        __syncthreads();
        if (group != g)
            continue;
#pragma unroll
        for (int c = 0; c < N; c++)
#pragma unroll
            for (int r = 0; r < N; r++)
                if (!GRAM || r <= c) {
                    int e = row + INNER_SIDE * r + (column + INNER_SIDE * c) * IB;
                    T x = g > 0 ? scalar<T>::add(all[e], sum[r][c]) : sum[r][c];
                    if (g + 1 < INNER_GROUPS)
                        all[e] = x;
                    else
                        to[e] = x;
                }
    }
}

/* A thread adds every SUM_PARTS-th part of an element, then one of them adds these sums. */
template <class T>
__device__ void inner_add(const inner_product<T> &p, bool gram, int block, int ti, int tj,
                          T (*sums)[SUM_ELEMENTS])
{
    const int x = threadIdx.x % SUM_ELEMENTS, first = threadIdx.x / SUM_ELEMENTS;
    const int IB = p.IB, e = block * SUM_ELEMENTS + x;
    const int i = ti * IB + e % IB, j = tj * IB + e / IB;
    bool mine = e < IB * IB && i < p.m && j < p.n && !(gram && i > j);
    T sum = scalar<T>::make(0);
    if (mine) {
#pragma unroll 8
        for (int part = first; part < p.parts; part += SUM_PARTS)
            sum = scalar<T>::add(sum, p.place(part, ti, tj)[e]);
    }
    sums[first][x] = sum;
    __syncthreads();
    for (int y = 1; y < SUM_PARTS && first == 0; y++)
        sum = scalar<T>::add(sum, sums[y][x]);
    if (mine && first == 0)
        p.C[i + (size_t)j * p.ldc] = sum;
}

#ifdef __CUDACC__ /* a test compiles the rest for the host */

template <class T, bool GRAM>
__global__ void __launch_bounds__(INNER_THREADS) inner_kernel(inner_product<T> p)
{
    extern __shared__ __align__(16) char leaf_memory[];
    inner_part<T, GRAM>(p, blockIdx.x, blockIdx.y, blockIdx.z, (inner_rows<T> *)leaf_memory);
}

template <class T>
__global__ void __launch_bounds__(SUM_ELEMENTS *SUM_PARTS) inner_sum(inner_product<T> p, bool gram)
{
    __shared__ __align__(16) char memory[sizeof(T) * SUM_ELEMENTS * SUM_PARTS];
    inner_add(p, gram, blockIdx.x, blockIdx.y, blockIdx.z, (T (*)[SUM_ELEMENTS])memory);
}

#endif

} // namespace sl

#endif /* SL_CUDA_GEQRF_INNER_CUH */

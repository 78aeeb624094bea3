/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Merges of divide and conquer: copies with rotations, eigenvectors of the secular equation, and
 * the order of the result. What the kernels compute is described in stedc_*_kernel.c. */

#include "cuda_stedc.h"
#include "places.h"

/* Threads of a block: of copies by rows, and of an eigenvector. */
enum { ROWS = 64, THREADS = 256 };

/* The merge as a kernel sees it. */
template <typename T> struct view {
    sl_cuda_merge m;
    const sl_cuda_block *block; /* on the device */
    T *z;

    __device__ T number(int which, int64_t i) const
    {
        return ((const T *)m.numbers)[i + which * m.ld_numbers];
    }
    __device__ int place(int which, int64_t i) const
    {
        return m.places[i + which * m.ld_places];
    }
    __device__ int poles() const
    {
        return place(SL_SLOT, m.order);
    }
    /* Element i of column j of the block columns. */
    __device__ T element(int64_t i, int j) const
    {
        const sl_cuda_block b = block[j / m.width];
        return ((const T *)b.first)[i + j % m.width * b.ld];
    }
    /* The same of both halves: zero in the rows of the other one. */
    __device__ T half(int64_t i, int j) const
    {
        return (j < m.upper) == (i < m.upper) ? element(i, j) : T(0);
    }
};

/* Copies the table of blocks to the device. */
template <typename T>
static int view_of(cudaStream_t stream, const sl_cuda_merge *m, view<T> *v)
{
    v->m = *m;
    v->block = (const sl_cuda_block *)m->room;
    v->z = (T *)(v->block + m->blocks);
    return cudaMemcpyAsync(m->room, m->block, sizeof *m->block * m->blocks,
                           cudaMemcpyHostToDevice, stream);
}

/* A thread has a row, and all columns of the block: it keeps the running column of a chain. */
template <typename T> __global__ static void copy(view<T> v, T *W, int64_t ldw)
{
    int64_t i = blockIdx.x * (int64_t)ROWS + threadIdx.x;
    if (i >= v.m.order)
        return;
    int at = -1;
    T running = 0;
    for (int c = 0; c < v.m.columns; c++) {
        int j = v.place(SL_SOURCE, v.m.column + c), next = v.place(SL_NEXT, j), begin = j;
        if (next < 0 && v.place(SL_PREVIOUS, j) < 0) {
            W[i + c * ldw] = v.half(i, j);
            continue;
        }
        while (begin != at && v.place(SL_PREVIOUS, begin) >= 0)
            begin = v.place(SL_PREVIOUS, begin);
        if (begin != at)
            running = v.half(i, at = begin);
        while (at != j) {
            int follows = v.place(SL_NEXT, at);
            running = v.number(SL_COSINE, at) * v.half(i, follows) -
                      v.number(SL_SINE, at) * running;
            at = follows;
        }
        W[i + c * ldw] = next < 0 ? running
                                  : v.number(SL_COSINE, j) * running +
                                        v.number(SL_SINE, j) * v.half(i, next);
    }
}

/* The z for which the roots are exact. */
template <typename T> __global__ static void exact_z(view<T> v)
{
    int64_t i = blockIdx.x * (int64_t)THREADS + threadIdx.x;
    if (i >= v.poles())
        return;
    T square = 1;
    for (int b = 0; b < v.m.blocks; b++)
        square *= ((const T *)v.block[b].first)[i];
    v.z[i] = (T)copysign(sqrt(fabs((double)square)), (double)v.number(SL_Z, i));
}

/* The sum of x over the threads of a block, in all of them. */
template <typename T> __device__ static T sum_of_block(T x)
{
    __shared__ T part[THREADS];
    part[threadIdx.x] = x;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    T sum = part[0];
    __syncthreads();
    return sum;
}

/* A block of threads has a column. */
template <typename T> __global__ static void vectors(view<T> v, T *U, int64_t ldu)
{
    const int *index = v.m.index + v.m.column;
    int c = blockIdx.x, j = index[c], poles = v.poles(), before = 0;
    if (j >= poles)
        return;
    for (int other = threadIdx.x; other < c; other += THREADS)
        before += index[other] < poles;
    T *u = U + sum_of_block(before) * ldu;
    T distance = ((const T *)v.m.distance)[v.m.column + c], square = 0;
    T origin = v.number(SL_POLE, j + (distance < 0));
    for (int i = threadIdx.x; i < poles; i += THREADS) {
        T x = v.z[i] / ((v.number(SL_POLE, i) - origin) - distance);
        square += x * x;
    }
    T norm = sqrt(sum_of_block(square));
    for (int i = threadIdx.x; i < poles; i += THREADS)
        u[v.place(SL_SLOT, i)] =
            v.z[i] / ((v.number(SL_POLE, i) - origin) - distance) / norm;
}

/* A thread has a row; columns move to the right, so the last one is first. */
template <typename T> __global__ static void spread(view<T> v, int count, T *Z, int64_t ldz)
{
    int64_t i = blockIdx.x * (int64_t)ROWS + threadIdx.x;
    int poles = v.poles();
    if (i >= v.m.order)
        return;
    for (int c = v.m.columns - 1; c >= 0; c--) {
        int j = v.m.index[v.m.column + c];
        Z[i + c * ldz] = j < poles ? Z[i + --count * ldz] : v.element(i, j);
    }
}

static unsigned blocks(int n, int size)
{
    return (unsigned)((n + size - 1) / size);
}

template <typename T>
static int run_copy(cudaStream_t stream, const sl_cuda_merge *m, T *W, int64_t ldw)
{
    view<T> v;
    int status = view_of(stream, m, &v);
    if (status != cudaSuccess)
        return status;
    copy<<<blocks(m->order, ROWS), ROWS, 0, stream>>>(v, W, ldw);
    return cudaGetLastError();
}

template <typename T>
static int run_vectors(cudaStream_t stream, const sl_cuda_merge *m, T *U, int64_t ldu)
{
    view<T> v;
    int status = view_of(stream, m, &v);
    if (status != cudaSuccess)
        return status;
    exact_z<<<blocks(m->order, THREADS), THREADS, 0, stream>>>(v);
    vectors<<<m->columns, THREADS, 0, stream>>>(v, U, ldu);
    return cudaGetLastError();
}

template <typename T>
static int run_spread(cudaStream_t stream, const sl_cuda_merge *m, int count, T *Z, int64_t ldz)
{
    view<T> v;
    if (count == m->columns)
        return cudaSuccess;
    int status = view_of(stream, m, &v);
    if (status != cudaSuccess)
        return status;
    spread<<<blocks(m->order, ROWS), ROWS, 0, stream>>>(v, count, Z, ldz);
    return cudaGetLastError();
}

#define DEFINE(x, T)                                                                         \
    int sl_cuda_##x##stedc_copy(cudaStream_t stream, const sl_cuda_merge *m, T *W,           \
                                int64_t ldw)                                                 \
    {                                                                                        \
        return run_copy<T>(stream, m, W, ldw);                                               \
    }                                                                                        \
    int sl_cuda_##x##stedc_vectors(cudaStream_t stream, const sl_cuda_merge *m, T *U,        \
                                   int64_t ldu)                                              \
    {                                                                                        \
        return run_vectors<T>(stream, m, U, ldu);                                            \
    }                                                                                        \
    int sl_cuda_##x##stedc_spread(cudaStream_t stream, const sl_cuda_merge *m, int count,    \
                                  T *Z, int64_t ldz)                                         \
    {                                                                                        \
        return run_spread<T>(stream, m, count, Z, ldz);                                      \
    }

DEFINE(s, float)
DEFINE(d, double)

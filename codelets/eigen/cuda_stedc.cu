/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Merges of divide and conquer: roots and eigenvectors of the secular equation, copies
 * with rotations, and the order of the result. What the kernels compute is described in
 * stedc_*_kernel.c. */

#include "cuda_stedc.h"
#include "places.h"

/* Threads of a block: of copies by rows, and of an eigenvector; roots that a block
 * seeks; columns that a block copies. */
enum { ROWS = 64, THREADS = 256, ROOTS = 4, WARP = 32, COLUMNS = 16 };

/* The merge as a kernel sees it. */
template <typename T> struct view {
    sl_cuda_merge m;
    const sl_cuda_block *block; /* on the device */
    T *z;

    __device__ const T *numbers(int which) const
    {
        return (const T *)m.numbers + which * m.ld_numbers;
    }
    __device__ T number(int which, int64_t i) const
    {
        return numbers(which)[i];
    }
    __device__ int place(int which, int64_t i) const
    {
        return m.places[i + which * m.ld_places];
    }
    /* Rotations of the vectors that are copied. */
    __device__ T rotation(int which, int64_t i) const
    {
        return number(which + (m.left ? SL_LEFT : 0), i);
    }
    /* Pole i minus a root, or the same of their squares. */
    __device__ T between(int64_t i, T origin, T distance) const
    {
        T d = number(SL_POLE, i), below = (d - origin) - distance;
        return m.svd ? below * ((d + origin) + distance) : below;
    }
    /* Element i of a vector, before it gets the norm 1. */
    __device__ T unscaled(int64_t i, T origin, T distance) const
    {
        T x = z[i] / between(i, origin, distance);
        return !m.left ? x : i == 0 ? T(-1) : x * number(SL_POLE, i);
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
template <typename T> static int view_of(cudaStream_t stream, const sl_cuda_merge *m, view<T> *v)
{
    v->m = *m;
    v->block = (const sl_cuda_block *)m->room;
    v->z = (T *)(v->block + m->blocks);
    return cudaMemcpyAsync(m->room, m->block, sizeof *m->block * m->blocks, cudaMemcpyHostToDevice,
                           stream);
}

/* ---- Roots ----------------------------------------------------------------------------------- */

/* The sum of x over the threads of a warp, in all of them. */
template <typename T> __device__ static T sum_of_warp(T x)
{
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        x += __shfl_xor_sync(~0u, x, distance);
    return x;
}

/* A warp seeks a root. Its threads make the same decisions, for they have the same
 * sums. */
template <typename T>
__device__ static void secular_sums(bool svd, int from, int end, const T *d, const T *z, T origin,
                                    T distance, T *sum, T *slope)
{
    T sums = 0, slopes = 0;
#pragma unroll 4
    for (int i = from + threadIdx.x; i < end; i += WARP) {
        T x = z[i], below = (d[i] - origin) - distance;
        T t = x / (svd ? below * ((d[i] + origin) + distance) : below);
        sums += x * t;
        slopes += t * t;
    }
    *sum = sum_of_warp(sums);
    *slope = sum_of_warp(slopes);
}

template <typename T> __device__ static T sum_of_squares(int count, const T *z)
{
    T sum = 0;
    for (int i = threadIdx.x; i < count; i += WARP)
        sum += z[i] * z[i];
    return sum_of_warp(sum);
}

#define SL_SEARCH __device__ static
namespace single_precision
{
typedef float real_t;
#include "search.h"
} // namespace single_precision
namespace double_precision
{
typedef double real_t;
#include "search.h"
} // namespace double_precision

__device__ static float root_of(bool svd, int poles, int j, const float *d, const float *z, float rho)
{
    return single_precision::secular_root(svd, poles, j, d, z, rho);
}
__device__ static double root_of(bool svd, int poles, int j, const double *d, const double *z, double rho)
{
    return double_precision::secular_root(svd, poles, j, d, z, rho);
}

template <typename T> __global__ static void roots(view<T> v, const T *cut, T *value, T *distance)
{
    int i = blockIdx.x * ROOTS + threadIdx.y, j = v.m.column + i, poles = v.poles();
    if (i >= v.m.columns)
        return;
    const T *d = v.numbers(SL_POLE), *z = v.numbers(SL_Z);
    T rho = cut ? (T)fabs(2 * (double)*cut) : 1;
    T x = j < poles ? root_of(v.m.svd, poles, j, d, z, rho) : 0;
    if (threadIdx.x == 0) {
        distance[i] = x;
        value[i] = j < poles ? d[j + (x < 0)] + x : d[j];
    }
}

/* A thread has a pole i: the product over roots j of (d_i - root_j) / (d_i - d_j); if j
 * = i, no denominator. */
template <typename T> __global__ static void multiply(view<T> v, const T *distance, T *product)
{
    int i = blockIdx.x * THREADS + threadIdx.x, poles = v.poles();
    if (i >= poles)
        return;
    const T *d = v.numbers(SL_POLE);
    T result = 1;
    for (int c = 0; c < v.m.columns && v.m.column + c < poles; c++) {
        int j = v.m.column + c;
        T x = distance[c];
        result *= v.between(i, d[j + (x < 0)], x) / (i == j ? 1 : v.between(i, d[j], 0));
    }
    product[i] = result;
}

/* ---- Columns of the halves ------------------------------------------------------------------- */

/* A thread has a row, and some columns: it keeps the running column of a chain. */
template <typename T> __global__ static void copy(view<T> v, T *W, int64_t ldw)
{
    int64_t i = blockIdx.x * (int64_t)ROWS + threadIdx.x;
    if (i >= v.m.order)
        return;
    int at = -1, first = blockIdx.y * COLUMNS, end = min(v.m.columns, first + COLUMNS);
    T running = 0;
    for (int c = first; c < end; c++) {
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
            running =
                v.rotation(SL_COSINE, at) * v.half(i, follows) - v.rotation(SL_SINE, at) * running;
            at = follows;
        }
        W[i + c * ldw] =
            next < 0 ? running
                     : v.rotation(SL_COSINE, j) * running + v.rotation(SL_SINE, j) * v.half(i, next);
    }
}

/* ---- Eigenvectors ---------------------------------------------------------------------------- */

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
        T x = v.unscaled(i, origin, distance);
        square += x * x;
    }
    T norm = sqrt(sum_of_block(square));
    for (int i = threadIdx.x; i < poles; i += THREADS)
        u[v.place(SL_SLOT, i)] = v.unscaled(i, origin, distance) / norm;
}

/* A warp has a column: its first and last row. */
template <typename T> __global__ static void rows(view<T> v, T *first, T *last)
{
    int c = blockIdx.x * ROOTS + threadIdx.y, poles = v.poles();
    if (c >= v.m.columns)
        return;
    int j = v.m.index[v.m.column + c];
    T square = 1, top = v.number(SL_FIRST, j), bottom = v.number(SL_LAST, j);
    if (j < poles) {
        T distance = ((const T *)v.m.distance)[v.m.column + c];
        T origin = v.number(SL_POLE, j + (distance < 0));
        square = top = bottom = 0;
        for (int i = threadIdx.x; i < poles; i += WARP) {
            T u = v.unscaled(i, origin, distance);
            square += u * u;
            top += u * v.number(SL_FIRST, i);
            bottom += u * v.number(SL_LAST, i);
        }
        square = sum_of_warp(square);
        top = sum_of_warp(top);
        bottom = sum_of_warp(bottom);
    }
    if (threadIdx.x == 0) {
        first[c] = top / sqrt(square);
        last[c] = bottom / sqrt(square);
    }
}

/* ---- The order of the result ----------------------------------------------------------------- */

/* A thread has a row. Columns move to the right, so the last one is first; some are read before they
 * are written. */
template <typename T> __global__ static void spread(view<T> v, int count, T *Z, int64_t ldz)
{
    int64_t i = blockIdx.x * (int64_t)ROWS + threadIdx.x;
    int poles = v.poles();
    if (i >= v.m.order)
        return;
    for (int end = v.m.columns; end > 0; end -= COLUMNS) {
        T value[COLUMNS];
#pragma unroll
        for (int k = 0; k < COLUMNS; k++) {
            int c = end - 1 - k, j = c >= 0 ? v.m.index[v.m.column + c] : poles;
            if (c >= 0)
                value[k] = j < poles ? Z[i + --count * ldz] : v.element(i, j);
        }
#pragma unroll
        for (int k = 0; k < COLUMNS; k++)
            if (end - 1 - k >= 0)
                Z[i + (end - 1 - k) * ldz] = value[k];
    }
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static unsigned blocks(int n, int size)
{
    return (unsigned)((n + size - 1) / size);
}

template <typename T>
static int run_roots(cudaStream_t stream, const sl_cuda_merge *m, const T *cut, T *value,
                     int64_t ld, T *product)
{
    view<T> v = {*m, nullptr, nullptr};
    roots<<<blocks(m->columns, ROOTS), dim3(WARP, ROOTS), 0, stream>>>(v, cut, value, value + ld);
    multiply<<<blocks(m->order, THREADS), THREADS, 0, stream>>>(v, value + ld, product);
    return cudaGetLastError();
}

template <typename T>
static int run_rows(cudaStream_t stream, const sl_cuda_merge *m, T *first, int64_t ld)
{
    view<T> v;
    int status = view_of(stream, m, &v);
    if (status != cudaSuccess)
        return status;
    exact_z<<<blocks(m->order, THREADS), THREADS, 0, stream>>>(v);
    rows<<<blocks(m->columns, ROOTS), dim3(WARP, ROOTS), 0, stream>>>(v, first, first + ld);
    return cudaGetLastError();
}

template <typename T>
static int run_copy(cudaStream_t stream, const sl_cuda_merge *m, T *W, int64_t ldw)
{
    view<T> v;
    int status = view_of(stream, m, &v);
    if (status != cudaSuccess)
        return status;
    dim3 grid(blocks(m->order, ROWS), blocks(m->columns, COLUMNS));
    copy<<<grid, ROWS, 0, stream>>>(v, W, ldw);
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

#define DEFINE(x, T)                                                                               \
    int sl_cuda_##x##stedc_roots(cudaStream_t stream, const sl_cuda_merge *m, const T *cut,        \
                                 T *value, int64_t ld, T *product)                                 \
    {                                                                                              \
        return run_roots<T>(stream, m, cut, value, ld, product);                                   \
    }                                                                                              \
    int sl_cuda_##x##stedc_rows(cudaStream_t stream, const sl_cuda_merge *m, T *first, int64_t ld) \
    {                                                                                              \
        return run_rows<T>(stream, m, first, ld);                                                  \
    }                                                                                              \
    int sl_cuda_##x##stedc_copy(cudaStream_t stream, const sl_cuda_merge *m, T *W, int64_t ldw)    \
    {                                                                                              \
        return run_copy<T>(stream, m, W, ldw);                                                     \
    }                                                                                              \
    int sl_cuda_##x##stedc_vectors(cudaStream_t stream, const sl_cuda_merge *m, T *U, int64_t ldu) \
    {                                                                                              \
        return run_vectors<T>(stream, m, U, ldu);                                                  \
    }                                                                                              \
    int sl_cuda_##x##stedc_spread(cudaStream_t stream, const sl_cuda_merge *m, int count, T *Z,    \
                                  int64_t ldz)                                                     \
    {                                                                                              \
        return run_spread<T>(stream, m, count, Z, ldz);                                            \
    }

DEFINE(s, float)
DEFINE(d, double)

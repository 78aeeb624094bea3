// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// A triangular system with one right-hand side, see cuda_trsv.h. Each thread block has a row of blocks
// of op(A). It multiplies its blocks by the parts of the solution as they appear, and then by the
// inverse of its diagonal block. Before, it has read its next block and inverted the diagonal block.
// So a step of the chain is one part of the solution on its way from a thread block to the next (Hogg,
// A fast dense triangular solve in CUDA, SIAM J. Sci. Comput. 35, 2013).
//
// Thread blocks take rows in the order of the chain, so a row waits only for rows that have begun.

#include <algorithm>
#include "cuda_trsv.h"
#include "codelets/cuda/cuda_number.cuh"

namespace sl
{

// A thread has EACH elements of a block, in GROUPS groups of threads.
enum { NB = SL_CUDA_TRSV, GROUPS = 4, EACH = NB / GROUPS, THREADS = NB * GROUPS };

// ---- The solution as it appears ------------------------------------------------------------

// Numbers that are not there yet have all bits set, which is a NaN that no operation makes.
__device__ inline bool is_there(float x)
{
    return __float_as_uint(x) != 0xffffffffu;
}
__device__ inline float some(float x)
{
    return is_there(x) ? x : __uint_as_float(0x7fffffffu);
}
__device__ inline float await(const float *at)
{
    float x = *(const volatile float *)at;
    while (!is_there(x))
        x = *(const volatile float *)at;
    return x;
}
__device__ inline cuComplex await(const cuComplex *at)
{
    return scalar<cuComplex>::make(await(&at->x), await(&at->y));
}
__device__ inline void publish(float *at, float x)
{
    *(volatile float *)at = some(x);
}
__device__ inline void publish(cuComplex *at, cuComplex x)
{
    publish(&at->x, x.x);
    publish(&at->y, x.y);
}

// ---- Blocks of op(A) -----------------------------------------------------------------------

template <class T> struct trsv_call {
    int n;
    bool conj, unit;
    const T *A;
    int64_t lda;
    T alpha, *x, *work;
};

// Element (row, column) of op(A), 0 outside of it.
template <class T, bool TRANS> __device__ T element(const trsv_call<T> &p, int row, int column)
{
    if (row >= p.n || column >= p.n)
        return scalar<T>::make(0);
    T a = TRANS ? p.A[column + row * p.lda] : p.A[row + column * p.lda];
    return TRANS && p.conj ? scalar<T>::conj(a) : a;
}

// The elements of a thread: NoTrans its row in the columns of its group, else its column in the rows
// of its group. So neighbours are neighbours in memory.
template <class T, bool TRANS>
__device__ void read_block(const trsv_call<T> &p, int row, int column, T (&a)[EACH])
{
    int lane = threadIdx.x % NB, first = threadIdx.x / NB * EACH;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        a[e] = TRANS ? element<T, TRANS>(p, row + first + e, column + lane)
                     : element<T, TRANS>(p, row + lane, column + first + e);
}

template <class T> struct trsv_shared {
    T x[2][NB];             // of the solution; row and column of an elimination
    T row[2][NB], sum[NB][NB + 1];
};

// D = op(A)_ii^-1 by elimination: a thread has its row in the columns of its group.
template <class T, bool LOWER>
__device__ void invert(const trsv_call<T> &p, trsv_shared<T> &s, T (&a)[EACH], T (&d)[EACH])
{
    typedef scalar<T> number;
    int r = threadIdx.x % NB, g = threadIdx.x / NB;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        d[e] = number::make(g * EACH + e == r ? 1 : 0);
#pragma unroll 1
    for (int q = 0; q < GROUPS; q++)
#pragma unroll
        for (int f = 0; f < EACH; f++) {
            const int e = LOWER ? f : EACH - 1 - f, group = LOWER ? q : GROUPS - 1 - q;
            int k = group * EACH + e, buffer = f % 2;
            if (g == group)
                s.x[buffer][r] = a[e];
            if (r == k)
#pragma unroll
                for (int c = 0; c < EACH; c++)
                    s.row[buffer][g * EACH + c] = d[c];
            __syncthreads();
            // 1 / op(A)_kk
            T by = p.unit ? number::make(1) : number::inverse_conj(number::conj(s.x[buffer][k]));
            bool after = LOWER ? r > k : r < k;
            T l = number::mul(s.x[buffer][r], by);
            if (r == k)
#pragma unroll
                for (int c = 0; c < EACH; c++)
                    d[c] = number::mul(d[c], by);
            else if (after)
#pragma unroll
                for (int c = 0; c < EACH; c++)
                    d[c] = number::update(d[c], l, number::conj(s.row[buffer][g * EACH + c]));
        }
    __syncthreads();
}

// The sum of what the threads have for row r < NB, in the threads r.
template <class T, bool TRANS>
__device__ T sum_of_rows(trsv_shared<T> &s, const T *sum)
{
    typedef scalar<T> number;
    int lane = threadIdx.x % NB, g = threadIdx.x / NB;
    T all = number::make(0);
    if (TRANS) { // a thread has a column: first over the columns of a group
#pragma unroll
        for (int e = 0; e < EACH; e++)
            s.sum[g * EACH + e][lane] = sum[e];
        __syncthreads();
        T part = number::make(0);
#pragma unroll
        for (int e = 0; e < EACH; e++)
            part = number::add(part, s.sum[lane][g * EACH + e]);
        __syncthreads();
        s.sum[g][lane] = part;
    } else
        s.sum[g][lane] = sum[0];
    __syncthreads();
#pragma unroll
    for (int q = 0; q < GROUPS; q++)
        all = number::add(all, s.sum[q][lane]);
    return all;
}

// ---- The kernel ----------------------------------------------------------------------------

// LOWER: op(A) is. The counter behind the solution begins at -1.
template <class T, bool TRANS, bool LOWER>
__global__ void __launch_bounds__(THREADS) trsv_kernel(trsv_call<T> p)
{
    typedef scalar<T> number;
    __shared__ trsv_shared<T> s;
    __shared__ int turn;
    int lane = threadIdx.x % NB, g = threadIdx.x / NB, blocks = (p.n + NB - 1) / NB;
    if (threadIdx.x == 0)
        turn = atomicAdd((int *)(p.work + p.n), 1) + 1;
    __syncthreads();
    const int before = turn, step = LOWER ? 1 : -1, first = LOWER ? 0 : blocks - 1;
    const int row = (first + step * before) * NB;
    T a[EACH], d[EACH], sum[TRANS ? (int)EACH : 1];

#pragma unroll
    for (int e = 0; e < EACH; e++) { // the diagonal block by rows, 1 beyond the matrix
        int column = g * EACH + e;
        bool inside = LOWER ? lane >= column : lane <= column;
        a[e] = lane == column && row + lane >= p.n ? number::make(1)
               : inside ? element<T, TRANS>(p, row + lane, row + column)
                        : number::make(0);
    }
    invert<T, LOWER>(p, s, a, d);

#pragma unroll
    for (int e = 0; e < (TRANS ? (int)EACH : 1); e++)
        sum[e] = number::make(0);
    T b = number::make(0);
    if (g == 0 && row + lane < p.n)
        b = number::mul(p.alpha, p.x[row + lane]);
    if (before > 0)
        read_block<T, TRANS>(p, row, first * NB, a);
    for (int k = 0; k < before; k++) {
        int column = (first + step * k) * NB;
        T now[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            now[e] = a[e];
        if (k + 1 < before)
            read_block<T, TRANS>(p, row, column + step * NB, a);
        T *x = s.x[(unsigned)k % 2];
        if (g == 0)
            x[lane] = column + lane < p.n ? await(p.work + column + lane) : number::make(0);
        __syncthreads();
#pragma unroll
        for (int e = 0; e < EACH; e++)
            if (TRANS)
                sum[e] = number::add(sum[e], number::mul(now[e], x[lane]));
            else
                sum[0] = number::add(sum[0], number::mul(now[e], x[g * EACH + e]));
    }

    T rest = number::add(b, number::scale(sum_of_rows<T, TRANS>(s, sum), -1));
    if (g == 0)
        s.row[0][lane] = rest;
    __syncthreads();
    T x = number::make(0);
#pragma unroll
    for (int e = 0; e < EACH; e++)
        x = number::add(x, number::mul(d[e], s.row[0][g * EACH + e]));
    x = sum_of_rows<T, false>(s, &x);
    if (g == 0 && row + lane < p.n) {
        publish(p.work + row + lane, x);
        p.x[row + lane] = x;
    }
}

template <class T>
static int trsv(cudaStream_t stream, cublasFillMode_t uplo, cublasOperation_t trans,
                cublasDiagType_t diag, int n, T alpha, const T *A, int64_t lda, T *x, T *work)
{
    bool transposed = trans != CUBLAS_OP_N;
    bool lower = (uplo == CUBLAS_FILL_MODE_LOWER) != transposed;
    trsv_call<T> p = {n,   trans == CUBLAS_OP_C, diag == CUBLAS_DIAG_UNIT, A, lda, alpha, x,
                      work};
    if (n <= 0)
        return cudaSuccess;
    cudaError_t err = cudaMemsetAsync(work, 0xff, ((size_t)n + 1) * sizeof(T), stream);
    if (err != cudaSuccess)
        return err;
    auto kernel = transposed ? lower ? trsv_kernel<T, true, true> : trsv_kernel<T, true, false>
                  : lower    ? trsv_kernel<T, false, true>
                             : trsv_kernel<T, false, false>;
    kernel<<<(n + NB - 1) / NB, THREADS, 0, stream>>>(p);
    return cudaGetLastError();
}

} // namespace sl

#define SL_CUDA_TRSV_DEFINE(x, T)                                                                  \
    extern "C" int sl_cuda_##x##trsv(cudaStream_t stream, cublasFillMode_t uplo,                   \
                                     cublasOperation_t trans, cublasDiagType_t diag, int n,        \
                                     T alpha, const T *A, int64_t lda, T *x, T *work)              \
    {                                                                                              \
        return sl::trsv<T>(stream, uplo, trans, diag, n, alpha, A, lda, x, work);                  \
    }

SL_CUDA_TRSV_DEFINE(s, float)
SL_CUDA_TRSV_DEFINE(c, cuComplex)

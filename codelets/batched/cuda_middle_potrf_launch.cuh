/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How Cholesky factorizations of a batch are launched: a thread block for each matrix.
 */
#ifndef SL_CUDA_MIDDLE_POTRF_LAUNCH_CUH
#define SL_CUDA_MIDDLE_POTRF_LAUNCH_CUH

#include <algorithm>
#include "cuda_kind.cuh"
#include "cuda_middle_potrf.h"
#include "cuda_middle_potrf.cuh"
#include "cuda_place.cuh"

namespace sl
{

template <class T> struct potrf_matrix {
    int n;
    T *A;
    int lda;
    int *info;
};

/* Matrices of order n at equal distances. */
template <class T> struct potrf_call {
    int n;
    T *A;
    int lda;
    int64_t stride;
    int *info;
    __device__ potrf_matrix<T> matrix(int64_t i) const
    {
        return {n, A + i * stride, lda, info + i};
    }
};
/* Matrices with places of their own, the largest ones first, from number `first` on. */
template <class T> struct potrf_list {
    sl_matrices A;
    int64_t first;
    int *info;
    __device__ potrf_matrix<T> matrix(int64_t k) const
    {
        const int64_t i = number_of(A, first + k);
        const place<T> x = place_of<T>(A, i);
        return {x.n, x.a, x.lda, info + i};
    }
};

/* A kind of thread block: columns of a step, most warps, least blocks on a
 * multiprocessor (the compiler finds registers for them), whether the next step's
 * data come to the cache early, and how many tiles of the first block column have a warp. */
enum middle_share { HALF, THREE_QUARTERS, ALL };
template <int COLUMNS, int MOST_WARPS, int LEAST_BLOCKS, bool PREFETCHES, middle_share SHARE = HALF>
struct middle_kind {
    static constexpr int NB = COLUMNS, WARPS = MOST_WARPS, BLOCKS = LEAST_BLOCKS;
    static constexpr bool PREFETCH = PREFETCHES;
    static constexpr int ROWS = MIDDLE_TILE * (SHARE == HALF  ? 2 * WARPS
                                               : SHARE == ALL ? WARPS
                                                              : (4 * WARPS + 3) / 3);
    static int warps(int n)
    {
        const int tiles = (n + MIDDLE_TILE - 1) / MIDDLE_TILE;
        return std::max(2, SHARE == HALF ? (tiles + 1) / 2 : SHARE == ALL ? tiles : 3 * tiles / 4);
    }
};
enum { MOST_FEW = 144, MOST_NARROW = 192 }; /* orders; the second one is for complex double */
template <class T> struct middle_kinds {
    typedef middle_kind<16, 10, 2, true, THREE_QUARTERS> few; // for orders up to MOST_FEW
    typedef middle_kind<32, 16, 1, false> many;
    typedef middle_kind<16, 16, 1, true> narrow;     // shorter steps, less shared memory
    typedef middle_kind<16, 20, 1, true, ALL> crowd; // more warps, fewer matrices at a time
};
template <> struct middle_kinds<cuDoubleComplex> {
    typedef middle_kind<8, 6, 3, false, THREE_QUARTERS> few;
    typedef middle_kind<16, 16, 1, true> many;
    typedef middle_kind<8, 16, 1, true> narrow;
    typedef middle_kind<8, 20, 1, true, ALL> crowd;
};
enum { KIND_FEW = 1, KIND_MANY, KIND_NARROW, KIND_CROWD };
static_assert((int)KIND_CROWD == (int)SL_POTRF_KINDS, "all kinds have numbers");

template <class T, class K, bool UPPER, class CALL>
__global__ static void __launch_bounds__(32 * K::WARPS, K::BLOCKS) potrf_kernel(CALL call)
{
    typedef middle_potrf<T, K::NB, UPPER, K::PREFETCH> matrix;
    extern __shared__ __align__(16) char memory[];
    __shared__ typename matrix::shared diagonal;
    const potrf_matrix<T> x = call.matrix(blockIdx.x);
    const int info = matrix::run(x.n, x.A, x.lda, (T *)memory, diagonal);
    if (threadIdx.x == 0)
        *x.info = info;
}

/* With about that many warps. */
template <class T, class K, bool UPPER, class CALL>
static int launch(cudaStream_t stream, int warps, int64_t count, const CALL &call)
{
    typedef middle_potrf<T, K::NB, UPPER, K::PREFETCH> matrix;
    const int area = sizeof(T) * matrix::AREA;
    int device = 0, most = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    most = std::min(K::WARPS, (most - 1024) / area);
    warps = std::max(2, std::min(warps, most));
    const auto kernel = potrf_kernel<T, K, UPPER, CALL>;
    /* On each call, for they belong to the current device. */
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most * area);
    cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                         cudaSharedmemCarveoutMaxShared);
    kernel<<<(unsigned)count, 32 * warps, warps * area, stream>>>(call);
    return cudaGetLastError();
}

template <class T, class K, class CALL>
static int launch(cudaStream_t stream, bool upper, int warps, int64_t count, const CALL &call)
{
    return upper ? launch<T, K, true>(stream, warps, count, call)
                 : launch<T, K, false>(stream, warps, count, call);
}

/* f of a kind of thread block */
template <class T, class F> static int potrf_by_kind(int kind, const F &f)
{
    typedef middle_kinds<T> kinds;
    return kind == KIND_FEW     ? f(typename kinds::few())
           : kind == KIND_MANY  ? f(typename kinds::many())
           : kind == KIND_CROWD ? f(typename kinds::crowd())
                                : f(typename kinds::narrow());
}
template <class T> static int potrf_own_kind(int n)
{
    if (sizeof(T) == 16)
        return n <= MOST_NARROW ? KIND_NARROW : KIND_MANY;
    return n <= MOST_FEW ? KIND_FEW : KIND_MANY;
}

/* By this kind, if it has so many rows, else by the own one for order n, the largest of all. */
template <class T, class CALL>
static int launch(cudaStream_t stream, int kind, bool upper, int n, int64_t count, const CALL &call)
{
    const bool fits = kind >= 1 && kind <= SL_POTRF_KINDS &&
                      n <= potrf_by_kind<T>(kind, [](auto x) { return decltype(x)::ROWS; });
    return potrf_by_kind<T>(fits ? kind : potrf_own_kind<T>(n), [&](auto x) {
        typedef decltype(x) K;
        return launch<T, K>(stream, upper, K::warps(n), count, call);
    });
}

/* What a kind needs for order n. */
template <class T> static int potrf_limits(int n, int kind, starling_kind *limits)
{
    return potrf_by_kind<T>(kind, [&](auto x) {
        typedef decltype(x) K;
        typedef middle_potrf<T, K::NB, false, K::PREFETCH> matrix;
        const int warps = K::warps(n);
        limits->rows = K::ROWS;
        limits->columns = K::NB;
        limits->own = kind == potrf_own_kind<T>(n);
        return find_limits({(const void *)potrf_kernel<T, K, false, potrf_call<T>>, 32 * warps,
                            warps * (int)sizeof(T) * matrix::AREA},
                           limits);
    });
}

} // namespace sl

#endif /* SL_CUDA_MIDDLE_POTRF_LAUNCH_CUH */

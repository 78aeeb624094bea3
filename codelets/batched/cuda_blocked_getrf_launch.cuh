/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How the parts of LU of a batch are launched: panels, or small matrices, and block columns. A
 * thread block has a block column of a matrix. Those of a matrix are neighbours, so that its L
 * comes from the cache.
 */
#ifndef SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH
#define SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH

#include "cuda_blocked_getrf.cuh"
#include "cuda_middle_getrf_launch.cuh"

namespace sl
{

template <class T, class CALL>
__global__ static void __launch_bounds__(blocked<T>::THREADS,
                                         std::is_same<T, double>::value ? 4 : 3)
    blocked_update_kernel(CALL call, int columns)
{
    static_assert((int)blocked<T>::ROWS >= SL_MIDDLE_ROWS, "its order of rows");
    extern __shared__ __align__(16) char update_memory[];
    blocked_shared<T> &shared = *(blocked_shared<T> *)update_memory;
    const int NB = blocked<T>::NB, blocks = (columns + NB - 1) / NB;
    const int64_t i = blockIdx.x / blocks;
    const int j = blockIdx.x % blocks * NB;
    if constexpr (CALL::VARIES) {
        const middle_matrix<T> panel = call.matrix(i);
        const int right = call.right(i);
        T *A = panel.A + (int64_t)(panel.n + j) * panel.lda;
        if (panel.n > 0 && j < right)
            blocked_update<T>(panel.m, panel.n, panel.A, A, min(NB, right - j), panel.lda,
                              panel.ipiv, panel.first, shared)
                .run(blockIdx.x % blocked<T>::WARPS);
    } else { /* the compiler finds more registers with these expressions */
        T *L = call.A + i * call.stride, *A = L + (int64_t)(call.n + j) * call.lda;
        blocked_update<T>(call.m, call.n, L, A, min(NB, columns - j), call.lda,
                          call.ipiv + i * call.pivots, call.first, shared)
            .run(blockIdx.x % blocked<T>::WARPS);
    }
}

/* What one or two panels do to `columns` columns right of them at most. */
template <class T, class CALL>
static int blocked_update_launch(cudaStream_t stream, const CALL &panel, int columns)
{
    const int NB = blocked<T>::NB, blocks = (columns + NB - 1) / NB,
              bytes = sizeof(blocked_shared<T>);
    cudaError_t err = cudaFuncSetAttribute(blocked_update_kernel<T, CALL>,
                                           cudaFuncAttributePreferredSharedMemoryCarveout,
                                           cudaSharedmemCarveoutMaxShared);
    if (err == cudaSuccess)
        err = cudaFuncSetAttribute(blocked_update_kernel<T, CALL>,
                                   cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (err != cudaSuccess)
        return err;
    blocked_update_kernel<T, CALL>
        <<<(unsigned)(panel.count * blocks), blocked<T>::THREADS, bytes, stream>>>(panel, columns);
    return cudaGetLastError();
}

/* Block columns that have a later one's pivots below them. */
template <class T> __host__ __device__ static int blocked_left_blocks(int m, int n)
{
    return (min(m, n) - 1) / blocked<T>::NB;
}
template <class T, class CALL>
__global__ static void __launch_bounds__(blocked<T>::THREADS) blocked_left_kernel(CALL call)
{
    extern __shared__ __align__(16) char left_memory[];
    const int NB = blocked<T>::NB, blocks = blocked_left_blocks<T>(call.m, call.n);
    const int64_t i = blockIdx.x / blocks;
    const int j = blockIdx.x % blocks * NB;
    const middle_matrix<T> x = call.matrix(i);
    if (CALL::VARIES && j + NB >= min(x.m, x.n))
        return;
    T *A = x.A + (int64_t)j * x.lda;
    blocked_left<T>(x.m, j + NB, min(x.m, x.n), A, NB, x.lda, x.ipiv).run(left_memory);
}

template <class T, class CALL> static int blocked_left_launch(cudaStream_t stream, const CALL &call)
{
    const int blocks = blocked_left_blocks<T>(call.m, call.n),
              bytes = blocked_left<T>::bytes(call.m);
    if (blocks == 0)
        return cudaSuccess;
    cudaError_t err = cudaFuncSetAttribute(blocked_left_kernel<T, CALL>,
                                           cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (err != cudaSuccess)
        return err;
    blocked_left_kernel<T, CALL>
        <<<(unsigned)(call.count * blocks), blocked<T>::THREADS, bytes, stream>>>(call);
    return cudaGetLastError();
}

enum { SL_MIDDLE_WHOLE = 56 }; /* rows of a matrix that one thread block factors */

/* A kind of thread block: columns of a step, rows of a thread, most threads, least blocks on a
 * multiprocessor for which the compiler finds registers, and how many share its memory. */
template <int COLUMNS, int ROWS_OF_ONE, int MOST_THREADS, int LEAST_BLOCKS, int SHARED,
          bool MATRIX_UNITS>
struct lu_kind {
    static constexpr int NB = COLUMNS, R = ROWS_OF_ONE, THREADS = MOST_THREADS;
    static constexpr int BLOCKS = LEAST_BLOCKS, SHARE = SHARED, ROWS = R * THREADS;
    static constexpr bool UNITS = MATRIX_UNITS;

    template <class> static constexpr int columns()
    {
        return NB;
    }
    template <class T, class CALL> static int plan(int m, int n, launch_plan *plan)
    {
        int most;
        return middle_plan<T, NB, R, THREADS, BLOCKS, UNITS, CALL>(m, n, SHARE, plan, &most);
    }
    template <class T, class CALL> static int launch(cudaStream_t stream, const CALL &call)
    {
        return middle_launch<T, NB, R, THREADS, BLOCKS, UNITS>(stream, call, SHARE);
    }
};

/* One whose registers have a whole panel. */
template <class T, int R, int THREADS, class CALL>
__global__ static void __launch_bounds__(THREADS) panel_kernel(CALL call)
{
    extern __shared__ __align__(16) char panel_memory[];
    const middle_matrix<T> panel = call.matrix(blockIdx.x);
    if (CALL::VARIES && panel.n <= 0)
        return;
    register_panel<T, blocked<T>::NB, R>(panel, panel_memory).factor();
}
template <int ROWS_OF_ONE, int MOST_THREADS> struct register_kind {
    static constexpr int R = ROWS_OF_ONE, THREADS = MOST_THREADS, ROWS = R * THREADS;

    template <class T> static constexpr int columns()
    {
        return blocked<T>::NB;
    }
    template <class T, class CALL> static int plan(int m, int, launch_plan *plan)
    {
        const int threads = ((m + R - 1) / R + 31) / 32 * 32;
        *plan = {(const void *)panel_kernel<T, R, THREADS, CALL>, threads,
                 register_panel<T, blocked<T>::NB, R>::bytes(threads)};
        return cudaSuccess;
    }
    template <class T, class CALL> static int launch(cudaStream_t stream, const CALL &call)
    {
        launch_plan x;
        plan<T, CALL>(call.m, call.n, &x);
        panel_kernel<T, R, THREADS, CALL>
            <<<(unsigned)call.count, x.threads, x.bytes, stream>>>(call);
        return cudaGetLastError();
    }
};

template <class T> struct lu_kinds {
    static constexpr int NB = sizeof(T) == 16 ? 4 : 8;
    static constexpr int R = std::is_same<T, cuComplex>::value ? 1 : 2; // its code fits 128 KB
    typedef lu_kind<8, 1, 128, 4, 8, true> whole; // a matrix, the others are for a panel of it
    typedef register_kind<1, 256> p32;
    typedef register_kind<R, 512 / R> p512;
    typedef lu_kind<NB, 2, 512, 1, 1, false> p1024;
};
enum { LU_WHOLE = 1, LU_32, LU_512, LU_1024 };
static_assert((int)LU_1024 == (int)SL_GETRF_KINDS, "all kinds have numbers");

/* f of a kind for panels */
template <class T, class F> static int lu_by_kind(int kind, const F &f)
{
    typedef lu_kinds<T> kinds;
    return kind == LU_32    ? f(typename kinds::p32())
           : kind == LU_512 ? f(typename kinds::p512())
                            : f(typename kinds::p1024());
}
static int lu_own_panel(int m)
{
    return m <= 32 ? LU_32 : m <= 512 ? LU_512 : LU_1024;
}
static int lu_own_kind(int m)
{
    return m <= SL_MIDDLE_WHOLE ? LU_WHOLE : lu_own_panel(m);
}
template <class T> static int rows_of_kind(int kind)
{
    return kind == LU_WHOLE ? lu_kinds<T>::whole::ROWS
                            : lu_by_kind<T>(kind, [](auto x) { return x.ROWS; });
}

template <class T, class CALL> static int whole(cudaStream_t stream, const CALL &call)
{
    return lu_kinds<T>::whole::template launch<T>(stream, call);
}
/* A panel of a few columns. */
template <class T, class CALL> static int panel(cudaStream_t stream, const CALL &call, int kind)
{
    return lu_by_kind<T>(kind,
                         [&](auto x) { return decltype(x)::template launch<T>(stream, call); });
}

/* Two panels are factored, the second one after its update by the first. Both update the columns
 * right of them. Columns left of a panel get its interchanges at the end. Panels of more than half
 * of the rows are of this kind, others have their own; 0: all. */
template <class T, class CALL>
static int by_blocks(cudaStream_t stream, const CALL &a, int kind = 0)
{
    const int NB = blocked<T>::NB, pivots = min(a.m, a.n);
    const auto factor = [&](const CALL &part) {
        return panel<T>(stream, part, kind > 0 && part.m > a.m / 2 ? kind : lu_own_panel(part.m));
    };
    int err = cudaSuccess;
    for (int k = 0; k < pivots && err == cudaSuccess; k += 2 * NB) {
        const bool both = k + NB < pivots;
        const int rest = a.rest(k, 2 * NB);
        err = factor(a.part(k, NB, false));
        if (err == cudaSuccess && both)
            err = blocked_update_launch<T>(stream, a.part(k, NB, true), min(NB, pivots - k - NB));
        if (err == cudaSuccess && both)
            err = factor(a.part(k + NB, NB, false));
        if (err == cudaSuccess && rest > 0)
            err = blocked_update_launch<T>(stream, a.part(k, 2 * NB, false), rest);
    }
    return err == cudaSuccess ? blocked_left_launch<T>(stream, a) : err;
}

/* What a kind needs for order n. */
template <class T> static int lu_limits(int n, int kind, starling_kind *limits)
{
    const auto find = [&](auto x, int width) {
        typedef decltype(x) K;
        launch_plan plan;
        int err = K::template plan<T, middle_call<T>>(n, width, &plan);
        limits->rows = K::ROWS;
        limits->columns = K::template columns<T>();
        limits->own = kind == lu_own_kind(n);
        return err == cudaSuccess ? find_limits(plan, limits) : err;
    };
    const int width = min(n, (int)blocked<T>::NB);
    return kind == LU_WHOLE ? find(typename lu_kinds<T>::whole(), n)
                            : lu_by_kind<T>(kind, [&](auto x) { return find(x, width); });
}

} // namespace sl

#endif /* SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH */

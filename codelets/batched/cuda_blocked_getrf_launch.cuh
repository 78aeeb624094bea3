/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How the steps of LU of a batch are launched: panels, or small matrices, block columns, and
 * products.
 */
#ifndef SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH
#define SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH

#include "cuda_blocked_steps.cuh"
#include "cuda_middle_getrf_launch.cuh"

namespace sl
{

template <class T, class CALL>
__global__ static void __launch_bounds__(blocked<T>::THREADS,
                                         std::is_same<T, double>::value ? 4 : 3)
    blocked_update_kernel(CALL call, int columns, int skip)
{
    static_assert((int)blocked<T>::ROWS >= SL_MIDDLE_ROWS, "its order of rows");
    extern __shared__ __align__(16) char update_memory[];
    update_block<T>(call, columns, skip, blockIdx.x, *(blocked_shared<T> *)update_memory);
}

template <class T, class CALL>
static int blocked_update_launch(cudaStream_t stream, const CALL &panel, int columns, int skip)
{
    const int blocks = blocks_of<T>(columns), bytes = sizeof(blocked_shared<T>);
    cudaError_t err = cudaFuncSetAttribute(blocked_update_kernel<T, CALL>,
                                           cudaFuncAttributePreferredSharedMemoryCarveout,
                                           cudaSharedmemCarveoutMaxShared);
    if (err == cudaSuccess)
        err = cudaFuncSetAttribute(blocked_update_kernel<T, CALL>,
                                   cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (err != cudaSuccess)
        return err;
    blocked_update_kernel<T, CALL>
        <<<(unsigned)(panel.count * blocks), blocked<T>::THREADS, bytes, stream>>>(panel, columns,
                                                                                   skip);
    return cudaGetLastError();
}

template <class T, class CALL>
__global__ static void __launch_bounds__(blocked<T>::THREADS)
    interchange_kernel(CALL call, interchanges all)
{
    extern __shared__ __align__(16) char interchange_memory[];
    interchange_block<T>(call, all, blockIdx.x, interchange_memory);
}

template <class T, class CALL>
static int interchange_launch(cudaStream_t stream, const CALL &call, const interchanges &all)
{
    typedef blocked_interchange<T> parts;
    const int blocks = blocks_of<T>(all.columns), bytes = parts::bytes(call.m - all.first);
    if (blocks == 0)
        return cudaSuccess;
    cudaError_t err = cudaFuncSetAttribute(
        interchange_kernel<T, CALL>, /* another thread may launch */
        cudaFuncAttributeMaxDynamicSharedMemorySize, parts::bytes(SL_MIDDLE_ROWS));
    if (err != cudaSuccess)
        return err;
    interchange_kernel<T, CALL>
        <<<(unsigned)(call.count * blocks), blocked<T>::THREADS, bytes, stream>>>(call, all);
    return cudaGetLastError();
}

/* Most rows of a matrix that one thread block factors; one H200. */
template <class T> static constexpr int whole_rows()
{
    return sizeof(T) == 16 ? 64 : 56;
}

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
    /* Code for two rows a thread does not fit the cache of 128 KB in complex single. */
    static constexpr int R = std::is_same<T, cuComplex>::value ? 1 : 2;
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
template <class T> static int lu_own_kind(int m)
{
    return m <= whole_rows<T>() ? LU_WHOLE : lu_own_panel(m);
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

enum { LU_OUTER = 256 }; /* columns of an outer block; one H200 */

/* Queues the steps of LU by blocks, none after an error. */
template <class T> struct launch_steps {
    cudaStream_t stream;
    cublasHandle_t h; /* of this stream */
    int kind, half;   /* panels of more than `half` rows are of this kind, if it is not 0 */
    int err;

    template <class CALL> void factor(const CALL &part)
    {
        const bool large = kind > 0 && part.m > half;
        if (err == cudaSuccess)
            err = panel<T>(stream, part, large ? kind : lu_own_panel(part.m));
    }
    template <class CALL> void update(const CALL &panel, int columns, int skip)
    {
        if (err == cudaSuccess)
            err = blocked_update_launch<T>(stream, panel, columns, skip);
    }
    template <class CALL> void interchange(const CALL &call, const interchanges &all)
    {
        if (err == cudaSuccess)
            err = interchange_launch<T>(stream, call, all);
    }
    void product(const middle_call<T> &a, int k, int end)
    {
        const T minus = scalar<T>::make(-1), one = scalar<T>::make(1);
        const T *left = a.A + (int64_t)k * a.lda;
        T *right = a.A + (int64_t)end * a.lda;
        if (err == cudaSuccess)
            err = gemm_strided(h, CUBLAS_OP_N, CUBLAS_OP_N, a.m - end, a.n - end, end - k, minus,
                               left + end, a.lda, a.stride, right + k, a.lda, a.stride, one,
                               right + end, a.lda, a.stride, (int)a.count);
    }
};

/* Panels of more than half of the rows are of this kind, others have their own; 0: all. Matrices of
 * two outer blocks or more have these, if there is a handle for their products. */
template <class T, class CALL>
static int by_blocks(cudaStream_t stream, const CALL &a, int kind = 0, cublasHandle_t h = nullptr)
{
    static_assert(LU_OUTER % (2 * blocked<T>::NB) == 0, "pairs of panels");
    launch_steps<T> steps = {stream, h, kind, a.m / 2, cudaSuccess};
    if constexpr (!CALL::VARIES)
        if (h && min(a.m, a.n) >= 2 * LU_OUTER) {
            by_outer_blocks(a, LU_OUTER, steps);
            return steps.err;
        }
    by_pairs<T>(a, 0, steps);
    return steps.err;
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
        limits->own = kind == lu_own_kind<T>(n);
        return err == cudaSuccess ? find_limits(plan, limits) : err;
    };
    const int width = min(n, (int)blocked<T>::NB);
    return kind == LU_WHOLE ? find(typename lu_kinds<T>::whole(), n)
                            : lu_by_kind<T>(kind, [&](auto x) { return find(x, width); });
}

} // namespace sl

#endif /* SL_CUDA_BLOCKED_GETRF_LAUNCH_CUH */

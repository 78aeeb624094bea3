/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions of a batch by cuBLAS, which takes arrays of pointers. */

#include "cuda_solve.h"
#include "codelets/cuda/cuda_scalar.cuh"

namespace sl
{

#define SL_CUBLAS_BATCHED(T, X)                                                                    \
    static cublasStatus_t trsm(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,   \
                               int n, int nrhs, T **A, int lda, T **B, int ldb, int count)         \
    {                                                                                              \
        const T one = scalar<T>::make(1);                                                          \
        return cublas##X##trsmBatched(h, CUBLAS_SIDE_LEFT, uplo, trans, CUBLAS_DIAG_NON_UNIT, n,   \
                                      nrhs, &one, A, lda, B, ldb, count);                          \
    }                                                                                              \
    static cublasStatus_t getrs(cublasHandle_t h, cublasOperation_t trans, int n, int nrhs, T **A, \
                                int lda, const int *ipiv, T **B, int ldb, int count)               \
    {                                                                                              \
        int info; /* of the arguments */                                                           \
        return cublas##X##getrsBatched(h, trans, n, nrhs, A, lda, ipiv, B, ldb, &info, count);     \
    }
SL_CUBLAS_BATCHED(float, S)
SL_CUBLAS_BATCHED(double, D)
SL_CUBLAS_BATCHED(cuComplex, C)
SL_CUBLAS_BATCHED(cuDoubleComplex, Z)

enum { THREADS = 128 };

static unsigned blocks_of(int64_t threads)
{
    return (unsigned)((threads + THREADS - 1) / THREADS);
}

/* Where each matrix is; `instead` where its info is not 0. */
template <class T>
__global__ static void pointers_kernel(int64_t count, T *first, int64_t stride, const int *infos,
                                       T *instead, T **pointers)
{
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < count)
        pointers[i] = infos && infos[i] != 0 ? instead : first + i * stride;
}
template <class T>
static int point(cudaStream_t stream, int64_t count, T *first, int64_t stride, const int *infos,
                 T *instead, T **pointers)
{
    pointers_kernel<<<blocks_of(count), THREADS, 0, stream>>>(count, first, stride, infos, instead,
                                                              pointers);
    return cudaGetLastError();
}

/* The pieces of the workspace. */
template <class T> struct solve_work {
    T **A, **B;
    T *instead; /* the place of B where info is not 0 */
    solve_work(void *work, int64_t count)
        : A((T **)work), B(A + (count + 1) / 2 * 2), instead((T *)(B + (count + 1) / 2 * 2))
    {
    }
};

static cudaStream_t stream_of(cublasHandle_t h)
{
    cudaStream_t stream = nullptr;
    cublasGetStream(h, &stream);
    return stream;
}

/* solve(A, B) with the pointers to all matrices */
template <class T, class F>
static int solve(cublasHandle_t h, int64_t count, T *A, int64_t stride_a, T *B, int64_t stride_b,
                 const int *infos, void *work, F solve)
{
    const solve_work<T> w(work, count);
    const int *none = nullptr;
    int status = point(stream_of(h), count, A, stride_a, none, A, w.A);
    if (status == 0)
        status = point(stream_of(h), count, B, stride_b, infos, w.instead, w.B);
    return status != 0 ? status : solve(w.A, w.B);
}

template <class T>
static int potrs(cublasHandle_t h, bool upper, int n, int nrhs, int64_t count, T *A, int lda,
                 int64_t stride_a, T *B, int ldb, int64_t stride_b, const int *infos, void *work)
{
    const cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    return solve(h, count, A, stride_a, B, stride_b, infos, work, [&](T **a, T **b) {
        int status = trsm(h, uplo, upper ? CUBLAS_OP_C : CUBLAS_OP_N, n, nrhs, a, lda, b, ldb,
                          (int)count);
        return status != 0 ? status
                           : (int)trsm(h, uplo, upper ? CUBLAS_OP_N : CUBLAS_OP_C, n, nrhs, a, lda,
                                       b, ldb, (int)count);
    });
}

} // namespace sl

extern "C" size_t sl_cuda_solve_work(int64_t n, int64_t nrhs, int64_t count, size_t element)
{
    return 2 * sizeof(void *) * (size_t)(count + 1) + (size_t)(n * nrhs) * element;
}

#define SL_CUDA_SOLVE(x, T)                                                                        \
    extern "C" int sl_cuda_##x##potrs_batched(                                                     \
        cublasHandle_t h, bool upper, int n, int nrhs, int64_t count, T *A, int lda,               \
        int64_t stride_a, T *B, int ldb, int64_t stride_b, const int *infos, void *work)           \
    {                                                                                              \
        return sl::potrs(h, upper, n, nrhs, count, A, lda, stride_a, B, ldb, stride_b, infos,      \
                         work);                                                                    \
    }                                                                                              \
    extern "C" int sl_cuda_##x##getrs_batched(                                                     \
        cublasHandle_t h, cublasOperation_t trans, int n, int nrhs, int64_t count, T *A, int lda,  \
        int64_t stride_a, const int *ipiv, T *B, int ldb, int64_t stride_b, const int *infos,      \
        void *work)                                                                                \
    {                                                                                              \
        return sl::solve(h, count, A, stride_a, B, stride_b, infos, work,                          \
                         [&](T **a, T **b) -> int {                                                \
                             return sl::getrs(h, trans, n, nrhs, a, lda, ipiv, b, ldb,             \
                                              (int)count);                                         \
                         });                                                                       \
    }
SL_CUDA_SOLVE(s, float)
SL_CUDA_SOLVE(d, double)
SL_CUDA_SOLVE(c, cuComplex)
SL_CUDA_SOLVE(z, cuDoubleComplex)

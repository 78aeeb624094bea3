/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The four scalar types in one notation (cuda_number.cuh), with cuBLAS's calls as overloads and
 * products of the matrix units.
 */
#ifndef SL_CUDA_SCALAR_CUH
#define SL_CUDA_SCALAR_CUH

#include <cublas_v2.h>
#include "cuda_number.cuh"

namespace sl
{

/* cuBLAS by overload. For real types herk is syrk. */
#define SL_CUDA_GEMM(T, name)                                                          \
    inline cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta,                 \
                               cublasOperation_t tb, int m, int n, int k, T alpha,     \
                               const T *A, int lda, const T *B, int ldb, T beta, T *C, \
                               int ldc)                                                \
    {                                                                                  \
        return name(h, ta, tb, m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc);        \
    }
/* The same for `count` products, whose matrices are next_a, next_b and next_c elements apart. */
#define SL_CUDA_GEMM_STRIDED(T, name)                                                  \
    inline cublasStatus_t gemm_strided(                                                \
        cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,    \
        int k, T alpha, const T *A, int lda, int64_t next_a, const T *B, int ldb,      \
        int64_t next_b, T beta, T *C, int ldc, int64_t next_c, int count)              \
    {                                                                                  \
        return name(h, ta, tb, m, n, k, &alpha, A, lda, next_a, B, ldb, next_b, &beta, \
                    C, ldc, next_c, count);                                            \
    }
#define SL_CUDA_HERK(T, R, name)                                                       \
    inline cublasStatus_t herk(cublasHandle_t h, cublasFillMode_t uplo,                \
                               cublasOperation_t trans, int n, int k, R alpha,         \
                               const T *A, int lda, R beta, T *C, int ldc)             \
    {                                                                                  \
        return name(h, uplo, trans, n, k, &alpha, A, lda, &beta, C, ldc);              \
    }

/* B = A^T, A m x n */
#define SL_CUDA_TRANSPOSE(T, name)                                                     \
    inline cublasStatus_t transpose(cublasHandle_t h, int m, int n, const T *A,        \
                                    int lda, T *B, int ldb)                            \
    {                                                                                  \
        const T one = scalar<T>::make(1), zero = scalar<T>::make(0);                   \
        return name(h, CUBLAS_OP_T, CUBLAS_OP_N, n, m, &one, A, lda, &zero, B, ldb, B, \
                    ldb);                                                              \
    }

SL_CUDA_GEMM(float, cublasSgemm)
SL_CUDA_GEMM(double, cublasDgemm)
SL_CUDA_GEMM(cuComplex, cublasCgemm)
SL_CUDA_GEMM(cuDoubleComplex, cublasZgemm)
SL_CUDA_GEMM_STRIDED(float, cublasSgemmStridedBatched)
SL_CUDA_GEMM_STRIDED(double, cublasDgemmStridedBatched)
SL_CUDA_GEMM_STRIDED(cuComplex, cublasCgemmStridedBatched)
SL_CUDA_GEMM_STRIDED(cuDoubleComplex, cublasZgemmStridedBatched)
SL_CUDA_TRANSPOSE(float, cublasSgeam)
SL_CUDA_TRANSPOSE(double, cublasDgeam)
SL_CUDA_TRANSPOSE(cuComplex, cublasCgeam)
SL_CUDA_TRANSPOSE(cuDoubleComplex, cublasZgeam)
SL_CUDA_HERK(float, float, cublasSsyrk)
SL_CUDA_HERK(double, double, cublasDsyrk)
SL_CUDA_HERK(cuComplex, float, cublasCherk)
SL_CUDA_HERK(cuDoubleComplex, double, cublasZherk)

#undef SL_CUDA_TRANSPOSE
#undef SL_CUDA_GEMM_STRIDED
#undef SL_CUDA_GEMM
#undef SL_CUDA_HERK

/* c += a b on the double precision matrix units, 16 x 8 x 8, each thread of a warp holding
 * the fragments of PTX's mma.m16n8k8. Before Hopper: four products of 8 x 8 x 4, whose
 * fragments are the quarters of these. Before compute capability 8.0: shuffles. */
__device__ inline void mma_m16n8k8(double *c, const double *a, const double *b)
{
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#elif __CUDA_ARCH__ >= 800
    for (int k = 0; k < 2; k++)
        for (int half = 0; half < 2; half++)
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
                "{%0, %1}, {%2}, {%3}, {%0, %1};"
                : "+d"(c[2 * half]), "+d"(c[2 * half + 1])
                : "d"(a[2 * k + half]), "d"(b[k]));
#else
    const int row = threadIdx.x % 32 & ~3, column = threadIdx.x % 4 * 8;
    for (int k = 0; k < 8; k++)
        for (int e = 0; e < 4; e++)
            c[e] += __shfl_sync(~0u, a[k / 4 * 2 + e / 2], row + k % 4) *
                    __shfl_sync(~0u, b[k / 4], column + e % 2 * 4 + k % 4);
#endif
}

} // namespace sl

#endif /* SL_CUDA_SCALAR_CUH */

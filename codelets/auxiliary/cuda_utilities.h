/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Simple kernels on the device: laset, lacpy, lascl, random, norm, zeros and permutations. Each
 * function queues a kernel for m x n elements on the stream and returns the cudaError_t of
 * its launch. uplo is as in LAPACK ('G': all). */

#ifndef SL_CUDA_UTILITIES_H
#define SL_CUDA_UTILITIES_H

#include <stdbool.h>
#include <stdint.h>
#include <cuComplex.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* to[i] = i, i < m */
int sl_cuda_iota(cudaStream_t stream, int m, int *to);
/* The largest elements of n columns from `column` on join those before: *sigma is the largest of all,
 * *info the first column that is not finite, from 1. Column 0 is the first of all. */
int sl_cuda_sigma_join(cudaStream_t stream, int column, int n, const double *largest, double *sigma,
                       int *info);
/* sigma from the largest of all: the numbers of sigma_kernel.c. */
int sl_cuda_sigma_end(cudaStream_t stream, double rmin, int numbers, double *sigma, const int *info);
/* *info = 0 if the third number of sigma is. */
int sl_cuda_clear_info(cudaStream_t stream, const double *sigma, int *info);

#define SL_CUDA_UTILITIES_DECLARE(x, T, R)                                                   \
    /* A = alpha off the diagonal i = j + d, beta on it */                                   \
    int sl_cuda_##x##laset(cudaStream_t stream, char uplo, int64_t d, int m, int n, T alpha, \
                           T beta, T *A, int lda);                                           \
    /* A = alpha A; 0 clears whatever A holds; hermitian: the diagonal is real */            \
    int sl_cuda_##x##lascl(cudaStream_t stream, int hermitian, char uplo, int m, int n,     \
                            T alpha, T *A, int lda);                                         \
    /* B = A */                                                                              \
    int sl_cuda_##x##lacpy(cudaStream_t stream, char uplo, int m, int n, const T *A,         \
                           int lda, T *B, int ldb);                                          \
    /* A = *factor A; the factor is on the device */                                         \
    int sl_cuda_##x##rescale(cudaStream_t stream, int m, int n, const double *factor, T *A,  \
                             int lda);                                                       \
    /* B = A, which is real */                                                               \
    int sl_cuda_##x##lacp2(cudaStream_t stream, int m, int n, const R *A, int lda, T *B,     \
                           int ldb);                                                         \
    /* A = element (i0 + i, j0 + j) of the random matrix of random.h; uplo is global */      \
    int sl_cuda_##x##random(cudaStream_t stream, int hermitian, char uplo, double shift,     \
                            uint64_t seed, int64_t i0, int64_t j0, int m, int n, T *A,       \
                            int lda);                                                        \
    /* Rows moved: B(to[i] - first) = A(i) (scatter) or B(i) = A(to[i] - first), i < m */        \
    int sl_cuda_##x##rows(cudaStream_t stream, int scatter, int m, int n, const int *to,     \
                          int first, const T *A, int lda, T *B, int ldb);                    \
    /* B(:, j) = A(:, source[j] - first) where that is one of A's `columns`, j < n */         \
    int sl_cuda_##x##columns(cudaStream_t stream, int m, int n, const int *source,           \
                             int first, int columns, const T *A, int lda, T *B, int ldb);    \
    /* sums: the contribution of a tile to a norm, as norm_kernel.c describes it; the         \
     * diagonal is at i = j + d; a triangle: it stands for both, or it has ones on the diagonal */ \
    int sl_cuda_##x##norm(cudaStream_t stream, char norm, char shape, bool mirrored, bool unit, \
                          int64_t d, int m, int n, const T *A, int lda, double *sums);       \
    /* R = R - op(A) X, W = W + |op(A)| |X|, A m x n, R with k columns; shape: the triangle of a        \
     * Hermitian A, or G */                                                                   \
    int sl_cuda_##x##residual(cudaStream_t stream, char trans, char shape, int m, int n,     \
                              int k, const T *A, int lda, const T *X, int ldx, T *rest,      \
                              int ldr, R *W, int ldw);                                       \
    /* info, on the device: the index of the first zero on the diagonal, from 1; 0: none */  \
    int sl_cuda_##x##first_zero(cudaStream_t stream, int n, const T *A, int lda, int *info);

SL_CUDA_UTILITIES_DECLARE(s, float, float)
SL_CUDA_UTILITIES_DECLARE(d, double, double)
SL_CUDA_UTILITIES_DECLARE(c, cuComplex, float)
SL_CUDA_UTILITIES_DECLARE(z, cuDoubleComplex, double)
#undef SL_CUDA_UTILITIES_DECLARE

#define SL_CUDA_CONVERT_DECLARE(x, T, L)                                                     \
    /* B = A in a lower precision; uplo L, U: the diagonal is real. *info, on the device and \
     * set to 0 before, becomes 1 if a number is beyond the range of B; NULL: not asked. */  \
    int sl_cuda_##x##narrow(cudaStream_t stream, char uplo, int m, int n, const T *A,        \
                            int lda, L *B, int ldb, int *info);                              \
    /* B = A or B + A */                                                                     \
    int sl_cuda_##x##widen(cudaStream_t stream, int add, int m, int n, const L *A, int lda,  \
                           T *B, int ldb);

SL_CUDA_CONVERT_DECLARE(d, double, float)
SL_CUDA_CONVERT_DECLARE(z, cuDoubleComplex, cuComplex)
#undef SL_CUDA_CONVERT_DECLARE

#ifdef __cplusplus
}
#endif

#endif

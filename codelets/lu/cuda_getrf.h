/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU with partial pivoting on CUDA: the panel, row interchanges, and the rows of U that a
 * factored panel makes of a block column.
 *
 * As in cuda_blas3.h everything is queued on the stream of the cuBLAS handle (host
 * pointer mode); no call allocates, synchronises or calls back, and threads may call
 * at the same time with different handles. Results: 0 or a cublasStatus_t.
 */
#ifndef SL_CUDA_GETRF_H
#define SL_CUDA_GETRF_H

#include "codelets/blas3/cuda_blas3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Row interchanges as one permutation: perm, 2k integers on the device, from the k pivots
 * of a panel (ipiv[j]: row j was exchanged with row ipiv[j] - 1 >= j). It is made of parts of
 * at most SL_CUDA_SWAP_ROWS pivots, which follow one another; a part of p has, with rows
 * counted from its first one, the row that becomes row j, j = 0 ... p - 1, then what becomes
 * of row j, -1 if it is among the first p again. */
#define SL_CUDA_SWAP_ROWS 1024
int sl_cuda_laswp_setup(cublasHandle_t h, int k, const int *ipiv, int *perm);

/*
 * sl_cuda_xgetrf: A = P L U of an m x n panel, in place, as LAPACK's getrf. The pivot is
 * the first element of largest magnitude, |re| + |im| for complex types; a NaN counts as
 * larger than everything, so that it spreads rather than hides. ipiv (min(m, n)
 * integers, from 1) and info (0, or the first column whose pivot is exactly zero) are on
 * the device. work: sl_cuda_xgetrf_work(m, n) elements, 16-byte aligned.
 *
 * sl_cuda_xlaswp: the k interchanges that perm stands for, to the n columns of A, in
 * LAPACK's order or, inverse, undone.
 *
 * sl_cuda_xpermute: any permutation, of the rows of A, m x n: row r goes to row to[r] - first
 * or, inverse, comes from there. CUBLAS_STATUS_NOT_SUPPORTED: a column is larger than the shared
 * memory of a cluster of thread blocks, 1 MiB (512 KiB where a block has less than 128 KiB), or, where
 * there are no clusters, than that of one.
 *
 * sl_cuda_xtranspose: the square tiles of A, of order n and one below the other, each transposed in
 * place: transposed tiles, where rows are contiguous, or transposed back.
 *
 * sl_cuda_xgetrf_solve: in B, the columns right of a panel of k columns, the interchanges
 * that perm stands for, then its first k rows solved with the panel's unit lower triangle:
 * rows of U. L: the panel. D: inverted diagonal blocks of the triangle, by
 * sl_cuda_xtrtri_diag(lower, unit); NULL: L is substituted with, which takes longer but is
 * sooner done than the inverse and its product. work, with D only: sl_cuda_xgetrf_solve_work(k,
 * n) elements, 16-byte aligned. transposed: the first so many rows of B are in transposed tiles
 * of order n; afterwards the first k of them, a multiple of n, are rows of U as they are. UT: U^T
 * as well, n x k, unless it is NULL. Both need D, and k up to SL_CUDA_SWAP_ROWS and SL_CUDA_IB.
 * before: so many rows of U are above B already (their columns of U^T left of UT), whose product
 * with the columns of L left of L is to be subtracted first; those have had the interchanges.
 */
#define SL_CUDA_GETRF_DECLARE(x, T)                                                    \
    size_t sl_cuda_##x##getrf_work(int m, int n);                                      \
    int sl_cuda_##x##getrf(cublasHandle_t h, int m, int n, T *A, int lda, int *ipiv,   \
                           T *work, int *info);                                        \
    int sl_cuda_##x##laswp(cublasHandle_t h, int inverse, int n, T *A, int lda, int k, \
                           const int *perm);                                           \
    int sl_cuda_##x##permute(cublasHandle_t h, int inverse, int m, int n, T *A,        \
                             int lda, const int *to, int first);                       \
    int sl_cuda_##x##transpose(cublasHandle_t h, int tiles, int n, T *A, int lda);          \
    size_t sl_cuda_##x##getrf_solve_work(int k, int n);                                \
    int sl_cuda_##x##getrf_solve(cublasHandle_t h, int n, int k, int before,           \
                                 const T *L, int ldl, const T *D, int ldd,             \
                                 const int *perm, int transposed, T *B, int ldb, T *UT,    \
                                 T *work);

SL_CUDA_GETRF_DECLARE(s, float)
SL_CUDA_GETRF_DECLARE(d, double)
SL_CUDA_GETRF_DECLARE(c, cuComplex)
SL_CUDA_GETRF_DECLARE(z, cuDoubleComplex)

#undef SL_CUDA_GETRF_DECLARE

#ifdef __cplusplus
}
#endif

#endif /* SL_CUDA_GETRF_H */

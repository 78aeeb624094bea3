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

#include <stdint.h>
#include "codelets/blas3/cuda_blas3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Converts the k pivots of a panel (ipiv[j]: row j was exchanged with row ipiv[j] - 1 >= j) to
 * moves of rows: perm, 2k integers on the device. There is one part for each
 * SL_CUDA_SWAP_ROWS pivots, in which rows count from its first one. A part of p pivots has two
 * lists, j = 0 ... p - 1: the row that becomes row j; the row that row j becomes, or -1 if that
 * is one of the first p. */
#define SL_CUDA_SWAP_ROWS 1024
int sl_cuda_laswp_setup(cublasHandle_t h, int k, const int *ipiv, int *perm);

/*
 * sl_cuda_xgetrf: A = P L U of an m x n panel, in place, as LAPACK's getrf. The pivot is
 * the first element of largest magnitude, |re| + |im| for complex types; a NaN counts as
 * larger than everything, so that it spreads rather than hides. ipiv (min(m, n)
 * integers, from 1) and info (0, or the first column whose pivot is exactly zero) are on
 * the device. work: sl_cuda_xgetrf_work(m, n) elements, 16-byte aligned.
 *
 * sl_cuda_xgetrf_strided: the same for `count` panels, `next` elements apart, with `pivots`
 * integers of ipiv for each, one after the other, and an info for each. work: as for one.
 *
 * sl_cuda_sgetrf_split: sl_cuda_sgetrf with large products of split operands (cuda_split.h). scale:
 * for L and for U.
 *
 * sl_cuda_xlaswp: applies the k interchanges of perm to the n columns of A; if inverse, undoes
 * them.
 *
 * sl_cuda_xpermute: any permutation of the rows of A, m x n. Row r goes to row to[r] - first; if
 * inverse, row to[r] - first goes to row r. CUBLAS_STATUS_NOT_SUPPORTED: a column is larger than
 * the shared memory of a cluster of thread blocks, or of a block if there are no clusters.
 *
 * sl_cuda_xtranspose: transposes the square tiles of A in place. They are of order n, one below
 * the other. Rows of transposed tiles are contiguous.
 *
 * sl_cuda_xgetrf_solve: the rows of U in B, the columns right of a panel L of k columns. It
 * applies the interchanges of perm to B, then solves for the first k rows of B with the unit
 * lower triangle of the panel.
 *   D: the inverted diagonal blocks of the triangle, by sl_cuda_xtrtri_diag(lower, unit). NULL:
 *     substitution with L, which is faster than to make D and use it once.
 *   work: sl_cuda_xgetrf_solve_work(k, n) elements, 16-byte aligned, if there is D.
 *   transposed: the first `transposed` rows of B are in transposed tiles of order n. Afterwards
 *     the first k rows, a multiple of n, are not transposed.
 *   UT: if not NULL, it gets U^T, n x k. UT and transposed need D, and k at most
 *     SL_CUDA_SWAP_ROWS and SL_CUDA_IB.
 *   before: `before` rows of U are above B, and the same number of columns of L is left of L.
 *     Their product is subtracted first. These columns have had the interchanges. Their columns
 *     of U^T are left of UT.
 *
 * sl_cuda_xexchange: rows at[j] of a tile, which has the rows first ... first + rows - 1 of the step, go up
 *     to rows j of the pack, j = 0 ... k - 1, or get them.
 * sl_cuda_xexchange_pack: rows j of the top from a pack, where row from[j] belongs to row `owner` of the
 *     processes, which have tiles of mb rows in turn.
 */
#define SL_CUDA_GETRF_DECLARE(x, T)                                                    \
    size_t sl_cuda_##x##getrf_work(int m, int n);                                      \
    int sl_cuda_##x##getrf(cublasHandle_t h, int m, int n, T *A, int lda, int *ipiv,   \
                           T *work, int *info);                                        \
    int sl_cuda_##x##getrf_strided(cublasHandle_t h, int m, int n, T *A, int lda,      \
                                   int64_t next, int *ipiv, int pivots, T *work,       \
                                   int *info, int count);                              \
    int sl_cuda_##x##laswp(cublasHandle_t h, int inverse, int n, T *A, int lda, int k, \
                           const int *perm);                                           \
    int sl_cuda_##x##permute(cublasHandle_t h, int inverse, int m, int n, T *A,        \
                             int lda, const int *to, int first);                       \
    int sl_cuda_##x##transpose(cublasHandle_t h, int tiles, int n, T *A, int lda);          \
    size_t sl_cuda_##x##getrf_solve_work(int k, int n);                                \
    int sl_cuda_##x##getrf_solve(cublasHandle_t h, int n, int k, int before,           \
                                 const T *L, int ldl, const T *D, int ldd,             \
                                 const int *perm, int transposed, T *B, int ldb, T *UT,    \
                                 T *work);                                             \
    int sl_cuda_##x##exchange(cudaStream_t stream, int up, int k, int n, const int *at, \
                              int first, int rows, T *tile, int ldt, T *pack, int ldp); \
    int sl_cuda_##x##exchange_pack(cudaStream_t stream, int k, int n, const int *from, \
                                   int mb, int processes, int owner, const T *pack,    \
                                   int ldp, T *top, int ldt);

SL_CUDA_GETRF_DECLARE(s, float)
SL_CUDA_GETRF_DECLARE(d, double)
SL_CUDA_GETRF_DECLARE(c, cuComplex)
SL_CUDA_GETRF_DECLARE(z, cuDoubleComplex)

#undef SL_CUDA_GETRF_DECLARE

int sl_cuda_sgetrf_split(cublasHandle_t h, int m, int n, float *A, int lda, int *ipiv, float *work,
                         int *info, const float scale[2]);

#ifdef __cplusplus
}
#endif

#endif /* SL_CUDA_GETRF_H */

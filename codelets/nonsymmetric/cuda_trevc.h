/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvectors of triangular matrices on the device. The data are those of args.h, in the memory of
 * the device. Each function queues kernels on the stream and returns a cudaError_t. */

#ifndef SL_CUDA_TREVC_H
#define SL_CUDA_TREVC_H

#include <stdbool.h>
#include <stdint.h>
#include <cuComplex.h>
#include <cuda_runtime.h>
#include "cuda_tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The vectors of a block, in columns. */
struct sl_cuda_vectors {
    int columns;
    const int *place; /* of their eigenvalues in the window, and the parts of the vectors */
    bool left;
};
/* Rows of the vectors. */
struct sl_cuda_piece {
    const void *x;
    const int *state;
    int64_t rows, ld;
};

#define SL_CUDA_TREVC_DECLARE(x, T, R)                                                             \
    /* B(i,j) = conj(A(n - 1 - j, m - 1 - i)) for the n x m rectangle A */                         \
    int sl_cuda_##x##flip_tiles(cudaStream_t stream, const struct sl_cuda_tiles *t, int m, int n,  \
                                T *b, int ldb);                                                    \
    /* The largest part of a number of A, in rows i < rows + j of column j */                      \
    int sl_cuda_##x##trevc_largest(cudaStream_t stream, int m, int n, int rows, const T *a,        \
                                   int lda, R *largest);                                           \
    /* (S - lambda) x = b, with eigenvalues of window t; order: of the matrix; largest: of S */    \
    int sl_cuda_##x##trevc_solve(cudaStream_t stream, const struct sl_cuda_vectors *v, bool begin, \
                                 int64_t order, int rows, const T *s, int lds, const T *t,         \
                                 int ldt, const R *largest, T *X, int ldx, int *state);            \
    /* What precedes the product X = X - S B: the scales; copy = B, scaled. first: X is not yet    \
     * written */                                                                                  \
    int sl_cuda_##x##trevc_scale(cudaStream_t stream, int columns, bool first, int m, int k,       \
                                 const R *largest, const T *B, int ldb, const int *from, T *X,     \
                                 int ldx, int *to, T *copy, int ldcopy);                           \
    /* V = the pieces with one scale; room: on the device, for the table of pieces */              \
    int sl_cuda_##x##trevc_finish(cudaStream_t stream, const struct sl_cuda_vectors *v, int n,     \
                                  int pieces, const struct sl_cuda_piece *piece, void *room, T *V, \
                                  int ldv);                                                        \
    /* balance: of gebal, for rows ilo ... ihi from 1; NULL: there was none */                     \
    int sl_cuda_##x##trevc_normalize(cudaStream_t stream, const struct sl_cuda_vectors *v,         \
                                     bool euclid, const R *balance, int ilo, int ihi, int n, T *V, \
                                     int ldv);

SL_CUDA_TREVC_DECLARE(s, float, float)
SL_CUDA_TREVC_DECLARE(d, double, double)
SL_CUDA_TREVC_DECLARE(c, cuComplex, float)
SL_CUDA_TREVC_DECLARE(z, cuDoubleComplex, double)
#undef SL_CUDA_TREVC_DECLARE

#ifdef __cplusplus
}
#endif

#endif

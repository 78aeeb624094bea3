/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Merges of divide and conquer on the device. The data of a merge are those of args.h,
 * in the memory of the device. Each function queues its kernels on the stream and
 * returns a cudaError_t. Block columns are given by a table in host memory, which is
 * copied to `room` on the device. */

#ifndef SL_CUDA_STEDC_H
#define SL_CUDA_STEDC_H

#include <stdbool.h>
#include <stdint.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sl_cuda_block {
    const void *first; /* row of the node, first column */
    int64_t ld;
};
struct sl_cuda_merge {
    int order, upper, width; /* of the node, of its upper half, of a block column */
    int column, columns;     /* the block that is written */
    bool svd, left;          /* singular vectors, left ones */
    const void *numbers;     /* SL_MERGE_NUMBERS columns */
    const int *places;       /* SL_MERGE_PLACES columns */
    int64_t ld_numbers, ld_places;
    const int *index;                  /* of all columns, in the order of the result */
    const void *distance;              /* of all roots from their poles, in the same order */
    const struct sl_cuda_block *block; /* block columns, or products of block columns */
    int blocks;
    void *room; /* on the device, 16 bytes a block, and `order` numbers */
};

#define SL_CUDA_STEDC_DECLARE(x, T)                                                                \
    /* The roots of the block: values, and distances ld behind them; the products over             \
     * them for each pole. cut: the element of the subdiagonal between the halves, or NULL. */     \
    int sl_cuda_##x##stedc_roots(cudaStream_t stream, const struct sl_cuda_merge *m, const T *cut, \
                                 T *roots, int64_t ld, T *products);                               \
    /* First row of the eigenvectors of the block; the last row ld behind it */                    \
    int sl_cuda_##x##stedc_rows(cudaStream_t stream, const struct sl_cuda_merge *m, T *rows,       \
                                int64_t ld);                                                       \
    /* W = columns of the blocks, rotated and in the order of the merge */                         \
    int sl_cuda_##x##stedc_copy(cudaStream_t stream, const struct sl_cuda_merge *m, T *W,          \
                                int64_t ldw);                                                      \
    /* U = eigenvectors of D + rho z z^T, with z from the products of the blocks */                \
    int sl_cuda_##x##stedc_vectors(cudaStream_t stream, const struct sl_cuda_merge *m, T *U,       \
                                   int64_t ldu);                                                   \
    /* The first `count` columns of Z go to the places of roots; others are the                    \
     * blocks' */                                                                                  \
    int sl_cuda_##x##stedc_spread(cudaStream_t stream, const struct sl_cuda_merge *m, int count,   \
                                  T *Z, int64_t ldz);

SL_CUDA_STEDC_DECLARE(s, float)
SL_CUDA_STEDC_DECLARE(d, double)
#undef SL_CUDA_STEDC_DECLARE

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Copies between an array and a rectangle of a matrix in tiles, on the device. Each function queues
 * a kernel on the stream and returns the cudaError_t of its launch. */

#ifndef SL_CUDA_TILES_H
#define SL_CUDA_TILES_H

#include <stdbool.h>
#include <stdint.h>
#include <cuComplex.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SL_CUDA_TILES = 192 }; /* of one call: a kernel has 4096 bytes of arguments */
struct sl_cuda_tile {
    void *a;
    int64_t ld;
};
/* Tiles by columns, `height` in each. Each has mb rows and nb columns, but the last ones. */
struct sl_cuda_tiles {
    int64_t mb, nb, height;
    int64_t row, column; /* of the first tile, where the rectangle begins */
    struct sl_cuda_tile tile[SL_CUDA_TILES];
};

#define SL_CUDA_TILES_DECLARE(x, T)                                                                \
    /* B = the m x n rectangle, or if `store` the other way */                                     \
    int sl_cuda_##x##copy_tiles(cudaStream_t stream, bool store, const struct sl_cuda_tiles *t,    \
                                int m, int n, T *b, int ldb);                                      \
    /* Zeros below the subdiagonal; *bad, on the device, becomes 1 if another element is not       \
     * finite. The first element is in column c and row c - d of the matrix. */                    \
    int sl_cuda_##x##hseqr_begin(cudaStream_t stream, int64_t d, const struct sl_cuda_tiles *t,    \
                                 int m, int n, int *bad);

SL_CUDA_TILES_DECLARE(s, float)
SL_CUDA_TILES_DECLARE(d, double)
SL_CUDA_TILES_DECLARE(c, cuComplex)
SL_CUDA_TILES_DECLARE(z, cuDoubleComplex)
#undef SL_CUDA_TILES_DECLARE

#ifdef __cplusplus
}
#endif

#endif

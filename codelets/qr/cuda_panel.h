/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * What panels of one-stage reductions are called with (cuda_panel.cuh).
 */
#ifndef SL_CUDA_PANEL_H
#define SL_CUDA_PANEL_H

#include <stddef.h>
#include <stdint.h>
#include <cuComplex.h>
#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most columns of a panel, and most thread blocks of its kernel. */
enum { SL_CUDA_PANEL_COLUMNS = 32, SL_CUDA_PANEL_BLOCKS = 256 };

/* Tiles of the matrix, as many as the arguments of a kernel have room for. */
enum { SL_CUDA_PANEL_TILES = 128 };
struct sl_cuda_panel_tiles {
    const void *tile[SL_CUDA_PANEL_TILES];
    int ld[SL_CUDA_PANEL_TILES];
    int first, count; /* the first one's place in the list */
};

/* work: bytes of workspace of a panel of an m x n matrix in so many tiles, aligned to 256.
 * tiles: a part of the list of tiles goes to the workspace. It returns the cudaError_t of its
 * launch. */
#define SL_CUDA_PANEL_DECLARE(x)                                                                   \
    size_t sl_cuda_##x##panel_work(int64_t m, int64_t n, int64_t tiles);                           \
    int sl_cuda_##x##panel_tiles(cudaStream_t stream, const struct sl_cuda_panel_tiles *tiles,     \
                                 void *work);
SL_CUDA_PANEL_DECLARE(s)
SL_CUDA_PANEL_DECLARE(d)
SL_CUDA_PANEL_DECLARE(c)
SL_CUDA_PANEL_DECLARE(z)
#undef SL_CUDA_PANEL_DECLARE

#ifdef __cplusplus
}
#endif

#endif

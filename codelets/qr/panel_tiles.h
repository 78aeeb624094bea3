/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The tiles of a task get to the workspace of a panel (cuda_panel.h). For kernel files. */

#ifndef SL_PANEL_TILES_H
#define SL_PANEL_TILES_H

#include "codelets/codelet.h"

#ifdef STARLING_CUDA
#include "cuda_panel.h"

static inline void sl_panel_tiles(struct sl_args *args, cudaStream_t stream, void *tiles[],
                                  int count, void *work)
{
    for (int first = 0; first < count; first += SL_CUDA_PANEL_TILES) {
        struct sl_cuda_panel_tiles part = {.first = first};
        part.count = SL_MIN((int)SL_CUDA_PANEL_TILES, count - first);
        for (int t = 0; t < part.count; t++) {
            part.tile[t] = TILE(tiles[first + t]);
            part.ld[t] = TILE_LD(tiles[first + t]);
        }
        sl_cuda_check(args, sl_cuda_x(panel_tiles)(stream, &part, work));
    }
}
#endif

#endif

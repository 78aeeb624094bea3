/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A block column of a matrix becomes a part of a matrix in tiles, or the other way. Buffers: the
 * block column; in the list, the tiles that have the same columns. */

#include "window.h"

static void cpu_hseqr_copy(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    copy_window((struct tiles){tiles + 1, p}, p->store, 0, TILE_M(tiles[0]), p->from, p->to,
                TILE(tiles[0]), TILE_LD(tiles[0]));
}

#ifdef STARLING_CUDA
static void cuda_hseqr_copy(void *tiles[], void *arg)
{
    struct sl_hseqr_args *p = arg;
    sl_cuda_check(&p->head,
                  cuda_copy_window((struct tiles){tiles + 1, p}, p->store, 0, TILE_M(tiles[0]),
                                   p->from, p->to, TILE(tiles[0]), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(hseqr_copy);

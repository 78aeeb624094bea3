/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The parts in FP16 of a tile that several products read (cuda_split.h). Buffers: parts, the tile.
 * There is no CPU kernel. */

#include "args.h"
#include "codelets/codelet.h"

#ifdef STARLING_PREC_S
#ifdef STARLING_CUDA
#include "cuda_split.h"

static void cuda_split(void *tiles[], void *arg)
{
    struct sl_split_args *p = arg;
    cudaStream_t stream;
    sl_cuda_check(&p->head, cublasGetStream(sl_cuda_begin(SL_URGENT), &stream));
    sl_cuda_check(&p->head,
                  sl_cuda_split(stream, p->beside, TILE_M(tiles[1]) - (int)p->offset,
                                TILE_N(tiles[1]), TILE(tiles[1]) + p->offset, TILE_LD(tiles[1]),
                                p->factor, (void *)STARPU_MATRIX_GET_PTR(tiles[0])));
    sl_cuda_continue(SL_URGENT, SL_OWN);
}
#endif

SL_CODELET_CUDA(split);
#endif

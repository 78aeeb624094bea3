/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A in the lower precision, on all tiles of A or of a triangle, and the infinity norm of A; A
 * and B are arrays. Buffers: the numbers of narrow.h, a workspace, the first tiles of B and of A.
 * There is no CPU kernel. */

#include "args.h"
#include "codelets/codelet.h"
#include "narrow.h"

#ifdef STARLING_CUDA
#include "cuda_narrow.h"

static void cuda_narrow_array(void *tiles[], void *arg)
{
    struct sl_narrow_args *p = arg;
    int each = (p->head.data - 2) / 2; /* tiles of B, and as many of A */
    void *B = tiles[2], *A = tiles[2 + each];
    sl_cuda_check(&p->head, sl_cuda_x(narrow_array)(sl_cuda_stream(), (char)p->uplo,
                                                    (int)p->m, (int)p->n, CU(TILE(A)), TILE_LD(A),
                                                    (void *)STARPU_MATRIX_GET_PTR(B), TILE_LD(B),
                                                    (double *)STARPU_MATRIX_GET_PTR(tiles[0]),
                                                    (double *)STARPU_MATRIX_GET_PTR(tiles[1])));
}
#endif

SL_CODELET_CUDA(narrow_array);

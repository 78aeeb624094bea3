/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The next panel of rows of A becomes a panel of columns of B: B = A^H. Buffers: the tile of B, and
 * the block columns of A, from that on which has the first column behind the triangle. */

#include "args.h"
#include "codelets/codelet.h"
#include "codelets/eigen/columns.h"

enum { BLOCK = 32 };

static void cpu_ge2gb_row(void *tiles[], void *arg)
{
    const struct sl_ge2gb_args *p = arg;
    int64_t ldb = TILE_LD(tiles[0]);
    void **tile = tiles + 1;
    for (struct columns c = {.j = p->top}; next_columns(p->nb, p->end, false, &tile, &c);) {
        const scalar_t *a = c.a + p->first;
        scalar_t *b = TILE(tiles[0]) + c.j + p->done * ldb;
        for (int64_t j0 = 0; j0 < c.n; j0 += BLOCK)
            for (int64_t i = 0; i < p->kd; i++)
                for (int64_t j = j0; j < SL_MIN(j0 + BLOCK, c.n); j++)
                    b[j + i * ldb] = (scalar_t)SL_CONJ(a[i + j * c.lda]);
    }
}

#ifdef STARLING_CUDA
/* cuBLAS allows the result as the second operand, which is not read. */
static void cuda_ge2gb_row(void *tiles[], void *arg)
{
    const scalar_t one = 1, zero = 0;
    struct sl_ge2gb_args *p = arg;
    int ldb = TILE_LD(tiles[0]);
    void **tile = tiles + 1;
    for (struct columns c = {.j = p->top}; next_columns(p->nb, p->end, true, &tile, &c);) {
        scalar_t *b = TILE(tiles[0]) + c.j + p->done * ldb;
        sl_cuda_check(&p->head,
                      cublas_x(geam)(sl_cuda_handle(), CUBLAS_OP_C, CUBLAS_OP_N,
                                     c.n, (int)p->kd, CS(one), CU(c.a + p->first), c.lda, CS(zero),
                                     CU(b), ldb, CU(b), ldb));
    }
}
#endif

SL_CODELET(ge2gb_row);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The product of the U of windows, each of which begins below the one before it. Buffers: the
 * product, room; in the list, the U. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static void cpu_hseqr_product(void *tiles[], void *arg)
{
    const struct sl_hseqr_args *p = arg;
    const scalar_t one = 1, zero = 0;
    scalar_t *u = TILE(tiles[0]), *room = (scalar_t *)STARPU_VECTOR_GET_PTR(tiles[1]);
    int ld = TILE_LD(tiles[0]), order = (int)(p->end - p->first), end = TILE_N(tiles[2]);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'A', order, order, 0, 1, u, ld);
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', end, end, TILE(tiles[2]), TILE_LD(tiles[2]), u,
                          ld);
    for (int i = 1; end < order; i++) {
        const void *window = tiles[2 + i];
        int begin = (int)(p->begin[i] - p->first), n = TILE_N(window);
        scalar_t *columns = u + (int64_t)begin * ld;
        end = begin + n;
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, end, n, n, SADDR(one), columns, ld,
                      TILE(window), TILE_LD(window), SADDR(zero), room, end);
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', end, n, room, end, columns, ld);
    }
}

SL_CODELET_CPU(hseqr_product);

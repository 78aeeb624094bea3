/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The update of a column by factored ones: interchanges, rows of U, the product below them. Compiled
 * once a precision. */

#ifndef SL_UPDATE_H
#define SL_UPDATE_H

#include "args.h"
#include "column.h"

#ifdef STARLING_CUDA
_Static_assert((int)SL_SWAP_ROWS == SL_CUDA_SWAP_ROWS, "moves of rows have one form");
#endif

/* A group of panels, one or more: their columns of L, `pivots` wide, in tiles whose row `above`
 * is the first one of c; the interchanges of each, and its inverted triangle, NULL: none. */
struct group {
    int steps, pivots, above;
    void *L[SL_MOST_GROUPED], *inverse[SL_MOST_GROUPED];
    const int *ipiv[SL_MOST_GROUPED];
};

/* From the buffers L, ipiv (and the inverse) of each step, so many of them. Of L, the rows above may
 * be missing. */
static inline struct group group_of(void *tiles[], int each, int steps, const struct column *c)
{
    struct group s = {.steps = steps, .above = c->offset - (TILE_M(c->tiles[0]) - TILE_M(tiles[0]))};
    s.pivots = SL_MIN(TILE_M(tiles[0]) - s.above, TILE_N(tiles[0]));
    for (int q = 0; q < steps; q++) {
        s.L[q] = tiles[q * each];
        s.ipiv[q] = (const int *)STARPU_MATRIX_GET_PTR(tiles[q * each + 1]);
        s.inverse[q] = each > 2 ? tiles[q * each + 2] : NULL;
    }
    return s;
}

/* Square tiles of a column, one below the other, each transposed in place. */
void SL_X(transpose_column)(const struct column *c);
void SL_X(update_column)(const struct group *s, const struct column *c);
#ifdef STARLING_CUDA
void SL_X(cuda_transpose_column)(struct sl_args *args, cublasHandle_t handle,
                            const struct column *c);
/* ipiv as sl_insert_getrf() leaves them */
void SL_X(cuda_update_column)(struct sl_args *args, cublasHandle_t handle,
                              const struct group *s, const struct column *c);
#endif

#endif

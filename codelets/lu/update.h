/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The update of a column by factored columns: interchanges, rows of U, the product below them.
 * Compiled once for each precision. */

#ifndef SL_UPDATE_H
#define SL_UPDATE_H

#include "args.h"
#include "column.h"

#ifdef STARLING_CUDA
_Static_assert((int)SL_SWAP_ROWS == SL_CUDA_SWAP_ROWS, "moves of rows have one form");
#endif

/* A group of one or more panels. L has `pivots` columns for each; row `above` of its tiles
 * is the first row of the column c. inverse: the inverted triangle, or NULL. */
struct group {
    int steps, pivots, above;
    void *L[SL_MOST_GROUPED], *inverse[SL_MOST_GROUPED];
    const int *ipiv[SL_MOST_GROUPED];
    void *parts; /* of one panel: L below its triangle, split; NULL: none */
};

/* The group from the buffers of a task: for each step `each` of them, L, ipiv and perhaps
 * the inverse. L may lack the rows above. */
static inline struct group group_of(void *tiles[], int each, int steps, const struct column *c)
{
    struct group s = {.steps = steps,
                      .above = c->offset - (TILE_M(c->tiles[0]) - TILE_M(tiles[0]))};
    s.pivots = SL_MIN(TILE_M(tiles[0]) - s.above, TILE_N(tiles[0]));
    for (int q = 0; q < steps; q++) {
        s.L[q] = tiles[q * each];
        s.ipiv[q] = (const int *)STARPU_MATRIX_GET_PTR(tiles[q * each + 1]);
        s.inverse[q] = each > 2 ? tiles[q * each + 2] : NULL;
    }
    return s;
}

/* Transposes the square tiles of a column, each in place. */
void SL_X(transpose_column)(const struct column *c);
void SL_X(update_column)(const struct group *s, const struct column *c);
#ifdef STARLING_CUDA
void SL_X(cuda_transpose_column)(struct sl_args *args, cublasHandle_t handle,
                                 const struct column *c);
/* ipiv: as a getrf task writes it, with the moves */
void SL_X(cuda_update_column)(struct sl_args *args, cublasHandle_t handle, const struct group *s,
                              const struct column *c);
#endif

#endif

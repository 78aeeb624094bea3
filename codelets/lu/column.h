/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A column of tiles in kernels of LU. Rows count from `offset` rows below the top of the
 * first tile. All tiles except the last have the same height. Compiled once for each
 * precision. */

#ifndef SL_COLUMN_H
#define SL_COLUMN_H

#include "codelets/codelet.h"
#ifdef STARLING_CUDA
#include "cuda_getrf.h"
#endif

struct column {
    void **tiles;
    int count, offset;
    int m, n; /* rows from the offset on, columns */
};

/* The tiles of a task from tiles[first] on. */
static inline struct column column_of(void *tiles[], int first, struct sl_args *args,
                                      int64_t offset)
{
    int count = args->data - first;
    int64_t m = (int64_t)TILE_M(tiles[first]) * (count - 1) + TILE_M(tiles[first + count - 1]);
    return (struct column){tiles + first, count, (int)offset, (int)(m - offset),
                           TILE_N(tiles[first])};
}

/* The address of row i. follow: the number of rows from row i to the end of its tile. */
static inline scalar_t *column_row(const struct column *c, int64_t i, int *ld, int *follow)
{
    int64_t row = i + c->offset;
    void *tile = c->tiles[row / TILE_M(c->tiles[0])];
    int64_t within = row % TILE_M(c->tiles[0]);
    *ld = TILE_LD(tile);
    *follow = TILE_M(tile) - (int)within;
    return TILE(tile) + within;
}

/* The column without its first rows. */
static inline struct column column_below(const struct column *c, int rows)
{
    struct column below = *c;
    below.offset += rows;
    below.m -= rows;
    return below;
}

/* The rows of a block column that are in whole square tiles, which can be transposed. The
 * offset is a multiple of the width. */
static inline int square_rows(const struct column *c)
{
    return c->m / c->n * c->n;
}

#endif

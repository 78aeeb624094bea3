/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The columns of a share of a product, tile by tile. Compiled once a precision. */

#ifndef SL_COLUMNS_H
#define SL_COLUMNS_H

#include "args.h"
#include "codelets/codelet.h"

/* Columns that are in one tile, or in some that stand side by side in one array. */
struct columns {
    int64_t j; /* the first one, a column of the matrix */
    /* The numbers of the tiles, from that which has j on, and behind the last one a number beyond the
     * end. NULL: one after another. */
    const int32_t *number;
    int n, lda;
    const scalar_t *a; /* row 0 of it */
};

/* The tiles behind a first one that stand side by side with it, and it. */
static inline int tiles_together(const struct columns *c, void *tile[], int64_t most)
{
    int64_t count = 1;
    while (count < most && (!c->number || c->number[count] == c->number[count - 1] + 1))
        count++;
    return sl_side_by_side(tile, count);
}

/* The next columns before `end`, in tiles of nb columns: those of *tile, which moves on, and if
 * `together` those beside it. c begins with the first column in j, and n = 0. False: there are no
 * more. */
static inline bool next_columns(int64_t nb, int64_t end, bool together, void ***tile,
                                struct columns *c)
{
    if (c->n > 0)
        c->j = c->number ? *++c->number * nb : c->j + c->n;
    int64_t start = c->j - c->j % nb; /* of the tile */
    c->n = 0;
    if (c->j >= end)
        return false;
    int tiles = together ? tiles_together(c, *tile, (end - start + nb - 1) / nb) : 1;
    c->number += c->number ? tiles - 1 : 0;
    c->n = (int)(SL_MIN(end, start + tiles * nb) - c->j);
    c->lda = TILE_LD(**tile);
    c->a = TILE(**tile) + (c->j - start) * c->lda;
    *tile += tiles;
    return true;
}

#endif

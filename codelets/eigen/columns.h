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
    int64_t skip; /* columns between two tiles that the task does not have */
    int n, lda;
    const scalar_t *a; /* row 0 of it */
};

/* The next columns before `end`, in tiles of nb columns: those of *tile, which moves on, and if
 * `together` those beside it, unless tiles are skipped. c begins with the first column in j, and
 * n = 0. False: there are no more. */
static inline bool next_columns(int64_t nb, int64_t end, bool together, void ***tile,
                                struct columns *c)
{
    c->j += c->n + (c->n > 0 ? c->skip : 0);
    int64_t start = c->j - c->j % nb; /* of the tile */
    c->n = 0;
    if (c->j >= end)
        return false;
    int tiles = together && c->skip == 0 ? sl_side_by_side(*tile, (end - start + nb - 1) / nb) : 1;
    c->n = (int)(SL_MIN(end, start + tiles * nb) - c->j);
    c->lda = TILE_LD(**tile);
    c->a = TILE(**tile) + (c->j - start) * c->lda;
    *tile += tiles;
    return true;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Parts of a matrix that is a list of tiles. */

#ifndef SL_WINDOW_H
#define SL_WINDOW_H

#include <string.h>
#include "args.h"
#include "codelets/codelet.h"

/* The tiles of a list, by columns. */
struct tiles {
    void **tile;
    const struct sl_hseqr_args *p;
};

/* A part of one tile. */
struct part {
    scalar_t *a;
    int64_t ld, rows, columns;
};

/* The part of one tile that begins with element (i,j), and has no row from m on, and no column from
 * n on. */
static inline struct part part_at(struct tiles t, int64_t i, int64_t m, int64_t j, int64_t n)
{
    const struct sl_hseqr_args *p = t.p;
    int64_t row = (i - p->row) / p->mb, column = (j - p->column) / p->nb;
    void *tile = t.tile[row + column * p->height];
    int64_t r = i - p->row - row * p->mb, c = j - p->column - column * p->nb;
    return (struct part){TILE(tile) + r + c * TILE_LD(tile), TILE_LD(tile),
                         SL_MIN(m - i, p->mb - r), SL_MIN(n - j, p->nb - c)};
}

/* B = rows first_row ... end_row - 1 and columns first ... end - 1, or the other way. */
static inline void copy_window(struct tiles t, bool store, int64_t first_row, int64_t end_row,
                               int64_t first, int64_t end, scalar_t *b, int64_t ldb)
{
    struct part x = {0};
    for (int64_t j = first; j < end; j += x.columns)
        for (int64_t i = first_row; i < end_row; i += x.rows) {
            x = part_at(t, i, end_row, j, end);
            for (int64_t c = 0; c < x.columns; c++) {
                scalar_t *to = b + i - first_row + (j - first + c) * ldb, *from = x.a + c * x.ld;
                memcpy(store ? from : to, store ? to : from, (size_t)x.rows * sizeof *to);
            }
        }
}

#endif

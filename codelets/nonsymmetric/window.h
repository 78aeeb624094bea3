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

#ifdef STARLING_CUDA
#include "cuda_tiles.h"

/* What a kernel gets of a rectangle of at most SL_CUDA_TILES tiles, from element (i,j) on. */
static inline struct sl_cuda_tiles cuda_tiles_of(struct tiles t, int64_t i, int64_t rows, int64_t j,
                                                 int64_t columns)
{
    const struct sl_hseqr_args *p = t.p;
    int64_t top = (i - p->row) / p->mb, left = (j - p->column) / p->nb;
    int64_t height = (i - p->row + rows - 1) / p->mb - top + 1;
    int64_t width = (j - p->column + columns - 1) / p->nb - left + 1;
    struct sl_cuda_tiles x = {
        p->mb, p->nb, height, i - p->row - top * p->mb, j - p->column - left * p->nb, {{0}}};
    for (int64_t c = 0; c < width; c++)
        for (int64_t r = 0; r < height; r++) {
            void *tile = t.tile[top + r + (left + c) * p->height];
            x.tile[r + c * height] = (struct sl_cuda_tile){TILE(tile), TILE_LD(tile)};
        }
    return x;
}

/* The end of the part of rows or columns `from` ... end - 1 that lies in `most` tiles of width
 * `size`; the first tile begins with `first`. */
static inline int64_t end_of_tiles(int64_t from, int64_t end, int64_t first, int64_t size,
                                   int64_t most)
{
    return SL_MIN(end, first + ((from - first) / size + most) * size);
}

/* copy_window() on the device. */
static inline int cuda_copy_window(struct tiles t, bool store, int64_t first_row, int64_t end_row,
                                   int64_t first, int64_t end, scalar_t *b, int64_t ldb)
{
    const struct sl_hseqr_args *p = t.p;
    int error = 0;
    for (int64_t i = first_row, low; i < end_row; i = low) {
        low = end_of_tiles(i, end_row, p->row, p->mb, SL_CUDA_TILES);
        int64_t height = (low - 1 - p->row) / p->mb - (i - p->row) / p->mb + 1;
        for (int64_t j = first, right; j < end && error == 0; j = right) {
            right = end_of_tiles(j, end, p->column, p->nb, SL_CUDA_TILES / height);
            struct sl_cuda_tiles x = cuda_tiles_of(t, i, low - i, j, right - j);
            error = sl_cuda_x(copy_tiles)(sl_cuda_stream(), store, &x, (int)(low - i),
                                          (int)(right - j),
                                          CU(b + i - first_row + (j - first) * ldb), (int)ldb);
        }
    }
    return error;
}
#endif

#endif

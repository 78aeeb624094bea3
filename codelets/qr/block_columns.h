/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The columns of the matrix that a panel of a one-stage reduction reads: those of its own tile, and
 * of the tiles to its right. */

#ifndef SL_BLOCK_COLUMNS_H
#define SL_BLOCK_COLUMNS_H

#include <string.h>
#include "codelets/codelet.h"

struct block_columns {
    void *panel, **behind; /* tiles */
    int64_t column, nb;    /* the first column of the panel's tile; columns of each tile */
};

/* Columns `from` ... from + columns - 1 of the matrix, all in one tile. */
struct piece {
    const scalar_t *a;
    int lda, from, columns;
};
/* What tile t has of columns `from` ... end - 1. */
static inline struct piece piece_of(const struct block_columns *A, int64_t t, int from, int end)
{
    void *tile = t == 0 ? A->panel : A->behind[t - 1];
    int first = (int)(A->column + t * A->nb), c = SL_MAX(from, first);
    return (struct piece){TILE(tile) + (int64_t)(c - first) * TILE_LD(tile), TILE_LD(tile), c,
                          SL_MAX(0, SL_MIN(end, first + TILE_N(tile)) - c)};
}
static inline int64_t tile_of(const struct block_columns *A, int column)
{
    return (column - A->column) / A->nb;
}

/* y = A v with columns `from` ... end - 1 of A and rows from `top` on; v begins with column 0. */
static inline void columns_product(const struct block_columns *A, int top, int rows, int from,
                                   int end, const scalar_t *v, scalar_t *y)
{
    const scalar_t one = 1;
    memset(y, 0, sizeof *y * (size_t)rows);
    for (int64_t t = tile_of(A, from); from < end && t <= tile_of(A, end - 1); t++) {
        struct piece s = piece_of(A, t, from, end);
        cblas_x(gemv)(CblasColMajor, CblasNoTrans, rows, s.columns, SADDR(one), s.a + top, s.lda,
                      v + s.from, 1, SADDR(one), y, 1);
    }
}

#endif

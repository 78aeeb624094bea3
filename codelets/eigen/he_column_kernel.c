/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The lower part of a block column of a Hermitian matrix, from the upper triangle, which is in this
 * block column and in those to its right. */

#include "args.h"
#include "codelets/codelet.h"

enum { BLOCK = 32 };

/* B = A^H: m x n elements of B, by blocks. With A = B of one array, B is the lower triangle. */
static void transpose(int64_t m, int64_t n, const scalar_t *a, int64_t lda, scalar_t *b, int64_t ldb)
{
    for (int64_t j0 = 0; j0 < n; j0 += BLOCK)
        for (int64_t i0 = a == b ? j0 : 0; i0 < m; i0 += BLOCK)
            for (int64_t j = j0; j < SL_MIN(j0 + BLOCK, n); j++)
                for (int64_t i = a == b ? SL_MAX(i0, j + 1) : i0; i < SL_MIN(i0 + BLOCK, m); i++)
                    b[i + j * ldb] = (scalar_t)SL_CONJ(a[j + i * lda]);
}

static void cpu_he_column(void *tiles[], void *arg)
{
    const struct sl_column_args *p = arg;
    int n = TILE_N(tiles[0]), ld = TILE_LD(tiles[0]);
    scalar_t *b = TILE(tiles[0]) + p->first;
    transpose(n, n, b, ld, b, ld);
    for (int s = 1; s < p->head.data; s++)
        transpose(TILE_N(tiles[s]), n, TILE(tiles[s]) + p->first, TILE_LD(tiles[s]), b + s * p->nb, ld);
}

SL_CODELET_CPU(he_column);

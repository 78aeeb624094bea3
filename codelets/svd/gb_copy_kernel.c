/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A window of columns of an upper band for bulge chasing. A column j of the band has two parts: in
 * a triangle on the diagonal of A, and above it in the conjugate transpose of a triangle of B. What is
 * around the band is zero. */

#include <string.h>
#include "args.h"
#include "codelets/codelet.h"

/* Element (i, j) of the band. The lists begin with tiles first_a and first_b of A and B. */
struct blocks {
    void **a, **b;
    int64_t first_a, first_b, nb, order;
};
static scalar_t element(const struct blocks *p, int64_t i, int64_t j)
{
    void *tile;
    if (i / p->order == j / p->order) {
        tile = p->a[j / p->nb - p->first_a];
        return TILE(tile)[i + j % p->nb * TILE_LD(tile)];
    }
    tile = p->b[i / p->nb - p->first_b];
    return (scalar_t)SL_CONJ(TILE(tile)[j + i % p->nb * TILE_LD(tile)]);
}

static void cpu_gb_copy(void *tiles[], void *arg)
{
    const struct sl_gb_args *p = arg;
    struct blocks blocks = {tiles + 1, tiles + 1 + p->tiles, p->column / p->nb,
                            SL_MAX(0, p->column - p->block) / p->nb, p->nb, p->block};
    scalar_t *w = TILE(tiles[0]) - p->column * TILE_LD(tiles[0]);
    memset(TILE(tiles[0]), 0, sizeof *w * (size_t)TILE_LD(tiles[0]) * (size_t)TILE_N(tiles[0]));
    for (int64_t j = p->column; j < SL_MIN(p->n, p->column + TILE_N(tiles[0])); j++)
        for (int64_t i = SL_MAX(0, j - p->kd); i <= j; i++)
            w[sl_upper_place(p->kd, i, j)] = element(&blocks, i, j);
}

SL_CODELET_CPU(gb_copy);

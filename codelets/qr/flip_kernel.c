/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = J A J in place, where J reverses the order: the two triangles of A change places. */

#include "args.h"
#include "codelets/codelet.h"

/* The elements from (i, j) down, as far as they are in one tile: a pointer to the first one. */
static scalar_t *at(void *tiles[], const struct sl_flip_args *p, int64_t i, int64_t j)
{
    void *tile = tiles[i / p->mb + j / p->nb * p->mt];
    return TILE(tile) + i % p->mb + j % p->nb * TILE_LD(tile);
}

static void cpu_flip(void *tiles[], void *arg)
{
    const struct sl_flip_args *p = arg;
    for (int64_t j = 0; j <= p->n - 1 - j; j++) {
        int64_t k = p->n - 1 - j, end = j < k ? p->m : p->m / 2;
        for (int64_t i = 0; i < end; i++) {
            scalar_t *x = at(tiles, p, i, j), *y = at(tiles, p, p->m - 1 - i, k), t = *x;
            *x = *y;
            *y = t;
        }
    }
}

SL_CODELET_CPU(flip);

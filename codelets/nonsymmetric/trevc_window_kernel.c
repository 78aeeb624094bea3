/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A window of S, which is T or J T^H J, and its largest element. Buffers: the window, this number,
 * block columns of T from column `first` on. */

#include "args.h"
#include "robust.h"

/* Element (i, j) of T. */
static scalar_t element(void *tiles[], const struct sl_trevc_args *p, int64_t i, int64_t j)
{
    void *tile = tiles[2 + (j - p->first) / p->nb];
    return TILE(tile)[i + (j - p->first) % p->nb * TILE_LD(tile)];
}

static void cpu_trevc_window(void *tiles[], void *arg)
{
    const struct sl_trevc_args *p = arg;
    scalar_t *s = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), n = TILE_N(tiles[0]), ld = TILE_LD(tiles[0]);
    int64_t end = p->n - 1;
    real_t most = 0;
    if (p->left) { /* along columns of T */
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                s[i + (size_t)j * ld] =
                    SL_CONJ(element(tiles, p, end - p->column - j, end - p->row - i));
    } else {
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                s[i + (size_t)j * ld] = element(tiles, p, p->row + i, p->column + j);
    }
    for (int j = 0; j < n; j++) {
        real_t next = largest_of(m, s + (size_t)j * ld);
        most = next > most ? next : most;
    }
    *(real_t *)STARPU_MATRIX_GET_PTR(tiles[1]) = most;
}

SL_CODELET_CPU(trevc_window);

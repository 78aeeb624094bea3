/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = J A J in place, where J reverses the order: the two triangles of A change places. */

#include "args.h"
#include "codelets/codelet.h"

static void *tile_of(void *tiles[], const struct sl_flip_args *p, int64_t i, int64_t j)
{
    return tiles[i / p->mb + j / p->nb * p->mt];
}

/* The elements from (i, j) down, as far as they are in one tile: a pointer to the first one. */
static scalar_t *at(void *tiles[], const struct sl_flip_args *p, int64_t i, int64_t j)
{
    void *tile = tile_of(tiles, p, i, j);
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

#ifdef STARLING_CUDA
#include "cuda_flip.h"

/* Columns j ... of a tile and those opposite, in rows before `end`. */
static void cuda_columns(void *tiles[], struct sl_flip_args *p, int64_t j, int64_t columns,
                         int64_t end)
{
    cudaStream_t stream = sl_cuda_stream();
    int64_t k = p->n - 1 - j, rows;
    for (int64_t i = 0; i < end; i += rows) {
        int64_t opposite = p->m - 1 - i;
        rows = SL_MIN(SL_MIN(p->mb - i % p->mb, opposite % p->mb + 1), end - i);
        sl_cuda_check(&p->head, sl_cuda_x(flip)(
                                    stream, (int)rows, (int)columns, CU(at(tiles, p, i, j)),
                                    TILE_LD(tile_of(tiles, p, i, j)), CU(at(tiles, p, opposite, k)),
                                    TILE_LD(tile_of(tiles, p, opposite, k))));
    }
}

/* As many elements at a time as are in one tile, and those opposite in one, too. */
static void cuda_flip(void *tiles[], void *arg)
{
    struct sl_flip_args *p = arg;
    int64_t columns;
    for (int64_t j = 0; j < p->n / 2; j += columns) {
        int64_t k = p->n - 1 - j;
        columns = SL_MIN(SL_MIN(p->nb - j % p->nb, k % p->nb + 1), p->n / 2 - j);
        cuda_columns(tiles, p, j, columns, p->m);
    }
    if (p->n % 2 == 1)
        cuda_columns(tiles, p, p->n / 2, 1, p->m / 2);
}
#endif

SL_CODELET(flip);

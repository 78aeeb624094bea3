/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The pieces of vectors, brought to one scale with the largest element 1. Of a complex number, this
 * is the sum of its parts. Left vectors are those of S with rows and columns reversed. Buffers: the
 * vectors V with all rows, the places of their eigenvalues, room for a GPU; in the list, tiles of X
 * from the top, then their states. */

#include "args.h"
#include "robust.h"

enum { FIRST = 3 }; /* buffer of the list */

static const int *states(void *tile)
{
    return (const int *)STARPU_MATRIX_GET_PTR(tile);
}

/* The largest element of a column, or of a real and an imaginary one. */
static real_t largest_sum(int m, const scalar_t *x, const scalar_t *imaginary)
{
    enum { TOGETHER = 8 }; /* comparisons that do not wait for each other */
    real_t most[TOGETHER] = {0};
    for (int i = 0; i < m; i += TOGETHER)
        for (int k = 0; k < SL_MIN(TOGETHER, m - i); k++) {
            real_t next = sum_of_parts(x[i + k]) + (imaginary ? sum_of_parts(imaginary[i + k]) : 0);
            most[k] = next > most[k] ? next : most[k];
        }
    for (int k = 1; k < TOGETHER; k++)
        most[0] = most[k] > most[0] ? most[k] : most[0];
    return most[0];
}

/* Column c = the pieces times 2^(common - their exponent) times the factor. */
static void copy_column(void *tiles[], const struct sl_trevc_args *p, int c, int common,
                        real_t factor)
{
    int64_t n = p->n, row = 0;
    int w = TILE_N(tiles[0]);
    scalar_t *v = TILE(tiles[0]) + (size_t)(p->left ? w - 1 - c : c) * TILE_LD(tiles[0]);
    for (int64_t i = 0; i < p->count; i++) {
        void *tile = tiles[FIRST + i];
        const scalar_t *x = TILE(tile) + (size_t)c * TILE_LD(tile);
        real_t scale = power_of_2(common - states(tiles[FIRST + p->count + i])[c]);
        int m = TILE_M(tile);
        if (p->left)
            for (int r = 0; r < m; r++)
                v[n - 1 - row - r] = x[r] * scale * factor;
        else
            for (int r = 0; r < m; r++)
                v[row + r] = x[r] * scale * factor;
        row += m;
    }
    memset(p->left ? v : v + row, 0, sizeof *v * (size_t)(n - row));
}

static void cpu_trevc_finish(void *tiles[], void *arg)
{
    const struct sl_trevc_args *p = arg;
    const int *place = states(tiles[1]);
    int w = TILE_N(tiles[0]);
    for (int c = 0, count; c < w; c += count) {
        int common = 0;
        real_t most = 0;
        count = place[c + w] == SL_REAL_PART ? 2 : 1;
        for (int64_t i = 0; i < p->count; i++)
            common = SL_MIN(common, states(tiles[FIRST + p->count + i])[c]);
        for (int64_t i = 0; i < p->count; i++) {
            void *tile = tiles[FIRST + i];
            const scalar_t *x = TILE(tile) + (size_t)c * TILE_LD(tile);
            real_t next = largest_sum(TILE_M(tile), x, count == 2 ? x + TILE_LD(tile) : NULL) *
                          power_of_2(common - states(tiles[FIRST + p->count + i])[c]);
            most = next > most ? next : most;
        }
        for (int i = 0; i < count; i++)
            copy_column(tiles, p, c + i, common, most > 0 ? 1 / most : 1);
    }
}

#ifdef STARLING_CUDA
#include <stdlib.h>
#include "cuda_trevc.h"

static void cuda_trevc_finish(void *tiles[], void *arg)
{
    struct sl_trevc_args *p = arg;
    struct sl_cuda_vectors v = {TILE_N(tiles[0]), states(tiles[1]), p->left};
    struct sl_cuda_piece *piece = malloc(sizeof *piece * (size_t)p->count);
    for (int64_t i = 0; i < p->count && piece; i++) {
        void *x = tiles[FIRST + i];
        piece[i] = (struct sl_cuda_piece){TILE(x), states(tiles[FIRST + p->count + i]), TILE_M(x),
                                          TILE_LD(x)};
    }
    sl_cuda_check(&p->head, piece ? sl_cuda_x(trevc_finish)(sl_cuda_stream(), &v, (int)p->n,
                                                            (int)p->count, piece, TILE(tiles[2]),
                                                            CU(TILE(tiles[0])), TILE_LD(tiles[0]))
                                  : (int)cudaErrorMemoryAllocation);
    free(piece); /* the copy has left it */
}
#endif

SL_CODELET(trevc_finish);

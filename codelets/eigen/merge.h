/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A merge of divide and conquer: what its deflation has found (places.h), and its
 * eigenvectors.
 *
 * Root j is between poles j and j + 1. It is stored as its distance from the nearest of
 * them: from pole j if the distance is positive, from pole j + 1 if it is negative. So
 * a difference between a root and a pole has a small relative error (Gu and Eisenstat,
 * SIAM J. Matrix Anal. Appl. 16, 1995). */

#ifndef SL_MERGE_H
#define SL_MERGE_H

#include "args.h"
#include "codelets/codelet.h"

struct merge {
    int order, poles, above, only_above; /* columns 0 ... above - 1 meet the upper half */
    real_t *number[SL_MERGE_NUMBERS];
    int *place[SL_MERGE_PLACES];
};

/* The merge whose data are these. */
static inline struct merge merge_of(void *numbers, void *places)
{
    struct merge m = {.order = TILE_M(numbers)};
    for (int64_t c = 0; c < SL_MERGE_NUMBERS; c++)
        m.number[c] = TILE(numbers) + c * TILE_LD(numbers);
    for (int64_t c = 0; c < SL_MERGE_PLACES; c++)
        m.place[c] = (int *)STARPU_MATRIX_GET_PTR(places) + c * TILE_LD(places);
    m.poles = m.place[SL_SLOT][m.order];
    m.above = m.place[SL_SOURCE][m.order];
    m.only_above = m.place[SL_PREVIOUS][m.order];
    return m;
}

/* The pole from which the distance of root j is. */
static inline real_t origin_of(const struct merge *m, int64_t j, real_t distance)
{
    return m->number[SL_POLE][j + (distance < 0)];
}

/* The z for which the computed roots are exact, from the products of all blocks (Gu and
 * Eisenstat). Its square is positive but for rounding. */
static inline void exact_z(const struct merge *m, void *products[], int64_t blocks, real_t *z)
{
    for (int64_t i = 0; i < m->poles; i++) {
        real_t square = 1;
        for (int64_t b = 0; b < blocks; b++)
            square *= TILE(products[b])[i];
        z[i] = (real_t)copysign(sqrt(fabs((double)square)), (double)m->number[SL_Z][i]);
    }
}

/* The merge for left or right singular vectors. */
static inline struct merge merge_of_side(void *numbers, void *places, bool left)
{
    struct merge m = merge_of(numbers, places);
    if (left) {
        m.number[SL_COSINE] = m.number[SL_LEFT_COSINE];
        m.number[SL_SINE] = m.number[SL_LEFT_SINE];
    }
    return m;
}

#ifdef STARLING_CUDA
#include <stdlib.h>
#include "cuda_stedc.h"

/* The merge for a CUDA kernel that writes so many columns. */
static inline struct sl_cuda_merge
cuda_merge_without_blocks(void *numbers, void *places, const struct sl_stedc_args *p, int columns)
{
    return (struct sl_cuda_merge){
        .order = (int)p->order,
        .upper = (int)p->upper,
        .width = (int)p->width,
        .column = (int)p->column,
        .columns = columns,
        .svd = p->svd,
        .left = p->left,
        .numbers = TILE(numbers),
        .places = (const int *)STARPU_MATRIX_GET_PTR(places),
        .ld_numbers = TILE_LD(numbers),
        .ld_places = TILE_LD(places),
    };
}

/* The same for one that uses these tiles from row `row` on. Its table is to be freed;
 * it is NULL, with the status in args, if there is no memory. */
static inline struct sl_cuda_merge cuda_merge_of(void *numbers, void *places, void *work,
                                                 struct sl_stedc_args *p, int columns,
                                                 void *tiles[], int64_t row)
{
    struct sl_cuda_merge m = cuda_merge_without_blocks(numbers, places, p, columns);
    struct sl_cuda_block *table = malloc(sizeof *table * (size_t)p->blocks);
    for (int64_t b = 0; b < p->blocks && table; b++)
        table[b] = (struct sl_cuda_block){TILE(tiles[b]) + row, TILE_LD(tiles[b])};
    if (!table)
        sl_cuda_check(&p->head, cudaErrorMemoryAllocation);
    m.block = table;
    m.blocks = (int)p->blocks;
    m.room = TILE(work);
    return m;
}
#endif

#endif

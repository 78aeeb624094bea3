/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Columns of both halves go to a block of the workspace, in the order of a merge and with its
 * rotations. A chain of rotations keeps a running column v. With the next column y
 *   c v + s y is done, and v = c y - s v. */

#include <string.h>
#include "merge.h"

struct source {
    const struct merge *m;
    void **tiles; /* the block columns of both halves */
    const struct sl_stedc_args *p;
    int at; /* the column of the chain up to which v is, -1: none */
    real_t *v;
};

/* Rows of the node in column j of the halves; others are zero. */
static const real_t *column_of(const struct source *s, int64_t j, int64_t *from, int64_t *end)
{
    void *tile = s->tiles[j / s->p->width];
    bool above = j < s->p->upper;
    *from = above ? 0 : s->p->upper;
    *end = above ? s->p->upper : s->p->order;
    return TILE(tile) + s->p->row + j % s->p->width * TILE_LD(tile);
}

/* to = column j; zeros: rows of the other half included. */
static void load(const struct source *s, int64_t j, bool zeros, real_t *to)
{
    int64_t from, end;
    const real_t *x = column_of(s, j, &from, &end);
    memcpy(to + from, x + from, sizeof *to * (size_t)(end - from));
    if (zeros) {
        memset(to, 0, sizeof *to * (size_t)from);
        memset(to + end, 0, sizeof *to * (size_t)(s->p->order - end));
    }
}

/* to = c v + s y with the column y that follows in the chain. */
static void finish(const struct source *s, real_t *to)
{
    int64_t from, end, n = s->p->order;
    real_t c = s->m->number[SL_COSINE][s->at], sine = s->m->number[SL_SINE][s->at];
    const real_t *y = column_of(s, s->m->place[SL_NEXT][s->at], &from, &end);
    for (int64_t i = 0; i < n; i++)
        to[i] = c * s->v[i];
    for (int64_t i = from; i < end; i++)
        to[i] += sine * y[i];
}

/* v = c y - s v */
static void go_on(struct source *s)
{
    int64_t from, end, n = s->p->order;
    real_t c = s->m->number[SL_COSINE][s->at], sine = s->m->number[SL_SINE][s->at];
    s->at = s->m->place[SL_NEXT][s->at];
    const real_t *y = column_of(s, s->at, &from, &end);
    for (int64_t i = 0; i < n; i++)
        s->v[i] *= -sine;
    for (int64_t i = from; i < end; i++)
        s->v[i] += c * y[i];
}

/* Brings v to column j of a chain, from where it is if that is the same chain. */
static void follow(struct source *s, int j)
{
    int begin = j;
    while (begin != s->at && s->m->place[SL_PREVIOUS][begin] >= 0)
        begin = s->m->place[SL_PREVIOUS][begin];
    if (begin != s->at) {
        load(s, begin, true, s->v);
        s->at = begin;
    }
    while (s->at != j)
        go_on(s);
}

static void cpu_stedc_copy(void *tiles[], void *arg)
{
    const struct sl_stedc_args *p = arg;
    struct merge m = merge_of_side(tiles[0], tiles[1], p->left);
    struct source s = {&m, tiles + 4, p, -1, TILE(tiles[3])};
    int ld = TILE_LD(tiles[2]);
    for (int64_t i = 0; i < TILE_N(tiles[2]); i++) {
        real_t *to = TILE(tiles[2]) + p->row + i * ld;
        int j = m.place[SL_SOURCE][p->column + i];
        bool more = m.place[SL_NEXT][j] >= 0;
        if (!more && m.place[SL_PREVIOUS][j] < 0)
            load(&s, j, p->column + i >= m.poles, to); /* a product needs no zeros */
        else {
            follow(&s, j);
            if (more)
                finish(&s, to);
            else
                memcpy(to, s.v, sizeof *to * (size_t)p->order);
        }
    }
}

#ifdef STARLING_CUDA
static void cuda_stedc_copy(void *tiles[], void *arg)
{
    struct sl_stedc_args *p = arg;
    struct sl_cuda_merge m = cuda_merge_of(tiles[0], tiles[1], tiles[3], p, TILE_N(tiles[2]),
                                           tiles + 4, p->row);
    if (m.block)
        sl_cuda_check(&p->head, sl_cuda_x(stedc_copy)(sl_cuda_stream(), &m,
                                                      TILE(tiles[2]) + p->row, TILE_LD(tiles[2])));
    free((void *)(uintptr_t)m.block);
}
#endif

SL_CODELET(stedc_copy);

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Diamonds of Q2: the reflectors of step t of consecutive sweeps are a block reflector I - V T V^H.
 * Each sweep begins one row below the sweep before it, so V is a band with a unit diagonal. */

#ifndef SL_DIAMOND_H
#define SL_DIAMOND_H

#include "args.h"
#include "codelets/codelet.h"

struct diamond {
    int64_t sweep;   /* its first sweep, from that of the task */
    int64_t first;   /* its first row in the matrix */
    int rows, count; /* of V; count reflectors, 0: there is no such diamond */
};

static inline struct diamond diamond_of(const struct sl_diamond_args *p, int64_t group, int64_t t)
{
    int64_t sweep = group * p->inner, first = p->sweep + sweep + 1 + t * p->kd;
    int64_t count = SL_MIN(SL_MIN(p->inner, p->sweeps - sweep), p->n - first);
    int64_t rows = SL_MIN(p->kd + count - 1, p->n - first);
    return (struct diamond){sweep, first, (int)rows, (int)SL_MAX(0, count)};
}
/* The number of groups of `inner` sweeps, and that of steps of the first one. */
static inline int64_t diamond_groups(const struct sl_diamond_args *p)
{
    return (p->sweeps + p->inner - 1) / p->inner;
}
static inline int64_t diamond_steps(const struct sl_diamond_args *p)
{
    return sl_hb2st_count(p->n, p->kd, p->sweep);
}
/* T of a diamond in the tile of all T of a task. */
static inline scalar_t *diamond_t(const struct sl_diamond_args *p, void *tile, int64_t group,
                                  int64_t t)
{
    return TILE(tile) + (group * diamond_steps(p) + t) * p->inner * TILE_LD(tile);
}

/* Copies V with its zeros and ones, with leading dimension d->rows. tau may be NULL. v2: the tiles
 * of V2. */
static inline void copy_diamond(const struct sl_diamond_args *p, const struct diamond *d, void **v2,
                                scalar_t *v, scalar_t *tau)
{
    for (int64_t k = 0; k < d->count; k++, v += d->rows) {
        int64_t column = p->v_column + d->sweep + k, end = SL_MIN(k + p->kd, d->rows);
        void *tile = v2[column / p->width];
        const scalar_t *from = TILE(tile) + column % p->width * TILE_LD(tile) + d->first;
        for (int64_t i = 0; i < d->rows; i++)
            v[i] = i > k && i < end ? from[i] : i == k;
        if (tau)
            tau[k] = from[k];
    }
}

#endif

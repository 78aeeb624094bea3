/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Diamonds of Q2: the reflectors of step t of some sweeps are a block reflector I - V T
 * V^H. Each sweep begins one row below the sweep before it, so V is a band with a unit
 * diagonal. A tile has those of a task in the order of the product. Where there are
 * fewer reflectors, V and T have zeros. */

#ifndef SL_DIAMOND_H
#define SL_DIAMOND_H

#include "args.h"
#include "codelets/codelet.h"

typedef scalar_t diamond_row[SL_DIAMOND_SWEEPS];
struct diamond {
    union {
        diamond_row place;
        struct {
            int32_t first, rows; /* of V, from row sweep + 1 of C; no rows: an empty place */
        };
    };
    diamond_row minus_t[SL_DIAMOND_SWEEPS]; /* -op(T) */
    diamond_row v[];
};

static inline struct diamond *diamond_at(const struct sl_diamond_args *p, void *tile, int64_t place)
{
    return (struct diamond *)(TILE(tile) + place * sl_diamond_rows(p->kd) * SL_DIAMOND_SWEEPS);
}

#endif

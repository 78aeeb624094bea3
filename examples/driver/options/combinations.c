/*
 * The combinations of several lists, as an odometer: the last index runs fastest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "options/options.h"

struct combinations combinations_of(int lists, const int64_t *lengths)
{
    struct combinations p = {.lists = lists >= 0 && lists <= COMBINATIONS_MAX ? lists : -1};
    for (int i = 0; i < p.lists; i++)
        p.length[i] = lengths[i];
    return p;
}

int64_t combinations_total(const struct combinations *p)
{
    int64_t total = p->lists >= 0;
    for (int i = 0; i < p->lists; i++)
        if (p->length[i] <= 0)
            return 0; /* even where the others overflow */
    for (int i = 0; i < p->lists; i++) {
        if (total > INT64_MAX / p->length[i])
            return INT64_MAX;
        total *= p->length[i];
    }
    return total;
}

bool combinations_next(struct combinations *p)
{
    if (p->done)
        return false;
    if (!p->started) {
        p->started = true;
        p->done = combinations_total(p) == 0;
        return !p->done;
    }
    for (int i = p->lists - 1; i >= 0; i--) {
        if (p->index[i] + 1 < p->length[i]) {
            p->index[i]++;
            return true;
        }
        p->index[i] = 0; /* a full turn: the list before moves */
    }
    p->done = true;
    return false;
}

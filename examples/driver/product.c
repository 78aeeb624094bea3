/*
 * The combinations of several lists, as an odometer: the last index runs fastest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "options.h"

struct product product_of(int lists, const int64_t *lengths)
{
    struct product p = {.lists = lists >= 0 && lists <= PRODUCT_MAX ? lists : -1};
    for (int i = 0; i < p.lists; i++)
        p.length[i] = lengths[i];
    return p;
}

int64_t product_total(const struct product *p)
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

bool product_next(struct product *p)
{
    if (p->done)
        return false;
    if (!p->started) {
        p->started = true;
        p->done = product_total(p) == 0;
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

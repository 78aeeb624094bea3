/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which place owns which tile. A place is a GPU of this machine, in the order of StarPU's memory
 * nodes. */

#ifndef SL_DISTRIBUTION_H
#define SL_DISTRIBUTION_H

#include <stdint.h>

/* A grid of p x q places. 1 x 1: there is only one GPU, or the scheduler chooses. */
struct sl_distribution {
    int p, q;
    int64_t paired; /* so many columns of tiles, from the left, go to their places in pairs */
};

/* Distributes whole columns to so many places. */
struct sl_distribution sl_by_columns(int64_t columns, int places);
/* The place of tile (i, j), counted from 0. */
int sl_owner(const struct sl_distribution *d, int64_t i, int64_t j);

#endif

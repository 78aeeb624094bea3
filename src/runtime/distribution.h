/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which place owns which tile. A place is a GPU of this machine. */

#ifndef SL_DISTRIBUTION_H
#define SL_DISTRIBUTION_H

#include <stdint.h>

/* A grid of p x q places. 1 x 1: there is only one GPU, or the scheduler chooses. */
struct sl_distribution {
    int p, q;
};

/* Block columns (mt = 1): the columns go to the GPUs, with any scheduler. Else 1 x 1. */
struct sl_distribution sl_distribution_of(int64_t mt, int gpus);
/* The place of tile (i, j), counted from 0. */
int sl_owner(const struct sl_distribution *d, int64_t i, int64_t j);

#endif

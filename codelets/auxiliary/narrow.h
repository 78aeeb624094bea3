/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the kernel and the insertion of narrow_array share. */

#ifndef SL_NARROW_H
#define SL_NARROW_H

#include <stdint.h>

/* A thread block's part of the matrix: few sums in memory against parallelism; not measured. */
enum { SL_NARROW_ROWS = 256, SL_NARROW_COLUMNS = 128 };
/* The numbers that it finds. */
enum { SL_NARROW_NORM, SL_NARROW_OVER, SL_NARROW_NUMBERS };

/* Elements of its workspace of doubles: sums of rows and of columns. */
static inline int64_t sl_narrow_work(int64_t m, int64_t n)
{
    return (n + SL_NARROW_COLUMNS - 1) / SL_NARROW_COLUMNS * m +
           (m + SL_NARROW_ROWS - 1) / SL_NARROW_ROWS * n;
}

#endif

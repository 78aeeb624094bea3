/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The layout of a matrix whose elements are split into parts in FP16, for several products. The
 * parts are four copies along the inner dimension, al ah ah al: the first operand of a product
 * reads the first three, the second one the last three (cuda_split.h). beside: the columns of the
 * matrix are the inner dimension; else its rows are. */

#ifndef SL_PARTS_H
#define SL_PARTS_H

#include <stdbool.h>
#include <stdint.h>

/* Copies; elements of which a leading dimension is a multiple, for fast loads; bytes of a part. */
enum { SL_SPLIT_COPIES = 4, SL_SPLIT_ALIGNED = 8, SL_PART_BYTES = 2 };

static inline int64_t sl_parts_ld(bool beside, int64_t m)
{
    int64_t rows = beside ? m : SL_SPLIT_COPIES * m;
    return (rows + SL_SPLIT_ALIGNED - 1) / SL_SPLIT_ALIGNED * SL_SPLIT_ALIGNED;
}
static inline int64_t sl_parts_columns(bool beside, int64_t n)
{
    return beside ? SL_SPLIT_COPIES * n : n;
}

#endif

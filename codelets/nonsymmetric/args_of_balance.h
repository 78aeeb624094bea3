/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a task tells of a block column of a general matrix, for its balancing: for each row of the
 * matrix the sum of the squares in the block column, then for each of its columns these numbers. */

#ifndef SL_ARGS_OF_BALANCE_H
#define SL_ARGS_OF_BALANCE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct sl_column_norms {
    double squares, sizes; /* the sums of the squares, and of the absolute values */
    double own, largest;   /* the squares of the diagonal element and of the largest one */
};
static inline struct sl_column_norms *sl_norms_of_columns(double *norms, int64_t rows)
{
    return (struct sl_column_norms *)(norms + rows);
}
/* Numbers of both. */
static inline int64_t sl_balance_numbers(int64_t rows, int64_t columns)
{
    return rows + columns * (int64_t)(sizeof(struct sl_column_norms) / sizeof(double));
}

/* geev scales a matrix whose largest part is smaller, or larger than the inverse. */
static inline double sl_geev_smallest(bool single)
{
    return sqrt(single ? FLT_MIN : DBL_MIN) / (single ? FLT_EPSILON : DBL_EPSILON);
}

#endif

/*
 * Statistics of repeated measurements.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "report/stats.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct stats stats_of(double *values, int64_t n)
{
    struct stats s = {NAN, NAN, NAN};
    /* NaN has no place in an order, so it must not reach the sort. */
    for (int64_t i = 0; i < n; i++)
        if (isnan(values[i]))
            return s;
    if (n <= 0)
        return s;

    qsort(values, (size_t)n, sizeof *values, ascending);
    s.min = values[0];
    s.max = values[n - 1];
    s.median = values[n / 2];
    if (n % 2 == 0)
        s.median = values[n / 2 - 1] / 2 + values[n / 2] / 2;
    return s;
}

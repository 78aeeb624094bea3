/*
 * Statistics of repeated measurements.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#ifndef STATS_H
#define STATS_H

#include <stdint.h>

struct stats {
    double min, median, max;
};

/*
 * The least, the middle and the largest of n values, which are sorted in place. With an
 * even number the median is the mean of the two in the middle. All three are NaN when
 * there is no value or when one is NaN.
 */
struct stats stats_of(double *values, int64_t n);

#endif

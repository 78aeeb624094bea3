/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sums over the poles of a secular equation, in several partial sums at a time. */

#ifndef SL_SECULAR_H
#define SL_SECULAR_H

#include "codelets/precision.h"

enum { SL_LANES = 64 / sizeof(real_t) };
typedef real_t lanes __attribute__((vector_size(64), aligned(sizeof(real_t)), may_alias));

static inline real_t sum_of(lanes x)
{
    real_t sum = 0;
    for (int l = 0; l < SL_LANES; l++)
        sum += x[l];
    return sum;
}

/* Sum of z^2 / (d - origin - distance) over poles from ... end - 1, and its derivative. */
static inline void secular_sums(int from, int end, const real_t *d, const real_t *z, real_t origin,
                                real_t distance, real_t *sum, real_t *slope)
{
    lanes sums = {0}, slopes = {0};
    int i = from;
    for (; i + SL_LANES <= end; i += SL_LANES) {
        lanes x = *(const lanes *)(z + i), t = x / ((*(const lanes *)(d + i) - origin) - distance);
        sums += x * t;
        slopes += t * t;
    }
    *sum = sum_of(sums);
    *slope = sum_of(slopes);
    for (; i < end; i++) {
        real_t t = z[i] / ((d[i] - origin) - distance);
        *sum += z[i] * t;
        *slope += t * t;
    }
}

#endif

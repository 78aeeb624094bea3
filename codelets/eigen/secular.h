/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sums over the poles of a secular equation, in several partial sums at a time. */

#ifndef SL_SECULAR_H
#define SL_SECULAR_H

#include <stdbool.h>
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

/* d - root, or d^2 - root^2 as a product of two sums of small error; root = origin + distance. */
static inline void lanes_between(bool svd, const real_t *d, real_t origin, real_t distance,
                                 lanes *difference)
{
    lanes x = *(const lanes *)d;
    *difference = (x - origin) - distance;
    if (svd)
        *difference *= (x + origin) + distance;
}
static inline real_t between_roots(bool svd, real_t d, real_t origin, real_t distance)
{
    real_t below = (d - origin) - distance;
    return svd ? below * ((d + origin) + distance) : below;
}

/* Sum of z^2 / (d - root), or of z^2 / (d^2 - root^2), over poles from ... end - 1, and its
 * derivative by the root, or by its square. */
static inline void sums_between(bool svd, int from, int end, const real_t *d, const real_t *z,
                                real_t origin, real_t distance, real_t *sum, real_t *slope)
{
    lanes sums = {0}, slopes = {0};
    int i = from;
    for (; i + SL_LANES <= end; i += SL_LANES) {
        lanes x = *(const lanes *)(z + i), t;
        lanes_between(svd, d + i, origin, distance, &t);
        t = x / t;
        sums += x * t;
        slopes += t * t;
    }
    *sum = sum_of(sums);
    *slope = sum_of(slopes);
    for (; i < end; i++) {
        real_t t = z[i] / between_roots(svd, d[i], origin, distance);
        *sum += z[i] * t;
        *slope += t * t;
    }
}
static inline void secular_sums(bool svd, int from, int end, const real_t *d, const real_t *z,
                                real_t origin, real_t distance, real_t *sum, real_t *slope)
{
    if (svd)
        sums_between(true, from, end, d, z, origin, distance, sum, slope);
    else
        sums_between(false, from, end, d, z, origin, distance, sum, slope);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Bisection for several singular values at a time, one in each lane of some vectors. Included by
 * codelets/vectors.h. */

typedef double NAME(shift) __attribute__((vector_size(BYTES)));
typedef int64_t NAME(count) __attribute__((vector_size(BYTES)));
typedef uint64_t NAME(bits) __attribute__((vector_size(BYTES)));

static inline TARGET NAME(shift) NAME(subtract_product)(NAME(shift) x, double t, NAME(shift) y)
{
    return x - t * y;
}
static inline TARGET NAME(count) NAME(sign)(NAME(shift) u)
{
    return (NAME(count))((NAME(bits))u >> 63);
}
#define SL_COUNT static inline
#include "golub_kahan.h"
#undef SL_COUNT

enum { NAME(WIDTH) = BYTES / 8, NAME(LANES) = NAME(SHIFTS) * NAME(WIDTH) };

/* How many singular values are below each point. */
static TARGET void NAME(below)(const struct sl_bdsbz_search *s, const int64_t *point,
                               int64_t *count)
{
    struct NAME(pivots) p;
    for (int k = 0; k < NAME(SHIFTS); k++) {
        NAME(count) index;
        memcpy(&index, point + k * NAME(WIDTH), BYTES);
        p.x[k] = (NAME(shift))(index << SHIFT);
        p.u[k] = (NAME(shift)){0} + 1;
        p.negative[k] = (NAME(count)){0};
    }
    for (int i = 0; i < s->rows; i += SL_STURM_STEPS)
        NAME(next_pivots)(&p, s->t + i);
    for (int k = 0; k < NAME(SHIFTS); k++) {
        NAME(count) below = s->n - p.negative[k];
        memcpy(count + k * NAME(WIDTH), &below, BYTES);
    }
}

/* All lanes cut the interval from *low, *size units long, until singular values `first` ... `last`
 * are not in one part of it. */
static TARGET void NAME(common_interval)(const struct sl_bdsbz_search *s, int64_t first,
                                         int64_t last, int64_t *low, int64_t *size)
{
    for (bool one = true; one && *size > 1;) {
        int64_t step = (*size + NAME(LANES)) / (NAME(LANES) + 1), from = 0, to = 0;
        int64_t point[NAME(LANES)], count[NAME(LANES)];
        for (int l = 0; l < NAME(LANES); l++)
            point[l] = *low + (l + 1) * step;
        NAME(below)(s, point, count);
        for (int l = 0; l < NAME(LANES); l++) {
            from += count[l] <= first;
            to += count[l] <= last;
        }
        one = from >= to;
        *low += from * step;
        *size = one ? step : (to - from + 1) * step;
    }
}

/* Singular values first, first + 1, ... in ascending order, those of all lanes, as points */
static TARGET void NAME(search)(const struct sl_bdsbz_search *s, int64_t first, int64_t *left)
{
    int64_t low = 0, size = sl_bdsbz_top(SHIFT), point[NAME(LANES)], count[NAME(LANES)];
    NAME(common_interval)(s, first, SL_MIN(first + NAME(LANES), s->n) - 1, &low, &size);
    for (int l = 0; l < NAME(LANES); l++)
        left[l] = low;
    for (; size > 1; size -= size / 2) {
        for (int l = 0; l < NAME(LANES); l++)
            point[l] = left[l] + size / 2;
        NAME(below)(s, point, count);
        for (int l = 0; l < NAME(LANES); l++)
            left[l] += count[l] <= first + l ? size / 2 : 0;
    }
}

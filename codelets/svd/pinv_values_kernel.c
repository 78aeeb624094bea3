/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The inverses of singular values, with 0 in place of those of values that count as zero, and their
 * number. Buffers: the inverses, in the precision of vectors; the values, descending. */

#include <float.h>
#include "args.h"
#include "codelets/codelet.h"

static void cpu_pinv_values(void *tiles[], void *arg)
{
    const struct sl_pinv_args *p = arg;
    const real_t *s = (const real_t *)STARPU_MATRIX_GET_PTR(tiles[1]);
    bool single = sizeof(real_t) == sizeof(float);
    double eps = single ? FLT_EPSILON : DBL_EPSILON, tiny = single ? FLT_MIN : DBL_MIN;
    double limit = fmax((p->rcond < 0 ? -p->rcond * eps : p->rcond) * (double)s[0], tiny);
    int64_t n = TILE_M(tiles[0]), rank = 0;
    for (int64_t i = 0; i < n; i++) {
        bool counts = s[i] > limit;
        TILE(tiles[0])[i] = counts ? 1 / s[i] : 0;
        rank += counts;
    }
    *p->rank = rank;
}

SL_CODELET_CPU(pinv_values);

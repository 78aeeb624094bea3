/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* y = y + B x and z = z + B^H v for an m x n matrix B, which is read once. Included by
 * codelets/vectors.h. */

#include "codelets/reals.h"

enum { NAME(ROWS) = NAME(REALS) / SL_PARTS };

/* Of `count` columns */
TARGET static inline __attribute__((always_inline)) void
NAME(both_of)(const int count, int m, const scalar_t *b, int ldb, const scalar_t *x, scalar_t *y,
              const scalar_t *v, scalar_t *z)
{
    NAME(reals) dot[TOGETHER][SL_PARTS] = {0}; /* b v, and Re(b) Im(v), Im(b) Re(v) in turn */
    int i = 0;
    for (; i + NAME(ROWS) <= m; i += NAME(ROWS)) {
        NAME(reals) *to = (NAME(reals) *)(y + i), w = *(const NAME(reals) *)(v + i);
        NAME(reals) sum[SL_PARTS] = {0}, other = SL_PARTS == 2 ? NAME(exchanged)(w) : w;
#pragma GCC unroll 8
        for (int k = 0; k < count; k++) {
            NAME(reals) a = *(const NAME(reals) *)(b + i + (int64_t)k * ldb);
            sum[0] += a * ((const real_t *)(x + k))[0];
            dot[k][0] += a * w;
            if (SL_PARTS == 2) {
                sum[SL_PARTS - 1] += a * ((const real_t *)(x + k))[SL_PARTS - 1];
                dot[k][SL_PARTS - 1] += a * other;
            }
        }
        if (SL_PARTS == 2)
            sum[0] += NAME(times_i)(sum[SL_PARTS - 1]);
        *to += sum[0];
    }
    for (int k = 0; k < count; k++) {
        real_t *to = (real_t *)(z + k);
        for (int l = 0; l < NAME(REALS); l++) {
            to[0] += dot[k][0][l];
            if (SL_PARTS == 2)
                to[SL_PARTS - 1] += l % 2 == 0 ? dot[k][SL_PARTS - 1][l] : -dot[k][SL_PARTS - 1][l];
        }
        for (int r = i; r < m; r++) {
            scalar_t a = b[r + (int64_t)k * ldb];
            y[r] += a * x[k];
            z[k] += SL_CONJ(a) * v[r];
        }
    }
}

TARGET static void NAME(both_products)(int m, int n, const scalar_t *b, int ldb, const scalar_t *x,
                                       scalar_t *y, const scalar_t *v, scalar_t *z)
{
    int k = 0;
    for (; k + TOGETHER <= n; k += TOGETHER)
        NAME(both_of)(TOGETHER, m, b + (int64_t)k * ldb, ldb, x + k, y, v, z + k);
    for (; k < n; k++)
        NAME(both_of)(1, m, b + (int64_t)k * ldb, ldb, x + k, y, v, z + k);
}

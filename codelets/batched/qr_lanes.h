/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR factorizations of as many m x n matrices as a vector has numbers, for geqrf_lanes.h and
 * gels_lanes.h. Reflectors H = I - tau v v^H and signs are LAPACK's. */

#include "lanes.h"

enum { NAME(TOGETHER_COLUMNS) = 4 };

/* s = s + conj(a) b */
TARGET static inline void NAME(add_inner)(const LANES a[SL_PARTS], const LANES b[SL_PARTS],
                                          LANES s[SL_PARTS])
{
    s[0] += a[0] * b[0];
    if (SL_PARTS == 2) {
        s[0] += a[SL_PARTS - 1] * b[SL_PARTS - 1];
        s[SL_PARTS - 1] += a[0] * b[SL_PARTS - 1];
        s[SL_PARTS - 1] -= a[SL_PARTS - 1] * b[0];
    }
}

/* C = (I - t v v^H) C, of few columns; v(0) is 1, whatever stands there. */
TARGET static inline void NAME(reflect_some)(int columns, int rows, const LANES (*v)[SL_PARTS],
                                             const LANES t[SL_PARTS], LANES (*c)[SL_PARTS], int ldc)
{
    LANES w[NAME(TOGETHER_COLUMNS)][SL_PARTS] = {{{0}}};
#pragma GCC unroll 4
    for (int k = 0; k < columns; k++)
        for (int p = 0; p < SL_PARTS; p++)
            w[k][p] = c[k * ldc][p];
    for (int i = 1; i < rows; i++)
#pragma GCC unroll 4
        for (int k = 0; k < columns; k++)
            NAME(add_inner)(v[i], c[i + k * ldc], w[k]);
#pragma GCC unroll 4
    for (int k = 0; k < columns; k++) {
        NAME(product)(t, w[k], w[k]);
        for (int p = 0; p < SL_PARTS; p++)
            c[k * ldc][p] -= w[k][p];
    }
    for (int i = 1; i < rows; i++)
#pragma GCC unroll 4
        for (int k = 0; k < columns; k++)
            NAME(subtract_product)(v[i], w[k], c[i + k * ldc]);
}

/* The same of n columns. */
TARGET static void NAME(reflect)(int rows, int n, const LANES (*v)[SL_PARTS],
                                 const LANES t[SL_PARTS], LANES (*c)[SL_PARTS], int ldc)
{
    int k = 0;
    for (; k + NAME(TOGETHER_COLUMNS) <= n; k += NAME(TOGETHER_COLUMNS))
        NAME(reflect_some)(NAME(TOGETHER_COLUMNS), rows, v, t, c + k * ldc, ldc);
    for (; k < n; k++)
        NAME(reflect_some)(1, rows, v, t, c + k * ldc, ldc);
}

/* The sum of all |re| + |im|, which is 0 only for zeros. */
TARGET static inline void NAME(sum)(int count, const LANES (*x)[SL_PARTS], real_t sum[NAME(WIDTH)])
{
    LANES all = {0};
    for (int i = 0; i < count; i++)
        all += NAME(size)(x[i]);
    for (int l = 0; l < NAME(WIDTH); l++)
        sum[l] = ((const real_t *)&all)[l];
}

/* x = x f f */
TARGET static inline void NAME(scale)(int count, LANES f, LANES (*x)[SL_PARTS])
{
    for (int i = 0; i < count; i++)
        for (int p = 0; p < SL_PARTS; p++)
            x[i][p] = x[i][p] * f * f;
}

/* Multiplies `count` numbers with this sum by f^2, a power of 2, so that the largest squares are in
 * the range. */
TARGET static inline void NAME(center)(int count, const real_t sum[NAME(WIDTH)], LANES *f,
                                       LANES (*x)[SL_PARTS])
{
    for (int l = 0; l < NAME(WIDTH); l++)
        ((real_t *)f)[l] = sum[l] > LARGE       ? 1 / ROOT_OF_FACTOR
                           : sum[l] < 1 / LARGE ? ROOT_OF_FACTOR
                                                : 1;
    NAME(scale)(count, *f, x);
}

/* Sums of squares of a column: of all numbers, and of all but the real part of the first one.
 * Returns whether they are accurate and not zero in all lanes. */
TARGET static inline bool NAME(squares)(int rows, const LANES (*x)[SL_PARTS], LANES *all,
                                        LANES *rest)
{
    bool accurate = true;
    LANES sum[SL_PARTS] = {{0}};
    if (SL_PARTS == 2)
        sum[SL_PARTS - 1] = x[0][SL_PARTS - 1] * x[0][SL_PARTS - 1];
    for (int i = 1; i < rows; i++)
        for (int p = 0; p < SL_PARTS; p++)
            sum[p] += x[i][p] * x[i][p];
    *rest = sum[0];
    if (SL_PARTS == 2)
        *rest += sum[SL_PARTS - 1];
    *all = *rest + x[0][0] * x[0][0];
    for (int l = 0; l < NAME(WIDTH); l++) {
        real_t r = ((real_t *)rest)[l], a = ((real_t *)all)[l];
        accurate &= r > 0 && a > 1 / (LARGE * LARGE) && a < LARGE * LARGE;
    }
    return accurate;
}

/* The same for any column, which is multiplied by f^2 before. nonzero is 0 where all but the real
 * part of the first number is zero. */
TARGET static inline void NAME(safe_squares)(int rows, LANES (*x)[SL_PARTS], LANES *all,
                                             LANES *rest, LANES *f, real_t nonzero[NAME(WIDTH)])
{
    const LANES(*column)[SL_PARTS] = (const LANES(*)[SL_PARTS])x;
    real_t sum[NAME(WIDTH)];
    NAME(sum)(rows, column, sum);
    NAME(sum)(rows - 1, column + 1, nonzero);
    for (int l = 0; l < NAME(WIDTH) && SL_PARTS == 2; l++)
        nonzero[l] += FABS(((const real_t *)&x[0][SL_PARTS - 1])[l]);
    NAME(center)(rows, sum, f, x);
    NAME(squares)(rows, column, all, rest);
}

/* H^H x = beta e, as LAPACK's larfg: beta and v replace x. Where x is beta e already, with a real
 * beta, tau is 0. */
TARGET static inline void NAME(reflector)(int rows, LANES (*x)[SL_PARTS], LANES tau[SL_PARTS])
{
    LANES all, rest, f = {0}, beta = {0}, over[SL_PARTS];
    real_t nonzero[NAME(WIDTH)];
    bool accurate = NAME(squares)(rows, (const LANES(*)[SL_PARTS])x, &all, &rest);
    if (!accurate)
        NAME(safe_squares)(rows, x, &all, &rest, &f, nonzero);
    for (int l = 0; l < NAME(WIDTH); l++)
        ((real_t *)&beta)[l] = -COPYSIGN(SQRT(((real_t *)&all)[l]), ((real_t *)x[0])[l]);
    over[0] = x[0][0] - beta;
    tau[0] = -over[0] / beta;
    LANES square = over[0] * over[0];
    if (SL_PARTS == 2) {
        over[SL_PARTS - 1] = -x[0][SL_PARTS - 1];
        tau[SL_PARTS - 1] = over[SL_PARTS - 1] / beta;
        square += over[SL_PARTS - 1] * over[SL_PARTS - 1];
        x[0][SL_PARTS - 1] = (LANES){0};
    }
    for (int p = 0; p < SL_PARTS; p++)
        over[p] /= square;
    for (int l = 0; l < NAME(WIDTH) && !accurate; l++)
        if (nonzero[l] == 0) {
            ((real_t *)&beta)[l] = ((real_t *)x[0])[l];
            for (int p = 0; p < SL_PARTS; p++)
                ((real_t *)&tau[p])[l] = ((real_t *)&over[p])[l] = 0;
        }
    if (!accurate)
        beta = beta / f / f;
    x[0][0] = beta;
    for (int i = 1; i < rows; i++)
        NAME(product)(over, x[i], x[i]);
}

/* A = Q R */
TARGET static void NAME(factor)(int m, int n, LANES (*x)[SL_PARTS], LANES (*tau)[SL_PARTS])
{
    for (int j = 0; j < SL_MIN(m, n); j++) {
        LANES(*column)[SL_PARTS] = x + j + j * m, t[SL_PARTS];
        NAME(reflector)(m - j, column, tau[j]);
        t[0] = tau[j][0];
        if (SL_PARTS == 2)
            t[SL_PARTS - 1] = -tau[j][SL_PARTS - 1];
        NAME(reflect)
        (m - j, n - j - 1, (const LANES(*)[SL_PARTS])column, t, column + m, m);
    }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The rows of a block of several vectors at once, each in a lane, while no number is so large or so
 * small that a scale is needed. Included by codelets/vectors.h. */

#include "codelets/gather.h"

struct NAME(complex) {
    LANES re, im;
};
#define COMPLEX struct NAME(complex)

struct NAME(vectors) {
    LANES x[2 * ROWS]; /* where real_row() and imaginary_row() say */
    COMPLEX lambda;
    LANES smallest, bound;
    real_t most;  /* of the range */
    NUMBERS good; /* the lanes that needed no scale so far */
};

/* ---- Numbers -------------------------------------------------------------------------------- */

TARGET static inline LANES NAME(larger)(LANES x, LANES y)
{
    return NAME(choose)(x > y, x, y);
}
TARGET static inline LANES NAME(part)(COMPLEX x)
{
    return NAME(larger)(NAME(absolute)(x.re), NAME(absolute)(x.im));
}
TARGET static inline LANES NAME(sum)(COMPLEX x)
{
    return NAME(absolute)(x.re) + NAME(absolute)(x.im);
}
TARGET static inline COMPLEX NAME(product)(COMPLEX x, COMPLEX y)
{
    return (COMPLEX){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
TARGET static inline COMPLEX NAME(minus_product)(COMPLEX x, COMPLEX y, COMPLEX z)
{
    return (COMPLEX){x.re - y.re * z.re + y.im * z.im, x.im - y.re * z.im - y.im * z.re};
}
TARGET static inline COMPLEX NAME(inverse)(COMPLEX x)
{
    LANES square = x.re * x.re + x.im * x.im;
    return (COMPLEX){x.re / square, -x.im / square};
}
TARGET static inline COMPLEX NAME(minus_lambda)(const struct NAME(vectors) * v, struct number s)
{
    return (COMPLEX){s.re - v->lambda.re, s.im - v->lambda.im};
}

/* ---- Rows ----------------------------------------------------------------------------------- */

TARGET static inline COMPLEX NAME(row)(const struct NAME(vectors) * v, int r)
{
    return (COMPLEX){v->x[real_row(r)], v->x[imaginary_row(r)]};
}
TARGET static inline void NAME(set_row)(struct NAME(vectors) * v, int r, COMPLEX x)
{
    v->x[real_row(r)] = x.re;
    v->x[imaginary_row(r)] = x.im;
}

TARGET static inline LANES NAME(largest_row)(const struct NAME(vectors) * v, int m)
{
    LANES most = {0};
    for (int i = 0; i < m; i++)
        most = NAME(larger)(NAME(part)(NAME(row)(v, i)), most);
    return most;
}

TARGET static inline void NAME(solve_one)(struct NAME(vectors) * v, int r, scalar_t s)
{
    COMPLEX d = NAME(minus_lambda)(v, number(s));
    LANES pivot = NAME(part)(d);
    v->good &= (NAME(sum)(d) >= v->smallest) & (pivot <= SL_MODERATE) & (pivot >= 1 / SL_MODERATE);
    NAME(set_row)(v, r, NAME(product)(NAME(row)(v, r), NAME(inverse)(d)));
}

#ifndef SL_COMPLEX
/* Exchanges x and y where the mask is set. */
TARGET static inline void NAME(swap)(NUMBERS mask, COMPLEX *x, COMPLEX *y)
{
    COMPLEX t = *x;
    *x = (COMPLEX){NAME(choose)(mask, y->re, x->re), NAME(choose)(mask, y->im, x->im)};
    *y = (COMPLEX){NAME(choose)(mask, t.re, y->re), NAME(choose)(mask, t.im, y->im)};
}

/* Rows r and r + 1, by elimination with complete pivoting. */
TARGET static inline void NAME(solve_two)(struct NAME(vectors) * v, int r, const real_t *s, int ld)
{
    const LANES zero = {0};
    COMPLEX a = NAME(minus_lambda)(v, number(s[0])), b = {s[ld] + zero, zero};
    COMPLEX c = {s[1] + zero, zero}, d = NAME(minus_lambda)(v, number(s[ld + 1]));
    COMPLEX x = NAME(row)(v, r), y = NAME(row)(v, r + 1);
    LANES top = NAME(larger)(NAME(sum)(a), NAME(sum)(b));
    LANES bottom = NAME(larger)(NAME(sum)(c), NAME(sum)(d)), most = NAME(larger)(top, bottom);
    NUMBERS lower = bottom > top; /* the row of the largest, and its column */
    NUMBERS second =
        (lower & (NAME(sum)(d) > NAME(sum)(c))) | (~lower & (NAME(sum)(b) > NAME(sum)(a)));
    NAME(swap)(lower, &a, &c);
    NAME(swap)(lower, &b, &d);
    NAME(swap)(lower, &x, &y);
    NAME(swap)(second, &a, &b);
    NAME(swap)(second, &c, &d);
    COMPLEX inverse = NAME(inverse)(a), factor = NAME(product)(c, inverse);
    COMPLEX pivot = NAME(minus_product)(d, factor, b);
    COMPLEX rest = NAME(minus_product)(y, factor, x);
    v->good &= (most >= v->smallest) & (most <= SL_MODERATE) & (v->smallest >= 1 / SL_MODERATE) &
               (NAME(sum)(pivot) >= v->smallest) & (NAME(part)(pivot) >= 1 / SL_MODERATE);
    y = NAME(product)(rest, NAME(inverse)(pivot));
    x = NAME(minus_product)(NAME(product)(x, inverse), NAME(product)(b, inverse), y);
    NAME(swap)(second, &x, &y);
    NAME(set_row)(v, r, x);
    NAME(set_row)(v, r + 1, y);
}
#endif

/* Rows 0 ... m - 1 = themselves minus s times row q, whose elements of s are at most `largest`.
 * Checks that row q, and what any of these may have become, is in the range. */
TARGET static inline void NAME(subtract)(struct NAME(vectors) * v, int m, const scalar_t *s, int q,
                                         real_t largest)
{
    COMPLEX x = NAME(row)(v, q);
    LANES size = NAME(sum)(x); /* NaN, if one is */
    const real_t *parts = (const real_t *)s;
    v->bound += 2 * (largest * size);
    v->good &= (size <= v->most) & (v->bound <= v->most);
    for (int i = 0; i < m; i++) {
        v->x[real_row(i)] -= parts[i * SL_PARTS] * x.re;
        v->x[imaginary_row(i)] -= parts[i * SL_PARTS] * x.im;
        if (SL_PARTS == 2) {
            v->x[real_row(i)] += parts[i * SL_PARTS + SL_PARTS - 1] * x.im;
            v->x[imaginary_row(i)] -= parts[i * SL_PARTS + SL_PARTS - 1] * x.re;
        }
    }
}

/* ---- A block of rows ------------------------------------------------------------------------ */

/* What solve_block() does. Returns whether no lane needed a scale. */
TARGET static bool NAME(solve_block)(struct NAME(vectors) * v, int m, const scalar_t *s, int ld,
                                     const real_t *largest)
{
    bool good = true;
    v->bound = NAME(largest_row)(v, m);
    v->good = ~(NUMBERS){0};
    v->most = power_of_2(SL_MOST);
    for (int r = m - 1, rows; r >= 0; r -= rows) {
        const scalar_t *column = s + (size_t)r * ld;
        rows = is_pair(s, ld, r) ? 2 : 1;
        if (rows == 1)
            NAME(solve_one)(v, r, column[r]);
#ifndef SL_COMPLEX
        else
            NAME(solve_two)(v, r - 1, column - ld + r - 1, ld);
#endif
        good = good && largest[r] <= SL_MODERATE && largest[r - rows + 1] <= SL_MODERATE;
        NAME(subtract)(v, r - rows + 1, column, r, largest[r]);
        if (rows == 2)
            NAME(subtract)(v, r - 1, column - ld, r - 1, largest[r - 1]);
    }
    for (int l = 0; l < NAME(WIDTH); l++)
        good = good && v->good[l];
    return good;
}

/* Rows `from` ... of the vectors of these columns; most has their largest elements. Returns whether
 * no vector needed a scale; else nothing has changed. */
TARGET static bool NAME(solve_together)(const struct vectors *a, int count,
                                        const int column[LANES_AT_MOST], int from, int m,
                                        const scalar_t *s, int ld, const real_t *largest,
                                        real_t most[LANES_AT_MOST])
{
    struct NAME(vectors) v;
    real_t zeros[ROWS] = {0}, unused[ROWS], *re[NAME(WIDTH)], *im[NAME(WIDTH)];
    const real_t *im_from[NAME(WIDTH)];
    for (int l = 0; l < NAME(WIDTH); l++) { /* lanes beyond have the last vector again */
        int c = column[SL_MIN(l, count - 1)];
        const struct columns *y = &a->y[c];
        re[l] = (real_t *)(y->x + from);
        im[l] = y->count == 2 ? (real_t *)(y->x + from + y->ld) : unused;
        im_from[l] = y->count == 2 ? im[l] : zeros;
        v.lambda.re[l] = a->lambda[c].re;
        v.lambda.im[l] = a->lambda[c].im;
        v.smallest[l] = a->lambda[c].smallest;
    }
    NAME(gather)(m * SL_PARTS, (const real_t *const *)re, v.x);
    if (SL_PARTS == 1)
        NAME(gather)(m, im_from, v.x + imaginary_row(0));
    if (!NAME(solve_block)(&v, m, s, ld, largest))
        return false;
    NAME(scatter)(m * SL_PARTS, v.x, 0, count, re);
    if (SL_PARTS == 1)
        NAME(scatter)(m, v.x + imaginary_row(0), 0, count, im);
    LANES all = NAME(largest_row)(&v, m);
    for (int l = 0; l < count; l++)
        most[l] = all[l];
    return true;
}

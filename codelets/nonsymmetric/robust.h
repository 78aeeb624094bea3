/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Numbers that stay in their range: sizes are exponents, so that products of sizes cannot overflow,
 * and scales are powers of two, so that they make no rounding errors. After Mikkelsen, Schwarz and
 * Karlsson, Parallel robust solution of triangular linear systems, CCPE 31 (2019). */

#ifndef SL_ROBUST_H
#define SL_ROBUST_H

#include <float.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif
#include "codelets/codelet.h"

enum {
    SL_MOST = sizeof(real_t) == sizeof(float) ? 100 : 1000, /* no size is larger */
    SL_NOTHING = -100000,                                   /* the size of 0 */
};
/* Numbers up to this one can be multiplied and added without a look at their sizes. */
#define SL_MODERATE ((real_t)(sizeof(real_t) == sizeof(float) ? 0x1p40 : 0x1p400))

/* x < 2^size; a NaN or an infinity has no size that could help. */
static inline int size_of(real_t x)
{
    int size = SL_NOTHING;
    if (x != 0 && isfinite(x))
        (void)frexp((double)x, &size);
    return size;
}

/* 2^exponent, 0 if it is far too small */
static inline real_t power_of_2(int exponent)
{
    return (real_t)ldexp(1, exponent);
}

/* The exponent of a scale for numbers of a size beyond SL_MOST: to half of it, from where they can grow
 * again, or to SL_MOST if that scale would be 0. */
static inline int scale_for(int size)
{
    int half = SL_MOST / 2 - size;
    return half >= -SL_MOST ? half : SL_MOST - size;
}

/* The real and the imaginary part of a number, the larger one. */
static inline real_t magnitude(scalar_t x)
{
#ifdef SL_COMPLEX
    real_t re = (real_t)fabs(creal(x)), im = (real_t)fabs(cimag(x));
    return re > im ? re : im;
#else
    return (real_t)fabs(x);
#endif
}
/* Their sum: LAPACK's cabs1. */
static inline real_t sum_of_parts(scalar_t x)
{
#ifdef SL_COMPLEX
    return (real_t)(fabs(creal(x)) + fabs(cimag(x)));
#else
    return (real_t)fabs(x);
#endif
}

static inline real_t largest_of(int m, const scalar_t *x)
{
    real_t most = 0;
    for (int i = 0; i < m; i++) {
        real_t next = magnitude(x[i]);
        most = next > most ? next : most;
    }
    return most;
}

static inline void multiply_column(int m, real_t factor, scalar_t *x)
{
    for (int i = 0; i < m; i++)
        x[i] *= factor;
}

/* From here to the end numbers below the normal range are 0, in this thread. Beside numbers around 1 they do not
 * count, but a core takes ten times longer for a product with them. */
static inline unsigned flush_begin(void)
{
#ifdef __SSE2__
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040); /* results and operands */
    return before;
#else
    return 0;
#endif
}
static inline void flush_end(unsigned before)
{
#ifdef __SSE2__
    _mm_setcsr(before);
#else
    (void)before;
#endif
}

/* The size of a sum x + A y: A has numbers below 2^a, in rows of so many. */
static inline int size_of_sum(int x, int a, int count, int y)
{
    int product = a + y + (SL_PARTS - 1);
    while (count > 1) {
        product++;
        count = (count + 1) / 2;
    }
    return SL_MAX(x, product) + 1;
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Scalings of arrays, for geequ, poequ and the expert drivers. Compiled once for each precision. */

#ifndef SL_EQUILIBRATE_H
#define SL_EQUILIBRATE_H

#include <float.h>
#include "lapack.h"

/* The smallest normal number. */
#define SL_SMALLEST ((real_t)(sizeof(real_t) == 4 ? FLT_MIN : DBL_MIN))
/* Half the distance from 1 to the next number. */
#define SL_EPSILON ((real_t)(sizeof(real_t) == 4 ? FLT_EPSILON / 2 : DBL_EPSILON / 2))

/* |z| of a complex number is |re| + |im|, as in LAPACK. */
static inline real_t sl_size(scalar_t z)
{
#ifdef SL_COMPLEX
    return (real_t)(fabs(creal(z)) + fabs(cimag(z)));
#else
    return (real_t)fabs(z);
#endif
}

/* The larger number, or the NaN that is there. */
static inline real_t sl_larger(real_t most, real_t size)
{
    return size <= most || most != most ? most : size;
}

/* The smallest and the largest of some numbers, and the first that is zero, from 1. */
struct extremes {
    real_t least, most;
    int64_t zero;
};
#define sl_extremes SL_X(extremes)
#define sl_ratio SL_X(ratio)
struct extremes sl_extremes(int64_t n, const real_t *x);
/* The smallest by the largest, both within the range of the precision. */
real_t sl_ratio(struct extremes e);

/* geequ and poequ without checks of arguments and without a report. */
#define sl_scales_ge SL_X(scales_ge)
#define sl_scales_po SL_X(scales_po)
int sl_scales_ge(int64_t m, int64_t n, const scalar_t *a, int64_t lda, real_t *r, real_t *c,
                 real_t *rowcnd, real_t *colcnd, real_t *amax);
int sl_scales_po(int64_t n, const scalar_t *a, int64_t lda, real_t *s, real_t *scond, real_t *amax);

#endif

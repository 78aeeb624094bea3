/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What does not depend on the length of vectors, for kernels with a matrix in each lane. */

#ifndef SL_LANES_COMMON_H
#define SL_LANES_COMMON_H

#include <float.h>
#include "codelets/codelet.h"

#define SQRT(x) (sizeof(real_t) == 4 ? sqrtf((float)(x)) : (real_t)sqrt(x))

#define FABS(x) (sizeof(real_t) == 4 ? fabsf((float)(x)) : (real_t)fabs(x))
#define COPYSIGN(x, y)                                                                             \
    (sizeof(real_t) == 4 ? copysignf((float)(x), (float)(y)) : (real_t)copysign(x, y))
/* Squares of numbers between 1 / LARGE and LARGE, and sums of these, are in the range. Numbers
 * beyond come there by a product with ROOT_OF_FACTOR^2 or its inverse. */
#define LARGE (sizeof(real_t) == 4 ? (real_t)0x1p45 : (real_t)0x1p490)
#define ROOT_OF_FACTOR (sizeof(real_t) == 4 ? (real_t)0x1p50 : (real_t)0x1p300)
/* Its inverse is finite. */
#define SAFE_MINIMUM (sizeof(real_t) == 4 ? (real_t)FLT_MIN : (real_t)DBL_MIN)

static inline void swap_numbers(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

/* All of a matrix, or its lower triangle; transposed and conjugate: all, or the upper triangle as a
 * lower one. */
enum region { FULL, LOWER, ADJOINT, UPPER };
static inline bool is_adjoint(enum region region)
{
    return region == ADJOINT || region == UPPER;
}
static inline int first_row(enum region region, int column)
{
    return region == LOWER ? column : 0;
}
static inline int end_row(enum region region, int column, int m)
{
    return region == UPPER ? column + 1 : m;
}

/* The lower or upper triangle of an array, or its transpose, which may be conjugate; unit: its
 * diagonal has ones. */
struct triangle {
    bool upper, transposed, conjugate, unit;
};

/* The largest order of which the matrices of a vector are computed together; two cores. */
enum { MOST_IN_LANES = 32 };
/* Room for them, with the longest vectors. */
#define LANES_ROOM(room)                                                                           \
    char room[MOST_IN_LANES * MOST_IN_LANES * SL_PARTS * SL_VECTOR_BYTES]                          \
        __attribute__((aligned(SL_VECTOR_BYTES)))

#endif

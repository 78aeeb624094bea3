/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solutions with a triangle on a core. BLAS libraries multiply by the reciprocals of
 * diagonal elements. These are infinite for the smallest numbers and inexact for the
 * largest. There this file divides, as LAPACK does. Compiled once for each precision. */

#ifndef SL_TRIANGLE_H
#define SL_TRIANGLE_H

#include <float.h>
#include "args.h"
#include "codelets/codelet.h"
#include "codelets/tuning.h"

#ifdef STARLING_CUDA
#include "cuda_blas3.h"
_Static_assert((int)SL_IB == SL_CUDA_IB, "the order of inverted blocks is one number");
#endif

/* The size of a number when LAPACK chooses a pivot. */
static inline real_t size_of(scalar_t x)
{
#ifdef SL_COMPLEX
    return (real_t)(fabs(creal(x)) + fabs(cimag(x)));
#else
    return (real_t)fabs(x);
#endif
}

/* The reciprocal of x is a normal number, or x is a NaN. */
static inline bool has_reciprocal(scalar_t x)
{
    const real_t tiny = sizeof(real_t) == sizeof(float) ? FLT_MIN : DBL_MIN;
    real_t size = size_of(x);
    return !(size < tiny) & !(size > 1 / tiny);
}

/* The same for all diagonal elements of a triangle of order n. */
static inline bool have_reciprocals(starling_diag diag, int n, const scalar_t *t, int ldt)
{
    bool have = true;
    for (int i = 0; i < n && diag == STARLING_NONUNIT; i++)
        have &= has_reciprocal(t[i + (int64_t)i * ldt]);
    return have;
}

/* op(T) X = alpha B or X op(T) = alpha B, as trsm of BLAS; B is m x n. It uses BLAS if all
 * reciprocals are in range, else substitution with divisions. */
void SL_X(solve_triangle)(starling_side side, starling_uplo uplo, starling_trans trans,
                          starling_diag diag, int m, int n, scalar_t alpha, const scalar_t *t,
                          int ldt, scalar_t *b, int ldb);

#endif

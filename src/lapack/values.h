/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a general matrix: LAPACK has the real and the imaginary parts of a real matrix in
 * two arrays, matrix objects have them in two columns. */

#ifndef SL_VALUES_H
#define SL_VALUES_H

#include <stdlib.h>
#include "lapack.h"

enum { VALUE_ARRAYS = 3 - SL_PARTS };

#ifdef SL_COMPLEX
#define CHECK_VALUES_OF(routine, position)                                                         \
    SL_ARG_OF(routine, position, w, n == 0 || w != NULL, "an array")
#else
#define CHECK_VALUES_OF(routine, position)                                                         \
    SL_ARG_OF(routine, position, wr, n == 0 || wr != NULL, "an array");                            \
    SL_ARG_OF(routine, (position) + 1, wi, n == 0 || wi != NULL, "an array")
#endif
#define CHECK_VALUES(position) CHECK_VALUES_OF(__func__, position)

/* The columns of a matrix object; NULL: there is no memory. */
static inline scalar_t *values_begin(int64_t n, SL_EIGENVALUES)
{
#ifdef SL_COMPLEX
    (void)n;
    return w;
#else
    (void)wr, (void)wi;
    return malloc(2 * (size_t)n * sizeof *wr);
#endif
}

/* They become the eigenvalues, if there are any: returns info. */
static inline int values_end(scalar_t *x, int64_t n, SL_EIGENVALUES, int info)
{
#ifdef SL_COMPLEX
    (void)x, (void)n, (void)w;
#else
    for (int64_t i = 0; i < n && info >= 0; i++) {
        wr[i] = x[i];
        wi[i] = x[i + n];
    }
    free(x);
#endif
    return info;
}

#endif

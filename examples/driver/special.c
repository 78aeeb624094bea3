/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices with a given property. A positive definite one of condition c: eigenvalues from 1
 * to 1/c in geometric progression, A = H D H with a random Householder reflection
 * H = I - 2 v v^T, so that A_ij = d_i [i = j] - 2 v_i v_j (d_i + d_j - 2 s), s = sum d v^2.
 * Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include "cases.h"

void CASE(convert)(const struct mm *file, scalar_t *a)
{
    for (int64_t i = 0; i < file->m * file->n; i++)
#ifdef SL_COMPLEX
        a[i] = file->is_complex ? (scalar_t)((double _Complex *)file->values)[i]
                                : (scalar_t)file->values[i];
#else
        a[i] = (scalar_t)file->values[i];
#endif
}

static bool with_condition(double cond, uint64_t seed, int64_t n, scalar_t *a)
{
    double *v = malloc(sizeof *v * 2 * (size_t)n), *d = v + n, square = 0, s = 0;
    if (!v)
        return false;
    for (int64_t i = 0; i < n; i++) {
        v[i] = sin((double)(i + 1) * (1.0 + (double)(seed % 1000))) + 1e-3;
        square += v[i] * v[i];
        d[i] = n > 1 ? pow(cond, -(double)i / (double)(n - 1)) : 1;
    }
    for (int64_t i = 0; i < n; i++) {
        v[i] /= sqrt(square);
        s += d[i] * v[i] * v[i];
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            a[i + j * n] = (scalar_t)((i == j ? d[i] : 0) -
                                      2 * v[i] * v[j] * (d[i] + d[j] - 2 * s));
    free(v);
    return true;
}

int CASE(special_matrix)(const struct problem *p, starling_matrix *A)
{
    int64_t n = starling_matrix_n(A);
    scalar_t *a = malloc(sizeof *a * (size_t)(n > 0 ? n * n : 1));
    int info = a ? 0 : STARLING_ENOMEM;
    if (a && p->file)
        CASE(convert)(p->file, a);
    else if (a && !with_condition(p->cond, p->seed, n, a))
        info = STARLING_ENOMEM;
    if (info == 0)
        info = starling_matrix_set(A, a, n > 0 ? n : 1);
    free(a);
    return info;
}

int CASE(scale_matrix)(double factor, starling_matrix *A)
{
    int64_t m = starling_matrix_m(A), size = m * starling_matrix_n(A);
    scalar_t *a = malloc(sizeof *a * (size_t)(size > 0 ? size : 1));
    int info = a ? starling_matrix_get(A, a, m > 0 ? m : 1) : STARLING_ENOMEM;
    for (int64_t i = 0; i < size && info == 0; i++)
        a[i] *= (real_t)factor;
    if (info == 0)
        info = starling_matrix_set(A, a, m > 0 ? m : 1);
    free(a);
    return info;
}

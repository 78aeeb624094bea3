/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices with a given property. Compiled once a precision.
 *
 * One with given singular values d: A = G D H with random Householder reflections
 * G = I - 2 u u^H, H = I - 2 v v^H, so that with s = sum d_k conj(u_k) v_k
 *     A_ij = d_i [i = j] - 2 u_i conj(u_j) d_j - 2 d_i v_i conj(v_j) + 4 s u_i conj(v_j).
 * With G = H and d > 0 it is Hermitian positive definite. LU's hard cases are those of LAPACK
 * Working Note 41, and J. H. Wilkinson, J. ACM 8, 1961, for the growth. */

#include <math.h>
#include <stdlib.h>
#include "files/mm.h"
#include "routines/probe.h"

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

scalar_t *CASE(copy_of)(const struct mm *file)
{
    int64_t size = file->m * file->n;
    scalar_t *a = malloc(sizeof *a * (size_t)(size > 0 ? size : 1));
    if (a)
        CASE(convert)(file, a);
    return a;
}

bool CASE(export)(const scalar_t *a, int64_t m, int64_t n, struct mm *out)
{
    bool is_complex = sizeof(scalar_t) > sizeof(real_t);
    int64_t size = m * n;
    *out = (struct mm){.m = m, .n = n, .is_complex = is_complex, .symmetry = MM_GENERAL};
    out->values = malloc(sizeof(double) * (size_t)(size > 0 ? size : 1) * (is_complex ? 2 : 1));
    for (int64_t i = 0; out->values && i < size; i++)
#ifdef SL_COMPLEX
        ((double _Complex *)out->values)[i] = a[i];
#else
        out->values[i] = a[i];
#endif
    return out->values != NULL;
}

bool CASE(export_real)(const real_t *x, int64_t n, struct mm *out)
{
    *out = (struct mm){.m = n, .n = 1, .symmetry = MM_GENERAL};
    out->values = malloc(sizeof *out->values * (size_t)(n + 1));
    for (int64_t i = 0; out->values && i < n; i++)
        out->values[i] = x[i];
    return out->values != NULL;
}

scalar_t *CASE(array)(int64_t m, int64_t n, bool needed)
{
    return needed ? malloc(sizeof(scalar_t) * (size_t)(m * n + 1)) : NULL;
}

/* Geometric progression from 1 to 1/cond; the singular values, half of them 0 if deficient. */
static double value(const struct problem *p, int64_t i, int64_t count)
{
    bool deficient = p->matrix == MATRIX_DEFICIENT;
    double cond = deficient ? 100 : p->cond;
    if (deficient && i > 0 && i >= count / 2)
        return 0;
    return count > 1 ? pow(cond, -(double)i / (double)(count - 1)) : 1;
}

/* A random vector of length 1, in complex precisions complex. */
static void unit_vector(uint64_t seed, int64_t n, wide_t *v)
{
    double square = 0, phase = 1.0 + (double)(seed % 1000);
    for (int64_t i = 0; i < n; i++) {
        v[i] = sin((double)(i + 1) * phase) + 1e-3;
#ifdef SL_COMPLEX
        v[i] += I * cos((double)(i + 1) * (phase + 1));
#endif
        square += SL_ABS(v[i]) * SL_ABS(v[i]);
    }
    for (int64_t i = 0; i < n; i++)
        v[i] /= sqrt(square);
}

static bool with_values(const struct problem *p, int64_t m, int64_t n, scalar_t *a)
{
    int64_t least = m < n ? m : n;
    wide_t *u = malloc(sizeof *u * (size_t)(m + n)), *v = u + m, s = 0;
    double *d = calloc((size_t)(m + n), sizeof *d);
    if (u && d) {
        unit_vector(p->seed, m, u);
        unit_vector(p->seed + (p->matrix != MATRIX_DEFINITE), n, v);
        for (int64_t i = 0; i < least; i++) {
            d[i] = value(p, i, least);
            s += d[i] * SL_CONJ(u[i]) * v[i];
        }
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++) {
                wide_t from_u = j < m ? 2 * u[i] * SL_CONJ(u[j]) * d[j] : 0;
                wide_t from_v = i < n ? 2 * d[i] * v[i] * SL_CONJ(v[j]) : 0;
                a[i + j * m] = (scalar_t)((i == j ? d[i] : 0) - from_u - from_v +
                                          4 * s * u[i] * SL_CONJ(v[j]));
            }
    }
    bool made = u && d;
    free(u);
    free(d);
    return made;
}

/* An element of a matrix made of random numbers r: exact powers of two change their sizes. */
static scalar_t element(enum matrix_kind kind, int64_t i, int64_t j, int64_t m, int64_t n,
                        scalar_t r)
{
    int64_t least = m < n ? m : n;
    int range = sizeof(real_t) == 4 ? 30 : 250; /* products of sizes do not overflow */
    switch (kind) {
    case MATRIX_GRADED:
        return r * (real_t)ldexp(1, (int)(-range * (double)(i + j) / (double)(m + n)));
    case MATRIX_SCALED:
        return r * (real_t)ldexp(1, (int)(i * 7919 % (2 * range + 1)) - range);
    case MATRIX_WILKINSON:
        return i == j || j == n - 1 ? 1 : i > j ? -1 : 0;
    default: /* MATRIX_SINGULAR */
        return j == least / 2 ? 0 : r;
    }
}

static int with_elements(const struct problem *p, int64_t m, int64_t n, starling_matrix *A,
                         scalar_t *a)
{
    int info = starling_random(p->seed, A);
    if (info == 0)
        info = starling_matrix_get(A, a, m);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            a[i + j * m] = element(p->matrix, i, j, m, n, a[i + j * m]);
    return info;
}

int CASE(generate_matrix)(const struct problem *p, starling_matrix *A)
{
    int64_t m = starling_matrix_m(A), n = starling_matrix_n(A);
    if (m == 0 || n == 0)
        return 0;
    scalar_t *a = calloc((size_t)(m * n), sizeof *a);
    int info = a ? 0 : STARLING_ENOMEM;
    if (a && p->matrix == MATRIX_FILE)
        CASE(convert)(p->file, a);
    else if (a && p->matrix <= MATRIX_DEFICIENT)
        info = with_values(p, m, n, a) ? 0 : STARLING_ENOMEM;
    else if (a)
        info = with_elements(p, m, n, A, a);
    if (info == 0)
        info = starling_matrix_set(A, a, m);
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

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solves an eigenproblem of a general matrix by geev, and judges the eigenvectors with
 * BLAS, in complex numbers. Compiled once a precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cblas.h>
#include <starpu.h>
#include "routines/probe.h"
#include "routines/residual.h"
#include "analysis/progress.h"
#include "eig.h"

typedef double _Complex wide;

struct matrices {
    starling_matrix *A, *W, *V;
};

static void submit(const void *matrices, starling_sequence *seq)
{
    const struct matrices *a = matrices;
    starling_geev_submit(a->A, a->W, NULL, a->V, seq);
}

static int solve(const struct eig_problem *problem, scalar_t *a, scalar_t *w,
                 scalar_t *v)
{
    int64_t n = problem->a.n, nb = problem->nb;
    struct matrices x = {NULL};
    if (nb == 0)
        nb = starling_unmtr_tile_size(SL_PREC, n, n);
    int info = starling_matrix_wrap(&x.A, SL_PREC, n, n, a, n, n, nb);
    if (info == 0)
        info = starling_matrix_wrap(&x.W, SL_PREC, n, 3 - SL_PARTS, w, n, n, 1);
    if (info == 0 && v)
        info = starling_matrix_wrap(&x.V, SL_PREC, n, n, v, n, n, nb);
    if (info == 0)
        info = progress_run(problem->progress, "eigenvalues", submit, &x);
    starling_matrix_destroy(x.A);
    starling_matrix_destroy(x.W);
    starling_matrix_destroy(x.V);
    return info;
}

/* An m x n matrix of complex numbers. */
static bool complex_matrix(int64_t m, int64_t n, struct mm *out)
{
    size_t count = 2 * (size_t)(m * n) + 2;
    *out = (struct mm){.m = m, .n = n, .is_complex = true, .symmetry = MM_GENERAL};
    out->values = calloc(count, sizeof *out->values);
    return out->values != NULL;
}

static void export_values(int64_t n, const scalar_t *w, wide *value)
{
    for (int64_t j = 0; j < n; j++)
#ifdef SL_COMPLEX
        value[j] = w[j];
#else
        value[j] = (double)w[j] + (double)w[j + n] * I;
#endif
}

/* Of a conjugate pair of a real matrix, two columns have the real and the imaginary
 * part. */
static void export_vectors(int64_t n, const scalar_t *v, const wide *value, wide *x)
{
    for (int64_t j = 0; j < n; j++) {
        bool pair = SL_PARTS == 1 && cimag(value[j]) > 0 && j + 1 < n;
        for (int64_t i = 0; i < n; i++) {
            wide first = v[i + j * n], second = pair ? v[i + (j + 1) * n] : 0;
            x[i + j * n] = first + I * second;
            if (pair)
                x[i + (j + 1) * n] = first - I * second;
        }
        j += pair;
    }
}

static double one_norm(int64_t n, const wide *a)
{
    double most = 0;
    for (int64_t j = 0; j < n; j++) {
        double sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += cabs(a[i + j * n]);
        most = residual_larger(most, sum);
    }
    return most;
}

/* |A X - X W| / (n eps |A| |X|), and the largest |1 - |x|| / (n eps). b and r are room.
 * A is divided by its norm, so that no product overflows. */
static void judge(const struct mm *a, const wide *value, const wide *x, wide *b,
                  wide *r, struct eig_solution *s)
{
    const wide one = 1, minus_one = -1;
    int64_t n = a->n;
    double unit = (double)n * CASE(epsilon)();
    for (int64_t i = 0; i < n * n; i++)
        b[i] = a->is_complex ? ((const wide *)a->values)[i] : a->values[i];
    double norm = one_norm(n, b), inverse = norm > 0 ? 1 / norm : 1;
    for (int64_t i = 0; i < n * n; i++)
        b[i] *= inverse;
    s->orthogonality = 0;
    for (int64_t j = 0; j < n; j++) {
        double length = cblas_dznrm2((int)n, x + j * n, 1);
        s->orthogonality = residual_larger(s->orthogonality, fabs(length - 1) / unit);
        for (int64_t i = 0; i < n; i++)
            r[i + j * n] = x[i + j * n] * (value[j] * inverse);
    }
    cblas_zgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n, (int)n, &one,
                b, (int)n, x, (int)n, &minus_one, r, (int)n);
    double size = one_norm(n, x);
    s->residual = one_norm(n, r) / unit / (size > 0 ? size : 1);
}

void CASE(eig_general)(const struct eig_problem *problem, struct eig_solution *s)
{
    int64_t n = problem->a.n;
    bool vectors = problem->vectors;
    size_t square = (size_t)(n * n) + 2;
    scalar_t *a = CASE(copy_of)(&problem->a), *w = CASE(array)(n, 2, true);
    scalar_t *v = CASE(array)(n, n, vectors);
    wide *b = vectors ? malloc(square * sizeof *b) : NULL;
    wide *r = vectors ? malloc(square * sizeof *r) : NULL;
    bool memory = a && w && (!vectors || (v && b && r)) &&
                  complex_matrix(n, 1, &s->w) &&
                  (!vectors || complex_matrix(n, n, &s->z));
    s->info = memory ? 0 : STARLING_ENOMEM;
    if (memory && n > 0) {
        double start = starpu_timing_now();
        s->info = solve(problem, a, w, v);
        s->time_s = 1e-6 * (starpu_timing_now() - start);
        s->flops = starling_flops_geev(SL_PREC, vectors, (double)n);
    }
    if (s->info == 0 && n > 0)
        export_values(n, w, (wide *)s->w.values);
    if (s->info == 0 && n > 0 && vectors) {
        export_vectors(n, v, (const wide *)s->w.values, (wide *)s->z.values);
        judge(&problem->a, (const wide *)s->w.values, (const wide *)s->z.values, b, r,
              s);
    }
    free(a);
    free(w);
    free(v);
    free(b);
    free(r);
}

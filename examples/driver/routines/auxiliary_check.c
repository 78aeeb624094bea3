/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Checks of the auxiliary routines, and these by LAPACK. Compiled once a precision. A
 * norm has a scaled error; a copy is right to the last bit or wrong. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lapacke.h>
#include "routines/auxiliary.h"
#include "routines/probe.h"

#ifdef SL_COMPLEX
#define LAPACKE_xlanhe_work LAPACKE_x(lanhe_work)
#else
#define LAPACKE_xlanhe_work LAPACKE_x(lansy_work)
#endif

/* ---- Norms ----------------------------------------------------------------------- */

static double frobenius(const struct part *A)
{
    long double sum = 0;
    for (int64_t j = 0; j < A->n; j++)
        for (int64_t i = 0; i < A->m; i++) {
            bool stored = A->uplo == STARLING_LOWER
                              ? i >= j
                              : A->uplo != STARLING_UPPER || i <= j;
            double size = stored ? SL_ABS(A->a[i + j * A->lda]) : 0;
            sum += (A->hermitian && i != j ? 2 : 1) * size * size;
        }
    return (double)sqrtl(sum);
}

static double exact_norm(const struct part *A, starling_norm norm)
{
    switch (norm) {
    case STARLING_MAX_NORM:
        return CASE(largest)(A, 1);
    case STARLING_ONE_NORM:
        return CASE(norm)(A, STARLING_TRANS, 1);
    case STARLING_INF_NORM:
        return CASE(norm)(A, STARLING_NOTRANS, 1);
    case STARLING_FROBENIUS_NORM:
        return frobenius(A);
    }
    return NAN;
}

/* |value - exact| / (unit exact). Elements are of the precision, and their sums, of up
 * to max(m, n) elements each, of double precision. The largest element of a real matrix
 * is exact. */
static double norm_error(const struct result *r, const struct part *A)
{
    double exact = exact_norm(A, r->p->norm), error = fabs(r->values[0] - exact);
    bool is_largest = r->p->norm == STARLING_MAX_NORM;
    double size = (double)(A->m > A->n ? A->m : A->n);
    if (error == 0)
        return 0;
    if (is_largest && sizeof(scalar_t) == sizeof(real_t))
        return INFINITY;
    return error / ((CASE(epsilon)() + size * DBL_EPSILON / 2) * exact);
}

static double error_lange(const struct result *r)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    return norm_error(r, &A);
}

static double error_lanhe(const struct result *r)
{
    struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
    return norm_error(r, &A);
}

static int lapack_lange(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    real_t *work = malloc(sizeof *work * (size_t)(p->m + 1));
    if (!work)
        return LAPACK_WORK_MEMORY_ERROR;
    x->values[0] =
        (double)LAPACKE_x(lange_work)(LAPACK_COL_MAJOR, (char)p->norm, (int)p->m,
                                    (int)p->n, x->a[0], (int)x->ld[0], work);
    free(work);
    return 0;
}

static int lapack_lanhe(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    real_t *work = malloc(sizeof *work * (size_t)(p->n + 1));
    if (!work)
        return LAPACK_WORK_MEMORY_ERROR;
    x->values[0] =
        (double)LAPACKE_xlanhe_work(LAPACK_COL_MAJOR, (char)p->norm, (char)p->uplo,
                                    (int)p->n, x->a[0], (int)x->ld[0], work);
    free(work);
    return 0;
}

const struct numerics CASE(lange_numerics) = {error_lange, lapack_lange};
const struct numerics CASE(lanhe_numerics) = {error_lanhe, lapack_lanhe};

/* ---- Copies and constants -------------------------------------------------------- */

static bool is_inside(starling_uplo uplo, int64_t i, int64_t j)
{
    return uplo == STARLING_LOWER ? i >= j : uplo == STARLING_UPPER ? i <= j : true;
}

static bool is_same(scalar_t a, scalar_t b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Outside of the triangle B is what it was. */
static double error_lacpy(const struct result *r)
{
    const struct problem *p = r->p;
    const scalar_t *a = r->before[0], *kept = r->before[1], *b = r->after[1];
    int64_t lda = r->ld[0], ldb = r->ld[1];
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t i = 0; i < p->m; i++)
            if (!is_same(b[i + j * ldb],
                         is_inside(p->uplo, i, j) ? a[i + j * lda] : kept[i + j * ldb]))
                return INFINITY;
    return 0;
}

static double error_laset(const struct result *r)
{
    const struct problem *p = r->p;
    const scalar_t *kept = r->before[0], *a = r->after[0];
    int64_t lda = r->ld[0];
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t i = 0; i < p->m; i++) {
            scalar_t value = (real_t)(i == j ? LASET_DIAGONAL : LASET_OFF_DIAGONAL);
            if (!is_same(a[i + j * lda],
                         is_inside(p->uplo, i, j) ? value : kept[i + j * lda]))
                return INFINITY;
        }
    return 0;
}

static int lapack_lacpy(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, (char)p->uplo, (int)p->m, (int)p->n,
                               x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1]);
}

static int lapack_laset(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, (char)p->uplo, (int)p->m, (int)p->n,
                               (real_t)LASET_OFF_DIAGONAL, (real_t)LASET_DIAGONAL,
                               x->a[0], (int)x->ld[0]);
}

const struct numerics CASE(lacpy_numerics) = {error_lacpy, lapack_lacpy};
const struct numerics CASE(laset_numerics) = {error_laset, lapack_laset};

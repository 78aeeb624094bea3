/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of L D L^T and L D L^H, and these by LAPACK. Compiled once a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"

#ifdef SL_COMPLEX
#define LAPACKE_he(name) LAPACKE_x(he##name)
#else
#define LAPACKE_he(name) LAPACKE_x(sy##name)
#endif

static const scalar_t one = 1, minus_one = -1;

/* Both triangles of the problem's one, n x n, to be freed; NULL: out of memory. */
static scalar_t *full_of(const struct problem *p, bool hermitian, const scalar_t *a,
                         int64_t ld)
{
    int64_t n = p->n;
    bool lower = p->uplo == STARLING_LOWER;
    scalar_t *full = malloc(sizeof *full * (size_t)(n * n + 1));
    for (int64_t j = 0; j < n && full; j++)
        for (int64_t i = 0; i < n; i++) {
            bool stored = lower ? i >= j : i <= j;
            scalar_t v = stored ? a[i + j * ld] : a[j + i * ld];
            full[i + j * n] = !hermitian ? v
                              : i == j   ? SL_REAL(v)
                              : stored   ? v
                                         : SL_CONJ(v);
        }
    return full;
}

/* ---- Factors --------------------------------------------------------------------- */

/* Y = D Y; the blocks of order 2 begin where two rows have the same negative ipiv. */
static void apply_diagonal(const struct result *r, bool hermitian, scalar_t *y)
{
    int64_t n = r->p->n, ld = r->ld[0];
    const scalar_t *f = r->after[0];
    bool lower = r->p->uplo == STARLING_LOWER;
    for (int64_t k = 0; k < n; k++) {
        bool two = r->ipiv[k] < 0 && k + 1 < n;
        scalar_t d = f[k + k * ld];
        scalar_t below = !two ? 0 : lower ? f[k + 1 + k * ld] : f[k + (k + 1) * ld];
        scalar_t beside = hermitian ? SL_CONJ(below) : below;
        scalar_t next = two ? f[k + 1 + (k + 1) * ld] : 0;
        for (scalar_t *x = y; x < y + n * PROBES; x += n) {
            scalar_t first = x[k];
            x[k] = (hermitian ? SL_REAL(d) : d) * first;
            if (two) {
                x[k] += (lower ? beside : below) * x[k + 1];
                x[k + 1] = (lower ? below : beside) * first +
                           (hermitian ? SL_REAL(next) : next) * x[k + 1];
            }
        }
        k += two;
    }
}

/* The interchange of step k: rows `*row` and `*with`, equal if there is none. False: it
 * is not one of this triangle. A block of order 2 has it in its second row, as
 * factored.
 */
static bool interchange(const struct result *r, int64_t k, int64_t *row, int64_t *with)
{
    bool lower = r->p->uplo == STARLING_LOWER, two = r->ipiv[k] < 0;
    *with = (two ? -r->ipiv[k] : r->ipiv[k]) - 1;
    *row = !two ? k : lower ? k + 1 : k - 1;
    return lower ? *with >= *row && *with < r->p->n : *with >= 0 && *with <= *row;
}

/* Y = L Y, or L^T Y, L^H Y: L is the product of interchanges and columns of factors, in
 * the order of the steps. `first` and `width` are of the block of a step. */
static bool apply_factor(const struct result *r, bool hermitian, bool transposed,
                         scalar_t *y)
{
    int64_t n = r->p->n, ld = r->ld[0];
    bool lower = r->p->uplo == STARLING_LOWER, forward = lower == transposed;
    const scalar_t *f = r->after[0];
    for (int64_t i = 0; i < n; i++) {
        int64_t k = forward ? i : n - 1 - i, row, with;
        int64_t width = r->ipiv[k] < 0 ? 2 : 1, first = forward ? k : k - width + 1;
        if (first < 0 || first + width > n ||
            (width == 2 && r->ipiv[first] != r->ipiv[first + 1]) ||
            !interchange(r, lower ? first : first + width - 1, &row, &with))
            return false;
        int64_t begin = lower ? first + width : 0, end = lower ? n : first;
        for (scalar_t *x = y; x < y + n * PROBES; x += n) {
            scalar_t swap = x[row];
            if (transposed) {
                x[row] = x[with];
                x[with] = swap;
            }
            for (int64_t j = first; j < first + width; j++)
                for (int64_t l = begin; l < end; l++) {
                    scalar_t v = f[l + j * ld];
                    if (transposed)
                        x[j] += (hermitian ? SL_CONJ(v) : v) * x[l];
                    else
                        x[l] += v * x[j];
                }
            swap = x[row];
            if (!transposed) {
                x[row] = x[with];
                x[with] = swap;
            }
        }
        i += width - 1;
    }
    return true;
}

/* (A - L D L^T) X, or L^H. */
static double probe_factors(const struct probe *t, bool hermitian)
{
    const struct problem *p = t->r->p;
    int64_t n = p->n;
    scalar_t *full = full_of(p, hermitian, t->r->before[0], t->r->ld[0]);
    double error = NAN;
    memcpy(t->y, t->x, sizeof *t->y * (size_t)(n * PROBES));
    if (full && apply_factor(t->r, hermitian, true, t->y)) {
        struct part A = CASE(general)(n, n, full, n);
        apply_diagonal(t->r, hermitian, t->y);
        apply_factor(t->r, hermitian, false, t->y);
        CASE(apply)(CblasNoTrans, n, n, one, full, n, t->x, minus_one, t->y);
        error = CASE(scaled_probe)(t, n, CASE(norm)(&A, STARLING_NOTRANS, 1));
    }
    free(full);
    return error;
}

static double probe_sytrf(const struct probe *t)
{
    return probe_factors(t, false);
}

static double probe_hetrf(const struct probe *t)
{
    return probe_factors(t, true);
}

static double residual_sytrf(const struct result *r)
{
    return CASE(probe)(r, 1, probe_sytrf);
}

static double residual_hetrf(const struct result *r)
{
    return CASE(probe)(r, 1, probe_hetrf);
}

/* ---- Solutions and inverses ------------------------------------------------------ */

/* B - A X with both triangles of A. */
static double residual(const struct result *r, bool hermitian)
{
    int64_t n = r->p->n;
    scalar_t *full = full_of(r->p, hermitian, r->before[0], r->ld[0]);
    struct part A = CASE(general)(n, n, full, n);
    double value =
        !full ? NAN
              : CASE(solve_residual)(&A, STARLING_NOTRANS, r->p->nrhs, r->after[1],
                                     r->ld[1], r->before[1], r->ld[1]);
    free(full);
    return value;
}

static double residual_sysv(const struct result *r)
{
    return residual(r, false);
}

static double residual_hesv(const struct result *r)
{
    return residual(r, true);
}

/* (A X - I) V for the inverse X. */
static double probe_inverse(const struct probe *t, bool hermitian)
{
    const struct problem *p = t->r->p;
    int64_t n = p->n, ld = t->r->ld[0];
    scalar_t *a = full_of(p, hermitian, t->r->before[0], ld);
    scalar_t *x = full_of(p, hermitian, t->r->after[0], ld), *z = CASE(thin)(n, 0);
    double error = NAN;
    if (a && x && z) {
        struct part A = CASE(general)(n, n, a, n), X = CASE(general)(n, n, x, n);
        CASE(apply)(CblasNoTrans, n, n, one, x, n, t->x, one, z);
        memcpy(t->y, t->x, sizeof *t->y * (size_t)(n * PROBES));
        CASE(apply)(CblasNoTrans, n, n, one, a, n, z, minus_one, t->y);
        error = CASE(scaled_probe)(t, n,
                                   CASE(norm)(&A, STARLING_NOTRANS, 1) *
                                       CASE(norm)(&X, STARLING_NOTRANS, 1));
    }
    free(a);
    free(x);
    free(z);
    return error;
}

static double probe_sytri(const struct probe *t)
{
    return probe_inverse(t, false);
}

static double probe_hetri(const struct probe *t)
{
    return probe_inverse(t, true);
}

static double residual_sytri(const struct result *r)
{
    return CASE(probe)(r, 1, probe_sytri);
}

static double residual_hetri(const struct result *r)
{
    return CASE(probe)(r, 1, probe_hetri);
}

/* ---- LAPACK ---------------------------------------------------------------------- */

#define UPLO (char)x->p->uplo
#define N (int)x->p->n
#define NRHS (int)x->p->nrhs
#define OPERAND(i) x->a[i], (int)x->ld[i]
#define LAPACK_ROUTINES(type, call)                                                    \
    static int lapack_##type##trf(const struct host_arrays *x)                         \
    {                                                                                  \
        return call(trf)(LAPACK_COL_MAJOR, UPLO, N, OPERAND(0), x->ipiv);              \
    }                                                                                  \
    static int lapack_##type##trs(const struct host_arrays *x)                         \
    {                                                                                  \
        return call(trs)(LAPACK_COL_MAJOR, UPLO, N, NRHS, OPERAND(0), x->ipiv,         \
                         OPERAND(1));                                                  \
    }                                                                                  \
    static int lapack_##type##sv(const struct host_arrays *x)                          \
    {                                                                                  \
        return call(sv)(LAPACK_COL_MAJOR, UPLO, N, NRHS, OPERAND(0), x->ipiv,          \
                        OPERAND(1));                                                   \
    }                                                                                  \
    static int lapack_##type##tri(const struct host_arrays *x)                         \
    {                                                                                  \
        return call(tri)(LAPACK_COL_MAJOR, UPLO, N, OPERAND(0), x->ipiv);              \
    }
#define LAPACKE_sy(name) LAPACKE_x(sy##name)
LAPACK_ROUTINES(sy, LAPACKE_sy)
LAPACK_ROUTINES(he, LAPACKE_he)

const struct numerics CASE(sytrf_numerics) = {residual_sytrf, lapack_sytrf};
const struct numerics CASE(sytrs_numerics) = {residual_sysv, lapack_sytrs};
const struct numerics CASE(sysv_numerics) = {residual_sysv, lapack_sysv};
const struct numerics CASE(sytri_numerics) = {residual_sytri, lapack_sytri};
const struct numerics CASE(hetrf_numerics) = {residual_hetrf, lapack_hetrf};
const struct numerics CASE(hetrs_numerics) = {residual_hesv, lapack_hetrs};
const struct numerics CASE(hesv_numerics) = {residual_hesv, lapack_hesv};
const struct numerics CASE(hetri_numerics) = {residual_hetri, lapack_hetri};

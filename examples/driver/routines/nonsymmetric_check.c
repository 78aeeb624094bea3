/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residuals of geev, hseqr and gees, and the same by LAPACK. Compiled once a type.
 */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

/* Eigenvalue j. */
static double _Complex value_at(const struct result *r, int64_t j)
{
    const scalar_t *w = r->after[1];
#ifdef SL_COMPLEX
    return w[j];
#else
    return (double)w[j] + (double)w[j + r->ld[1]] * I;
#endif
}

/* NaN unless conjugates of a real matrix stand side by side, the positive one first. */
static double in_pairs(const struct result *r)
{
    int64_t n = r->p->n;
    for (int64_t j = 0; j < n && SL_PARTS == 1; j++)
        if (cimag(value_at(r, j)) != 0) {
            if (cimag(value_at(r, j)) < 0 || j + 1 == n ||
                value_at(r, j + 1) != conj(value_at(r, j)))
                return NAN;
            j++;
        }
    return 0;
}

/* Z = D X, where a pair of a real matrix is a diagonal block [re im; -im re]. X and D
 * were multiplied by powers of two, so Z is multiplied by that of D. */
static void apply_values(const struct result *r, const scalar_t *x, scalar_t *z)
{
    int64_t n = r->p->n;
    for (int64_t c = 0; c < PROBES; c++, x += n, z += n)
        for (int64_t j = 0; j < n; j++) {
            double _Complex w = value_at(r, j);
#ifdef SL_COMPLEX
            z[j] = (scalar_t)w * x[j];
#else
            real_t re = (real_t)creal(w), im = (real_t)cimag(w);
            z[j] = re * x[j];
            if (im > 0 && j + 1 < n)
                z[j] += im * x[j + 1];
            else if (im < 0 && j > 0)
                z[j] += im * x[j - 1];
#endif
        }
}

/* The largest difference of the length of a vector from 1, over n eps. */
static double lengths(const struct result *r)
{
    int64_t n = r->p->n;
    double error = 0;
    for (int64_t j = 0; j < n; j++) {
        const scalar_t *v = (const scalar_t *)r->after[2] + j * r->ld[2];
        bool pair = SL_PARTS == 1 && cimag(value_at(r, j)) > 0 && j + 1 < n;
        double sum = 0;
        for (int64_t i = 0; i < n; i++) {
            double next = pair ? (double)SL_ABS(v[i + r->ld[2]]) : 0;
            sum += (double)SL_ABS(v[i]) * (double)SL_ABS(v[i]) + next * next;
        }
        error =
            residual_larger(error, fabs(sqrt(sum) - 1) / ((double)n * CASE(epsilon)()));
        j += pair;
    }
    return error;
}

/* (A V - V D) X */
static double probe_vectors(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n;
    scalar_t *z = CASE(thin)(n, 0), *v = CASE(thin)(n, 0), *y = t->y;
    double error = NAN;
    if (z && v) {
        apply_values(r, t->x, z);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[2], r->ld[2], z, zero, y);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[2], r->ld[2], t->x, zero, v);
        CASE(apply)(CblasNoTrans, n, n, one, r->before[0], r->ld[0], v, minus_one, y);
        struct part V = CASE(general)(n, n, r->after[2], r->ld[2]);
        error = CASE(scaled_probe)(t, n,
                                   CASE(norm_of)(t, 0, STARLING_NOTRANS, n, n) *
                                       CASE(norm)(&V, STARLING_NOTRANS, 1));
    }
    free(z);
    free(v);
    return residual_larger(error, lengths(r)) + in_pairs(r);
}

/* |sum of values - trace| / (n eps |A|), and the sum of their squares. */
static double values_alone(const struct result *r)
{
    int64_t n = r->p->n, ld = r->ld[0];
    const scalar_t *a = r->before[0];
    struct part A = CASE(general)(n, n, a, ld);
    double power = ldexp(1, CASE(exponent)(&A)), squares = 0;
    double _Complex first = 0, second = 0;
    for (int64_t j = 0; j < n; j++) {
        double _Complex w = value_at(r, j) * power;
        first += w - (double _Complex)a[j + j * ld] * power;
        second += w * w;
        for (int64_t i = 0; i < n; i++) {
            double _Complex x = a[i + j * ld] * power;
            second -= x * (double _Complex)a[j + i * ld] * power;
            squares += creal(x) * creal(x) + cimag(x) * cimag(x);
        }
    }
    return residual_larger(CASE(relative)(n, cabs(first), sqrt(squares)),
                           CASE(relative)(n, cabs(second), squares)) +
           in_pairs(r);
}

static double residual_geev(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    if (r->p->job == STARLING_VALUES)
        return values_alone(r);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_vectors);
}

static int lapack_geev(const struct host_arrays *x)
{
    int n = (int)x->p->n, ld = (int)x->ld[0];
    bool vectors = x->p->job == STARLING_VECTORS;
    scalar_t none[1], *w = x->a[1], *v = vectors ? x->a[2] : none;
    char job = vectors ? 'V' : 'N';
    int ldv = vectors ? (int)x->ld[2] : 1;
#ifdef SL_COMPLEX
    return LAPACKE_x(geev)(LAPACK_COL_MAJOR, 'N', job, n, x->a[0], ld, w, none, 1, v,
                           ldv);
#else
    return LAPACKE_x(geev)(LAPACK_COL_MAJOR, 'N', job, n, x->a[0], ld, w, w + x->ld[1],
                           none, 1, v, ldv);
#endif
}

const struct numerics CASE(geev_numerics) = {residual_geev, lapack_geev};

/* ---- hseqr ------------------------------------------------------------- */

/* Of LAPACK's hseqr, what is below the subdiagonal is no part of H. */
static void clear_below(int64_t n, scalar_t *h, int64_t ld)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 2; i < n; i++)
            h[i + j * ld] = 0;
}

/* (Z^H Z - I) X; y gets Z X. */
static double orthogonality(const struct probe *t, const scalar_t *z, int64_t ld,
                            scalar_t *y)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    int64_t n = t->r->p->n;
    memcpy(t->y, t->x, sizeof *y * (size_t)(n * PROBES));
    CASE(apply)(CblasNoTrans, n, n, one, z, ld, t->x, zero, y);
    CASE(apply)(CblasConjTrans, n, n, one, z, ld, y, minus_one, t->y);
    return CASE(scaled)(n, 1, 1, PROBES, n, t->y, n, n, t->x, n);
}

/* (H Z - Z T) X */
static double probe_schur(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n;
    scalar_t *zx = CASE(thin)(n, 0), *tx = CASE(thin)(n, 0);
    double error = NAN;
    if (zx && tx) {
        error = orthogonality(t, r->after[2], r->ld[2], zx);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[0], r->ld[0], t->x, zero, tx);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[2], r->ld[2], tx, zero, t->y);
        CASE(apply)
        (CblasNoTrans, n, n, one, r->before[0], r->ld[0], zx, minus_one, t->y);
        double norm = CASE(norm_of)(t, 0, STARLING_NOTRANS, n, n);
        error = residual_larger(error, CASE(scaled_probe)(t, n, norm));
    }
    free(zx);
    free(tx);
    return error + in_pairs(r);
}

static double residual_hseqr(const struct result *r)
{
    struct part H = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    clear_below(r->p->n, r->before[0], r->ld[0]);
    if (r->p->job == STARLING_VALUES)
        return values_alone(r);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&H)), probe_schur);
}

static int lapack_hseqr(const struct host_arrays *x)
{
    int n = (int)x->p->n, ld = (int)x->ld[0];
    bool vectors = x->p->job == STARLING_VECTORS;
    scalar_t none[1], *w = x->a[1], *z = vectors ? x->a[2] : none;
    char job = vectors ? 'S' : 'E', compz = vectors ? 'I' : 'N';
    int ldz = vectors ? (int)x->ld[2] : 1, ihi = n;
    clear_below(n, x->a[0], ld);
#ifdef SL_COMPLEX
    return LAPACKE_x(hseqr)(LAPACK_COL_MAJOR, job, compz, n, 1, ihi, x->a[0], ld, w, z,
                            ldz);
#else
    return LAPACKE_x(hseqr)(LAPACK_COL_MAJOR, job, compz, n, 1, ihi, x->a[0], ld, w,
                            w + x->ld[1], z, ldz);
#endif
}

const struct numerics CASE(hseqr_numerics) = {residual_hseqr, lapack_hseqr};

/* ---- gees -------------------------------------------------------------- */

#ifdef SL_COMPLEX
static lapack_logical is_stable(const scalar_t *w)
{
    return SL_REAL(*w) < 0;
}
#else
static lapack_logical is_stable(const scalar_t *re, const scalar_t *im)
{
    (void)im;
    return *re < 0;
}
#endif

/* NaN unless all eigenvalues with negative real parts come first. */
static double sorted(const struct result *r)
{
    bool stable = true;
    for (int64_t j = 0; j < r->p->n; j++) {
        bool next = creal(value_at(r, j)) < 0;
        if (next && !stable)
            return NAN;
        stable = next;
    }
    return 0;
}

static double residual_gees(const struct result *r)
{
    struct part A = CASE(general)(r->p->n, r->p->n, r->before[0], r->ld[0]);
    if (r->p->job == STARLING_VALUES)
        return values_alone(r) + sorted(r);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_schur) + sorted(r);
}

static int lapack_gees(const struct host_arrays *x)
{
    int n = (int)x->p->n, ld = (int)x->ld[0], sdim;
    bool vectors = x->p->job == STARLING_VECTORS;
    scalar_t none[1], *w = x->a[1], *z = vectors ? x->a[2] : none;
    char job = vectors ? 'V' : 'N';
    int ldz = vectors ? (int)x->ld[2] : 1;
#ifdef SL_COMPLEX
    return LAPACKE_x(gees)(LAPACK_COL_MAJOR, job, 'S', is_stable, n, x->a[0], ld, &sdim,
                           w, z, ldz);
#else
    return LAPACKE_x(gees)(LAPACK_COL_MAJOR, job, 'S', is_stable, n, x->a[0], ld, &sdim,
                           w, w + x->ld[1], z, ldz);
#endif
}

const struct numerics CASE(gees_numerics) = {residual_gees, lapack_gees};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of the routines of eigenproblems, and these by LAPACK. Compiled once a
 * precision. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <lapacke.h>
#include "routines/probe.h"
#include "routines/residual.h"

/* ---- he2hb ----------------------------------------------------------------------- */

/* Z = Q1 Z or Q1^H Z. Q1 is H(1) H(2) ..., and H(j) begins kd rows below the diagonal.
 * False: there is no memory. */
static bool apply_q1(const struct result *r, bool transposed, scalar_t *z)
{
    const scalar_t *a = r->after[0], *tau = r->tau;
    int64_t n = r->p->n, kd = r->p->kd, ld = r->ld[0], count = n > kd ? n - kd : 0;
    scalar_t *v = malloc(sizeof *v * (size_t)(n + 1));
    for (int64_t s = 0; s < count && v; s++) {
        int64_t j = transposed ? s : count - 1 - s;
        v[j + kd] = 1;
        for (int64_t i = j + kd + 1; i < n; i++)
            v[i] = a[i + j * ld];
        CASE(reflect)(transposed ? SL_CONJ(tau[j]) : tau[j], n, j + kd, v, z);
    }
    free(v);
    return v != NULL;
}

/* Y = B X with the band B. A diagonal that is not real is wrong: NaN. */
static void apply_band(const struct result *r, const scalar_t *x, scalar_t *y)
{
    const scalar_t *ab = r->after[1];
    int64_t n = r->p->n, kd = r->p->kd, ld = r->ld[1];
    for (int64_t c = 0; c < PROBES; c++, x += n, y += n)
        for (int64_t j = 0; j < n; j++) {
            const scalar_t *b = ab + j * ld;
            y[j] += b[0] == SL_REAL(b[0]) ? b[0] * x[j] : NAN;
            for (int64_t i = 1; i <= kd && i + j < n; i++) {
                y[i + j] += b[i] * x[j];
                y[j] += SL_CONJ(b[i]) * x[i + j];
            }
        }
}

/* (A - Q1 B Q1^H) X, and Q1^H Q1 X - X: Q1 is unitary. */
static double probe_he2hb(const struct probe *t)
{
    const scalar_t one = 1, minus_one = -1;
    const struct result *r = t->r;
    int64_t n = r->p->n;
    size_t size = sizeof(scalar_t) * (size_t)(n * PROBES);
    scalar_t *z = CASE(thin)(n, 0), *y = t->y;
    double error = NAN;
    if (z) {
        memcpy(z, t->x, size);
        memset(y, 0, size);
    }
    if (z && apply_q1(r, true, z)) {
        apply_band(r, z, y);
        apply_q1(r, false, y);
        apply_q1(r, false, z);
        CASE(apply_hermitian)
        (r->p->uplo, n, one, r->before[0], r->ld[0], t->x, minus_one, y);
        for (int64_t i = 0; i < n * PROBES; i++)
            z[i] -= t->x[i];
        struct part A = CASE(hermitian)(r->p, r->before[0], r->ld[0]);
        double norm = CASE(norm)(&A, STARLING_NOTRANS, t->power);
        error = residual_larger(
            CASE(scaled_probe)(t, n, norm),
            CASE(scaled)(n, 1, 1, PROBES, n, z, n, n, t->x, n));
    }
    free(z);
    return error;
}

static double residual_he2hb(const struct result *r)
{
    return CASE(probe)(r, 1, probe_he2hb);
}

/* LAPACK has it since 3.7, and LAPACKE does not. */
#ifdef SL_COMPLEX
#define sytrd_sy2sb_ SL_PASTE(SL_LETTER, hetrd_he2hb, _)
#else
#define sytrd_sy2sb_ SL_PASTE(SL_LETTER, sytrd_sy2sb, _)
#endif
void sytrd_sy2sb_(const char *uplo, const int *n, const int *kd, scalar_t *a,
                  const int *lda, scalar_t *ab, const int *ldab, scalar_t *tau,
                  scalar_t *work, const int *lwork, int *info, size_t length);

/* The lower triangle for both values of uplo, as he2hb leaves it. */
static int lapack_he2hb(const struct host_arrays *x)
{
    int n = (int)x->p->n, kd = (int)x->p->kd, ld = (int)x->ld[0], ldab = (int)x->ld[1];
    int info = 0, size = -1;
    scalar_t *a = x->a[0], best = 0;
    for (int64_t j = 0; j < n && x->p->uplo == STARLING_UPPER; j++)
        for (int64_t i = j + 1; i < n; i++)
            a[i + j * ld] = SL_CONJ(a[j + i * ld]);
    sytrd_sy2sb_("L", &n, &kd, a, &ld, x->a[1], &ldab, x->tau, &best, &size, &info, 1);
    size = (int)SL_REAL(best) > 1 ? (int)SL_REAL(best) : 1;
    scalar_t *work = malloc(sizeof *work * (size_t)size);
    if (!work)
        return LAPACK_WORK_MEMORY_ERROR;
    if (info == 0)
        sytrd_sy2sb_("L", &n, &kd, a, &ld, x->a[1], &ldab, x->tau, work, &size, &info, 1);
    free(work);
    return info;
}

const struct numerics CASE(he2hb_numerics) = {residual_he2hb, lapack_he2hb};

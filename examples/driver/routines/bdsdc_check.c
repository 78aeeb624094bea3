/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residual of bdsdc, and the same by LAPACK. Compiled once a precision; complex ones have no such
 * routine. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifndef SL_COMPLEX

/* The largest element of B. */
static double size_of_b(const struct result *r)
{
    struct part D = CASE(general)(r->p->n, 1, r->before[0], r->ld[0]);
    struct part E =
        CASE(general)(r->p->n > 0 ? r->p->n - 1 : 0, 1, r->before[1], r->ld[1]);
    return residual_larger(CASE(largest)(&D, 1), CASE(largest)(&E, 1));
}

/* |(Z^T Z - I) X| / (n eps |X|); y gets Z X. */
static double orthogonality(const struct probe *t, const scalar_t *z, int64_t ld,
                            scalar_t *y)
{
    int64_t n = t->r->p->n;
    memcpy(t->y, t->x, sizeof *y * (size_t)(n * PROBES));
    CASE(apply)(CblasNoTrans, n, n, 1, z, ld, t->x, 0, y);
    CASE(apply)(CblasTrans, n, n, 1, z, ld, y, -1, t->y);
    return CASE(scaled)(n, 1, 1, PROBES, n, t->y, n, n, t->x, n);
}

/* That of U and of V, and |(B V - U D) X| / (n eps |B| |X|). */
static double probe_bdsdc(const struct probe *t)
{
    const struct result *r = t->r;
    const scalar_t *d = r->before[0], *e = r->before[1], *s = r->after[0];
    const scalar_t *u = r->after[2], *v = r->after[3];
    int64_t n = r->p->n;
    scalar_t *vx = CASE(thin)(n, 0), *sx = CASE(thin)(n, 0);
    double error = NAN;
    if (vx && sx) {
        error = orthogonality(t, u, r->ld[2], vx);
        error = residual_larger(error, orthogonality(t, v, r->ld[3], vx));
        for (int64_t i = 0; i < n * PROBES; i++) {
            bool last = i % n + 1 == n;
            sx[i] = s[i % n] * t->x[i];
            t->y[i] = d[i % n] * vx[i] + (last ? 0 : e[i % n] * vx[last ? i : i + 1]);
        }
        CASE(apply)(CblasNoTrans, n, n, -1, u, r->ld[2], sx, 1, t->y);
        double norm = size_of_b(r) * t->power;
        error = residual_larger(error, CASE(scaled_probe)(t, n, norm));
    }
    free(vx);
    free(sx);
    return error;
}

static bool descends(const struct result *r)
{
    const scalar_t *s = r->after[0];
    bool in_order = true;
    for (int64_t i = 0; i < r->p->n; i++)
        in_order &= s[i] >= (i + 1 < r->p->n ? s[i + 1] : 0);
    return in_order;
}

static double residual_bdsdc(const struct result *r)
{
    return descends(r) ? CASE(probe)(r, 1, probe_bdsdc) : NAN;
}

static void transpose(int64_t n, scalar_t *v, int64_t ld)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < j; i++) {
            scalar_t x = v[i + j * ld];
            v[i + j * ld] = v[j + i * ld];
            v[j + i * ld] = x;
        }
}

/* LAPACK overwrites E: it gets a copy, in the room for tau. It makes V^T. */
static int lapack_bdsdc(const struct host_arrays *x)
{
    int n = (int)x->p->n;
    if (n == 0)
        return 0;
    memcpy(x->tau, x->a[1], sizeof(scalar_t) * (size_t)(n - 1));
    int info = LAPACKE_x(bdsdc)(LAPACK_COL_MAJOR, 'U', 'I', n, x->a[0], x->tau, x->a[2],
                                (int)x->ld[2], x->a[3], (int)x->ld[3], NULL, NULL);
    transpose(n, x->a[3], x->ld[3]);
    return info;
}

const struct numerics CASE(bdsdc_numerics) = {residual_bdsdc, lapack_bdsdc};

#endif

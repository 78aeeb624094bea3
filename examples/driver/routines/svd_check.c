/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residuals of gesvd, gesvdp, gesvdr and gepolar, and the same by LAPACK. Compiled
 * once a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

/* NaN unless the values descend and are not negative. */
static double descending(int64_t k, const real_t *s)
{
    for (int64_t j = 0; j < k; j++)
        if (!(s[j] >= (j + 1 < k ? s[j + 1] : 0)))
            return NAN;
    return 0;
}

/* |X^H X Z - Z| of m x k columns, or |X X^H Z - Z| of rows, with random Z */
static double orthogonality(bool rows, int64_t m, int64_t k, const scalar_t *x,
                            int64_t ld)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    scalar_t *z = CASE(thin)(k, 1), *u = CASE(thin)(k, 0), *w = CASE(thin)(m, 0);
    double error = NAN;
    if (z && u && w) {
        memcpy(u, z, sizeof *u * (size_t)(k * PROBES));
        CASE(apply)
        (rows ? CblasConjTrans : CblasNoTrans, m, k, one, x, ld, z, zero, w);
        CASE(apply)
        (rows ? CblasNoTrans : CblasConjTrans, k, m, one, x, ld, w, minus_one, u);
        error = CASE(scaled)(m, 1, 1, PROBES, k, u, k, k, z, k);
    }
    free(z);
    free(u);
    free(w);
    return error;
}

/* (A - U S V^H) X, and U and V. A, S and X were multiplied by powers of two. */
static double probe_vectors(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    int64_t m = r->p->m, n = r->p->n, k = m < n ? m : n;
    const real_t *s = r->after[1];
    scalar_t *v = CASE(thin)(k, 0), *y = t->y;
    double error = NAN;
    if (v) {
        CASE(apply)(CblasNoTrans, k, n, one, r->after[3], r->ld[3], t->x, zero, v);
        for (int64_t j = 0; j < k * PROBES; j++)
            v[j] *= s[j % k];
        CASE(apply)(CblasNoTrans, m, k, one, r->after[2], r->ld[2], v, zero, y);
        CASE(apply)
        (CblasNoTrans, m, n, one, r->before[0], r->ld[0], t->x, minus_one, y);
        error = CASE(scaled_probe)(t, m, CASE(norm_of)(t, 0, STARLING_NOTRANS, m, n));
    }
    free(v);
    error = residual_larger(error, orthogonality(false, m, k, r->after[2], r->ld[2]));
    error = residual_larger(error, orthogonality(true, n, k, r->after[3], r->ld[3]));
    return error + descending(k, s);
}

static int values_of(const struct result *r, real_t *s)
{
    scalar_t none[1];
    return LAPACKE_x(gesdd)(LAPACK_COL_MAJOR, 'N', (int)r->p->m, (int)r->p->n,
                            r->before[0], (int)r->ld[0], s, none, 1, none, 1);
}

/* The largest difference from LAPACK's, as |difference| / (max(m, n) eps |A|). */
static double values_alone(const struct result *r)
{
    int64_t m = r->p->m, n = r->p->n, k = m < n ? m : n, longer = m > n ? m : n;
    struct part A = CASE(general)(m, n, r->before[0], r->ld[0]);
    double norm = CASE(norm)(&A, STARLING_NOTRANS, 1), error = NAN;
    real_t *s = malloc(sizeof *s * (size_t)(k + 1));
    const real_t *ours = r->after[1];
    int info = !s ? LAPACK_WORK_MEMORY_ERROR : k > 0 ? values_of(r, s) : 0;
    if (info == 0)
        error = descending(k, ours);
    for (int64_t j = 0; j < k && info == 0; j++)
        if (s[j] != ours[j])
            error =
                residual_larger(error, fabs((double)s[j] - (double)ours[j]) /
                                           ((double)longer * CASE(epsilon)() * norm));
    free(s);
    return error;
}

static double residual_gesvd(const struct result *r)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    return r->p->job == STARLING_VALUES
               ? values_alone(r)
               : CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_vectors);
}

static int lapack_gesdd(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    bool vectors = p->job == STARLING_VECTORS;
    scalar_t none[1];
    if (p->m == 0 || p->n == 0)
        return 0;
    return LAPACKE_x(gesdd)(LAPACK_COL_MAJOR, vectors ? 'S' : 'N', (int)p->m, (int)p->n,
                            x->a[0], (int)x->ld[0], x->a[1], vectors ? x->a[2] : none,
                            vectors ? (int)x->ld[2] : 1, vectors ? x->a[3] : none,
                            vectors ? (int)x->ld[3] : 1);
}

const struct numerics CASE(gesvd_numerics) = {residual_gesvd, lapack_gesdd};
const struct numerics CASE(gesvdp_numerics) = {residual_gesvd, lapack_gesdd};

/* U^H A Z - S V^H Z, which is small for any subspace, and U and V as above. */
static double probe_subspace(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    int64_t m = r->p->m, n = r->p->n, k = r->p->k;
    k = k < m ? k : m;
    k = k < n ? k : n;
    const real_t *s = r->after[1];
    scalar_t *w = CASE(thin)(m, 0), *v = CASE(thin)(k, 0);
    double error = NAN;
    if (w && v) {
        CASE(apply)(CblasNoTrans, k, n, one, r->after[3], r->ld[3], t->x, zero, v);
        for (int64_t j = 0; j < k * PROBES; j++)
            v[j] *= s[j % k];
        CASE(apply)(CblasNoTrans, m, n, one, r->before[0], r->ld[0], t->x, zero, w);
        CASE(apply)(CblasConjTrans, k, m, one, r->after[2], r->ld[2], w, minus_one, v);
        error = CASE(scaled)(m > n ? m : n, CASE(norm_of)(t, 0, STARLING_NOTRANS, m, n),
                             t->power, PROBES, k, v, k, n, t->x, n);
    }
    free(w);
    free(v);
    error = residual_larger(error, orthogonality(false, m, k, r->after[2], r->ld[2]));
    error = residual_larger(error, orthogonality(true, n, k, r->after[3], r->ld[3]));
    return error + descending(k, s);
}

static double residual_gesvdr(const struct result *r)
{
    struct part A = CASE(general)(r->p->m, r->p->n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_subspace);
}

/* All values and vectors of A, m x n, which is overwritten. NULL: no memory, or info.
 */
struct all {
    scalar_t *u, *vt;
    real_t *s;
};
static struct all all_of(int64_t m, int64_t n, scalar_t *a, int64_t lda, int *info)
{
    int64_t k = m < n ? m : n;
    struct all x = {malloc(sizeof *x.u * (size_t)(m * (k + 1) + 1)),
                    malloc(sizeof *x.vt * (size_t)(k * (n + 1) + 1)),
                    malloc(sizeof *x.s * (size_t)(k + 1))};
    *info = !x.u || !x.vt || !x.s ? LAPACK_WORK_MEMORY_ERROR
            : k == 0              ? 0
                     : LAPACKE_x(gesdd)(LAPACK_COL_MAJOR, 'S', (int)m, (int)n, a,
                                        (int)lda, x.s, x.u, (int)m, x.vt, (int)k);
    return x;
}
static void free_all(struct all x)
{
    free(x.u);
    free(x.vt);
    free(x.s);
}

static int lapack_gesvdr(const struct host_arrays *x)
{
    int64_t m = x->p->m, n = x->p->n, least = m < n ? m : n, k = x->p->k;
    int info;
    struct all all = all_of(m, n, x->a[0], x->ld[0], &info);
    k = k < least ? k : least;
    for (int64_t j = 0; j < k && info == 0; j++) {
        ((real_t *)x->a[1])[j] = all.s[j];
        for (int64_t i = 0; i < m; i++)
            ((scalar_t *)x->a[2])[i + j * x->ld[2]] = all.u[i + j * m];
        for (int64_t i = 0; i < n; i++)
            ((scalar_t *)x->a[3])[j + i * x->ld[3]] = all.vt[j + i * least];
    }
    free_all(all);
    return info;
}

const struct numerics CASE(gesvdr_numerics) = {residual_gesvdr, lapack_gesvdr};

/* (A - U H) X, U, and H - H^H. A and H were multiplied by powers of two. */
static double probe_polar(const struct probe *t)
{
    const scalar_t one = 1, zero = 0, minus_one = -1;
    const struct result *r = t->r;
    int64_t m = r->p->m > r->p->n ? r->p->m : r->p->n,
            n = r->p->m > r->p->n ? r->p->n : r->p->m;
    scalar_t *v = CASE(thin)(n, 0), *w = CASE(thin)(m, 0), *z = CASE(thin)(n, 0);
    double error = NAN;
    if (v && w && z) {
        double norm = CASE(norm_of)(t, 0, STARLING_NOTRANS, m, n);
        CASE(apply)(CblasNoTrans, n, n, one, r->after[1], r->ld[1], t->x, zero, v);
        memcpy(z, v, sizeof *z * (size_t)(n * PROBES));
        CASE(apply)(CblasNoTrans, m, n, one, r->after[0], r->ld[0], v, zero, w);
        CASE(apply)
        (CblasNoTrans, m, n, one, r->before[0], r->ld[0], t->x, minus_one, w);
        error = CASE(scaled)(m, norm, t->power, PROBES, m, w, m, n, t->x, n);
        CASE(apply)
        (CblasConjTrans, n, n, one, r->after[1], r->ld[1], t->x, minus_one, z);
        error = residual_larger(
            error, CASE(scaled)(m, norm, t->power, PROBES, n, z, n, n, t->x, n));
    }
    free(v);
    free(w);
    free(z);
    return residual_larger(error, orthogonality(false, m, n, r->after[0], r->ld[0]));
}

static double residual_gepolar(const struct result *r)
{
    int64_t m = r->p->m > r->p->n ? r->p->m : r->p->n,
            n = r->p->m > r->p->n ? r->p->n : r->p->m;
    struct part A = CASE(general)(m, n, r->before[0], r->ld[0]);
    return CASE(probe)(r, ldexp(1, CASE(exponent)(&A)), probe_polar);
}

/* U = X Y^H and H = Y S Y^H, where A = X S Y^H */
static int lapack_gepolar(const struct host_arrays *x)
{
    const scalar_t one = 1, zero = 0;
    int64_t m = x->p->m > x->p->n ? x->p->m : x->p->n,
            n = x->p->m > x->p->n ? x->p->n : x->p->m;
    int info;
    struct all all = all_of(m, n, x->a[0], x->ld[0], &info);
    scalar_t *sy = malloc(sizeof *sy * (size_t)(n * n + 1));
    info = sy ? info : LAPACK_WORK_MEMORY_ERROR;
    for (int64_t i = 0; i < n * n && info == 0; i++)
        sy[i] = all.s[i % n] * all.vt[i];
    if (info == 0 && n > 0) {
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)m, (int)n, (int)n,
                      SADDR(one), all.u, (int)m, all.vt, (int)n, SADDR(zero), x->a[0],
                      (int)x->ld[0]);
        cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, (int)n, (int)n,
                      (int)n, SADDR(one), all.vt, (int)n, sy, (int)n, SADDR(zero),
                      x->a[1], (int)x->ld[1]);
    }
    free(sy);
    free_all(all);
    return info;
}

const struct numerics CASE(gepolar_numerics) = {residual_gepolar, lapack_gepolar};

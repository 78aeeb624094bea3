/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Residuals of hegst and hegvd, and the same by LAPACK. Compiled once a precision. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "routines/probe.h"
#include "routines/residual.h"

#ifdef SL_COMPLEX
#define LAPACKE_hegst LAPACKE_x(hegst)
#define LAPACKE_hegvd LAPACKE_x(hegvd)
#else
#define LAPACKE_hegst LAPACKE_x(sygst)
#define LAPACKE_hegvd LAPACKE_x(sygvd)
#endif

static const scalar_t one = 1, zero = 0, minus_one = -1;

/* ---- hegst ----------------------------------------------------------------------- */

/* A X - L C L^H X for type 1, else C X - L^H A L X; U is L^H. */
static double probe_hegst(const struct probe *t)
{
    const struct problem *p = t->r->p;
    const scalar_t *l = t->r->before[1], *a = t->r->before[0], *c = t->r->after[0];
    const scalar_t *inner = p->itype == 1 ? c : a, *outer = p->itype == 1 ? a : c;
    int64_t n = p->n, ld = t->r->ld[0], ldl = t->r->ld[1];
    bool adjoint_first = (p->itype == 1) == (p->uplo == STARLING_LOWER);
    CBLAS_TRANSPOSE first = adjoint_first ? CblasConjTrans : CblasNoTrans;
    CBLAS_TRANSPOSE last = adjoint_first ? CblasNoTrans : CblasConjTrans;
    scalar_t *v = CASE(thin)(n, 0);
    if (!v)
        return NAN;
    memcpy(v, t->x, sizeof *v * (size_t)(n * PROBES));
    CASE(apply_triangle)(p->uplo, first, STARLING_NONUNIT, n, l, ldl, v);
    CASE(apply_hermitian)(p->uplo, n, one, inner, ld, v, zero, t->y);
    free(v);
    CASE(apply_triangle)(p->uplo, last, STARLING_NONUNIT, n, l, ldl, t->y);
    CASE(apply_hermitian)(p->uplo, n, one, outer, ld, t->x, minus_one, t->y);
    struct part A = CASE(hermitian)(p, inner, ld);
    struct part L = {p->uplo, .m = n, .n = n, .a = l, .lda = ldl};
    return CASE(scaled_probe)(t, n,
                              CASE(norm)(&L, STARLING_NOTRANS, 1) *
                                  CASE(norm)(&L, STARLING_TRANS, 1) *
                                  CASE(norm)(&A, STARLING_NOTRANS, t->power));
}

static double residual_hegst(const struct result *r)
{
    return CASE(probe)(r, 1, probe_hegst);
}

static int lapack_hegst(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_hegst(LAPACK_COL_MAJOR, p->itype, (char)p->uplo, (int)p->n, x->a[0],
                         (int)x->ld[0], x->a[1], (int)x->ld[1]);
}

const struct numerics CASE(hegst_numerics) = {residual_hegst, lapack_hegst};

/* ---- hegvd ----------------------------------------------------------------------- */

/* The infinity norm of Hermitian operand `index` before the run. */
static double size_of(const struct result *r, int index)
{
    struct part A = CASE(hermitian)(r->p, r->before[index], r->ld[index]);
    return CASE(norm)(&A, STARLING_NOTRANS, 1);
}

static double size_of_vectors(const struct result *r, starling_trans trans)
{
    struct part Z = CASE(general)(r->p->n, r->p->n, r->after[0], r->ld[0]);
    return CASE(norm)(&Z, trans, 1);
}

static void apply_operand(const struct result *r, int index, scalar_t alpha,
                          const scalar_t *x, scalar_t beta, scalar_t *y)
{
    CASE(apply_hermitian)
    (r->p->uplo, r->p->n, alpha, r->before[index], r->ld[index], x, beta, y);
}

/* The columns of X times W. */
static void apply_values(const struct result *r, const scalar_t *x, scalar_t *y)
{
    const real_t *w = r->after[2];
    for (int64_t i = 0; i < r->p->n * PROBES; i++)
        y[i] = x[i] * w[i % r->p->n];
}

/* A Z X - B Z W X, A B Z X - Z W X or B A Z X - Z W X. u, v: workspace. */
static double equation(const struct probe *t, scalar_t *u, scalar_t *v)
{
    const struct result *r = t->r;
    const scalar_t *z = r->after[0];
    int itype = r->p->itype;
    int64_t n = r->p->n, ld = r->ld[0];
    double scale = size_of_vectors(r, STARLING_NOTRANS) * size_of(r, 0);
    apply_values(r, t->x, u);
    CASE(apply)(CblasNoTrans, n, n, one, z, ld, u, zero, v);
    CASE(apply)(CblasNoTrans, n, n, one, z, ld, t->x, zero, u);
    if (itype == 1) {
        apply_operand(r, 1, one, v, zero, t->y);
        apply_operand(r, 0, one, u, minus_one, t->y);
    } else {
        apply_operand(r, itype == 2 ? 1 : 0, one, u, zero, t->y);
        apply_operand(r, itype == 2 ? 0 : 1, one, t->y, minus_one, v);
        memcpy(t->y, v, sizeof *v * (size_t)(n * PROBES));
        scale *= size_of(r, 1);
    }
    return CASE(scaled_probe)(t, n, scale);
}

/* Z^H B Z X - X, and of type 3 Z Z^H X - B X. */
static double normality(const struct probe *t, scalar_t *u, scalar_t *v)
{
    const struct result *r = t->r;
    const scalar_t *z = r->after[0];
    int64_t n = r->p->n, ld = r->ld[0];
    double scale = size_of(r, 1);
    if (r->p->itype == 3) {
        CASE(apply)(CblasConjTrans, n, n, one, z, ld, t->x, zero, u);
        CASE(apply)(CblasNoTrans, n, n, one, z, ld, u, zero, v);
        apply_operand(r, 1, minus_one, t->x, one, v);
    } else {
        CASE(apply)(CblasNoTrans, n, n, one, z, ld, t->x, zero, u);
        apply_operand(r, 1, one, u, zero, v);
        CASE(apply)(CblasConjTrans, n, n, one, z, ld, v, zero, u);
        for (int64_t i = 0; i < n * PROBES; i++)
            v[i] = u[i] - t->x[i];
        scale *= size_of_vectors(r, STARLING_NOTRANS) *
                 size_of_vectors(r, STARLING_CONJTRANS);
    }
    return CASE(scaled)(n, scale, 1, PROBES, n, v, n, n, t->x, n);
}

static double probe_hegvd(const struct probe *t)
{
    int64_t n = t->r->p->n;
    scalar_t *u = CASE(thin)(n, 0), *v = CASE(thin)(n, 0);
    double error = NAN;
    if (u && v)
        error = residual_larger(equation(t, u, v), normality(t, u, v));
    free(u);
    free(v);
    return error + ascending(n, t->r->after[2]);
}

/* The largest difference from LAPACK's eigenvalues, relative to the largest of them. */
static double values_alone(const struct result *r)
{
    const struct problem *p = r->p;
    const real_t *ours = r->after[2];
    double most = 0, largest = 0;
    real_t *w = malloc(sizeof *w * (size_t)(p->n + 1));
    int info =
        w ? LAPACKE_hegvd(LAPACK_COL_MAJOR, p->itype, 'N', (char)p->uplo, (int)p->n,
                          r->before[0], (int)r->ld[0], r->before[1], (int)r->ld[1], w)
          : LAPACK_WORK_MEMORY_ERROR;
    for (int64_t j = 0; j < p->n && info == 0; j++) {
        most = residual_larger(most, fabs((double)w[j] - (double)ours[j]));
        largest = residual_larger(largest, fabs((double)w[j]));
    }
    free(w);
    return info != 0   ? NAN
           : most == 0 ? ascending(p->n, ours)
                       : most / ((double)p->n * CASE(epsilon)() * largest) +
                             ascending(p->n, ours);
}

static double residual_hegvd(const struct result *r)
{
    return r->p->job == STARLING_VALUES ? values_alone(r)
                                        : CASE(probe)(r, 1, probe_hegvd);
}

static int lapack_hegvd(const struct host_arrays *x)
{
    const struct problem *p = x->p;
    return LAPACKE_hegvd(LAPACK_COL_MAJOR, p->itype, (char)p->job, (char)p->uplo,
                         (int)p->n, x->a[0], (int)x->ld[0], x->a[1], (int)x->ld[1],
                         x->a[2]);
}

const struct numerics CASE(hegvd_numerics) = {residual_hegvd, lapack_hegvd};

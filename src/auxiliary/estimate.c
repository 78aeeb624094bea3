/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Estimates of |T|_1 from a few products T x and T^H x, T = diag(w) op(A)^-1: Higham, ACM Trans.
 * Math. Softw. 14, 1988 (LAPACK's lacn2). A step makes x = e_p with the column p of T whose norm
 * grows fastest from the x before. For T with cancellation, where these steps stay at a small
 * column, an alternating vector gives a second bound. Estimates of several columns w go in step. */

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include "estimate.h"

enum { MOST_STEPS = 5 }; /* as in LAPACK; two or three are usual */

double sl_epsilon(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
}

double sl_smallest(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C ? FLT_MIN : DBL_MIN;
}

struct estimator {
    const struct sl_system *s;
    starling_trans trans;
    starling_sequence *seq;
    int64_t n, k;
    const double *w, *scale;
    double _Complex *x; /* n x k */
    void *narrow;       /* the same in the precision of the matrix */
    starling_matrix *X;
};

/* x = T x or T^H x for each column. */
static int apply(struct estimator *e, bool adjoint)
{
    starling_precision prec = e->s->F->prec;
    starling_trans opposite = e->trans == STARLING_NOTRANS ? STARLING_CONJTRANS : STARLING_NOTRANS;
    int64_t all = e->n * e->k;
    bool conjugate = adjoint && e->s->symmetric;
    for (int64_t i = 0; i < all; i++) {
        double _Complex x = e->x[i] * (adjoint && e->w ? e->w[i] : e->scale[i / e->n]);
        sl_set_element(prec, e->narrow, i, conjugate ? conj(x) : x);
    }
    int info = starling_matrix_set(e->X, e->narrow, e->n);
    if (info != 0)
        return info;
    bool permute =
        e->w != NULL; /* a permutation of T's rows or columns changes no norm without w */
    e->s->solve(e->s, adjoint ? opposite : e->trans, permute, e->X, e->seq);
    info = starling_matrix_get(e->X, e->narrow, e->n);
    for (int64_t i = 0; i < all; i++) {
        double _Complex x = sl_element(prec, e->narrow, i);
        e->x[i] = (conjugate ? conj(x) : x) *
                  (adjoint || !e->w ? 1 : e->w[i] / e->scale[i / e->n]);
    }
    return info;
}

static double one_norm(int64_t n, const double _Complex *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += cabs(x[i]);
    return sum;
}

/* x = the gradient of |x|_1: signs */
static void signs(int64_t n, double _Complex *x)
{
    for (int64_t i = 0; i < n; i++) {
        double size = cabs(x[i]);
        x[i] = size > 0 ? x[i] / size : 1;
    }
}

static int64_t largest_of(int64_t n, const double _Complex *x)
{
    int64_t p = 0;
    for (int64_t i = 1; i < n; i++)
        p = cabs(x[i]) > cabs(x[p]) ? i : p;
    return p;
}

static void unit(int64_t n, int64_t p, double _Complex *x) /* p = -1: zero */
{
    for (int64_t i = 0; i < n; i++)
        x[i] = i == p;
}

/* x is T x of a step before. Whether column j goes on; x is the signs then. */
static bool ascend(struct estimator *e, int step, int64_t j, double *estimate)
{
    double _Complex *x = e->x + j * e->n;
    double norm = one_norm(e->n, x);
    bool grows = step == 0 || !(norm <= *estimate);
    *estimate = sl_larger(*estimate, norm);
    signs(e->n, x);
    return grows && isfinite(norm) && e->n > 1 && step + 1 < MOST_STEPS;
}

/* x is T^H x of a step before. Whether there is a new column p of T; x is e_p then. */
static bool turn(struct estimator *e, int step, int64_t j, int64_t *p)
{
    double _Complex *x = e->x + j * e->n;
    int64_t best = largest_of(e->n, x);
    bool better = step == 0 || cabs(x[best]) > cabs(x[*p]);
    *p = best;
    unit(e->n, better ? best : -1, x);
    return better;
}

static int ascend_all(struct estimator *e, int64_t *p, bool *goes, double *estimate)
{
    int info = 0;
    int64_t going = e->k;
    for (int64_t i = 0; i < e->n * e->k; i++)
        e->x[i] = 1. / (double)e->n;
    for (int step = 0; going > 0 && info == 0; step++) {
        info = apply(e, false);
        for (int64_t j = 0; j < e->k && info == 0; j++)
            if (goes[j])
                going -= !(goes[j] = ascend(e, step, j, &estimate[j]));
        if (going > 0 && info == 0)
            info = apply(e, true);
        for (int64_t j = 0; j < e->k && info == 0; j++)
            if (goes[j])
                going -= !(goes[j] = turn(e, step, j, &p[j]));
    }
    return info;
}

/* b_i = +-(1 + i / (n - 1)): 2 |T b|_1 / (3 n) is another lower bound. */
static int alternate(struct estimator *e, double *estimate)
{
    int64_t n = e->n;
    for (int64_t i = 0; i < n * e->k; i++) {
        double row = (double)(i % n);
        e->x[i] = (i % n % 2 == 0 ? 1 : -1) * (1 + (n > 1 ? row / (double)(n - 1) : 0));
    }
    int info = apply(e, false);
    for (int64_t j = 0; j < e->k && info == 0; j++)
        estimate[j] = sl_larger(estimate[j], 2 * one_norm(n, e->x + j * n) / (3. * (double)n));
    return info;
}

int sl_estimate(const struct sl_system *s, starling_trans trans, int64_t k, const double *w,
                const double *scale, double *estimate, starling_sequence *seq)
{
    starling_matrix *F = s->F;
    int64_t n = F->n;
    struct estimator e = {
        .s = s,
        .trans = trans,
        .seq = seq,
        .n = n,
        .k = k,
        .w = w,
        .scale = scale,
        .x = malloc(sizeof *e.x * (size_t)(n * k)),
        .narrow = calloc((size_t)(n * k), sl_sizeof(F->prec)),
    };
    int64_t *p = calloc((size_t)k, sizeof *p);
    bool *goes = malloc(sizeof *goes * (size_t)k);
    int info = e.x && e.narrow && p && goes ? starling_matrix_create(&e.X, F->prec, n, k, F->mb, k)
                                            : sl_error("starling_gecon", STARLING_ENOMEM, NULL);
    for (int64_t j = 0; j < k && info == 0; j++) {
        estimate[j] = 0;
        goes[j] = true;
    }
    if (info == 0)
        info = ascend_all(&e, p, goes, estimate);
    if (info == 0)
        info = alternate(&e, estimate);
    if (e.X)
        sl_matrix_free(seq, e.X);
    free(e.x);
    free(e.narrow);
    free(p);
    free(goes);
    return info;
}

/* With s near |A|, s A^-1 has a norm near the condition number: it overflows only if 1 / rcond
 * does. */
int sl_rcond(const struct sl_system *s, starling_norm norm, double anorm, double *rcond,
             starling_sequence *seq)
{
    bool single = s->F->prec == STARLING_S || s->F->prec == STARLING_C;
    int most = single ? FLT_MAX_EXP - 2 : DBL_MAX_EXP - 2, e;
    double estimate;
    *rcond = s->F->n == 0 ? 1 : 0;
    if (s->F->n == 0 || anorm == 0)
        return 0;
    frexp(anorm, &e);
    double scale = ldexp(1, SL_MAX(-most, SL_MIN(e, most)));
    starling_trans trans = norm == STARLING_ONE_NORM ? STARLING_NOTRANS : STARLING_CONJTRANS;
    int info = sl_estimate(s, trans, 1, NULL, &scale, &estimate, seq);
    if (info == 0 && isfinite(estimate) && estimate > 0)
        *rcond = scale / anorm / estimate;
    return info;
}

int sl_finite_rcond(const char *routine, double largest, double *rcond)
{
    if (isfinite(largest))
        return 0;
    *rcond = NAN;
    return sl_error(routine, 1, "the factors have a NaN or an infinity");
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesv_nopiv_refined, on objects and on arrays, in all precisions, for orders around tiles:
 *  - of each system, with a diagonal that dominates or without one, the residual is below 30, berr
 * is at most eps max(4, sqrt(n)), and it is the backward error that is computed here; A, B and what
 *    is around X stay;
 *  - with a tiny pivot, which ruins the factors, and with a zero one (iter = -3), the solution is
 * as good: LU without interchanges alone fails for the same system;
 *  - growth is repaired by GMRES: iter > 0;
 *  - a singular A gives the info of gesv, a NaN no number;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum kind { DOMINANT, RANDOM, TINY_PIVOT, ZERO_PIVOT, SINGULAR, WITH_NAN, KINDS };
static const char *const kind_name[] = {"dominant",   "random",   "tiny pivot",
                                        "zero pivot", "singular", "NaN"};

struct shape {
    starling_precision prec;
    enum kind kind;
    int64_t n, nrhs, nb;
    bool arrays;
};
#define FORMAT "%c %s n=%d nrhs=%d nb=%d %s"
#define VALUES(s)                                                                                  \
    letter((s)->prec), kind_name[(s)->kind], (int)(s)->n, (int)(s)->nrhs, (int)(s)->nb,            \
        (s)->arrays ? "arrays" : "objects"

static struct array matrix_of(const struct shape *s)
{
    int64_t n = s->n;
    struct array x = array_new(s->prec, n, n, 1);
    array_random(&x, 'G', (uint64_t)(n + 7));
    for (int64_t j = 0; j < n && s->kind == DOMINANT; j++)
        array_set(&x, j, j, 1.5 * (double)n * (j % 2 ? 1 : -1));
    if (s->kind == TINY_PIVOT)
        array_set(&x, 0, 0, epsilon(s->prec) * epsilon(s->prec));
    if (s->kind == ZERO_PIVOT)
        array_set(&x, 0, 0, 0);
    for (int64_t i = 0; i < n && s->kind == SINGULAR; i++)
        array_set(&x, i, n / 2, 0);
    if (s->kind == WITH_NAN)
        array_set(&x, n / 2, 0, NAN);
    array_save(&x);
    return x;
}

struct result {
    int info, iter;
    double berr;
};

static struct result call(const struct shape *s, struct array *a, struct array *b, struct array *x)
{
    struct result r = {.iter = 99, .berr = -1};
    float single = -1;
    bool is_single = s->prec == STARLING_S || s->prec == STARLING_C;
    if (s->arrays) {
        void *berr = is_single ? (void *)&single : (void *)&r.berr;
        r.info = API(s->prec, gesv_nopiv_refined, s->n, s->nrhs, a->a, a->lda, b->a, b->lda, x->a,
                     x->lda, &r.iter, berr);
        r.berr = is_single ? (double)single : r.berr;
        return r;
    }
    starling_matrix *A = wrap(a, s->nb, s->nb), *B = wrap(b, s->nb, 3), *X = wrap(x, s->nb, 3);
    r.info = starling_gesv_nopiv_refined(A, B, X, &r.iter, &r.berr);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(X);
    return r;
}

/* max |b - A x| / (|A| |x| + |b|) of the columns, in the infinity norm. */
static double backward_error(const wide *a, const struct array *x, const wide *b)
{
    int64_t n = x->m, nrhs = x->n;
    wide *y = wide_of(x, 'G'), *rest = wide_zeros(n, nrhs);
    double norm = wide_lange('I', a, n, n), most = 0;
    for (int64_t i = 0; i < n * nrhs; i++)
        rest[i] = b[i];
    wide_gemm('N', 'N', n, nrhs, n, -1, a, y, 1, rest);
    for (int64_t j = 0; j < nrhs; j++) {
        double of[3] = {0};
        for (int64_t i = j * n; i < (j + 1) * n; i++) {
            of[0] = fmax(of[0], cabs(rest[i]));
            of[1] = fmax(of[1], cabs(y[i]));
            of[2] = fmax(of[2], cabs(b[i]));
        }
        if (of[0] > 0)
            most = fmax(most, of[0] / (norm * of[1] + of[2]));
    }
    free(y);
    free(rest);
    return most;
}

/* How wrong LU without interchanges is. */
static double without(const struct shape *s, const struct array *b, const wide *a)
{
    struct array f = matrix_of(s), x = array_new(s->prec, s->n, s->nrhs, 0);
    wide *right = wide_of(b, 'G');
    for (int64_t j = 0; j < s->nrhs; j++)
        for (int64_t i = 0; i < s->n; i++)
            array_set(&x, i, j, right[i + j * s->n]);
    int info = API(s->prec, gesv_nopiv, s->n, s->nrhs, f.a, f.lda, x.a, x.lda);
    double r = info == 0 ? solve_residual(a, &x, right) : INFINITY;
    free(right);
    array_free(&f);
    array_free(&x);
    return r;
}

static void solved(struct cases *cases, const struct shape *s, const struct result *r,
                   const struct array *x, const wide *a, wide *b)
{
    double eps = epsilon(s->prec), limit = eps * fmax(4, sqrt((double)s->n));
    double right = backward_error(a, x, b), roundings = (double)(s->n + 1) * eps;
    double residual = solve_residual(a, x, b);
    bool steps = s->kind == DOMINANT ? r->iter >= 0 : s->kind == ZERO_PIVOT ? r->iter == -3 : true;
    hold(cases, r->info == 0 && residual_right(residual) && steps,
         FORMAT ": info %d iter %d residual %g", VALUES(s), r->info, r->iter, residual);
    hold(cases, r->berr <= limit && fabs(r->berr - right) <= roundings, FORMAT ": berr %g for %g",
         VALUES(s), r->berr, right);
}

static void check(struct cases *cases, const struct shape *s)
{
    if (s->n == 0 && s->kind != DOMINANT)
        return;
    if (s->n == 1 && (s->kind == ZERO_PIVOT || s->kind == WITH_NAN || s->kind == TINY_PIVOT))
        return;
    struct array a = matrix_of(s), b = array_new(s->prec, s->n, s->nrhs, 1),
                 x = array_new(s->prec, s->n, s->nrhs, 2);
    array_random(&b, 'G', 5);
    array_save(&b);
    array_save(&x);
    wide *full = wide_of(&a, 'G'), *right = wide_of(&b, 'G');
    struct result r = call(s, &a, &b, &x);
    hold(cases, array_intact(&a, 0) && array_intact(&b, 0) && array_intact(&x, 'G'),
         FORMAT ": A, B or what is around X has changed", VALUES(s));
    if (s->kind == SINGULAR)
        hold(cases, r.info > 0 && isnan(r.berr), FORMAT ": info %d berr %g", VALUES(s), r.info,
             r.berr);
    else if (s->kind == WITH_NAN)
        hold(cases, r.info == 0 && (s->nrhs == 0 || (r.iter == -31 && isnan(r.berr))),
             FORMAT ": info %d iter %d berr %g", VALUES(s), r.info, r.iter, r.berr);
    else if (s->nrhs > 0 && s->n > 0) {
        if (s->kind == TINY_PIVOT || s->kind == ZERO_PIVOT)
            hold(cases, !residual_right(without(s, &b, full)), FORMAT ": needs no interchanges",
                 VALUES(s));
        solved(cases, s, &r, &x, full, right);
    } else {
        hold(cases, r.info == 0 && r.berr == 0, FORMAT ": info %d berr %g", VALUES(s), r.info,
             r.berr);
    }
    array_free(&a);
    array_free(&b);
    array_free(&x);
    free(full);
    free(right);
}

/* A matrix with growth of about `growth`: x (I + e e^T) is far from dominant, but has no small
 * pivot but the first one. */
static void growth(starling_precision prec)
{
    struct shape s = {prec, RANDOM, 60, 1, 16, false};
    struct array a = matrix_of(&s), b = array_new(prec, s.n, 1, 0), x = array_new(prec, s.n, 1, 0);
    array_random(&b, 'G', 5);
    array_set(&a, 0, 0, sqrt(epsilon(prec)) / 30);
    wide *full = wide_of(&a, 'G'), *right = wide_of(&b, 'G');
    struct result r = call(&s, &a, &b, &x);
    double residual = solve_residual(full, &x, right);
    ok(r.info == 0 && r.iter > 0 && residual_right(residual),
       "%c: a small pivot is repaired by %d steps, residual %g", letter(prec), r.iter, residual);
    array_free(&a);
    array_free(&b);
    array_free(&x);
    free(full);
    free(right);
}

static void arguments(void)
{
    struct array x = array_new(STARLING_D, 8, 8, 0), y = array_new(STARLING_S, 8, 2, 0),
                 z = array_new(STARLING_D, 8, 2, 0);
    starling_matrix *A = wrap(&x, 4, 4), *columns = wrap(&x, 8, 4), *S = wrap(&y, 4, 4),
                    *B = wrap(&z, 4, 4), *X = wrap(&z, 4, 4), *other = wrap(&z, 4, 1);
    int iter;
    double berr;
    listen_to_errors();
    ok(starling_gesv_nopiv_refined(NULL, B, X, &iter, &berr) == -1 && told(1, 1), "no A");
    ok(starling_gesv_nopiv_refined(columns, B, X, &iter, &berr) == -1 && told(1, 1),
       "block columns");
    ok(starling_gesv_nopiv_refined(A, S, X, &iter, &berr) == -2 && told(2, 1), "another precision");
    ok(starling_gesv_nopiv_refined(A, B, B, &iter, &berr) == -3 && told(3, 1), "X = B");
    ok(starling_gesv_nopiv_refined(A, B, other, &iter, &berr) == -3 && told(3, 1), "other tiles");
    ok(starling_gesv_nopiv_refined(A, B, X, NULL, &berr) == -4 && told(4, 1), "no iter");
    ok(starling_gesv_nopiv_refined(A, B, X, &iter, NULL) == -5 && told(5, 1), "no berr");
    ok(starling_dgesv_nopiv_refined(8, 2, x.a, 7, z.a, 8, z.a, 8, &iter, &berr) == -4 && told(4, 1),
       "lda");
    starling_set_error_handler(NULL, NULL);
    starling_matrix *all[] = {A, columns, S, B, X, other};
    for (int i = 0; i < 6; i++)
        starling_matrix_destroy(all[i]);
    array_free(&x);
    array_free(&y);
    array_free(&z);
}

int main(void)
{
    const int64_t sizes[] = {0, 1, 2, 15, 16, 17, 70};
    for (int p = 0; p < 4; p++) {
        for (int k = 0; k < KINDS; k++) {
            struct cases cases = {0};
            for (int i = 0; i < 7; i++)
                for (int64_t nrhs = 0; nrhs <= 5; nrhs += i % 2 ? 1 : 5)
                    for (int arrays = 0; arrays < 2; arrays++)
                        check(&cases, &(struct shape){precisions[p], (enum kind)k, sizes[i], nrhs,
                                                      16, arrays});
            ok(all_held(&cases), "%cgesv_nopiv_refined, %s: %d checks", letter(precisions[p]),
               kind_name[k], cases.run);
        }
        growth(precisions[p]);
    }
    arguments();
    return done_testing();
}

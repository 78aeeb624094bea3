/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geqrf, unmqr, ungqr, and gelqf, unmlq, unglq, in all precisions, shapes around the block:
 *  - factors and tau are those of LAPACK in double precision, element by element, so that LAPACK's
 *    routines can go on with them; on cores objects and sequences give the same bits;
 *  - products with Q from both sides, with and without transpose, are those of LAPACK, also with
 *    factors and tau that come from LAPACK;
 *  - the columns (rows) of Q are those of LAPACK;
 *  - padding and what is around stay;
 *  - a NaN ends in a result, not in a hang;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* tau as an array, with guard bands as the others. */
static struct array tau_new(starling_precision prec, int64_t k)
{
    struct array tau = array_new(prec, k, 1, 0);
    array_save(&tau);
    return tau;
}

/* One operation on objects: at once, or in a sequence. */
#define RUN(form, call, call_submit)                                                               \
    __extension__({                                                                                \
        int run_info;                                                                              \
        starling_sequence *seq;                                                                    \
        if ((form) == OBJECTS)                                                                     \
            run_info = call;                                                                       \
        else {                                                                                     \
            run_info = starling_sequence_create(&seq);                                             \
            run_info = run_info != 0 ? run_info : call_submit;                                     \
            run_info = run_info != 0 ? run_info : starling_sequence_wait(seq);                     \
            starling_sequence_destroy(seq);                                                        \
        }                                                                                          \
        run_info;                                                                                  \
    })

static int factor(enum form form, bool lq, struct array *x, int64_t nb, struct array *tau)
{
    if (form == ARRAYS)
        return lq ? API(x->prec, gelqf, x->m, x->n, x->a, x->lda, tau->a)
                  : API(x->prec, geqrf, x->m, x->n, x->a, x->lda, tau->a);
    starling_matrix *A = lq ? wrap(x, nb, x->n) : wrap(x, x->m, nb);
    int info = lq ? RUN(form, starling_gelqf(A), starling_gelqf_submit(A, seq))
                  : RUN(form, starling_geqrf(A), starling_geqrf_submit(A, seq));
    info = info != 0 ? info : starling_matrix_get_tau(A, tau->a);
    starling_matrix_destroy(A);
    return info;
}

#define API_UN(prec, name, ...)                                                                    \
    ((prec) == STARLING_S   ? starling_sor##name(__VA_ARGS__)                                      \
     : (prec) == STARLING_D ? starling_dor##name(__VA_ARGS__)                                      \
     : (prec) == STARLING_C ? starling_cun##name(__VA_ARGS__)                                      \
                            : starling_zun##name(__VA_ARGS__))

static int multiply(enum form form, bool lq, char side, char trans, struct array *v,
                    struct array *tau, int64_t nb, struct array *c)
{
    if (form == ARRAYS)
        return lq ? API_UN(v->prec, mlq, side, trans, c->m, c->n, v->m, v->a, v->lda, tau->a, c->a,
                           c->lda)
                  : API_UN(v->prec, mqr, side, trans, c->m, c->n, v->n, v->a, v->lda, tau->a, c->a,
                           c->lda);
    bool left = side == 'L';
    starling_matrix *A = lq ? wrap(v, nb, v->n) : wrap(v, v->m, nb);
    starling_matrix *C = left ? wrap(c, c->m, nb + 1) : wrap(c, nb + 1, c->n);
    starling_side s = left ? STARLING_LEFT : STARLING_RIGHT;
    starling_trans t = (starling_trans)trans;
    int info = lq ? starling_gelqf(A) : starling_matrix_set_tau(A, tau->a);
    if (info == 0)
        info = lq ? RUN(form, starling_unmlq(s, t, A, C), starling_unmlq_submit(s, t, A, C, seq))
                  : RUN(form, starling_unmqr(s, t, A, C), starling_unmqr_submit(s, t, A, C, seq));
    starling_matrix_destroy(A);
    starling_matrix_destroy(C);
    return info;
}

/* Columns of Q, or rows. */
static int form_q(enum form form, bool lq, struct array *v, const struct array *tau, int64_t nb,
                  struct array *q)
{
    if (form == ARRAYS)
        return lq ? API_UN(v->prec, glq, q->m, q->n, v->m, q->a, q->lda, tau->a)
                  : API_UN(v->prec, gqr, q->m, q->n, v->n, q->a, q->lda, tau->a);
    starling_matrix *A = lq ? wrap(v, nb, v->n) : wrap(v, v->m, nb);
    starling_matrix *Q = lq ? wrap(q, nb + 2, q->n) : wrap(q, q->m, nb + 2);
    int info = lq ? starling_gelqf(A) : starling_matrix_set_tau(A, tau->a);
    if (info == 0)
        info = lq ? RUN(form, starling_unglq(A, Q), starling_unglq_submit(A, Q, seq))
                  : RUN(form, starling_ungqr(A, Q), starling_ungqr_submit(A, Q, seq));
    starling_matrix_destroy(A);
    starling_matrix_destroy(Q);
    return info;
}

static double difference(const struct array *x, const wide *y)
{
    double most = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            most =
                residual_larger(most, cabs(array_get(x, i, j) - y[i + j * (x->m > 1 ? x->m : 1)]));
    return most;
}

/* The factors of a random matrix by LAPACK, rounded to the precision of x. Objects of LQ factor
 * the matrix again. */
static wide *factors(enum form form, bool lq, struct array *x, struct array *tau, wide **exact_tau)
{
    int64_t k = least(x->m, x->n), ld = x->m > 1 ? x->m : 1;
    array_random(x, STARLING_GENERAL, 11);
    wide *f = wide_of(x, STARLING_GENERAL);
    *exact_tau = wide_zeros(k, 1);
    wide_factor(lq, x->m, x->n, f, *exact_tau);
    for (int64_t j = 0; j < x->n && (!lq || form == ARRAYS); j++)
        for (int64_t i = 0; i < x->m; i++)
            array_set(x, i, j, f[i + j * ld]);
    for (int64_t i = 0; i < k; i++)
        array_set(tau, i, 0, (*exact_tau)[i]);
    array_save(x);
    array_save(tau);
    return f;
}

/* Elements are at most about sqrt(m). A small pivot of a square matrix makes others less exact. */
static double allowed(starling_precision prec, int64_t m, int64_t n)
{
    return 30 * (double)(m + n) * epsilon(prec);
}

static void check_factor(struct cases *cases, starling_precision prec, bool lq, int64_t m,
                         int64_t n, int64_t nb)
{
    struct array x[FORMS], tau[FORMS];
    for (int form = 0; form < FORMS; form++) {
        x[form] = array_new(prec, m, n, 3);
        tau[form] = tau_new(prec, least(m, n));
        array_random(&x[form], STARLING_GENERAL, 7);
        array_save(&x[form]);
        wide *f = wide_of(&x[form], STARLING_GENERAL), *t = wide_zeros(least(m, n), 1);
        wide_factor(lq, m, n, f, t);
        int info = factor((enum form)form, lq, &x[form], nb, &tau[form]);
        double off = residual_larger(difference(&x[form], f), difference(&tau[form], t));
        bool intact = array_intact(&x[form], STARLING_GENERAL) &&
                      array_intact(&tau[form], STARLING_GENERAL);
        bool mixed = starling_ncuda() > 0; /* a core and a GPU round differently */
        bool same = form != SEQUENCE || mixed || memcmp(x[form].block, x[0].block, x[0].size) == 0;
        hold(cases, info == 0 && intact && same && off <= allowed(prec, m, n),
             "%cge%s form %d, %ld x %ld, nb=%ld: info %d, difference %g%s%s", letter(prec),
             lq ? "lqf" : "qrf", form, (long)m, (long)n, (long)nb, info, off,
             intact ? "" : ", more is changed", same ? "" : ", other bits");
        free(f);
        free(t);
    }
    for (int form = 0; form < FORMS; form++) {
        array_free(&x[form]);
        array_free(&tau[form]);
    }
}

/* Q of order m with k reflectors times C with `vectors` columns, or rows on the right. */
static void check_multiply(struct cases *cases, starling_precision prec, bool lq, enum form form,
                           char side, char trans, int64_t m, int64_t k, int64_t vectors, int64_t nb)
{
    bool left = side == 'L', again = lq && form != ARRAYS;
    struct array v = array_new(prec, lq ? k : m, lq ? m : k, 2), tau = tau_new(prec, k);
    struct array c = array_new(prec, left ? m : vectors, left ? vectors : m, 1);
    wide *t, *f = factors(form, lq, &v, &tau, &t);
    array_random(&c, STARLING_GENERAL, 5);
    wide *y = wide_of(&c, STARLING_GENERAL);
    wide_multiply(lq, side, trans == 'T' ? 'C' : trans, c.m, c.n, k, f, t, y);
    array_save(&c);
    int info = multiply(form, lq, side, trans, &v, &tau, nb, &c);
    double off = difference(&c, y);
    bool intact = array_intact(&v, again ? STARLING_GENERAL : 0) && array_intact(&tau, 0) &&
                  array_intact(&c, STARLING_GENERAL);
    hold(cases, info == 0 && intact && off <= allowed(prec, m, k),
         "%cunm%s %c %c form %d, order %ld, %ld reflectors, %ld vectors, nb=%ld: info %d, "
         "difference %g%s",
         letter(prec), lq ? "lq" : "qr", side, trans, (int)form, (long)m, (long)k, (long)vectors,
         (long)nb, info, off, intact ? "" : ", more is changed");
    free(f);
    free(t);
    free(y);
    array_free(&v);
    array_free(&tau);
    array_free(&c);
}

/* The first n columns of a Q of order m with k reflectors, or rows. */
static void check_q(struct cases *cases, starling_precision prec, bool lq, enum form form,
                    int64_t m, int64_t n, int64_t k, int64_t nb)
{
    struct array v = array_new(prec, lq ? k : m, lq ? m : k, 2), tau = tau_new(prec, k);
    struct array q = array_new(prec, lq ? n : m, lq ? m : n, 4);
    bool again = lq && form != ARRAYS;
    wide *t, *f = factors(form, lq, &v, &tau, &t), *y = wide_zeros(q.m, q.n);
    for (int64_t i = 0; i < n; i++)
        y[i + i * (q.m > 1 ? q.m : 1)] = 1;
    wide_multiply(lq, lq ? 'R' : 'L', 'N', q.m, q.n, k, f, t, y);
    array_random(&q, STARLING_GENERAL, 9);
    for (int64_t j = 0; j < v.n; j++)
        for (int64_t i = 0; i < v.m; i++)
            array_set(&q, i, j, array_get(&v, i, j));
    array_save(&q);
    int info = form_q(form, lq, &v, &tau, nb, &q);
    double off = difference(&q, y);
    bool intact = array_intact(&v, again ? STARLING_GENERAL : 0) &&
                  array_intact(&q, STARLING_GENERAL);
    hold(cases, info == 0 && intact && off <= allowed(prec, m, k),
         "%cung%s form %d, %ld x %ld, %ld reflectors, nb=%ld: info %d, difference %g%s",
         letter(prec), lq ? "lq" : "qr", (int)form, (long)q.m, (long)q.n, (long)k, (long)nb, info, off,
         intact ? "" : ", more is changed");
    free(f);
    free(t);
    free(y);
    array_free(&v);
    array_free(&tau);
    array_free(&q);
}

static void results(starling_precision prec, bool lq)
{
    static const int64_t shapes[][3] = {{1, 1, 4},    {4, 4, 4},   {5, 4, 4},    {13, 4, 5},
                                        {4, 13, 5},   {16, 16, 5}, {70, 33, 8},  {33, 70, 16},
                                        {33, 30, 40}, {200, 1, 3}, {1, 9, 2},    {150, 100, 32}};
    struct cases cases = {0}, products = {0}, columns = {0};
    const char *name = lq ? "lq" : "qr";
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        check_factor(&cases, prec, lq, shapes[s][0], shapes[s][1], shapes[s][2]);
    ok(all_held(&cases), "%cge%sf: %d results", letter(prec), name, cases.run);
    for (int form = 0; form < FORMS; form++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            int64_t m = shapes[s][0], k = least(m, shapes[s][1]), nb = shapes[s][2];
            for (const char *side = "LR"; *side; side++)
                for (const char *trans = is_complex(prec) ? "NC" : "NTC"; *trans; trans++)
                    for (int64_t vectors = 1; vectors < 30; vectors += 14)
                        check_multiply(&products, prec, lq, (enum form)form, *side, *trans, m, k,
                                       vectors, nb);
            for (int64_t n = k; n <= m; n += m > k ? m - k : 1)
                check_q(&columns, prec, lq, (enum form)form, m, n, k, nb);
        }
    ok(all_held(&products), "%cunm%s: %d results", letter(prec), name, products.run);
    ok(all_held(&columns), "%cung%s: %d results", letter(prec), name, columns.run);
}

/* Columns before the NaN are what they would be; those after it are undefined. */
static void nan_in(starling_precision prec)
{
    struct array x = array_new(prec, 40, 40, 0), tau = tau_new(prec, 40);
    array_random(&x, STARLING_GENERAL, 3);
    array_set(&x, 25, 20, NAN);
    int info = factor(ARRAYS, false, &x, 8, &tau);
    ok(info == 0 && isfinite(creal(array_get(&x, 0, 0))) && isnan(cabs(array_get(&x, 39, 39))),
       "%cgeqrf with a NaN: info %d", letter(prec), info);
    array_free(&x);
    array_free(&tau);
}

static void arguments(void)
{
    struct cases cases = {0};
    struct array x = array_new(STARLING_D, 6, 6, 0), y = array_new(STARLING_D, 6, 5, 0);
    struct array zx = array_new(STARLING_Z, 6, 6, 0);
    array_random(&x, STARLING_GENERAL, 1);
    array_random(&zx, STARLING_GENERAL, 1);
    starling_matrix *A = wrap(&x, 6, 3), *tiles = wrap(&x, 3, 3), *C = wrap(&y, 6, 2);
    starling_matrix *rows = wrap(&y, 2, 5), *Z = wrap(&zx, 6, 3);
    starling_sequence *seq;
    double *a = x.a, tau[6] = {0};
    starling_sequence_create(&seq);
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    const starling_side L = STARLING_LEFT, R = STARLING_RIGHT;
    const starling_trans N = STARLING_NOTRANS, T = STARLING_TRANS;
    BAD(1, starling_geqrf(NULL));
    BAD(1, starling_geqrf(tiles));
    BAD(2, starling_geqrf_submit(A, NULL));
    BAD(3, starling_unmqr(L, N, A, C));
    BAD(1, starling_ungqr(A, C));
    BAD(1, starling_matrix_get_tau(A, tau));
    BAD(2, starling_matrix_set_tau(A, NULL));
    BAD(1, starling_matrix_set_tau(tiles, tau));
    hold(&cases, starling_geqrf(A) == 0 && starling_geqrf(Z) == 0, "factors");
    BAD(2, starling_matrix_get_tau(A, NULL));
    BAD(1, starling_unmqr((starling_side)'x', N, A, C));
    BAD(2, starling_unmqr(L, (starling_trans)'x', A, C));
    BAD(2, starling_unmqr(L, T, Z, C));
    BAD(4, starling_unmqr(L, N, A, A));
    BAD(4, starling_unmqr(L, N, A, NULL));
    BAD(4, starling_unmqr(L, N, Z, C));
    BAD(4, starling_unmqr(L, N, A, rows));
    BAD(4, starling_unmqr(R, N, A, C));
    BAD(5, starling_unmqr_submit(L, N, A, C, NULL));
    BAD(2, starling_ungqr(A, A));
    BAD(2, starling_ungqr(A, rows));
    BAD(3, starling_ungqr_submit(A, C, NULL));
    BAD(1, starling_dgeqrf(-1, 6, a, 6, tau));
    BAD(2, starling_dgeqrf(6, -1, a, 6, tau));
    BAD(3, starling_dgeqrf(6, 6, NULL, 6, tau));
    BAD(4, starling_dgeqrf(6, 6, a, 5, tau));
    BAD(5, starling_dgeqrf(6, 6, a, 6, NULL));
    BAD(1, starling_dormqr('x', 'n', 6, 5, 6, a, 6, tau, y.a, 6));
    BAD(2, starling_dormqr('l', 'x', 6, 5, 6, a, 6, tau, y.a, 6));
    BAD(2, starling_zunmqr('l', 't', 6, 5, 6, zx.a, 6, zx.a, zx.a, 6));
    BAD(3, starling_dormqr('l', 'n', -1, 5, 6, a, 6, tau, y.a, 6));
    BAD(4, starling_dormqr('l', 'n', 6, -1, 6, a, 6, tau, y.a, 6));
    BAD(5, starling_dormqr('l', 'n', 6, 5, 7, a, 6, tau, y.a, 6));
    BAD(6, starling_dormqr('l', 'n', 6, 5, 6, NULL, 6, tau, y.a, 6));
    BAD(7, starling_dormqr('l', 'n', 6, 5, 6, a, 5, tau, y.a, 6));
    BAD(8, starling_dormqr('l', 'n', 6, 5, 6, a, 6, NULL, y.a, 6));
    BAD(9, starling_dormqr('l', 'n', 6, 5, 6, a, 6, tau, NULL, 6));
    BAD(10, starling_dormqr('l', 'n', 6, 5, 6, a, 6, tau, y.a, 5));
    BAD(1, starling_dorgqr(-1, 6, 6, a, 6, tau));
    BAD(2, starling_dorgqr(6, 7, 6, a, 6, tau));
    BAD(3, starling_dorgqr(6, 5, 6, a, 6, tau));
    BAD(4, starling_dorgqr(6, 5, 5, NULL, 6, tau));
    BAD(5, starling_dorgqr(6, 5, 5, a, 5, tau));
    BAD(6, starling_dorgqr(6, 5, 5, a, 6, NULL));
    hold(&cases, starling_dgeqrf(0, 5, NULL, 1, NULL) == 0, "geqrf m=0");
    hold(&cases, starling_dormqr('r', 't', 4, 5, 0, NULL, 5, NULL, y.a, 6) == 0, "ormqr k=0");
    hold(&cases, starling_dorgqr(6, 0, 0, NULL, 6, NULL) == 0, "orgqr n=0");
    BAD(1, starling_gelqf(NULL));
    BAD(1, starling_gelqf(tiles));
    BAD(2, starling_gelqf_submit(A, NULL));
    BAD(3, starling_unmlq(L, N, A, C));
    BAD(1, starling_unglq(A, C));
    starling_matrix *V = wrap(&x, 3, 6);
    hold(&cases, starling_gelqf(V) == 0, "factors");
    BAD(3, starling_unmqr(L, N, V, C));
    BAD(2, starling_unmlq(L, (starling_trans)'x', V, C));
    BAD(4, starling_unmlq(L, N, V, V));
    BAD(4, starling_unmlq(R, N, V, C));
    BAD(5, starling_unmlq_submit(L, N, V, C, NULL));
    BAD(2, starling_unglq(V, C));
    BAD(3, starling_unglq_submit(V, C, NULL));
    starling_matrix_destroy(V);
    BAD(1, starling_dgelqf(-1, 6, a, 6, tau));
    BAD(4, starling_dgelqf(6, 6, a, 5, tau));
    BAD(5, starling_dormlq('l', 'n', 6, 5, 7, a, 7, tau, y.a, 6));
    BAD(7, starling_dormlq('l', 'n', 6, 5, 5, a, 4, tau, y.a, 6));
    BAD(2, starling_zunmlq('l', 't', 6, 5, 6, zx.a, 6, zx.a, zx.a, 6));
    BAD(2, starling_dorglq(6, 5, 5, a, 6, tau));
    BAD(3, starling_dorglq(5, 6, 6, a, 6, tau));
    BAD(5, starling_dorglq(5, 6, 5, a, 4, tau));
    hold(&cases, starling_dgelqf(5, 0, NULL, 5, NULL) == 0, "gelqf n=0");
    starling_sequence_destroy(seq);
    starling_matrix *all[] = {A, tiles, C, rows, Z};
    for (int i = 0; i < 5; i++)
        starling_matrix_destroy(all[i]);
    array_free(&x);
    array_free(&y);
    array_free(&zx);
    ok(all_held(&cases), "arguments, %d cases", cases.run);
}

/* T is made by the first product that runs: not in a sequence that has failed. */
static void failed_before(void)
{
    struct array v = array_new(STARLING_D, 20, 9, 0), tau = tau_new(STARLING_D, 9);
    struct array c = array_new(STARLING_D, 20, 3, 0);
    wide *t, *f = factors(ARRAYS, false, &v, &tau, &t);
    array_random(&c, STARLING_GENERAL, 5);
    wide *y = wide_of(&c, STARLING_GENERAL);
    wide_multiply(false, 'L', 'N', 20, 3, 9, f, t, y);
    starling_matrix *A = wrap(&v, 20, 4), *C = wrap(&c, 20, 2);
    starling_sequence *seq;
    starling_matrix_set_tau(A, tau.a);
    starling_sequence_create(&seq);
    starling_laset_submit((starling_uplo)'x', 1, 2, C, seq);
    starling_unmqr_submit(STARLING_LEFT, STARLING_NOTRANS, A, C, seq);
    int failed = starling_sequence_destroy(seq);
    int info = starling_unmqr(STARLING_LEFT, STARLING_NOTRANS, A, C);
    starling_matrix_destroy(A);
    starling_matrix_destroy(C);
    ok(failed == -1 && info == 0 && difference(&c, y) <= allowed(STARLING_D, 20, 9),
       "a product after a sequence that has failed: info %d, %d", failed, info);
    free(f);
    free(t);
    free(y);
    array_free(&v);
    array_free(&tau);
    array_free(&c);
}

/* LAPACK's orgqr takes k = 0: the columns of the identity. */
static void no_reflectors(void)
{
    struct array x = array_new(STARLING_D, 5, 3, 0);
    bool identity = starling_dorgqr(5, 3, 0, x.a, 5, NULL) == 0;
    for (int64_t j = 0; j < 3; j++)
        for (int64_t i = 0; i < 5; i++)
            identity &= array_get(&x, i, j) == (i == j);
    ok(identity, "orgqr without reflectors gives columns of the identity");
    array_free(&x);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        results(precisions[p], false);
        results(precisions[p], true);
        nan_in(precisions[p]);
    }
    failed_before();
    no_reflectors();
    arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}

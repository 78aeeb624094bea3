/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gehrd and products with its Q, in all precisions, orders around the panel and the block column,
 * and all kinds of ilo and ihi:
 *  - H, V and tau are LAPACK's, but for rounding, and LAPACK's unghr goes on with them;
 *  - |A - Q H Q^H| and |Q^H Q - I| are small for the Q of unghr;
 *  - unmhr multiplies by the same Q, from both sides;
 *  - objects, sequences and arrays agree, and what is around stays;
 *  - a NaN ends in a result, not in a hang;
 *  - bad arguments are told by position and name. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

#define API_UN(prec, name, ...)                                                                    \
    ((prec) == STARLING_S   ? starling_sor##name(__VA_ARGS__)                                      \
     : (prec) == STARLING_D ? starling_dor##name(__VA_ARGS__)                                      \
     : (prec) == STARLING_C ? starling_cun##name(__VA_ARGS__)                                      \
                            : starling_zun##name(__VA_ARGS__))

/* A random matrix that is upper triangular outside rows and columns ilo ... ihi. */
static struct array matrix(starling_precision prec, int64_t n, int64_t ilo, int64_t ihi)
{
    struct array a = array_new(prec, n, n, 3);
    array_random(&a, STARLING_GENERAL, (uint64_t)(n + 1000 * ilo + 7 * ihi));
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 1; i < n; i++)
            if (j < ilo - 1 || i >= ihi)
                array_set(&a, i, j, 0);
    return a;
}

static int lapack_gehrd(struct array *a, int64_t ilo, int64_t ihi, struct array *tau)
{
    int cm = LAPACK_COL_MAJOR, n = (int)a->n, lda = (int)a->lda, lo = (int)ilo, hi = (int)ihi;
    void *x = a->a, *t = tau->a;
    return n == 0                  ? 0
           : a->prec == STARLING_S ? LAPACKE_sgehrd(cm, n, lo, hi, x, lda, t)
           : a->prec == STARLING_D ? LAPACKE_dgehrd(cm, n, lo, hi, x, lda, t)
           : a->prec == STARLING_C ? LAPACKE_cgehrd(cm, n, lo, hi, x, lda, t)
                                   : LAPACKE_zgehrd(cm, n, lo, hi, x, lda, t);
}

static int lapack_unghr(struct array *a, int64_t ilo, int64_t ihi, const struct array *tau)
{
    int cm = LAPACK_COL_MAJOR, n = (int)a->n, lda = (int)a->lda, lo = (int)ilo, hi = (int)ihi;
    void *x = a->a, *t = tau->a;
    return n == 0                  ? 0
           : a->prec == STARLING_S ? LAPACKE_sorghr(cm, n, lo, hi, x, lda, t)
           : a->prec == STARLING_D ? LAPACKE_dorghr(cm, n, lo, hi, x, lda, t)
           : a->prec == STARLING_C ? LAPACKE_cunghr(cm, n, lo, hi, x, lda, t)
                                   : LAPACKE_zunghr(cm, n, lo, hi, x, lda, t);
}

static int64_t at_least_one(int64_t n)
{
    return n > 0 ? n : 1;
}

/* The reduction, and Q in another array. */
static int reduce(enum form form, struct array *a, int64_t ilo, int64_t ihi, int64_t nb,
                  struct array *tau, struct array *q)
{
    int64_t n = a->n;
    int info;
    if (form == ARRAYS) {
        info = API(a->prec, gehrd, n, ilo, ihi, a->a, a->lda, tau->a);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                array_set(q, i, j, array_get(a, i, j));
        return info != 0 ? info : API_UN(a->prec, ghr, n, ilo, ihi, q->a, q->lda, tau->a);
    }
    starling_matrix *A = wrap(a, at_least_one(n), nb), *Q = wrap(q, at_least_one(n), nb + 3);
    if (form == OBJECTS) {
        info = starling_gehrd(ilo, ihi, A);
        info = info != 0 ? info : starling_unghr(A, Q);
    } else {
        SUBMITTED(info, starling_gehrd_submit(ilo, ihi, A, seq));
        if (info == 0)
            SUBMITTED(info, starling_unghr_submit(A, Q, seq));
    }
    info = info != 0 || n < 2 ? info : starling_matrix_get_tau(A, tau->a);
    starling_matrix_destroy(A);
    starling_matrix_destroy(Q);
    return info;
}

/* The largest difference of elements, scaled by the norm. */
static double difference(const struct array *x, const struct array *y, double norm)
{
    double most = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            most = residual_larger(most, cabs(array_get(x, i, j) - array_get(y, i, j)));
    return scaled(x->prec, most, x->m, norm);
}

/* |A - Q H Q^H| and |Q^H Q - I|, scaled; a: A before, which is overwritten */
static double residual(const struct array *h, const struct array *q_array, wide *a)
{
    int64_t n = h->n, ld = at_least_one(n);
    double norm = wide_norm(a, n, n);
    wide *q = wide_of(q_array, STARLING_GENERAL), *b = wide_zeros(n, n), *qb = wide_zeros(n, n),
         *unit = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++) {
        unit[j + j * ld] = -1;
        for (int64_t i = 0; i < n && i <= j + 1; i++)
            b[i + j * ld] = array_get(h, i, j);
    }
    if (n > 0) {
        wide_gemm('N', 'N', n, n, n, 1, q, b, 0, qb);
        wide_gemm('N', 'C', n, n, n, -1, qb, q, 1, a);
        wide_gemm('C', 'N', n, n, n, 1, q, q, 1, unit);
    }
    double error = residual_larger(scaled(h->prec, wide_norm(a, n, n), n, norm),
                                   scaled(h->prec, wide_norm(unit, n, n), n, n > 0));
    free(q);
    free(b);
    free(qb);
    free(unit);
    return error;
}

/* op(Q) C and C op(Q) beside products with the array q: the largest difference, scaled; NaN: a call
 * failed. */
static double products(enum form form, struct array *a, int64_t ilo, int64_t ihi, int64_t nb,
                       const struct array *tau, const struct array *q_array)
{
    double most = 0;
    int64_t n = a->n, other = 11;
    wide *q = wide_of(q_array, STARLING_GENERAL);
    struct array copy = matrix(a->prec, n, ilo, ihi);
    starling_matrix *A = form == ARRAYS ? NULL : wrap(&copy, at_least_one(n), nb);
    int made = A ? starling_gehrd(ilo, ihi, A) : 0;
    for (const char *trans = is_complex(a->prec) ? "NC" : "NTC"; *trans; trans++)
        for (const char *side = "LR"; *side; side++) {
            bool left = *side == 'L';
            int64_t rows = left ? n : other, columns = left ? other : n;
            struct array c = array_new(a->prec, rows, columns, 2);
            array_random(&c, STARLING_GENERAL, 5);
            array_save(&c);
            wide *x = wide_of(&c, STARLING_GENERAL), *y = wide_zeros(rows, columns);
            char op = *trans == 'N' ? 'N' : 'C';
            int info = made;
            if (n > 0 && left)
                wide_gemm(op, 'N', n, other, n, 1, q, x, 0, y);
            else if (n > 0)
                wide_gemm('N', op, other, n, n, 1, x, q, 0, y);
            if (A) {
                starling_matrix *C =
                    left ? wrap(&c, at_least_one(n), 4) : wrap(&c, 4, at_least_one(n));
                if (info == 0)
                    info = starling_unmhr((starling_side)*side, (starling_trans)*trans, A, C);
                starling_matrix_destroy(C);
            } else {
                info = API_UN(a->prec, mhr, *side, *trans, rows, columns, ilo, ihi, a->a, a->lda,
                              tau->a, c.a, c.lda);
            }
            wide *z = wide_of(&c, STARLING_GENERAL);
            bool right = info == 0 && array_intact(&c, STARLING_GENERAL);
            double error = scaled(a->prec, wide_difference(z, y, rows, columns), rows + columns,
                                  wide_norm(x, rows, columns));
            most = residual_larger(most, right ? error : NAN);
            free(x);
            free(y);
            free(z);
            array_free(&c);
        }
    if (A)
        starling_matrix_destroy(A);
    array_free(&copy);
    free(q);
    return most;
}

static void check(struct cases *cases, starling_precision prec, int64_t n, int64_t ilo, int64_t ihi,
                  int64_t nb)
{
    for (int f = 0; f < FORMS; f++) {
        enum form form = (enum form)f;
        int64_t count = n > 1 ? n - 1 : 0;
        struct array a = matrix(prec, n, ilo, ihi), b = matrix(prec, n, ilo, ihi);
        struct array tau = array_new(prec, count, 1, 0), tau_b = array_new(prec, count, 1, 0);
        struct array q = array_new(prec, n, n, 1), q_b = array_new(prec, n, n, 0);
        wide *before = wide_of(&a, STARLING_GENERAL);
        double norm = wide_norm(before, n, n);
        array_save(&a);
        array_save(&tau);
        array_save(&q);
        int info = reduce(form, &a, ilo, ihi, nb, &tau, &q);
        int lapack = lapack_gehrd(&b, ilo, ihi, &tau_b);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                array_set(&q_b, i, j, array_get(&a, i, j));
        lapack += lapack_unghr(&q_b, ilo, ihi, &tau);
        bool intact = array_intact(&a, STARLING_GENERAL) && array_intact(&tau, STARLING_GENERAL) &&
                      array_intact(&q, STARLING_GENERAL);
        /* The condition of H grows with n. */
        double like = n > 40 ? 0 : difference(&a, &b, norm) / 100;
        double taus = n > 40 ? 0 : difference(&tau, &tau_b, 1) / 100;
        double same = difference(&q, &q_b, 1);
        double product = products(form, &a, ilo, ihi, nb, &tau, &q);
        double error = residual(&a, &q, before);
        hold(cases,
             info == 0 && lapack == 0 && intact && residual_right(like) && residual_right(taus) &&
                 residual_right(same) && residual_right(product) && residual_right(error),
             "%cgehrd form %d, n=%ld, ilo=%ld, ihi=%ld, nb=%ld: info %d, LAPACK's %d, residual %g, "
             "H %g, tau %g, Q %g, products %g%s",
             letter(prec), f, (long)n, (long)ilo, (long)ihi, (long)nb, info, lapack, error, like,
             taus, same, product, intact ? "" : ", more is changed");
        free(before);
        array_free(&a);
        array_free(&b);
        array_free(&tau);
        array_free(&tau_b);
        array_free(&q);
        array_free(&q_b);
    }
}

static void results(starling_precision prec)
{
    /* n, ilo, ihi, nb */
    static const int64_t shapes[][4] = {{0, 1, 0, 4},       {1, 1, 1, 4},       {2, 1, 2, 1},
                                        {2, 2, 2, 2},       {3, 1, 3, 2},       {3, 2, 3, 4},
                                        {4, 1, 3, 4},       {5, 1, 5, 4},       {9, 3, 7, 4},
                                        {13, 13, 13, 5},    {17, 5, 17, 4},     {29, 1, 14, 6},
                                        {33, 1, 33, 32},    {34, 1, 34, 33},    {40, 9, 32, 8},
                                        {65, 1, 65, 64},    {97, 1, 97, 40},    {101, 34, 90, 33},
                                        {131, 1, 131, 200}, {211, 60, 200, 48}, {300, 1, 300, 96}};
    struct cases cases = {0};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        if (!quick() || shapes[s][0] < 160)
            check(&cases, prec, shapes[s][0], shapes[s][1], shapes[s][2], shapes[s][3]);
    ok(all_held(&cases), "%cgehrd: %d results", letter(prec), cases.run);
}

static void nan_in(starling_precision prec)
{
    struct array a = matrix(prec, 40, 1, 40), tau = array_new(prec, 39, 1, 0);
    array_set(&a, 30, 35, NAN);
    int info = API(prec, gehrd, 40, 1, 40, a.a, a.lda, tau.a);
    ok(info == 0 && isnan(cabs(array_get(&a, 39, 39))), "%cgehrd with a NaN: info %d", letter(prec),
       info);
    array_free(&a);
    array_free(&tau);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array x = matrix(STARLING_D, 6, 1, 6), y = matrix(STARLING_D, 6, 1, 6);
    struct array z = matrix(STARLING_Z, 6, 1, 6), w = array_new(STARLING_D, 6, 2, 0);
    array_random(&w, STARLING_GENERAL, 1);
    starling_matrix *A = wrap(&x, 6, 4), *Q = wrap(&y, 6, 3), *tiles = wrap(&y, 3, 3);
    starling_matrix *Z = wrap(&z, 6, 4), *C = wrap(&w, 6, 1);
    const starling_side L = STARLING_LEFT, R = STARLING_RIGHT;
    const starling_trans N = STARLING_NOTRANS, T = STARLING_TRANS;
    double *a = x.a, *c = w.a, tau[6] = {0};
    starling_sequence *seq;
    starling_sequence_create(&seq);
    told(0, 0); /* those of before */
    BAD(1, starling_gehrd(0, 6, A));
    BAD(1, starling_gehrd(7, 6, A));
    BAD(2, starling_gehrd(3, 2, A));
    BAD(2, starling_gehrd(1, 7, A));
    BAD(3, starling_gehrd(1, 0, NULL));
    BAD(3, starling_gehrd(1, 6, tiles));
    BAD(3, starling_gehrd(1, 2, C));
    BAD(4, starling_gehrd_submit(1, 6, A, NULL));
    BAD(3, starling_unmhr(L, N, A, C));
    BAD(1, starling_unghr(A, Q));
    hold(cases, starling_gehrd(1, 6, A) == 0, "gehrd");
    BAD(1, starling_unmhr((starling_side)'x', N, A, C));
    BAD(2, starling_unmhr(L, (starling_trans)'x', A, C));
    BAD(2, starling_unmhr(L, T, Z, C));
    BAD(3, starling_unmhr(L, N, NULL, C));
    BAD(4, starling_unmhr(L, N, A, NULL));
    BAD(4, starling_unmhr(L, N, A, A));
    BAD(4, starling_unmhr(L, N, A, Z));
    BAD(4, starling_unmhr(R, N, A, C));
    BAD(5, starling_unmhr_submit(L, N, A, C, NULL));
    BAD(1, starling_unghr(NULL, Q));
    BAD(2, starling_unghr(A, NULL));
    BAD(2, starling_unghr(A, A));
    BAD(2, starling_unghr(A, Z));
    BAD(2, starling_unghr(A, C));
    BAD(2, starling_unghr(A, tiles));
    BAD(3, starling_unghr_submit(A, Q, NULL));
    BAD(1, starling_dgehrd(-1, 1, 0, a, 6, tau));
    BAD(2, starling_dgehrd(6, 0, 6, a, 6, tau));
    BAD(2, starling_dgehrd(0, 2, 0, a, 6, tau));
    BAD(3, starling_dgehrd(6, 1, 7, a, 6, tau));
    BAD(3, starling_dgehrd(6, 3, 2, a, 6, tau));
    BAD(4, starling_dgehrd(6, 1, 6, NULL, 6, tau));
    BAD(5, starling_dgehrd(6, 1, 6, a, 5, tau));
    BAD(6, starling_dgehrd(6, 1, 6, a, 6, NULL));
    BAD(1, starling_dormhr('x', 'n', 6, 2, 1, 6, a, 6, tau, c, 6));
    BAD(2, starling_zunmhr('l', 't', 6, 2, 1, 6, z.a, 6, z.a, z.a, 6));
    BAD(3, starling_dormhr('l', 'n', -6, 2, 1, 6, a, 6, tau, c, 6));
    BAD(4, starling_dormhr('l', 'n', 6, -2, 1, 6, a, 6, tau, c, 6));
    BAD(5, starling_dormhr('l', 'n', 6, 2, 0, 6, a, 6, tau, c, 6));
    BAD(6, starling_dormhr('r', 'n', 6, 2, 1, 6, a, 6, tau, c, 6));
    BAD(7, starling_dormhr('l', 'n', 6, 2, 1, 6, NULL, 6, tau, c, 6));
    BAD(8, starling_dormhr('l', 'n', 6, 2, 1, 6, a, 5, tau, c, 6));
    BAD(9, starling_dormhr('l', 'n', 6, 2, 1, 6, a, 6, NULL, c, 6));
    BAD(10, starling_dormhr('l', 'n', 6, 2, 1, 6, a, 6, tau, NULL, 6));
    BAD(11, starling_dormhr('l', 'n', 6, 2, 1, 6, a, 6, tau, c, 5));
    BAD(1, starling_dorghr(-1, 1, 0, a, 6, tau));
    BAD(2, starling_dorghr(6, 7, 6, a, 6, tau));
    BAD(3, starling_dorghr(6, 2, 1, a, 6, tau));
    BAD(4, starling_dorghr(6, 1, 6, NULL, 6, tau));
    BAD(5, starling_dorghr(6, 1, 6, a, 5, tau));
    BAD(6, starling_dorghr(6, 1, 6, a, 6, NULL));
    starling_sequence_destroy(seq);
    starling_matrix *all[] = {A, Q, tiles, Z, C};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        starling_matrix_destroy(all[i]);
    array_free(&x);
    array_free(&y);
    array_free(&z);
    array_free(&w);
    ok(all_held(cases), "%d bad arguments", cases->run);
}

int main(void)
{
    listen_to_errors();
    for (int p = 0; p < 4; p++) {
        results(precisions[p]);
        nan_in(precisions[p]);
    }
    arguments();
    return done_testing();
}

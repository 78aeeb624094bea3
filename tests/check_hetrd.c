/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* hetrd and products with its Q, in all precisions, both triangles, orders around the panel and the
 * block column:
 *  - T, V and tau are LAPACK's, but for rounding, and LAPACK's ungtr goes on with them;
 *  - |A - Q T Q^H| and |Q^H Q - I| are small for the Q of ungtr;
 *  - unmtr multiplies by the same Q, from both sides;
 *  - objects, sequences and arrays agree, and the other triangle and what is around stay;
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

#define API_TRD(prec, ...)                                                                         \
    ((prec) == STARLING_S   ? starling_ssytrd(__VA_ARGS__)                                         \
     : (prec) == STARLING_D ? starling_dsytrd(__VA_ARGS__)                                         \
     : (prec) == STARLING_C ? starling_chetrd(__VA_ARGS__)                                         \
                            : starling_zhetrd(__VA_ARGS__))
#define API_UN(prec, name, ...)                                                                    \
    ((prec) == STARLING_S   ? starling_sor##name(__VA_ARGS__)                                      \
     : (prec) == STARLING_D ? starling_dor##name(__VA_ARGS__)                                      \
     : (prec) == STARLING_C ? starling_cun##name(__VA_ARGS__)                                      \
                            : starling_zun##name(__VA_ARGS__))

static int64_t at_least_one(int64_t n)
{
    return n > 0 ? n : 1;
}

/* A reduction and its results. */
struct reduction {
    struct array a, d, e, tau, q;
};

static struct array matrix(starling_precision prec, char uplo, int64_t n)
{
    struct array a = array_new(prec, n, n, 3);
    array_random(&a, uplo, (uint64_t)(n + 1000 * uplo));
    return a;
}

static struct reduction reduction_new(starling_precision prec, char uplo, int64_t n)
{
    int64_t below = n > 1 ? n - 1 : 0;
    return (struct reduction){matrix(prec, uplo, n), array_new(real_of(prec), n, 1, 0),
                              array_new(real_of(prec), below, 1, 0), array_new(prec, below, 1, 0),
                              array_new(prec, n, n, 1)};
}

static void reduction_free(struct reduction *r)
{
    array_free(&r->a);
    array_free(&r->d);
    array_free(&r->e);
    array_free(&r->tau);
    array_free(&r->q);
}

static int lapack_hetrd(struct reduction *r, char uplo)
{
    int cm = LAPACK_COL_MAJOR, n = (int)r->a.n, lda = (int)r->a.lda;
    void *a = r->a.a, *d = r->d.a, *e = r->e.a, *tau = r->tau.a;
    double work[4096 * 2];
    void *w = work;
    return n == 0                    ? 0
           : r->a.prec == STARLING_S ? LAPACKE_ssytrd_work(cm, uplo, n, a, lda, d, e, tau, w, 4096)
           : r->a.prec == STARLING_D ? LAPACKE_dsytrd_work(cm, uplo, n, a, lda, d, e, tau, w, 4096)
           : r->a.prec == STARLING_C ? LAPACKE_chetrd_work(cm, uplo, n, a, lda, d, e, tau, w, 4096)
                                     : LAPACKE_zhetrd_work(cm, uplo, n, a, lda, d, e, tau, w, 4096);
}

static int lapack_ungtr(struct array *a, char uplo, const struct array *tau)
{
    int cm = LAPACK_COL_MAJOR, n = (int)a->n, lda = (int)a->lda;
    void *x = a->a, *t = tau->a;
    double work[4096 * 2];
    void *w = work;
    return n == 0                  ? 0
           : a->prec == STARLING_S ? LAPACKE_sorgtr_work(cm, uplo, n, x, lda, t, w, 4096)
           : a->prec == STARLING_D ? LAPACKE_dorgtr_work(cm, uplo, n, x, lda, t, w, 4096)
           : a->prec == STARLING_C ? LAPACKE_cungtr_work(cm, uplo, n, x, lda, t, w, 4096)
                                   : LAPACKE_zungtr_work(cm, uplo, n, x, lda, t, w, 4096);
}

static void copy(const struct array *x, struct array *y)
{
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            array_set(y, i, j, array_get(x, i, j));
}

/* The reduction, and Q. *A: the object, which stays; NULL: arrays. */
static int reduce(enum form form, struct reduction *r, char uplo, int64_t nb, starling_matrix **A)
{
    int64_t n = r->a.n, one = at_least_one(n);
    starling_precision prec = r->a.prec;
    starling_uplo up = (starling_uplo)uplo;
    int info;
    *A = NULL;
    if (form == ARRAYS) {
        info = API_TRD(prec, uplo, n, r->a.a, r->a.lda, r->d.a, r->e.a, r->tau.a);
        copy(&r->a, &r->q);
        return info != 0 ? info : API_UN(prec, gtr, uplo, n, r->q.a, r->q.lda, r->tau.a);
    }
    *A = wrap(&r->a, one, nb);
    starling_matrix *D = wrap(&r->d, one, 1), *E = wrap(&r->e, one, 1),
                    *Q = wrap(&r->q, one, nb + 3);
    if (form == OBJECTS) {
        info = starling_hetrd(up, *A, D, E);
        info = info != 0 ? info : starling_ungtr(*A, Q);
    } else {
        SUBMITTED(info, starling_hetrd_submit(up, *A, D, E, seq));
        if (info == 0)
            SUBMITTED(info, starling_ungtr_submit(*A, Q, seq));
    }
    info = info != 0 || n < 2 ? info : starling_matrix_get_tau(*A, r->tau.a);
    starling_matrix_destroy(D);
    starling_matrix_destroy(E);
    starling_matrix_destroy(Q);
    return info;
}

static bool in_triangle(char uplo, int64_t i, int64_t j)
{
    return uplo == 'L' ? i >= j : i <= j;
}

/* The largest difference of elements, scaled by the norm. uplo: only of a triangle; 0: of all */
static double difference(char uplo, const struct array *x, const struct array *y, double norm)
{
    double most = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            if (uplo == 0 || in_triangle(uplo, i, j))
                most = residual_larger(most, cabs(array_get(x, i, j) - array_get(y, i, j)));
    return scaled(x->prec, most, x->m, norm);
}

/* |A - Q T Q^H| and |Q^H Q - I|, scaled; a: A before, which is overwritten */
static double residual(const struct reduction *r, wide *a)
{
    int64_t n = r->a.n, ld = at_least_one(n);
    starling_precision prec = r->a.prec;
    double norm = wide_norm(a, n, n);
    wide *q = wide_of(&r->q, STARLING_GENERAL), *t = wide_zeros(n, n), *qt = wide_zeros(n, n),
         *unit = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++) {
        unit[j + j * ld] = -1;
        t[j + j * ld] = array_get(&r->d, j, 0);
        if (j + 1 < n)
            t[j + 1 + j * ld] = t[j + (j + 1) * ld] = array_get(&r->e, j, 0);
    }
    if (n > 0) {
        wide_gemm('N', 'N', n, n, n, 1, q, t, 0, qt);
        wide_gemm('N', 'C', n, n, n, -1, qt, q, 1, a);
        wide_gemm('C', 'N', n, n, n, 1, q, q, 1, unit);
    }
    double error = residual_larger(scaled(prec, wide_norm(a, n, n), n, norm),
                                   scaled(prec, wide_norm(unit, n, n), n, n > 0));
    free(q);
    free(t);
    free(qt);
    free(unit);
    return error;
}

/* op(Q) C and C op(Q) beside products with the array q: the largest difference, scaled; NaN: a call
 * failed. */
static double products(struct reduction *r, char uplo, starling_matrix *A)
{
    double most = 0;
    int64_t n = r->a.n, other = 11;
    starling_precision prec = r->a.prec;
    wide *q = wide_of(&r->q, STARLING_GENERAL);
    for (const char *trans = is_complex(prec) ? "NC" : "NTC"; *trans; trans++)
        for (const char *side = "LR"; *side; side++) {
            bool left = *side == 'L';
            int64_t rows = left ? n : other, columns = left ? other : n;
            struct array c = array_new(prec, rows, columns, 2);
            array_random(&c, STARLING_GENERAL, 5);
            array_save(&c);
            wide *x = wide_of(&c, STARLING_GENERAL), *y = wide_zeros(rows, columns);
            char op = *trans == 'N' ? 'N' : 'C';
            int info;
            if (n > 0 && left)
                wide_gemm(op, 'N', n, other, n, 1, q, x, 0, y);
            else if (n > 0)
                wide_gemm('N', op, other, n, n, 1, x, q, 0, y);
            if (A) {
                starling_matrix *C =
                    left ? wrap(&c, at_least_one(n), 4) : wrap(&c, 4, at_least_one(n));
                info = starling_unmtr((starling_side)*side, (starling_trans)*trans, A, C);
                starling_matrix_destroy(C);
            } else {
                info = API_UN(prec, mtr, *side, uplo, *trans, rows, columns, r->a.a, r->a.lda,
                              r->tau.a, c.a, c.lda);
            }
            wide *z = wide_of(&c, STARLING_GENERAL);
            bool right = info == 0 && array_intact(&c, STARLING_GENERAL);
            double error = scaled(prec, wide_difference(z, y, rows, columns), rows + columns,
                                  wide_norm(x, rows, columns));
            most = residual_larger(most, right ? error : NAN);
            free(x);
            free(y);
            free(z);
            array_free(&c);
        }
    free(q);
    return most;
}

static void check(struct cases *cases, starling_precision prec, char uplo, int64_t n, int64_t nb)
{
    for (int f = 0; f < FORMS; f++) {
        enum form form = (enum form)f;
        struct reduction r = reduction_new(prec, uplo, n), l = reduction_new(prec, uplo, n);
        struct array q = array_new(prec, n, n, 0);
        wide *before = wide_hermitian(&r.a, uplo);
        double norm = wide_norm(before, n, n);
        starling_matrix *A;
        array_save(&r.a);
        array_save(&r.d);
        array_save(&r.e);
        array_save(&r.tau);
        array_save(&r.q);
        int info = reduce(form, &r, uplo, nb, &A);
        double product = products(&r, uplo, A);
        if (A)
            starling_matrix_destroy(A);
        int lapack = lapack_hetrd(&l, uplo);
        copy(&r.a, &q);
        lapack += lapack_ungtr(&q, uplo, &r.tau);
        bool intact = array_intact(&r.a, uplo) && array_intact(&r.d, STARLING_GENERAL) &&
                      array_intact(&r.e, STARLING_GENERAL) &&
                      array_intact(&r.tau, STARLING_GENERAL) &&
                      array_intact(&r.q, STARLING_GENERAL);
        double like = 0; /* T is sensitive: only of small orders */
        if (n <= 20)
            like = residual_larger(residual_larger(difference(uplo, &r.a, &l.a, norm),
                                                   difference(0, &r.tau, &l.tau, 1)),
                                   residual_larger(difference(0, &r.d, &l.d, norm),
                                                   difference(0, &r.e, &l.e, norm))) /
                   1000;
        double same = difference(0, &r.q, &q, 1);
        double error = residual(&r, before);
        hold(cases,
             info == 0 && lapack == 0 && intact && residual_right(like) && residual_right(same) &&
                 residual_right(product) && residual_right(error),
             "%chetrd %c form %d, n=%ld, nb=%ld: info %d, LAPACK's %d, residual %g, T %g, Q %g, "
             "products %g%s",
             letter(prec), uplo, f, (long)n, (long)nb, info, lapack, error, like, same, product,
             intact ? "" : ", more is changed");
        free(before);
        reduction_free(&r);
        reduction_free(&l);
        array_free(&q);
    }
}

static void results(starling_precision prec)
{
    static const int64_t shapes[][2] = {
        {0, 4},  {1, 4},   {2, 1},   {2, 2},   {3, 2},   {4, 4},   {5, 4},     {13, 5},
        {20, 6}, {31, 32}, {33, 32}, {34, 33}, {65, 64}, {97, 40}, {131, 200}, {300, 96}};
    struct cases cases = {0};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (const char *uplo = "LU"; *uplo; uplo++)
            if (!quick() || shapes[s][0] < 160)
                check(&cases, prec, *uplo, shapes[s][0], shapes[s][1]);
    ok(all_held(&cases), "%chetrd: %d results", letter(prec), cases.run);
}

static void nan_in(starling_precision prec)
{
    struct reduction r = reduction_new(prec, 'L', 40);
    array_set(&r.a, 30, 25, NAN);
    int info = API_TRD(prec, 'L', 40, r.a.a, r.a.lda, r.d.a, r.e.a, r.tau.a);
    ok(info == 0 && isnan(cabs(array_get(&r.d, 39, 0))), "%chetrd with a NaN: info %d",
       letter(prec), info);
    reduction_free(&r);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct reduction r = reduction_new(STARLING_D, 'L', 6), s = reduction_new(STARLING_Z, 'L', 6);
    struct array y = matrix(STARLING_D, 'L', 6), w = array_new(STARLING_D, 6, 2, 0);
    array_random(&w, STARLING_GENERAL, 1);
    array_random(&r.a, STARLING_GENERAL, 1);
    starling_matrix *A = wrap(&r.a, 6, 4), *D = wrap(&r.d, 6, 1), *E = wrap(&r.e, 6, 1);
    starling_matrix *Z = wrap(&s.a, 6, 4), *Q = wrap(&y, 6, 3), *tiles = wrap(&y, 3, 3);
    starling_matrix *C = wrap(&w, 6, 1), *cut = wrap(&r.d, 3, 1);
    const starling_side left = STARLING_LEFT, right = STARLING_RIGHT;
    const starling_trans N = STARLING_NOTRANS, T = STARLING_TRANS;
    const starling_uplo L = STARLING_LOWER;
    double *a = r.a.a, *d = r.d.a, *e = r.e.a, *tau = r.tau.a, *c = w.a;
    told(0, 0); /* those of before */
    BAD(1, starling_hetrd(STARLING_GENERAL, A, D, E));
    BAD(2, starling_hetrd(L, NULL, D, E));
    BAD(2, starling_hetrd(L, tiles, D, E));
    BAD(2, starling_hetrd(L, C, D, E));
    BAD(3, starling_hetrd(L, A, NULL, E));
    BAD(3, starling_hetrd(L, A, E, E));
    BAD(3, starling_hetrd(L, A, cut, E));
    BAD(4, starling_hetrd(L, A, D, NULL));
    BAD(4, starling_hetrd(L, A, D, D));
    BAD(5, starling_hetrd_submit(L, A, D, E, NULL));
    BAD(3, starling_unmtr(left, N, A, C));
    BAD(1, starling_ungtr(A, Q));
    hold(cases, starling_hetrd(L, A, D, E) == 0, "hetrd");
    BAD(1, starling_unmtr((starling_side)'x', N, A, C));
    BAD(2, starling_unmtr(left, (starling_trans)'x', A, C));
    BAD(2, starling_unmtr(left, T, Z, C));
    BAD(3, starling_unmtr(left, N, NULL, C));
    BAD(4, starling_unmtr(left, N, A, NULL));
    BAD(4, starling_unmtr(left, N, A, A));
    BAD(4, starling_unmtr(left, N, A, Z));
    BAD(4, starling_unmtr(right, N, A, C));
    BAD(5, starling_unmtr_submit(left, N, A, C, NULL));
    BAD(1, starling_ungtr(NULL, Q));
    BAD(2, starling_ungtr(A, NULL));
    BAD(2, starling_ungtr(A, A));
    BAD(2, starling_ungtr(A, Z));
    BAD(2, starling_ungtr(A, C));
    BAD(3, starling_ungtr_submit(A, Q, NULL));
    BAD(1, starling_dsytrd('x', 6, a, 6, d, e, tau));
    BAD(2, starling_dsytrd('l', -1, a, 6, d, e, tau));
    BAD(3, starling_dsytrd('l', 6, NULL, 6, d, e, tau));
    BAD(4, starling_dsytrd('l', 6, a, 5, d, e, tau));
    BAD(5, starling_dsytrd('l', 6, a, 6, NULL, e, tau));
    BAD(6, starling_dsytrd('l', 6, a, 6, d, NULL, tau));
    BAD(7, starling_dsytrd('l', 6, a, 6, d, e, NULL));
    BAD(1, starling_dormtr('x', 'l', 'n', 6, 2, a, 6, tau, c, 6));
    BAD(2, starling_dormtr('l', 'x', 'n', 6, 2, a, 6, tau, c, 6));
    BAD(3, starling_zunmtr('l', 'l', 't', 6, 2, s.a.a, 6, s.tau.a, s.q.a, 6));
    BAD(4, starling_dormtr('l', 'l', 'n', -6, 2, a, 6, tau, c, 6));
    BAD(5, starling_dormtr('l', 'l', 'n', 6, -2, a, 6, tau, c, 6));
    BAD(6, starling_dormtr('l', 'l', 'n', 6, 2, NULL, 6, tau, c, 6));
    BAD(7, starling_dormtr('l', 'l', 'n', 6, 2, a, 5, tau, c, 6));
    BAD(8, starling_dormtr('l', 'l', 'n', 6, 2, a, 6, NULL, c, 6));
    BAD(9, starling_dormtr('l', 'l', 'n', 6, 2, a, 6, tau, NULL, 6));
    BAD(10, starling_dormtr('l', 'l', 'n', 6, 2, a, 6, tau, c, 5));
    BAD(1, starling_dorgtr('x', 6, a, 6, tau));
    BAD(2, starling_dorgtr('l', -6, a, 6, tau));
    BAD(3, starling_dorgtr('l', 6, NULL, 6, tau));
    BAD(4, starling_dorgtr('l', 6, a, 5, tau));
    BAD(5, starling_dorgtr('l', 6, a, 6, NULL));
    starling_matrix *all[] = {A, D, E, Z, Q, tiles, C, cut};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        starling_matrix_destroy(all[i]);
    reduction_free(&r);
    reduction_free(&s);
    array_free(&y);
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

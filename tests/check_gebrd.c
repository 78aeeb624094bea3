/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gebrd and products with its Q and P, in all precisions and shapes around the panel and the block
 * column:
 *  - B, the reflectors and tau are LAPACK's, but for rounding, and LAPACK's ungbr goes on with
 * them;
 *  - |A - Q B P^H|, |Q^H Q - I| and |P^H P - I| are small for the Q and P^H of ungbr;
 *  - unmbr multiplies by the same Q and P, from both sides;
 *  - objects, sequences and arrays agree, and what is around stays;
 *  - A that gets other elements has no Q and no P;
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

static int64_t at_least_one(int64_t n)
{
    return n > 0 ? n : 1;
}

static int64_t least_of(int64_t m, int64_t n)
{
    return m < n ? m : n;
}

/* A reduction and its results: Q m x m and P^H n x n. */
struct reduction {
    starling_precision prec;
    int64_t m, n, least;
    struct array a, d, e, tauq, taup, q, p;
};

static struct array matrix(starling_precision prec, int64_t m, int64_t n)
{
    struct array a = array_new(prec, m, n, 3);
    array_random(&a, STARLING_GENERAL, (uint64_t)(n + 1000 * m));
    return a;
}

static struct reduction reduction_new(starling_precision prec, int64_t m, int64_t n)
{
    int64_t least = least_of(m, n), beside = least > 1 ? least - 1 : 0;
    return (struct reduction){prec,
                              m,
                              n,
                              least,
                              matrix(prec, m, n),
                              array_new(real_of(prec), least, 1, 0),
                              array_new(real_of(prec), beside, 1, 0),
                              array_new(prec, least, 1, 0),
                              array_new(prec, least, 1, 0),
                              array_new(prec, m, m, 1),
                              array_new(prec, n, n, 2)};
}

/* Calls what for each array. */
static void each(struct reduction *r, void (*what)(struct array *))
{
    struct array *all[] = {&r->a, &r->d, &r->e, &r->tauq, &r->taup, &r->q, &r->p};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        what(all[i]);
}

static bool intact(struct reduction *r)
{
    struct array *all[] = {&r->a, &r->d, &r->e, &r->tauq, &r->taup, &r->q, &r->p};
    bool all_of_them = true;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        all_of_them = all_of_them && array_intact(all[i], STARLING_GENERAL);
    return all_of_them;
}

enum { WORK = 8192 };
static double work[2 * WORK];

static int lapack_gebrd(struct reduction *r)
{
    int cm = LAPACK_COL_MAJOR, m = (int)r->m, n = (int)r->n, lda = (int)r->a.lda;
    void *a = r->a.a, *d = r->d.a, *e = r->e.a, *q = r->tauq.a, *p = r->taup.a, *w = work;
    return r->least == 0           ? 0
           : r->prec == STARLING_S ? LAPACKE_sgebrd_work(cm, m, n, a, lda, d, e, q, p, w, WORK)
           : r->prec == STARLING_D ? LAPACKE_dgebrd_work(cm, m, n, a, lda, d, e, q, p, w, WORK)
           : r->prec == STARLING_C ? LAPACKE_cgebrd_work(cm, m, n, a, lda, d, e, q, p, w, WORK)
                                   : LAPACKE_zgebrd_work(cm, m, n, a, lda, d, e, q, p, w, WORK);
}

/* m x m Q or P^H, by LAPACK or by the arrays' form */
static int form_by(bool lapack, char vect, struct array *x, int64_t k, const struct array *tau)
{
    int cm = LAPACK_COL_MAJOR, n = (int)x->m, ld = (int)x->lda, l = (int)k;
    void *a = x->a, *t = tau->a, *w = work;
    if (!lapack)
        return API_UN(x->prec, gbr, vect, n, n, k, a, ld, t);
    return n == 0                  ? 0
           : x->prec == STARLING_S ? LAPACKE_sorgbr_work(cm, vect, n, n, l, a, ld, t, w, WORK)
           : x->prec == STARLING_D ? LAPACKE_dorgbr_work(cm, vect, n, n, l, a, ld, t, w, WORK)
           : x->prec == STARLING_C ? LAPACKE_cungbr_work(cm, vect, n, n, l, a, ld, t, w, WORK)
                                   : LAPACKE_zungbr_work(cm, vect, n, n, l, a, ld, t, w, WORK);
}

/* The common elements; zeros elsewhere. */
static void copy(const struct array *x, struct array *y)
{
    for (int64_t j = 0; j < y->n; j++)
        for (int64_t i = 0; i < y->m; i++)
            array_set(y, i, j, i < x->m && j < x->n ? array_get(x, i, j) : 0);
}

/* The reduction, Q and P^H. *A: the object, which stays; NULL: arrays. */
static int reduce(enum form form, struct reduction *r, int64_t nb, starling_matrix **A)
{
    int64_t m = r->m, n = r->n, one = at_least_one(r->least);
    int info;
    *A = NULL;
    if (form == ARRAYS) {
        info = API(r->prec, gebrd, m, n, r->a.a, r->a.lda, r->d.a, r->e.a, r->tauq.a, r->taup.a);
        copy(&r->a, &r->q);
        copy(&r->a, &r->p);
        info = info != 0 || r->least == 0 ? info : form_by(false, 'Q', &r->q, n, &r->tauq);
        return info != 0 || r->least == 0 ? info : form_by(false, 'P', &r->p, m, &r->taup);
    }
    *A = m < n ? wrap(&r->a, nb, n) : wrap(&r->a, at_least_one(m), nb);
    starling_matrix *D = wrap(&r->d, one, 1), *E = wrap(&r->e, one, 1);
    starling_matrix *Q = wrap(&r->q, at_least_one(m), nb + 3),
                    *P = wrap(&r->p, nb + 2, at_least_one(n));
    if (form == OBJECTS) {
        info = starling_gebrd(*A, D, E);
        info = info != 0 ? info : starling_ungbr(STARLING_OF_Q, *A, Q);
        info = info != 0 ? info : starling_ungbr(STARLING_OF_P, *A, P);
    } else {
        SUBMITTED(info, starling_gebrd_submit(*A, D, E, seq));
        if (info == 0)
            SUBMITTED(info, starling_ungbr_submit(STARLING_OF_Q, *A, Q, seq));
        if (info == 0)
            SUBMITTED(info, starling_ungbr_submit(STARLING_OF_P, *A, P, seq));
    }
    info = info != 0 ? info : starling_gebrd_get_tau(STARLING_OF_Q, *A, r->tauq.a);
    info = info != 0 ? info : starling_gebrd_get_tau(STARLING_OF_P, *A, r->taup.a);
    starling_matrix_destroy(D);
    starling_matrix_destroy(E);
    starling_matrix_destroy(Q);
    starling_matrix_destroy(P);
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

/* |X^H X - I|, scaled */
static double orthogonality(const struct array *x)
{
    int64_t n = x->n;
    wide *q = wide_of(x, STARLING_GENERAL), *unit = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++)
        unit[j + j * n] = -1;
    if (n > 0)
        wide_gemm('C', 'N', n, n, n, 1, q, q, 1, unit);
    double error = scaled(x->prec, wide_norm(unit, n, n), n, n > 0);
    free(q);
    free(unit);
    return error;
}

/* |A - Q B P^H| and the orthogonality, scaled; a: A before, which is overwritten */
static double residual(const struct reduction *r, wide *a)
{
    int64_t m = r->m, n = r->n, k = r->least, ld = at_least_one(m);
    double norm = wide_norm(a, m, n);
    wide *q = wide_of(&r->q, STARLING_GENERAL), *p = wide_of(&r->p, STARLING_GENERAL),
         *b = wide_zeros(m, n), *qb = wide_zeros(m, n);
    for (int64_t j = 0; j < k; j++) {
        b[j + j * ld] = array_get(&r->d, j, 0);
        if (j + 1 < k)
            b[m < n ? j + 1 + j * ld : j + (j + 1) * ld] = array_get(&r->e, j, 0);
    }
    if (k > 0) {
        wide_gemm('N', 'N', m, n, m, 1, q, b, 0, qb);
        wide_gemm('N', 'N', m, n, n, -1, qb, p, 1, a);
    }
    double error = scaled(r->prec, wide_norm(a, m, n), m + n, norm);
    if (k > 0)
        error = residual_larger(error, residual_larger(orthogonality(&r->q), orthogonality(&r->p)));
    free(q);
    free(p);
    free(b);
    free(qb);
    return error;
}

/* op(X) C and C op(X) beside products with the array of Q or of P^H: the largest difference,
 * scaled; NaN: a call failed. */
static double products(struct reduction *r, char vect, starling_matrix *A)
{
    double most = 0;
    const struct array *of = vect == 'Q' ? &r->q : &r->p;
    int64_t n = of->n, other = 11, k = vect == 'Q' ? r->n : r->m;
    void *tau = vect == 'Q' ? r->tauq.a : r->taup.a;
    wide *q = wide_of(of, STARLING_GENERAL);
    for (const char *trans = is_complex(r->prec) ? "NC" : "NTC"; *trans && r->least > 0; trans++)
        for (const char *side = "LR"; *side; side++) {
            bool left = *side == 'L';
            int64_t rows = left ? n : other, columns = left ? other : n;
            struct array c = array_new(r->prec, rows, columns, 2);
            array_random(&c, STARLING_GENERAL, 5);
            array_save(&c);
            wide *x = wide_of(&c, STARLING_GENERAL), *y = wide_zeros(rows, columns);
            char op = (*trans == 'N') == (vect == 'Q') ? 'N' : 'C';
            int info;
            if (left)
                wide_gemm(op, 'N', n, other, n, 1, q, x, 0, y);
            else
                wide_gemm('N', op, other, n, n, 1, x, q, 0, y);
            if (A) {
                starling_matrix *C = left ? wrap(&c, n, 4) : wrap(&c, 4, n);
                info = starling_unmbr((starling_vect)vect, (starling_side)*side,
                                      (starling_trans)*trans, A, C);
                starling_matrix_destroy(C);
            } else {
                info = API_UN(r->prec, mbr, vect, *side, *trans, rows, columns, k, r->a.a, r->a.lda,
                              tau, c.a, c.lda);
            }
            wide *z = wide_of(&c, STARLING_GENERAL);
            bool right = info == 0 && array_intact(&c, STARLING_GENERAL);
            double error = scaled(r->prec, wide_difference(z, y, rows, columns), rows + columns,
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

static void check(struct cases *cases, starling_precision prec, int64_t m, int64_t n, int64_t nb)
{
    for (int f = 0; f < FORMS; f++) {
        enum form form = (enum form)f;
        struct reduction r = reduction_new(prec, m, n), l = reduction_new(prec, m, n);
        wide *before = wide_of(&r.a, STARLING_GENERAL);
        double norm = wide_norm(before, m, n), like = 0, same = 0;
        starling_matrix *A;
        each(&r, array_save);
        int info = reduce(form, &r, nb, &A);
        double product = residual_larger(products(&r, 'Q', A), products(&r, 'P', A));
        if (A)
            starling_matrix_destroy(A);
        int lapack = lapack_gebrd(&l);
        if (r.least <= 20) { /* B is sensitive: only of small orders */
            like = residual_larger(difference(&r.a, &l.a, norm), difference(&r.tauq, &l.tauq, 1));
            like = residual_larger(like, difference(&r.taup, &l.taup, 1));
            like = residual_larger(like, difference(&r.d, &l.d, norm));
            like = residual_larger(like, difference(&r.e, &l.e, norm)) / 1000;
        }
        if (r.least > 0) {
            copy(&r.a, &l.q);
            copy(&r.a, &l.p);
            lapack += form_by(true, 'Q', &l.q, n, &r.tauq) + form_by(true, 'P', &l.p, m, &r.taup);
            same = residual_larger(difference(&r.q, &l.q, 1), difference(&r.p, &l.p, 1));
        }
        bool stays = intact(&r);
        double error = residual(&r, before);
        hold(cases,
             info == 0 && lapack == 0 && stays && residual_right(like) && residual_right(same) &&
                 residual_right(product) && residual_right(error),
             "%cgebrd form %d, %ld x %ld, nb=%ld: info %d, LAPACK's %d, residual %g, B %g, Q and P "
             "%g, products %g%s",
             letter(prec), f, (long)m, (long)n, (long)nb, info, lapack, error, like, same, product,
             stays ? "" : ", more is changed");
        free(before);
        each(&r, array_free);
        each(&l, array_free);
    }
}

static void results(starling_precision prec)
{
    static const int64_t shapes[][3] = {
        {0, 0, 4},    {0, 3, 4},    {3, 0, 4},       {1, 1, 4},      {1, 2, 1},     {2, 1, 2},
        {2, 2, 1},    {3, 3, 2},    {5, 5, 4},       {9, 4, 4},      {4, 9, 4},     {13, 12, 5},
        {20, 20, 6},  {33, 32, 32}, {32, 33, 32},    {33, 33, 32},   {34, 34, 33},  {65, 65, 64},
        {97, 60, 40}, {60, 97, 40}, {131, 131, 200}, {260, 200, 96}, {200, 260, 96}};
    struct cases cases = {0};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        if (!quick() || shapes[s][0] < 160)
            check(&cases, prec, shapes[s][0], shapes[s][1], shapes[s][2]);
    ok(all_held(&cases), "%cgebrd: %d results", letter(prec), cases.run);
}

static void nan_in(starling_precision prec)
{
    struct reduction r = reduction_new(prec, 40, 36);
    array_set(&r.a, 30, 25, NAN);
    int info = API(prec, gebrd, 40, 36, r.a.a, r.a.lda, r.d.a, r.e.a, r.tauq.a, r.taup.a);
    ok(info == 0 && isnan(cabs(array_get(&r.d, 35, 0))), "%cgebrd with a NaN: info %d",
       letter(prec), info);
    each(&r, array_free);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct reduction r = reduction_new(STARLING_D, 7, 6), s = reduction_new(STARLING_Z, 7, 6);
    struct array w = array_new(STARLING_D, 7, 2, 0), wide_one = matrix(STARLING_D, 4, 6);
    array_random(&w, STARLING_GENERAL, 1);
    starling_matrix *A = wrap(&r.a, 7, 4), *D = wrap(&r.d, 6, 1), *E = wrap(&r.e, 6, 1);
    starling_matrix *Z = wrap(&s.a, 7, 4), *Q = wrap(&r.q, 7, 3), *tiles = wrap(&r.q, 3, 3);
    starling_matrix *C = wrap(&w, 7, 1), *cut = wrap(&r.d, 3, 1), *columns = wrap(&wide_one, 4, 3);
    const starling_side left = STARLING_LEFT, right = STARLING_RIGHT;
    const starling_trans N = STARLING_NOTRANS, T = STARLING_TRANS;
    const starling_vect q = STARLING_OF_Q, p = STARLING_OF_P;
    double *a = r.a.a, *d = r.d.a, *e = r.e.a, *tau = r.tauq.a, *taup = r.taup.a, *c = w.a;
    told(0, 0); /* those of before */
    BAD(1, starling_gebrd(NULL, D, E));
    BAD(1, starling_gebrd(tiles, D, E));
    BAD(1, starling_gebrd(columns, D, E));
    BAD(2, starling_gebrd(A, NULL, E));
    BAD(2, starling_gebrd(A, cut, E));
    BAD(2, starling_gebrd(A, E, E));
    BAD(3, starling_gebrd(A, D, NULL));
    BAD(3, starling_gebrd(A, D, D));
    BAD(4, starling_gebrd_submit(A, D, E, NULL));
    BAD(4, starling_unmbr(q, left, N, A, C));
    BAD(2, starling_ungbr(q, A, Q));
    BAD(2, starling_gebrd_get_tau(q, A, tau));
    hold(cases, starling_gebrd(A, D, E) == 0, "gebrd");
    BAD(1, starling_gebrd_get_tau((starling_vect)'x', A, tau));
    BAD(2, starling_gebrd_get_tau(q, NULL, tau));
    BAD(3, starling_gebrd_get_tau(q, A, NULL));
    BAD(1, starling_unmbr((starling_vect)'x', left, N, A, C));
    BAD(2, starling_unmbr(q, (starling_side)'x', N, A, C));
    BAD(3, starling_unmbr(q, left, (starling_trans)'x', A, C));
    BAD(3, starling_unmbr(q, left, T, Z, C));
    BAD(4, starling_unmbr(q, left, N, NULL, C));
    BAD(5, starling_unmbr(q, left, N, A, NULL));
    BAD(5, starling_unmbr(q, left, N, A, A));
    BAD(5, starling_unmbr(q, left, N, A, Z));
    BAD(5, starling_unmbr(q, right, N, A, C));
    BAD(5, starling_unmbr(p, left, N, A, C));
    BAD(6, starling_unmbr_submit(q, left, N, A, C, NULL));
    BAD(1, starling_ungbr((starling_vect)'x', A, Q));
    BAD(2, starling_ungbr(q, NULL, Q));
    BAD(3, starling_ungbr(q, A, NULL));
    BAD(3, starling_ungbr(q, A, A));
    BAD(3, starling_ungbr(q, A, Z));
    BAD(3, starling_ungbr(p, A, Q));
    BAD(4, starling_ungbr_submit(q, A, Q, NULL));
    hold(cases, starling_laset(STARLING_GENERAL, 0, 1, A) == 0, "laset");
    BAD(4, starling_unmbr(q, left, N, A, C));
    BAD(4, starling_unmbr(p, left, N, A, C));
    BAD(1, starling_dgebrd(-1, 6, a, 7, d, e, tau, taup));
    BAD(2, starling_dgebrd(7, -1, a, 7, d, e, tau, taup));
    BAD(3, starling_dgebrd(7, 6, NULL, 7, d, e, tau, taup));
    BAD(4, starling_dgebrd(7, 6, a, 6, d, e, tau, taup));
    BAD(5, starling_dgebrd(7, 6, a, 7, NULL, e, tau, taup));
    BAD(6, starling_dgebrd(7, 6, a, 7, d, NULL, tau, taup));
    BAD(7, starling_dgebrd(7, 6, a, 7, d, e, NULL, taup));
    BAD(8, starling_dgebrd(7, 6, a, 7, d, e, tau, NULL));
    BAD(1, starling_dormbr('x', 'l', 'n', 7, 2, 6, a, 7, tau, c, 7));
    BAD(2, starling_dormbr('q', 'x', 'n', 7, 2, 6, a, 7, tau, c, 7));
    BAD(3, starling_zunmbr('q', 'l', 't', 7, 2, 6, s.a.a, 7, s.tauq.a, s.q.a, 7));
    BAD(4, starling_dormbr('q', 'l', 'n', -7, 2, 6, a, 7, tau, c, 7));
    BAD(5, starling_dormbr('q', 'l', 'n', 7, -2, 6, a, 7, tau, c, 7));
    BAD(6, starling_dormbr('q', 'l', 'n', 7, 2, -6, a, 7, tau, c, 7));
    BAD(7, starling_dormbr('q', 'l', 'n', 7, 2, 6, NULL, 7, tau, c, 7));
    BAD(8, starling_dormbr('q', 'l', 'n', 7, 2, 6, a, 6, tau, c, 7));
    BAD(9, starling_dormbr('q', 'l', 'n', 7, 2, 6, a, 7, NULL, c, 7));
    BAD(10, starling_dormbr('q', 'l', 'n', 7, 2, 6, a, 7, tau, NULL, 7));
    BAD(11, starling_dormbr('q', 'l', 'n', 7, 2, 6, a, 7, tau, c, 6));
    BAD(1, starling_dorgbr('x', 7, 6, 6, a, 7, tau));
    BAD(2, starling_dorgbr('q', -7, 6, 6, a, 7, tau));
    BAD(3, starling_dorgbr('q', 6, 7, 6, a, 7, tau));
    BAD(3, starling_dorgbr('q', 7, 5, 6, a, 7, tau));
    BAD(3, starling_dorgbr('p', 7, 6, 6, a, 7, tau));
    BAD(4, starling_dorgbr('q', 7, 6, -6, a, 7, tau));
    BAD(5, starling_dorgbr('q', 7, 6, 6, NULL, 7, tau));
    BAD(6, starling_dorgbr('q', 7, 6, 6, a, 6, tau));
    BAD(7, starling_dorgbr('q', 7, 6, 6, a, 7, NULL));
    starling_matrix *all[] = {A, D, E, Z, Q, tiles, C, cut, columns};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        starling_matrix_destroy(all[i]);
    each(&r, array_free);
    each(&s, array_free);
    array_free(&w);
    array_free(&wide_one);
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

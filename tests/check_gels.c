/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gels, in all precisions, high and wide, both transposes:
 *  - B is what LAPACK's is in double precision, element by element: X, and the residual below it;
 *  - A has the factors of geqrf or gelqf;
 *  - a zero on the diagonal of the triangle gives its index;
 *  - numbers at the ends of the range give the same solutions, scaled;
 *  - an empty A has the solution 0, and so has a zero A;
 *  - a NaN or an infinity in A or B gives a NaN;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int gels(enum form form, char trans, struct array *x, int64_t nb, struct array *b)
{
    if (form == ARRAYS)
        return API(x->prec, gels, trans, x->m, x->n, b->n, x->a, x->lda, b->a, b->lda);
    starling_matrix *A = x->m < x->n ? wrap(x, nb, x->n) : wrap(x, most(1, x->m), nb);
    starling_matrix *B = wrap(b, b->m, nb + 1);
    starling_sequence *seq;
    int info;
    if (form == OBJECTS)
        info = starling_gels((starling_trans)trans, A, B);
    else {
        info = starling_sequence_create(&seq);
        info = info != 0 ? info : starling_gels_submit((starling_trans)trans, A, B, seq);
        info = info != 0 ? info : starling_sequence_wait(seq);
        starling_sequence_destroy(seq);
    }
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    return info;
}

static double difference(const struct array *x, const wide *y)
{
    double off = 0;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            off = residual_larger(off, cabs(array_get(x, i, j) - y[i + j * most(1, x->m)]));
    return off;
}

/* Random, with a large diagonal: well conditioned. */
static void fill(struct array *x)
{
    array_random(x, STARLING_GENERAL, 3);
    for (int64_t i = 0; i < x->m && i < x->n; i++)
        array_set(x, i, i, array_get(x, i, i) + (double)(x->m + x->n));
}

static void check(struct cases *cases, starling_precision prec, enum form form, char trans, int64_t m,
                  int64_t n, int64_t nrhs, int64_t nb)
{
    struct array x = array_new(prec, m, n, 2), b = array_new(prec, most(m, n), nrhs, 1);
    fill(&x);
    array_random(&b, STARLING_GENERAL, 4);
    array_save(&x);
    array_save(&b);
    wide *f = wide_of(&x, STARLING_GENERAL), *y = wide_of(&b, STARLING_GENERAL);
    int expected = wide_gels(trans == 'T' ? 'C' : trans, m, n, nrhs, f, y);
    int info = gels(form, trans, &x, nb, &b);
    double off = difference(&b, y), factors = difference(&x, f);
    double allowed = 30 * (double)(m + n) * epsilon(prec);
    bool intact = array_intact(&x, STARLING_GENERAL) && array_intact(&b, STARLING_GENERAL);
    hold(cases, info == 0 && expected == 0 && intact && off <= allowed &&
                    factors <= allowed * (double)(m + n),
         "%cgels %c form %d, %ld x %ld, %ld vectors, nb=%ld: info %d, difference %g, factors %g%s",
         letter(prec), trans, (int)form, (long)m, (long)n, (long)nrhs, (long)nb, info, off, factors,
         intact ? "" : ", more is changed");
    free(f);
    free(y);
    array_free(&x);
    array_free(&b);
}

static void check_zero(struct cases *cases, starling_precision prec, enum form form, char trans,
                       int64_t m, int64_t n, int64_t zero)
{
    struct array x = array_new(prec, m, n, 0), b = array_new(prec, most(m, n), 2, 0);
    fill(&x);
    array_random(&b, STARLING_GENERAL, 4);
    for (int64_t i = 0; i < most(m, n); i++)
        array_set(&x, m >= n ? i : zero, m >= n ? zero : i, 0);
    int info = gels(form, trans, &x, 4, &b);
    hold(cases, info == zero + 1, "%cgels %c form %d, %ld x %ld, zero %ld: info %d", letter(prec),
         trans, (int)form, (long)m, (long)n, (long)zero, info);
    array_free(&x);
    array_free(&b);
}

/* A times a and B times b: X is b / a times what it was, and the residual below X b times. */
static void check_range(struct cases *cases, starling_precision prec, enum form form, char trans,
                        int64_t m, int64_t n, double a, double b)
{
    struct array x = array_new(prec, m, n, 2), y = array_new(prec, most(m, n), 2, 1);
    fill(&x);
    array_random(&y, STARLING_GENERAL, 4);
    int64_t unknowns = trans == 'N' ? n : m;
    array_scale(&x, a);
    array_scale(&y, b);
    wide *f = wide_of(&x, STARLING_GENERAL), *z = wide_of(&y, STARLING_GENERAL);
    for (int64_t i = 0; i < m * n; i++)
        f[i] /= a;
    for (int64_t i = 0; i < 2 * y.m; i++)
        z[i] /= b;
    int expected = wide_gels(trans == 'T' ? 'C' : trans, m, n, 2, f, z);
    int info = gels(form, trans, &x, 8, &y);
    double off = 0;
    for (int64_t j = 0; j < 2; j++)
        for (int64_t i = 0; i < y.m; i++) {
            wide got = array_get(&y, i, j) / b;
            if (i < unknowns)
                got *= a;
            off = residual_larger(off, cabs(got - z[i + j * y.m]));
        }
    double allowed = 30 * (double)(m + n) * epsilon(prec);
    hold(cases, info == 0 && expected == 0 && off <= allowed,
         "%cgels %c form %d, %ld x %ld times %g, B times %g: info %d, difference %g", letter(prec),
         trans, (int)form, (long)m, (long)n, a, b, info, off);
    free(f);
    free(z);
    array_free(&x);
    array_free(&y);
}

/* Numbers near the ends of the range; X has to be in it. */
static void ranges(starling_precision prec)
{
    bool single = prec == STARLING_S || prec == STARLING_C;
    const double tiny = single ? 1e-36 : 1e-300, huge = single ? 1e36 : 1e300;
    const double factors[][2] = {{tiny, 1}, {huge, 1},     {1, tiny},
                                 {1, huge}, {tiny, tiny}, {huge, huge}};
    struct cases cases = {0};
    for (int form = 0; form < FORMS; form++)
        for (const char *trans = is_complex(prec) ? "NC" : "NT"; *trans; trans++)
            for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
                const double *by = factors[k];
                check_range(&cases, prec, (enum form)form, *trans, 40, 23, by[0], by[1]);
                check_range(&cases, prec, (enum form)form, *trans, 9, 20, by[0], by[1]);
            }
    ok(all_held(&cases), "%cgels: %d results at the ends of the range", letter(prec), cases.run);
}

/* A is zero, and B has a NaN: LAPACK does not look at B. */
static void zero_matrix(struct cases *cases, starling_precision prec, enum form form, char trans,
                        int64_t m, int64_t n)
{
    struct array x = array_new(prec, m, n, 1), y = array_new(prec, most(m, n), 3, 1);
    array_random(&x, STARLING_GENERAL, 3);
    array_scale(&x, 0);
    array_random(&y, STARLING_GENERAL, 4);
    array_set(&y, 0, 1, NAN);
    int info = gels(form, trans, &x, 4, &y);
    bool zero = true;
    for (int64_t j = 0; j < y.n; j++)
        for (int64_t i = 0; i < y.m; i++)
            zero &= array_get(&y, i, j) == 0;
    hold(cases, info == 0 && zero, "%cgels %c form %d, zero %ld x %ld: info %d%s", letter(prec), trans,
         (int)form, (long)m, (long)n, info, zero ? "" : ", not zero");
    array_free(&x);
    array_free(&y);
}

/* A NaN or an infinity in A, or in B: it spoils its columns of X, and nothing hangs. */
static void not_finite(struct cases *cases, starling_precision prec, enum form form, char trans,
                       int64_t m, int64_t n, double value, bool in_b)
{
    struct array x = array_new(prec, m, n, 1), y = array_new(prec, most(m, n), 2, 1);
    fill(&x);
    array_random(&y, STARLING_GENERAL, 4);
    array_set(in_b ? &y : &x, 1, 1, value);
    int info = gels(form, trans, &x, 4, &y);
    bool spoilt = false;
    for (int64_t i = 0; i < (trans == 'N' ? n : m); i++) {
        wide z = array_get(&y, i, 1);
        spoilt |= !isfinite(creal(z)) || !isfinite(cimag(z));
    }
    hold(cases, info == 0 && spoilt, "%cgels %c form %d, %ld x %ld, %g in %c: info %d%s", letter(prec),
         trans, (int)form, (long)m, (long)n, value, in_b ? 'B' : 'A', info, spoilt ? "" : ", finite");
    array_free(&x);
    array_free(&y);
}

static void special(starling_precision prec)
{
    struct cases zero = {0}, spoilt = {0};
    for (int form = 0; form < FORMS; form++)
        for (const char *trans = is_complex(prec) ? "NC" : "NT"; *trans; trans++)
            for (int wide_matrix = 0; wide_matrix < 2; wide_matrix++) {
                int64_t m = wide_matrix ? 9 : 14, n = wide_matrix ? 14 : 9;
                zero_matrix(&zero, prec, (enum form)form, *trans, m, n);
                for (int k = 0; k < 4; k++)
                    not_finite(&spoilt, prec, (enum form)form, *trans, m, n,
                               k % 2 ? INFINITY : NAN, k / 2);
            }
    ok(all_held(&zero), "%cgels: %d zero matrices", letter(prec), zero.run);
    ok(all_held(&spoilt), "%cgels: %d cases that are not finite", letter(prec), spoilt.run);
}

static void results(starling_precision prec)
{
    static const int64_t shapes[][2] = {{1, 1},   {5, 5},   {20, 7},   {7, 20},  {16, 4},
                                        {64, 64}, {70, 33}, {33, 70}, {130, 1}, {1, 40}};
    struct cases cases = {0}, zeros = {0};
    for (int form = 0; form < FORMS; form++)
        for (const char *trans = is_complex(prec) ? "NC" : "NTC"; *trans; trans++) {
            for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
                for (int64_t nrhs = 1; nrhs < 20; nrhs += 12)
                    for (int64_t nb = 4; nb < 50; nb += 40)
                        check(&cases, prec, (enum form)form, *trans, shapes[s][0], shapes[s][1], nrhs,
                              nb);
            for (int64_t zero = 0; zero < 10; zero += 3) {
                check_zero(&zeros, prec, (enum form)form, *trans, 13, 10, zero);
                check_zero(&zeros, prec, (enum form)form, *trans, 10, 13, zero);
            }
        }
    ok(all_held(&cases), "%cgels: %d results", letter(prec), cases.run);
    ok(all_held(&zeros), "%cgels: a zero in the triangle, %d cases", letter(prec), zeros.run);
}

static void empty(void)
{
    struct array b = array_new(STARLING_D, 5, 2, 0);
    for (int wide_matrix = 0; wide_matrix < 2; wide_matrix++) {
        array_random(&b, STARLING_GENERAL, 4);
        int info = wide_matrix ? starling_dgels('n', 0, 5, 2, NULL, 1, b.a, 5)
                               : starling_dgels('n', 5, 0, 2, NULL, 5, b.a, 5);
        bool zero = info == 0;
        for (int64_t j = 0; j < 2; j++)
            for (int64_t i = 0; i < 5; i++)
                zero &= array_get(&b, i, j) == 0;
        ok(zero, "an empty A, %s: info %d", wide_matrix ? "wide" : "high", info);
    }
    array_free(&b);
}

static void arguments(void)
{
    struct cases cases = {0};
    struct array x = array_new(STARLING_D, 6, 4, 0), y = array_new(STARLING_D, 6, 2, 0);
    starling_matrix *A = wrap(&x, 6, 2), *rows = wrap(&x, 2, 4), *B = wrap(&y, 6, 2);
    starling_matrix *cut = wrap(&y, 3, 2);
    double *a = x.a, *b = y.a;
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    const starling_trans N = STARLING_NOTRANS;
    BAD(1, starling_gels((starling_trans)'x', A, B));
    BAD(2, starling_gels(N, NULL, B));
    BAD(2, starling_gels(N, rows, B));
    BAD(3, starling_gels(N, A, NULL));
    BAD(3, starling_gels(N, A, A));
    BAD(3, starling_gels(N, A, cut));
    BAD(4, starling_gels_submit(N, A, B, NULL));
    BAD(1, starling_dgels('x', 6, 4, 2, a, 6, b, 6));
    BAD(2, starling_dgels('n', -1, 4, 2, a, 6, b, 6));
    BAD(3, starling_dgels('n', 6, -1, 2, a, 6, b, 6));
    BAD(4, starling_dgels('n', 6, 4, -1, a, 6, b, 6));
    BAD(5, starling_dgels('n', 6, 4, 2, NULL, 6, b, 6));
    BAD(6, starling_dgels('n', 6, 4, 2, a, 5, b, 6));
    BAD(7, starling_dgels('n', 6, 4, 2, a, 6, NULL, 6));
    BAD(8, starling_dgels('n', 6, 4, 2, a, 6, b, 5));
    hold(&cases, starling_dgels('n', 0, 0, 2, NULL, 1, NULL, 1) == 0, "gels m=n=0");
    starling_matrix *all[] = {A, rows, B, cut};
    for (int i = 0; i < 4; i++)
        starling_matrix_destroy(all[i]);
    array_free(&x);
    array_free(&y);
    ok(all_held(&cases), "arguments, %d cases", cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        results(precisions[p]);
        ranges(precisions[p]);
        special(precisions[p]);
    }
    empty();
    arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}

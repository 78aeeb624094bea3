/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvdr in all precisions on matrices with decaying singular values:
 *  - S descends, none of it is larger than LAPACK's value beyond rounding, and none is smaller by
 * more than the power iteration allows;
 *  - U and V have orthonormal columns, and |A - U S V^H| is near the best that k values can do:
 * below the bound of Halko, Martinsson and Tropp;
 *  - a matrix of rank at most k is found to rounding, and so is any matrix with k + p = min(m, n);
 *  - one seed gives one result, another seed about the same;
 *  - objects of any tiles, sequences and arrays agree; A and what is around stays;
 *  - a NaN or an infinity gives its column as info;
 *  - bad arguments are told by position and name. */

#include <string.h>
#include "lapack_api.h"
#include "rectangles.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

struct parameters {
    int64_t k, p, q;
    uint64_t seed;
};

static int gesvdr(enum form form, struct parameters t, struct array *a, int64_t nb, struct array *s,
                  struct array *u, struct array *v)
{
    if (form == ARRAYS)
        return API(a->prec, gesvdr, u ? 's' : 'n', a->m, a->n, t.k, t.p, t.q, t.seed, a->a, a->lda,
                   s->a, u ? u->a : NULL, u ? u->lda : 1, v ? v->a : NULL, v ? v->lda : 1);
    starling_matrix *A = wrap(a, nb, nb + 1), *S = wrap(s, positive(s->m), 1);
    starling_matrix *U = u ? wrap(u, nb + 3, nb + 1) : NULL,
                    *V = v ? wrap(v, nb + 1, nb + 2) : NULL;
    int info;
    if (form == OBJECTS)
        info = starling_gesvdr(A, t.p, t.q, t.seed, S, U, V);
    else
        SUBMITTED(info, starling_gesvdr_submit(A, t.p, t.q, t.seed, S, U, V, seq));
    starling_matrix_destroy(A);
    starling_matrix_destroy(S);
    starling_matrix_destroy(U);
    starling_matrix_destroy(V);
    return info;
}

/* A = U diag(s) V^H with random U and V, and singular values decay^i; 0 from `rank` on. */
static struct array decaying(starling_precision prec, int64_t m, int64_t n, double decay,
                             int64_t rank)
{
    int64_t k = m < n ? m : n;
    struct array a = array_new(prec, m, n, 2);
    wide *u = orthonormal(is_complex(prec), m, k, 3), *v = orthonormal(is_complex(prec), n, k, 4);
    wide *product = wide_zeros(m, n);
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < m; i++)
            u[i + j * m] *= j < rank ? pow(decay, (double)j) : 0;
    wide_gemm('N', 'C', m, n, k, 1, u, v, 0, product);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
            array_set(&a, i, j, product[i + j * m]);
    free(u);
    free(v);
    free(product);
    array_save(&a);
    return a;
}

/* The bound of the mean of |A - Q Q^H A|_2 (their corollary 10.10), times 10, relative to the first
 * value. For p < 2 the mean is not bounded: 1 is taken. */
static double bound(const double *s, int64_t least, struct parameters t)
{
    int64_t p = t.p < least - t.k ? t.p : least - t.k;
    double power = 2 * (double)t.q + 1, first = 0, k = (double)t.k, sum = 0;
    if (t.k + p >= least)
        return 0;
    if (p < 2)
        return 1;
    first = (1 + sqrt(k / (double)(p - 1))) * pow(s[t.k] / s[0], power);
    for (int64_t j = t.k; j < least; j++)
        sum += pow(s[j] / s[0], 2 * power);
    sum = exp(1) * sqrt(k + (double)p) / (double)p * sqrt(sum);
    return 10 * pow(first + sum, 1 / power);
}

static void check_one(struct cases *cases, enum form form, starling_precision prec, double decay,
                      int64_t rank, int64_t m, int64_t n, int64_t nb, struct parameters t)
{
    int64_t k = t.k, least = m < n ? m : n, longer = m > n ? m : n;
    struct array a = decaying(prec, m, n, decay, rank), s = array_new(real_of(prec), k, 1, 1);
    struct array u = array_new(prec, m, k, 3), v = array_new(prec, k, n, 1);
    struct array alone = array_new(real_of(prec), k, 1, 0);
    wide *exact = wide_of(&a, STARLING_GENERAL);
    array_save(&s);
    array_save(&u);
    array_save(&v);
    int info = gesvdr(form, t, &a, nb, &s, &u, &v),
        other = gesvdr(form, t, &a, nb, &alone, NULL, NULL);
    double *x = values_of(exact, m, n, 1), eps = 30 * (double)longer * epsilon(prec);
    double allowed = bound(x, least, t),
           off = residual_larger(orthogonality(&u, false), orthogonality(&v, true));
    double above = 0, under = 0, differ = 0;
    for (int64_t j = 0; j < k; j++) {
        double got = creal(array_get(&s, j, 0));
        above = residual_larger(above, got - x[j]);
        under = residual_larger(under, x[j] - got);
        differ = residual_larger(differ, fabs(got - creal(array_get(&alone, j, 0))));
    }
    /* In the one-norm, which is at most sqrt(m) times the two-norm; what is left has value k + 1,
     * too. */
    double error = svd_error(&u, &s, &v, exact, 1) / sqrt((double)m);
    double left = k < least ? x[k] : 0;
    bool intact = array_intact(&a, 0) && array_intact(&s, STARLING_GENERAL) &&
                  array_intact(&u, STARLING_GENERAL) && array_intact(&v, STARLING_GENERAL);
    hold(cases,
         info == 0 && other == 0 && intact && descends(&s) && residual_right(off) && above <= eps &&
             under <= allowed + eps && differ <= eps && error <= allowed + left + eps,
         "%cgesvdr form %d, decay %g to rank %ld, %ld x %ld, nb=%ld, k=%ld, p=%ld, q=%ld: info %d "
         "and "
         "%d, orthogonality %g, S above %g, under %g, of %g, alone %g, A - U S V^H %g, at best "
         "%g%s%s",
         letter(prec), form, decay, (long)rank, (long)m, (long)n, (long)nb, (long)k, (long)t.p,
         (long)t.q, info, other, off, above, under, allowed, differ, error, left,
         intact ? "" : ", more is changed", descends(&s) ? "" : ", not in order");
    free(exact);
    free(x);
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&v);
    array_free(&alone);
}

static void results(starling_precision prec)
{
    struct cases cases = {0};
    for (int form = 0; form < FORMS; form++) {
        enum form f = (enum form)form;
        check_one(&cases, f, prec, 0.5, 1000, 100, 80, 32, (struct parameters){8, 10, 2, 1});
        check_one(&cases, f, prec, 0.9, 1000, 80, 130, 30, (struct parameters){8, 10, 2, 1});
        check_one(&cases, f, prec, 0.9, 1000, 130, 110, 64, (struct parameters){11, 5, 0, 1});
        check_one(&cases, f, prec, 0.97, 1000, 101, 101, 17, (struct parameters){10, 10, 4, 7});
        check_one(&cases, f, prec, 0.9, 12, 120, 90, 50, (struct parameters){12, 5, 1, 1});
        check_one(&cases, f, prec, 0.8, 5, 60, 90, 16, (struct parameters){9, 3, 0, 1});
        check_one(&cases, f, prec, 0.9, 1000, 40, 30, 8, (struct parameters){20, 10, 0, 1});
        check_one(&cases, f, prec, 0.9, 1000, 20, 30, 7, (struct parameters){20, 100, 1, 1});
        check_one(&cases, f, prec, 0.9, 1000, 1, 1, 1, (struct parameters){1, 0, 0, 1});
        check_one(&cases, f, prec, 0.5, 1000, 7, 2, 3, (struct parameters){1, 1, 1, 1});
        check_one(&cases, f, prec, 0.5, 1000, 3, 9, 2, (struct parameters){2, 0, 1, 1});
    }
    if (!quick())
        check_one(&cases, ARRAYS, prec, 0.95, 1000, 500, 400, 0, (struct parameters){40, 10, 2, 1});
    ok(all_held(&cases), "%cgesvdr: %d results", letter(prec), cases.run);
}

/* One seed, one result; more steps, values that are not smaller. */
static void seeds(starling_precision prec)
{
    struct array a = decaying(prec, 90, 70, 0.95, 1000), s[4];
    struct parameters t = {6, 2, 0, 5};
    int info = 0;
    double less = 0;
    for (int i = 0; i < 4; i++) {
        s[i] = array_new(real_of(prec), 6, 1, 0);
        t.seed = i == 2 ? 6 : 5;
        t.q = i == 3 ? 3 : 0;
        info += gesvdr(ARRAYS, t, &a, 16, &s[i], NULL, NULL);
    }
    for (int64_t j = 0; j < 6; j++)
        less = fmax(less, creal(array_get(&s[0], j, 0) - array_get(&s[3], j, 0)));
    bool same = memcmp(s[0].a, s[1].a, 6 * element_size(real_of(prec))) == 0;
    bool differ = memcmp(s[0].a, s[2].a, 6 * element_size(real_of(prec))) != 0;
    ok(info == 0 && (same || !one_kind()) && differ && less <= 100 * epsilon(prec),
       "%cgesvdr: seeds and steps%s%s, less by %g", letter(prec), same ? "" : ", one seed differs",
       differ ? "" : ", two seeds agree", less);
    for (int i = 0; i < 4; i++)
        array_free(&s[i]);
    array_free(&a);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int form = 0; form < FORMS; form++)
        for (int infinite = 0; infinite < 2; infinite++) {
            struct array a = rectangle(prec, RANDOM, 56, 40), s = array_new(real_of(prec), 3, 1, 0);
            array_set(&a, 50, 6, infinite ? INFINITY : NAN);
            array_set(&a, 3, 7, NAN);
            int info =
                gesvdr((enum form)form, (struct parameters){3, 2, 1, 1}, &a, 9, &s, NULL, NULL);
            hold(&cases, info == 7, "%cgesvdr form %d with %s in column 7: info %d", letter(prec),
                 form, infinite ? "an infinity" : "a NaN", info);
            array_free(&a);
            array_free(&s);
        }
    ok(all_held(&cases), "%cgesvdr: %d matrices that are not finite", letter(prec), cases.run);
}

static void array_arguments(struct cases *cases, starling_complex_double *x)
{
    double s[6];
    BAD(1, starling_zgesvdr('a', 6, 4, 2, 1, 1, 1, x, 6, s, x, 6, x, 2));
    BAD(2, starling_zgesvdr('s', -6, 4, 2, 1, 1, 1, x, 6, s, x, 6, x, 2));
    BAD(3, starling_zgesvdr('s', 6, -4, 2, 1, 1, 1, x, 6, s, x, 6, x, 2));
    BAD(4, starling_zgesvdr('s', 6, 4, 5, 1, 1, 1, x, 6, s, x, 6, x, 2));
    BAD(4, starling_zgesvdr('s', 6, 4, -1, 1, 1, 1, x, 6, s, x, 6, x, 2));
    BAD(5, starling_zgesvdr('s', 6, 4, 2, -1, 1, 1, x, 6, s, x, 6, x, 2));
    BAD(6, starling_zgesvdr('s', 6, 4, 2, 1, -1, 1, x, 6, s, x, 6, x, 2));
    BAD(8, starling_zgesvdr('s', 6, 4, 2, 1, 1, 1, NULL, 6, s, x, 6, x, 2));
    BAD(9, starling_zgesvdr('s', 6, 4, 2, 1, 1, 1, x, 5, s, x, 6, x, 2));
    BAD(10, starling_zgesvdr('s', 6, 4, 2, 1, 1, 1, x, 6, NULL, x, 6, x, 2));
    BAD(11, starling_zgesvdr('s', 6, 4, 2, 1, 1, 1, x, 6, s, NULL, 6, x, 2));
    BAD(12, starling_zgesvdr('s', 6, 4, 2, 1, 1, 1, x, 6, s, x, 5, x, 2));
    BAD(13, starling_zgesvdr('s', 6, 4, 2, 1, 1, 1, x, 6, s, x, 6, NULL, 2));
    BAD(14, starling_zgesvdr('s', 6, 4, 2, 1, 1, 1, x, 6, s, x, 6, x, 1));
    hold(cases, starling_zgesvdr('s', 0, 4, 0, 1, 1, 1, NULL, 1, NULL, NULL, 1, NULL, 1) == 0,
         "k = 0");
}

static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = array_new(STARLING_Z, 6, 4, 0), s = array_new(STARLING_D, 2, 1, 0);
    struct array u = array_new(STARLING_Z, 6, 2, 0), v = array_new(STARLING_Z, 2, 4, 0);
    struct array most = array_new(STARLING_D, 5, 1, 0);
    starling_matrix *A = wrap(&a, 3, 2), *S = wrap(&s, 2, 1), *cut = wrap(&s, 1, 1);
    starling_matrix *U = wrap(&u, 6, 2), *V = wrap(&v, 4, 4), *M = wrap(&most, 5, 1);
    listen_to_errors();
    BAD(1, starling_gesvdr(NULL, 1, 1, 1, S, U, V));
    BAD(2, starling_gesvdr(A, -1, 1, 1, S, U, V));
    BAD(3, starling_gesvdr(A, 1, -1, 1, S, U, V));
    BAD(5, starling_gesvdr(A, 1, 1, 1, NULL, U, V));
    BAD(5, starling_gesvdr(A, 1, 1, 1, cut, U, V));
    BAD(5, starling_gesvdr(A, 1, 1, 1, M, U, V));
    BAD(5, starling_gesvdr(A, 1, 1, 1, U, U, V));
    BAD(6, starling_gesvdr(A, 1, 1, 1, S, A, V));
    BAD(6, starling_gesvdr(A, 1, 1, 1, S, S, V));
    BAD(6, starling_gesvdr(A, 1, 1, 1, S, V, V));
    BAD(7, starling_gesvdr(A, 1, 1, 1, S, U, U));
    BAD(7, starling_gesvdr(A, 1, 1, 1, S, NULL, U));
    BAD(8, starling_gesvdr_submit(A, 1, 1, 1, S, U, V, NULL));
    array_arguments(cases, u.a);
    starling_matrix *all[] = {A, S, cut, U, V, M};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&v);
    array_free(&most);
    ok(all_held(cases), "arguments: %d calls", cases->run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        results(precisions[p]);
        seeds(precisions[p]);
        not_finite(precisions[p]);
    }
    arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvdp in all precisions, high, wide and square matrices, and those whose values are zero, equal,
 * graded or at the ends of the range:
 *  - |A - U S V^H|, |U^H U - I| and |V V^H - I| are small, and S descends;
 *  - the error that is told is small, and S differs from LAPACK's by no more than it and rounding;
 *  - vectors of one side, of both, and values alone; objects, sequences and arrays agree;
 *  - A and what is around stays;
 *  - a NaN or an infinity gives its column as info;
 *  - bad arguments are told by position and name. */

#include "lapack_api.h"
#include "rectangles.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS };

/* u, v = NULL: not wanted; arrays want both or none. */
static int gesvdp(enum form form, struct array *a, int64_t nb, struct array *s, struct array *u,
                  struct array *v, double *error)
{
    if (form == ARRAYS)
        return API(a->prec, gesvdp, u ? 's' : 'n', a->m, a->n, a->a, a->lda, s->a, u ? u->a : NULL,
                   u ? u->lda : 1, v ? v->a : NULL, v ? v->lda : 1, error);
    starling_matrix *A = wrap(a, positive(a->m), nb), *S = wrap(s, positive(s->m), 1);
    starling_matrix *U = u ? wrap(u, nb + 3, nb + 1) : NULL,
                    *V = v ? wrap(v, nb + 1, nb + 2) : NULL;
    int info;
    if (form == OBJECTS)
        info = starling_gesvdp(A, S, U, V, error);
    else
        SUBMITTED(info, starling_gesvdp_submit(A, S, U, V, error, seq));
    starling_matrix_destroy(A);
    starling_matrix_destroy(S);
    starling_matrix_destroy(U);
    starling_matrix_destroy(V);
    return info;
}

/* How much more S differs from LAPACK's values than the error that was told, scaled. */
static double beyond(const struct array *s, const wide *a, int64_t m, int64_t n, double norm,
                     double told_error)
{
    double *x = values_of(a, m, n, norm), most = x ? 0 : NAN;
    for (int64_t j = 0; j < s->m && x; j++)
        most = residual_larger(most, fabs(x[j] - creal(array_get(s, j, 0)) / norm));
    free(x);
    most -= told_error / norm;
    return scaled(s->prec, most > 0 || isnan(most) ? most : 0, m > n ? m : n, 1);
}

static void check_one(struct cases *cases, enum form form, starling_precision prec, enum kind kind,
                      const char *want, int64_t m, int64_t n, int64_t nb)
{
    int64_t k = m < n ? m : n;
    bool wants_u = want[0] == 'S', wants_v = want[1] == 'S';
    struct array a = rectangle(prec, kind, m, n), s = array_new(real_of(prec), k, 1, 1);
    struct array u = array_new(prec, m, k, 3), v = array_new(prec, k, n, 1);
    wide *exact = wide_of(&a, STARLING_GENERAL);
    double norm = wide_norm(exact, m, n), told_error = -1, error = 0;
    norm = norm > 0 ? norm : 1;
    array_save(&s);
    array_save(&u);
    array_save(&v);
    int info = gesvdp(form, &a, nb, &s, wants_u ? &u : NULL, wants_v ? &v : NULL, &told_error);
    double values = beyond(&s, exact, m, n, norm, told_error);
    double size = scaled(prec, told_error / norm, m > n ? m : n, 1);
    if (wants_u)
        error = orthogonality(&u, false);
    if (wants_v)
        error = residual_larger(error, orthogonality(&v, true));
    if (wants_u && wants_v)
        error = residual_larger(error,
                                scaled(prec, svd_error(&u, &s, &v, exact, norm), m > n ? m : n, 1));
    bool intact = array_intact(&a, 0) && array_intact(&s, STARLING_GENERAL) &&
                  array_intact(&u, wants_u ? STARLING_GENERAL : 0) &&
                  array_intact(&v, wants_v ? STARLING_GENERAL : 0);
    hold(cases,
         info == 0 && intact && descends(&s) && residual_right(values) && residual_right(error) &&
             residual_right(size),
         "%cgesvdp %s form %d, %s, m=%ld, n=%ld, nb=%ld: info %d, residual %g, error %g, values "
         "beyond "
         "it %g%s%s",
         letter(prec), want, form, kind_name[kind], (long)m, (long)n, (long)nb, info, error, size,
         values, intact ? "" : ", more is changed", descends(&s) ? "" : ", not in order");
    free(exact);
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&v);
}

static void shapes(starling_precision prec)
{
    static const int64_t list[][3] = {{0, 3, 2},    {5, 0, 3},    {1, 1, 1},     {1, 7, 3},
                                      {9, 1, 4},    {2, 2, 2},    {17, 17, 5},   {50, 48, 20},
                                      {48, 53, 9},  {97, 96, 64}, {101, 97, 32}, {97, 149, 30},
                                      {151, 30, 8}, {31, 211, 50}};
    static const char *const wants[] = {"SS", "NN", "SN", "NS"};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (size_t j = 0; j < sizeof wants / sizeof *wants; j++) {
            int64_t m = list[i][0], n = list[i][1], nb = list[i][2];
            if (quick() && m + n > 150)
                continue;
            check_one(&cases, (enum form)((i + j) % ARRAYS), prec, RANDOM, wants[j], m, n, nb);
            if (j < 2)
                check_one(&cases, ARRAYS, prec, RANDOM, wants[j], m, n, nb);
        }
    ok(all_held(&cases), "%cgesvdp: %d results", letter(prec), cases.run);
}

static void spectra(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = RANDOM + 1; kind < KINDS; kind++) {
        check_one(&cases, ARRAYS, prec, (enum kind)kind, "SS", 60, 60, 1);
        check_one(&cases, ARRAYS, prec, (enum kind)kind, "NN", 60, 60, 1);
        check_one(&cases, OBJECTS, prec, (enum kind)kind, "SS", 2, 2, 1);
        check_one(&cases, SEQUENCE, prec, (enum kind)kind, "SS", 90, 70, 16);
        check_one(&cases, OBJECTS, prec, (enum kind)kind, "SS", 40, 101, 16);
    }
    ok(all_held(&cases), "%cgesvdp of special matrices: %d results", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int form = 0; form < FORMS; form++)
        for (int64_t n = 12; n <= 100; n += 44) {
            struct array a = rectangle(prec, RANDOM, 56, n), s = array_new(real_of(prec), 56, 1, 0);
            double error;
            s.m = n < 56 ? n : 56;
            array_set(&a, 40, 6, n == 12 ? INFINITY : NAN);
            array_set(&a, 3, n - 1, NAN);
            int info = gesvdp((enum form)form, &a, 9, &s, NULL, NULL, &error);
            hold(&cases, info == 7, "%cgesvdp form %d with %s in column 7 of %ld: info %d",
                 letter(prec), form, n == 12 ? "an infinity" : "a NaN", (long)n, info);
            array_free(&a);
            array_free(&s);
        }
    ok(all_held(&cases), "%cgesvdp: %d matrices that are not finite", letter(prec), cases.run);
}

static void array_arguments(struct cases *cases, starling_complex_double *x)
{
    double s[6], e;
    BAD(1, starling_zgesvdp('a', 6, 4, x, 6, s, x, 6, x, 4, &e));
    BAD(2, starling_zgesvdp('s', -6, 4, x, 6, s, x, 6, x, 4, &e));
    BAD(3, starling_zgesvdp('s', 6, -4, x, 6, s, x, 6, x, 4, &e));
    BAD(4, starling_zgesvdp('s', 6, 4, NULL, 6, s, x, 6, x, 4, &e));
    BAD(5, starling_zgesvdp('s', 6, 4, x, 5, s, x, 6, x, 4, &e));
    BAD(6, starling_zgesvdp('s', 6, 4, x, 6, NULL, x, 6, x, 4, &e));
    BAD(7, starling_zgesvdp('s', 6, 4, x, 6, s, NULL, 6, x, 4, &e));
    BAD(8, starling_zgesvdp('s', 6, 4, x, 6, s, x, 5, x, 4, &e));
    BAD(9, starling_zgesvdp('s', 6, 4, x, 6, s, x, 6, NULL, 4, &e));
    BAD(10, starling_zgesvdp('s', 6, 4, x, 6, s, x, 6, x, 3, &e));
    BAD(11, starling_zgesvdp('s', 6, 4, x, 6, s, x, 6, x, 4, NULL));
}

static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = array_new(STARLING_Z, 6, 4, 0), s = array_new(STARLING_D, 4, 1, 0);
    struct array u = array_new(STARLING_Z, 6, 4, 0), v = array_new(STARLING_Z, 4, 4, 0);
    double e;
    starling_matrix *A = wrap(&a, 6, 2), *tiles = wrap(&a, 3, 2), *S = wrap(&s, 4, 1);
    starling_matrix *cut = wrap(&s, 2, 1), *U = wrap(&u, 6, 2), *V = wrap(&v, 4, 4);
    listen_to_errors();
    BAD(1, starling_gesvdp(NULL, S, U, V, &e));
    BAD(1, starling_gesvdp(tiles, S, U, V, &e));
    BAD(2, starling_gesvdp(A, NULL, U, V, &e));
    BAD(2, starling_gesvdp(A, cut, U, V, &e));
    BAD(3, starling_gesvdp(A, S, A, V, &e));
    BAD(3, starling_gesvdp(A, S, S, V, &e));
    BAD(3, starling_gesvdp(A, S, V, V, &e));
    BAD(4, starling_gesvdp(A, S, U, U, &e));
    BAD(4, starling_gesvdp(A, S, U, S, &e));
    BAD(4, starling_gesvdp(A, S, NULL, U, &e));
    BAD(5, starling_gesvdp(A, S, U, V, NULL));
    BAD(6, starling_gesvdp_submit(A, S, U, V, &e, NULL));
    array_arguments(cases, u.a);
    starling_matrix *all[] = {A, tiles, S, cut, U, V};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&v);
    ok(all_held(cases), "arguments: %d calls", cases->run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        shapes(precisions[p]);
        spectra(precisions[p]);
        not_finite(precisions[p]);
    }
    arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}

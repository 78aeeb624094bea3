/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geev in all precisions, on matrices with many kinds of eigenvalues:
 *  - |A x - lambda x| and, for left vectors, |A^H y - conj(lambda) y| are small for each vector;
 *  - vectors have length 1, and the largest element of a complex one is real;
 *  - conjugate pairs stand side by side, the one with the positive imaginary part first;
 *  - the eigenvalues sum up to the trace, and of a random matrix they are LAPACK's;
 *  - values alone, one side and both sides agree; objects and arrays agree; A stays;
 *  - the Hessenberg form may be made by tasks, which only GPUs do else. So the library is linked
 *    statically;
 *  - a NaN or an infinity is found at once;
 *  - bad arguments are told by position and name. */

#include "lapack_api.h"
#include "nonsymmetric.h"
#include "special.h"
#include "src/nonsymmetric/nonsymmetric.h"
#include "tap.h"

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Values w: n, and of a real matrix 2 n numbers. */
static int arrays(char jobvl, char jobvr, struct array *a, struct array *w, struct array *l,
                  struct array *r)
{
    int64_t n = a->n;
    float *s = w->a;
    double *d = w->a;
    switch (a->prec) {
    case STARLING_S:
        return starling_sgeev(jobvl, jobvr, n, a->a, a->lda, s, s + n, l->a, l->lda, r->a, r->lda);
    case STARLING_D:
        return starling_dgeev(jobvl, jobvr, n, a->a, a->lda, d, d + n, l->a, l->lda, r->a, r->lda);
    case STARLING_C:
        return starling_cgeev(jobvl, jobvr, n, a->a, a->lda, w->a, l->a, l->lda, r->a, r->lda);
    default:
        return starling_zgeev(jobvl, jobvr, n, a->a, a->lda, w->a, l->a, l->lda, r->a, r->lda);
    }
}

static int64_t at_least_one(int64_t n)
{
    return n > 0 ? n : 1;
}

enum form { ARRAYS, OBJECTS, SEQUENCE, GEHRD_BY_TASKS, FORMS };

static int objects(enum form form, char jobvl, char jobvr, struct array *a, struct array *w,
                   struct array *l, struct array *r)
{
    int64_t n = at_least_one(a->n);
    starling_matrix *A = wrap(a, n, 31), *W = wrap(w, 10, 1);
    starling_matrix *L = jobvl == 'V' ? wrap(l, n, 40) : NULL,
                    *R = jobvr == 'V' ? wrap(r, n, 23) : NULL;
    int info;
    if (form == SEQUENCE)
        SUBMITTED(info, starling_geev_submit(A, W, L, R, seq));
    else if (form == GEHRD_BY_TASKS && a->n > 0)
        SUBMITTED(info, sl_geev_tasks(A, W, L, R, true, seq));
    else
        info = starling_geev(A, W, L, R);
    starling_matrix_destroy(A);
    starling_matrix_destroy(W);
    starling_matrix_destroy(L);
    starling_matrix_destroy(R);
    return info;
}

static int lapack_values(const struct array *a, wide *value)
{
    int n = (int)a->n;
    wide *copy = wide_of(a, STARLING_GENERAL);
    int info = LAPACKE_zgeev(LAPACK_COL_MAJOR, 'N', 'N', n, (lapack_complex_double *)copy, n,
                             (lapack_complex_double *)value, NULL, 1, NULL, 1);
    free(copy);
    return info;
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Whether conjugates stand side by side, the positive one first. */
static bool in_pairs(starling_precision prec, int64_t n, const wide *value)
{
    for (int64_t j = 0; j < n && !is_complex(prec); j++)
        if (cimag(value[j]) != 0) {
            if (j + 1 == n || cimag(value[j]) < 0 || value[j + 1] != conj(value[j]))
                return false;
            j++;
        }
    return true;
}

/* Whether complex vectors have a real largest element. */
static bool largest_is_real(starling_precision prec, int64_t n, const wide *value, const wide *x)
{
    for (int64_t j = 0; j < n; j++) {
        double most = 0, real = 0;
        for (int64_t i = 0; i < n; i++) {
            wide e = x[i + j * n];
            most = fmax(most, cabs(e));
            if (cimag(e) == 0)
                real = fmax(real, fabs(creal(e)));
        }
        if ((is_complex(prec) || cimag(value[j]) != 0) &&
            !(real >= most * (1 - 100 * epsilon(prec))))
            return false;
    }
    return true;
}

/* The largest distance of an eigenvalue from LAPACK's nearest one. */
static double distance(int64_t n, const wide *value, const wide *other)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++) {
        double least = INFINITY;
        for (int64_t j = 0; j < n; j++)
            least = fmin(least, cabs(value[i] - other[j]));
        most = residual_larger(most, least);
    }
    return most;
}

static void check_one(struct cases *cases, enum form form, starling_precision prec, enum kind kind,
                      char jobvl, char jobvr, int64_t n)
{
    struct array a = matrix(prec, kind, n), w = array_new(prec, n, is_complex(prec) ? 1 : 2, 0);
    struct array l = array_new(prec, n, n, 2), r = array_new(prec, n, n, 1);
    wide *exact = wide_of(&a, STARLING_GENERAL), *value = wide_zeros(n, 1), trace = 0;
    double norm = wide_norm(exact, n, n), error = 0, unit = 0, sum, like = 0, eps = epsilon(prec);
    bool real = true;
    array_save(&l);
    array_save(&r);
    int info = form == ARRAYS ? arrays(jobvl, jobvr, &a, &w, &l, &r)
                              : objects(form, jobvl, jobvr, &a, &w, &l, &r);
    for (int64_t i = 0; i < n; i++) {
        value[i] = array_get(&w, i, 0) + (is_complex(prec) ? 0 : I * array_get(&w, i, 1));
        trace += value[i] - exact[i + i * n];
    }
    sum = norm > 0 ? cabs(trace) / norm / (double)n / eps : cabs(trace);
    for (int side = 0; side < 2; side++) {
        struct array *v = side ? &r : &l;
        if ((side ? jobvr : jobvl) != 'V')
            continue;
        wide *x = vectors_of(v, value);
        error = residual_larger(error, eigen_residual(prec, !side, n, exact, n, value, x) /
                                           (double)at_least_one(n));
        unit = residual_larger(unit, norm_error(true, v, value));
        real = real && largest_is_real(prec, n, value, x);
        free(x);
    }
    if (kind == RANDOM && n > 0) {
        wide *other = wide_zeros(n, 1);
        like = lapack_values(&a, other) == 0
                   ? distance(n, value, other) / norm / (double)n / eps / 30 /* their condition */
                   : NAN;
        free(other);
    }
    bool paired = in_pairs(prec, n, value);
    bool intact = array_intact(&a, 0) && array_intact(&l, jobvl == 'V' ? STARLING_GENERAL : 0) &&
                  array_intact(&r, jobvr == 'V' ? STARLING_GENERAL : 0);
    hold(cases,
         info == 0 && intact && paired && real && residual_right(error) &&
             residual_right(unit / 4) && residual_right(sum) && residual_right(like),
         "%cgeev %c %c form %d, %s, n=%ld: info %d, residual %g, norm %g, trace %g, LAPACK's "
         "%g%s%s%s",
         letter(prec), jobvl, jobvr, form, kind_name[kind], (long)n, info, error, unit, sum, like,
         intact ? "" : ", more is changed", paired ? "" : ", not in pairs",
         real ? "" : ", not real");
    free(exact);
    free(value);
    array_free(&a);
    array_free(&w);
    array_free(&l);
    array_free(&r);
}

static void all_kinds(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = 0; kind < KINDS; kind++) {
        bool sensitive = kind == FRANK || kind == COMPANION;
        check_one(&cases, ARRAYS, prec, (enum kind)kind, 'V', 'V', 24);
        check_one(&cases, SEQUENCE, prec, (enum kind)kind, 'N', 'V', sensitive ? 10 : 61);
        check_one(&cases, OBJECTS, prec, (enum kind)kind, 'V', 'N', sensitive ? 13 : 90);
        check_one(&cases, GEHRD_BY_TASKS, prec, (enum kind)kind, 'V', 'V', sensitive ? 12 : 75);
        if (!quick() && (kind == RANDOM || kind == GRCAR || kind == TINY || kind == REDUCIBLE)) {
            check_one(&cases, ARRAYS, prec, (enum kind)kind, 'V', 'V', 260);
            check_one(&cases, SEQUENCE, prec, (enum kind)kind, 'V', 'V', 400); /* hseqr by tasks */
            check_one(&cases, OBJECTS, prec, (enum kind)kind, 'N', 'N', 401);
            check_one(&cases, GEHRD_BY_TASKS, prec, (enum kind)kind, 'V', 'N', 290);
        }
        if (!quick() &&
            (kind == KAHAN || kind == CLEMENT || kind == DEFECTIVE || kind == GRADED || kind == JORDAN))
            check_one(&cases, SEQUENCE, prec, (enum kind)kind, 'V', 'V', 400);
    }
    ok(all_held(&cases), "%cgeev: %d results of special matrices", letter(prec), cases.run);
}

static void shapes(starling_precision prec)
{
    static const int64_t order[] = {0, 1, 2, 3, 4, 7, 33, 64, 127, 129};
    static const char *const jobs[] = {"VV", "NN", "NV", "VN"};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (int j = 0; j < 4; j++)
            check_one(&cases, (enum form)((i + (size_t)j) % FORMS), prec, RANDOM, jobs[j][0],
                      jobs[j][1], order[i]);
    ok(all_held(&cases), "%cgeev: %d results of all orders", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int64_t n = 1; n < 500; n += 133)
        for (int infinite = 0; infinite < 2; infinite++) {
            struct array a = matrix(prec, RANDOM, n), w = array_new(prec, n, 2, 0),
                         v = array_new(prec, n, n, 0);
            array_set(&a, n / 2, n / 3, infinite ? INFINITY : NAN);
            int info = arrays('N', 'V', &a, &w, &v, &v);
            hold(&cases, info == n, "%cgeev with %s, n=%ld: info %d", letter(prec),
                 infinite ? "an infinity" : "a NaN", (long)n, info);
            array_free(&a);
            array_free(&w);
            array_free(&v);
        }
    ok(all_held(&cases), "%cgeev: %d matrices that are not finite", letter(prec), cases.run);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = matrix(STARLING_Z, RANDOM, 6), v = matrix(STARLING_Z, RANDOM, 6);
    struct array d = matrix(STARLING_D, RANDOM, 6), column = array_new(STARLING_Z, 6, 1, 0);
    starling_complex_double *x = a.a;
    double *y = d.a;
    starling_matrix *A = wrap(&a, 6, 2), *V = wrap(&v, 6, 3), *tiles = wrap(&v, 3, 2),
                    *D = wrap(&d, 6, 6);
    starling_matrix *W = wrap(&column, 6, 1);
    told(0, 0); /* those of before */
    BAD(1, starling_zgeev('x', 'V', 6, x, 6, x, x, 6, x, 6));
    BAD(2, starling_zgeev('v', 's', 6, x, 6, x, x, 6, x, 6));
    BAD(3, starling_zgeev('v', 'n', -6, x, 6, x, x, 6, x, 6));
    BAD(4, starling_zgeev('v', 'n', 6, NULL, 6, x, x, 6, x, 6));
    BAD(5, starling_zgeev('v', 'n', 6, x, 5, x, x, 6, x, 6));
    BAD(6, starling_zgeev('v', 'n', 6, x, 6, NULL, x, 6, x, 6));
    BAD(7, starling_zgeev('v', 'n', 6, x, 6, x, NULL, 6, x, 6));
    BAD(8, starling_zgeev('v', 'n', 6, x, 6, x, x, 5, x, 6));
    BAD(9, starling_zgeev('v', 'V', 6, x, 6, x, x, 6, NULL, 6));
    BAD(10, starling_zgeev('v', 'V', 6, x, 6, x, x, 6, x, 0));
    BAD(6, starling_dgeev('v', 'V', 6, y, 6, NULL, y, y, 6, y, 6));
    BAD(7, starling_dgeev('v', 'V', 6, y, 6, y, NULL, y, 6, y, 6));
    BAD(9, starling_dgeev('v', 'V', 6, y, 6, y, y, y, 4, y, 6));
    BAD(11, starling_dgeev('v', 'V', 6, y, 6, y, y, y, 6, y, 5));
    BAD(1, starling_geev(NULL, W, V, NULL));
    BAD(1, starling_geev(tiles, W, V, NULL));
    BAD(2, starling_geev(A, NULL, V, NULL));
    BAD(2, starling_geev(A, D, V, NULL));
    BAD(2, starling_geev(A, V, NULL, NULL));
    BAD(3, starling_geev(A, W, A, NULL));
    BAD(3, starling_geev(A, W, D, NULL));
    BAD(3, starling_geev(A, W, tiles, NULL));
    BAD(4, starling_geev(A, W, V, V));
    BAD(4, starling_geev(A, W, V, W));
    BAD(5, starling_geev_submit(A, W, V, NULL, NULL));
    starling_matrix *all[] = {A, V, tiles, D, W};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        starling_matrix_destroy(all[i]);
    array_free(&a);
    array_free(&v);
    array_free(&d);
    array_free(&column);
    ok(all_held(cases), "%d bad arguments", cases->run);
}

int main(void)
{
    listen_to_errors();
    for (int p = 0; p < 4; p++) {
        shapes(precisions[p]);
        all_kinds(precisions[p]);
        not_finite(precisions[p]);
    }
    arguments();
    return done_testing();
}

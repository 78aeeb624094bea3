/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gees and geesx in all precisions, on matrices with many kinds of eigenvalues:
 *  - |A - Z T Z^H| is small, and Z is unitary; T is a Schur form with the eigenvalues of w;
 *  - selected eigenvalues come first, and sdim is their number;
 *  - of random matrices the eigenvalues and condition numbers are LAPACK's;
 *  - without Z, and without sorting, T is a Schur form, too; objects and arrays agree, and so does
 * the Hessenberg form by tasks;
 *  - a NaN or an infinity is found at once;
 *  - bad arguments are told by position and name. */

#include "lapack_api.h"
#include "src/nonsymmetric/nonsymmetric.h"
#include "schur.h"
#include "special.h"
#include "tap.h"

/* ---- The selection: eigenvalues in the left half of the plane of a matrix of this size ---------
 */

static double border; /* of the half */
static int in_left_half(double re, double im, void *data)
{
    (void)im;
    return re < *(double *)data;
}
static int left_s(const float *re, const float *im)
{
    return in_left_half((double)*re, (double)*im, &border);
}
static int left_d(const double *re, const double *im)
{
    return in_left_half(*re, *im, &border);
}
static int left_c(const starling_complex_float *w)
{
    return in_left_half((double)crealf(*w), (double)cimagf(*w), &border);
}
static int left_z(const starling_complex_double *w)
{
    return in_left_half(creal(*w), cimag(*w), &border);
}

/* ---- Calls --------------------------------------------------------------------------------------
 */

/* sense 0: gees */
static int arrays(char jobvs, char sort, char sense, struct array *a, struct array *w,
                  struct array *z, int64_t *sdim, double *s, double *sep)
{
    int64_t n = a->n;
    float *ws = w->a, s1 = 0, sep1 = 0;
    double *wd = w->a;
    int info = -99;
    switch (a->prec) {
    case STARLING_S:
        info = sense ? starling_sgeesx(jobvs, sort, left_s, sense, n, a->a, a->lda, sdim, ws,
                                       ws + n, z->a, z->lda, &s1, &sep1)
                     : starling_sgees(jobvs, sort, left_s, n, a->a, a->lda, sdim, ws, ws + n, z->a,
                                      z->lda);
        break;
    case STARLING_D:
        return sense ? starling_dgeesx(jobvs, sort, left_d, sense, n, a->a, a->lda, sdim, wd,
                                       wd + n, z->a, z->lda, s, sep)
                     : starling_dgees(jobvs, sort, left_d, n, a->a, a->lda, sdim, wd, wd + n, z->a,
                                      z->lda);
    case STARLING_C:
        info = sense
                   ? starling_cgeesx(jobvs, sort, left_c, sense, n, a->a, a->lda, sdim, w->a, z->a,
                                     z->lda, &s1, &sep1)
                   : starling_cgees(jobvs, sort, left_c, n, a->a, a->lda, sdim, w->a, z->a, z->lda);
        break;
    case STARLING_Z:
        return sense
                   ? starling_zgeesx(jobvs, sort, left_z, sense, n, a->a, a->lda, sdim, w->a, z->a,
                                     z->lda, s, sep)
                   : starling_zgees(jobvs, sort, left_z, n, a->a, a->lda, sdim, w->a, z->a, z->lda);
    }
    *s = s1;
    *sep = sep1;
    return info;
}

enum form { ARRAYS, OBJECTS, SEQUENCE, GEHRD_BY_TASKS, FORMS };

static int objects(enum form form, char jobvs, char sort, char sense, struct array *a,
                   struct array *w, struct array *z, int64_t *sdim, double *s, double *sep)
{
    int64_t n = a->n > 0 ? a->n : 1;
    starling_matrix *A = wrap(a, n, 50), *W = wrap(w, 10, 1), *Z = wrap(z, n, 200);
    starling_matrix *wanted = jobvs == 'V' ? Z : NULL;
    starling_select *select = sort == 'S' ? in_left_half : NULL;
    int info;
    struct sl_gees_problem problem = {.A = A,
                                      .W = W,
                                      .Z = wanted,
                                      .select = select,
                                      .data = &border,
                                      .sense = sense ? (starling_sense)sense : STARLING_SENSE_NONE,
                                      .gehrd = true};
    if (form == GEHRD_BY_TASKS && a->n > 0) {
        SUBMITTED(info, sl_gees_tasks(&problem, "starling_gees", seq));
        *sdim = problem.sdim;
        *s = problem.rconde;
        *sep = problem.rcondv;
    } else if (form == SEQUENCE && sense)
        SUBMITTED(info, starling_geesx_submit(A, W, wanted, select, &border, (starling_sense)sense,
                                              sdim, s, sep, seq));
    else if (form == SEQUENCE)
        SUBMITTED(info, starling_gees_submit(A, W, wanted, select, &border, sdim, seq));
    else if (sense)
        info = starling_geesx(A, W, wanted, select, &border, (starling_sense)sense, sdim, s, sep);
    else
        info = starling_gees(A, W, wanted, select, &border, sdim);
    starling_matrix_destroy(A);
    starling_matrix_destroy(W);
    starling_matrix_destroy(Z);
    return info;
}

/* LAPACK's, in double precision complex; `value` are the eigenvalues. */
static lapack_logical left_of_lapack(const lapack_complex_double *w)
{
    return creal(*w) < border;
}
static int lapack_gees(const wide *a, int64_t n, wide *value, double *s, double *sep)
{
    size_t order = (size_t)n;
    lapack_complex_double *copy =
        malloc(order * (order + 1) * sizeof *copy); /* OpenBLAS reads more */
    int sdim = 0, info;
    memcpy(copy, a, order * order * sizeof *copy);
    info = LAPACKE_zgeesx(LAPACK_COL_MAJOR, 'N', 'S', left_of_lapack, 'B', (int)n, copy, (int)n,
                          &sdim, (lapack_complex_double *)value, NULL, 1, s, sep);
    free(copy);
    return info;
}

/* ---- Results
 * -------------------------------------------------------------------------------------- */

static bool selected_first(int64_t n, const wide *value, int64_t sdim)
{
    for (int64_t i = 0; i < n; i++)
        if ((creal(value[i]) < border) != (i < sdim))
            return false;
    return true;
}

static void check_one(struct cases *cases, enum form form, starling_precision prec, enum kind kind,
                      char jobvs, char sort, char sense, int64_t n)
{
    struct array a = matrix(prec, kind, n), w = array_new(prec, n, is_complex(prec) ? 1 : 2, 0);
    struct array z = array_new(prec, n, n, 2);
    wide *exact = wide_of(&a, STARLING_GENERAL);
    double norm = wide_norm(exact, n, n), error = 0, orthogonal = 0, like = 0, numbers = 0;
    double s = 0, sep = 0, factor = norm > 0 ? 1 / norm : 1;
    int64_t sdim = -1;
    array_save(&z);
    border =
        kind == TINY || kind == HUGE_ONES ? 0 : 0.1; /* of these kinds few eigenvalues are near */
    int info = form == ARRAYS ? arrays(jobvs, sort, sense, &a, &w, &z, &sdim, &s, &sep)
                              : objects(form, jobvs, sort, sense, &a, &w, &z, &sdim, &s, &sep);
    wide *value = values_of(&w), *t = wide_of(&a, STARLING_GENERAL),
         *u = wide_of(&z, STARLING_GENERAL);
    bool schur = kind == TINY || is_schur(&a, value); /* TINY: products underflow */
    /* eigenvalues that are nearly equal may not be put in order, or be no longer in front: LAPACK's
     * info */
    bool sorted = sort == 'N' ? sdim == 0 : selected_first(n, value, sdim);
    bool told_so = sort == 'S' && (info == n + 1 || info == n + 2);
    for (int64_t i = 0; i < n * n; i++) { /* |A| = 1, so that products stay in the range */
        exact[i] *= factor;
        t[i] *= factor;
    }
    if (jobvs == 'V') {
        error = schur_error(prec, n, exact, t, u);
        orthogonal = unitary_error(prec, n, u);
    }
    if (kind == RANDOM && n > 0) {
        wide *other = wide_zeros(n, 1);
        double s2 = 0, sep2 = 0;
        for (int64_t i = 0; i < n * n; i++)
            exact[i] /= factor;
        like = lapack_gees(exact, n, other, &s2, &sep2) == 0
                   ? distance(n, value, other) / norm / (double)n / epsilon(prec)
                   : NAN;
        if (sense == 'B' && is_complex(prec)) /* real: conjugates make another estimate */
            numbers = residual_larger(fabs(s / s2 - 1), fabs(sep / sep2 - 1));
        free(other);
    }
    bool intact =
        array_intact(&a, STARLING_GENERAL) && array_intact(&z, jobvs == 'V' ? STARLING_GENERAL : 0);
    hold(cases,
         (info == 0 ? sorted : told_so && kind != RANDOM) && intact && schur &&
             residual_right(error) && residual_right(orthogonal) && residual_right(like / 30) &&
             residual_right(10 * numbers),
         "%cgees%s %c %c %c form %d, %s, n=%ld: info %d, sdim %ld, residual %g, orthogonality %g, "
         "LAPACK's %g, condition %g%s%s%s",
         letter(prec), sense ? "x" : "", jobvs, sort, sense ? sense : '-', form, kind_name[kind],
         (long)n, info, (long)sdim, error, orthogonal, like, numbers,
         intact ? "" : ", more is changed", schur ? "" : ", no Schur form",
         sorted ? "" : ", not sorted");
    free(exact);
    free(value);
    free(t);
    free(u);
    array_free(&a);
    array_free(&w);
    array_free(&z);
}

static void all_kinds(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = 0; kind < KINDS; kind++) {
        check_one(&cases, ARRAYS, prec, (enum kind)kind, 'V', 'S', 0, 24);
        check_one(&cases, SEQUENCE, prec, (enum kind)kind, 'V', 'S', 0, 230);
        if (!quick())
            check_one(&cases, OBJECTS, prec, (enum kind)kind, 'V', 'S', 0, 400);
        check_one(&cases, GEHRD_BY_TASKS, prec, (enum kind)kind, 'V', 'S', 0, 230);
    }
    ok(all_held(&cases), "%cgees: %d results of special matrices", letter(prec), cases.run);
}

static void shapes(starling_precision prec)
{
    static const int64_t order[] = {0, 1, 2, 3, 5, 17, 127, 129, 201, 257};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        enum form form = (enum form)(i % FORMS);
        check_one(&cases, form, prec, RANDOM, 'V', 'N', 0, order[i]);
        check_one(&cases, form, prec, RANDOM, 'N', 'N', 0, order[i]);
        check_one(&cases, form, prec, RANDOM, 'N', 'S', 0, order[i]);
        check_one(&cases, ARRAYS, prec, RANDOM, 'V', 'S', 0, order[i]);
        check_one(&cases, form, prec, RANDOM, 'V', 'N', 'N', order[i]);
        check_one(&cases, form, prec, RANDOM, 'V', 'S', "NEVB"[i % 4], order[i]);
        check_one(&cases, (enum form)((i + 1) % FORMS), prec, RANDOM, 'N', 'S', 'B', order[i]);
    }
    ok(all_held(&cases), "%cgees: %d results of all orders", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int64_t n = 1; n < 500; n += 230)
        for (int infinite = 0; infinite < 2; infinite++) {
            struct array a = matrix(prec, RANDOM, n), w = array_new(prec, n, 2, 0),
                         z = array_new(prec, n, n, 0);
            int64_t sdim;
            double s, sep;
            array_set(&a, n / 3, n / 2, infinite ? INFINITY : NAN);
            int info = arrays('V', 'S', 0, &a, &w, &z, &sdim, &s, &sep);
            hold(&cases, info == n, "%cgees with %s, n=%ld: info %d", letter(prec),
                 infinite ? "an infinity" : "a NaN", (long)n, info);
            array_free(&a);
            array_free(&w);
            array_free(&z);
        }
    ok(all_held(&cases), "%cgees: %d matrices that are not finite", letter(prec), cases.run);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = matrix(STARLING_Z, RANDOM, 6), v = matrix(STARLING_Z, RANDOM, 6);
    struct array d = matrix(STARLING_D, RANDOM, 6), column = array_new(STARLING_Z, 6, 1, 0);
    starling_complex_double *x = a.a;
    double *y = d.a, s, p;
    int64_t m;
    starling_matrix *A = wrap(&a, 6, 2), *V = wrap(&v, 6, 3), *tiles = wrap(&v, 3, 2),
                    *D = wrap(&d, 6, 6), *W = wrap(&column, 6, 1);
    starling_select *f = in_left_half;
    told(0, 0); /* those of before */
    BAD(1, starling_zgees('x', 's', left_z, 6, x, 6, &m, x, x, 6));
    BAD(2, starling_zgees('v', 'x', left_z, 6, x, 6, &m, x, x, 6));
    BAD(3, starling_zgees('v', 's', NULL, 6, x, 6, &m, x, x, 6));
    BAD(4, starling_zgees('v', 's', left_z, -1, x, 6, &m, x, x, 6));
    BAD(5, starling_zgees('v', 's', left_z, 6, NULL, 6, &m, x, x, 6));
    BAD(6, starling_zgees('v', 's', left_z, 6, x, 5, &m, x, x, 6));
    BAD(7, starling_zgees('v', 's', left_z, 6, x, 6, NULL, x, x, 6));
    BAD(8, starling_zgees('v', 's', left_z, 6, x, 6, &m, NULL, x, 6));
    BAD(9, starling_zgees('v', 's', left_z, 6, x, 6, &m, x, NULL, 6));
    BAD(10, starling_zgees('v', 's', left_z, 6, x, 6, &m, x, x, 5));
    BAD(8, starling_dgees('v', 's', left_d, 6, y, 6, &m, NULL, y, y, 6));
    BAD(9, starling_dgees('v', 's', left_d, 6, y, 6, &m, y, NULL, y, 6));
    BAD(11, starling_dgees('v', 's', left_d, 6, y, 6, &m, y, y, y, 5));
    BAD(1, starling_zgeesx('x', 's', left_z, 'b', 6, x, 6, &m, x, x, 6, &s, &p));
    BAD(2, starling_zgeesx('v', 'x', left_z, 'b', 6, x, 6, &m, x, x, 6, &s, &p));
    BAD(3, starling_zgeesx('v', 's', NULL, 'b', 6, x, 6, &m, x, x, 6, &s, &p));
    BAD(4, starling_zgeesx('v', 's', left_z, 'x', 6, x, 6, &m, x, x, 6, &s, &p));
    BAD(4, starling_zgeesx('v', 'n', left_z, 'b', 6, x, 6, &m, x, x, 6, &s, &p));
    BAD(5, starling_zgeesx('v', 's', left_z, 'b', -1, x, 6, &m, x, x, 6, &s, &p));
    BAD(6, starling_zgeesx('v', 's', left_z, 'b', 6, NULL, 6, &m, x, x, 6, &s, &p));
    BAD(7, starling_zgeesx('v', 's', left_z, 'b', 6, x, 5, &m, x, x, 6, &s, &p));
    BAD(8, starling_zgeesx('v', 's', left_z, 'b', 6, x, 6, NULL, x, x, 6, &s, &p));
    BAD(9, starling_zgeesx('v', 's', left_z, 'b', 6, x, 6, &m, NULL, x, 6, &s, &p));
    BAD(10, starling_zgeesx('v', 's', left_z, 'b', 6, x, 6, &m, x, NULL, 6, &s, &p));
    BAD(11, starling_zgeesx('v', 's', left_z, 'b', 6, x, 6, &m, x, x, 5, &s, &p));
    BAD(12, starling_zgeesx('v', 's', left_z, 'e', 6, x, 6, &m, x, x, 6, NULL, &p));
    BAD(13, starling_zgeesx('v', 's', left_z, 'v', 6, x, 6, &m, x, x, 6, NULL, NULL));
    BAD(14, starling_dgeesx('v', 's', left_d, 'b', 6, y, 6, &m, y, y, y, 6, &s, NULL));
    BAD(1, starling_gees(tiles, W, V, f, &border, &m));
    BAD(2, starling_gees(A, D, V, f, &border, &m));
    BAD(2, starling_gees(A, V, NULL, f, &border, &m));
    BAD(3, starling_gees(A, W, A, f, &border, &m));
    BAD(3, starling_gees(A, W, tiles, f, &border, &m));
    BAD(6, starling_gees(A, W, V, f, &border, NULL));
    BAD(7, starling_gees_submit(A, W, V, f, &border, &m, NULL));
    BAD(1, starling_geesx(NULL, W, V, f, &border, STARLING_SENSE_BOTH, &m, &s, &p));
    BAD(6, starling_geesx(A, W, V, f, &border, (starling_sense)'x', &m, &s, &p));
    BAD(6, starling_geesx(A, W, V, NULL, &border, STARLING_SENSE_BOTH, &m, &s, &p));
    BAD(7, starling_geesx(A, W, V, f, &border, STARLING_SENSE_NONE, NULL, &s, &p));
    BAD(8, starling_geesx(A, W, V, f, &border, STARLING_SENSE_BOTH, &m, NULL, &p));
    BAD(9, starling_geesx(A, W, V, f, &border, STARLING_SENSE_BOTH, &m, &s, NULL));
    BAD(10, starling_geesx_submit(A, W, V, f, &border, STARLING_SENSE_BOTH, &m, &s, &p, NULL));
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

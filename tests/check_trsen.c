/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* trsen in all precisions, on Schur forms with many kinds of eigenvalues and many selections:
 *  - |Q T Q^H| before and after is the same, and Q stays orthogonal;
 *  - T is a Schur form, and w are its eigenvalues; those that were selected come first, in their
 * order;
 *  - condition numbers are LAPACK's;
 *  - of a complex T, what is below the diagonal is not read; T alone is as with Q;
 *  - blocks that are too close to be swapped give info 1, and T and Q are right nevertheless;
 *  - bad arguments are told by position and name. */

#include "lapack_api.h"
#include "schur.h"
#include "tap.h"

enum kind { RANDOM, PAIRS, SINGLES, EQUAL, ONE_SIZE, GRADED, KINDS };
static const char *const kind_name[KINDS] = {"random", "pairs",    "singles",
                                             "equal",  "one size", "graded"};
enum choice { SOME, NONE, EVERY, LAST, UNSTABLE, FIRST_OF_PAIRS, CHOICES };
static const char *const choice_name[CHOICES] = {"some", "none",     "every",
                                                 "last", "unstable", "a third"};

/* A pair in rows i and i + 1. */
static bool begins_pair(enum kind kind, int64_t n, int64_t i)
{
    return i >= 0 && i + 1 < n &&
           (kind == PAIRS ? i % 2 == 0 : kind != SINGLES && kind != EQUAL && i % 5 == 1);
}

/* T in standard form; complex: with NaN where it is not read. */
static struct array schur_form(starling_precision prec, enum kind kind, int64_t n)
{
    struct array t = array_new(prec, n, n, 2);
    uint64_t seed = (uint64_t)(n * 31 + kind);
    bool complex_ = is_complex(prec);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            double scale = kind == GRADED ? pow(10, -6 * (double)i / (double)n) : 1;
            wide value = scale * (uniform(&seed) + (complex_ ? I * uniform(&seed) : 0));
            if (i == j && kind == EQUAL)
                value = 1;
            else if (i == j && kind != ONE_SIZE)
                value = scale * (value / scale * 2 + (j % 3 - 1));
            if (!complex_ && i == j && begins_pair(kind, n, j - 1))
                value = array_get(&t, j - 1, j - 1);
            if (!complex_ && i == j + 1)
                value = begins_pair(kind, n, j) ? scale * (0.5 + fabs(creal(value))) : 0;
            else if (!complex_ && i == j - 1 && begins_pair(kind, n, i))
                value = -scale * (0.5 + fabs(creal(value)));
            else if (i > j)
                value = complex_ ? NAN : 0;
            else if (kind == SINGLES && i < j)
                value /= (double)n; /* good condition */
            array_set(&t, i, j, value);
        }
    array_save(&t);
    return t;
}

static wide *upper(const struct array *t)
{
    wide *a = wide_of(t, STARLING_GENERAL);
    for (int64_t j = 0; j < t->n; j++)
        for (int64_t i = j + 1 + !is_complex(t->prec); i < t->n; i++)
            a[i + j * t->n] = 0;
    return a;
}

/* The selection, and the eigenvalues that come first. */
static int64_t choose(const struct array *t, enum choice choice, int *select, wide *first)
{
    int64_t n = t->n, m = 0;
    uint64_t seed = 5;
    for (int64_t i = 0; i < n; i++) {
        bool some = uniform(&seed) > 0;
        select[i] = choice == SOME             ? some
                    : choice == EVERY          ? 1
                    : choice == LAST           ? i == n - 1
                    : choice == UNSTABLE       ? creal(array_get(t, i, i)) > 0
                    : choice == FIRST_OF_PAIRS ? i % 3 == 1
                                               : 0;
    }
    for (int64_t i = 0; i < n; i++) {
        wide below = !is_complex(t->prec) && i + 1 < n ? array_get(t, i + 1, i) : 0;
        int64_t count = 1 + (below != 0);
        if (select[i] || (count == 2 && select[i + 1])) {
            double im = count == 2 ? sqrt(fabs(creal(below) * creal(array_get(t, i, i + 1)))) : 0;
            first[m++] = array_get(t, i, i) + I * im;
            if (count == 2)
                first[m++] = array_get(t, i, i) - I * im;
        }
        i += count - 1;
    }
    return m;
}

static int arrays(char job, char compq, const int *select, struct array *t, struct array *q,
                  struct array *w, int64_t *m, double *s, double *sep)
{
    int64_t n = t->n;
    float *ws = w->a, s1 = 0, sep1 = 0;
    double *wd = w->a;
    int info = -99;
    *s = *sep = 0;
    switch (t->prec) {
    case STARLING_S:
        info = starling_strsen(job, compq, select, n, t->a, t->lda, q->a, q->lda, ws, ws + n, m,
                               &s1, &sep1);
        break;
    case STARLING_D:
        return starling_dtrsen(job, compq, select, n, t->a, t->lda, q->a, q->lda, wd, wd + n, m, s,
                               sep);
    case STARLING_C:
        info =
            starling_ctrsen(job, compq, select, n, t->a, t->lda, q->a, q->lda, w->a, m, &s1, &sep1);
        break;
    case STARLING_Z:
        return starling_ztrsen(job, compq, select, n, t->a, t->lda, q->a, q->lda, w->a, m, s, sep);
    }
    *s = s1;
    *sep = sep1;
    return info;
}

static int objects(bool asynchronous, char job, char compq, const int *select, struct array *t,
                   struct array *q, struct array *w, int64_t *m, double *s, double *sep)
{
    int64_t n = t->n > 0 ? t->n : 1;
    starling_matrix *T = wrap(t, n, 50), *W = wrap(w, 10, 1), *Q = wrap(q, n, 200);
    starling_sense sense = (starling_sense)job;
    int info;
    if (asynchronous)
        SUBMITTED(info, starling_trsen_submit(sense, T, compq == 'V' ? Q : NULL, select, W, m, s,
                                              sep, seq));
    else
        info = starling_trsen(sense, T, compq == 'V' ? Q : NULL, select, W, m, s, sep);
    starling_matrix_destroy(T);
    starling_matrix_destroy(W);
    starling_matrix_destroy(Q);
    return info;
}

/* LAPACK's condition numbers in double precision complex; the selection is that of the rows. */
static int lapack_numbers(const wide *t, int64_t n, const int *select, double *s, double *sep)
{
    size_t order = (size_t)n;
    lapack_complex_double *copy =
                              malloc(order * (order + 1) * sizeof *copy), /* OpenBLAS reads more */
        *w = malloc(order * sizeof *w);
    int m = 0, info;
    memcpy(copy, t, order * order * sizeof *copy);
    info = LAPACKE_ztrsen(LAPACK_COL_MAJOR, 'B', 'N', select, (int)n, copy, (int)n, NULL, 1, w, &m,
                          s, sep);
    free(copy);
    free(w);
    return info;
}

enum form { ARRAYS, OBJECTS, SEQUENCE, FORMS };

static void check_one(struct cases *cases, enum form form, starling_precision prec, enum kind kind,
                      enum choice choice, char job, char compq, int64_t n)
{
    struct array t = schur_form(prec, kind, n), q = array_new(prec, n, n, 1);
    struct array w = array_new(prec, n, is_complex(prec) ? 1 : 2, 0);
    wide *exact = upper(&t), *before, *a = wide_zeros(n, n), *first = wide_zeros(n + 1, 1);
    int *select = calloc((size_t)n + 1, sizeof *select);
    int64_t wanted = choose(&t, choice, select, first), m = -1;
    double s = 0, sep = 0, moved = 0, numbers = 0, norm = wide_norm(exact, n, n);
    double error = 0, orthogonal = 0;
    set_reflector(&q);
    array_save(&q);
    before = wide_of(&q, STARLING_GENERAL);
    if (n > 0) { /* A = Q T Q^H */
        wide *y = wide_zeros(n, n);
        wide_gemm('N', 'N', n, n, n, 1, before, exact, 0, y);
        wide_gemm('N', 'C', n, n, n, 1, y, before, 0, a);
        free(y);
    }
    int info = form == ARRAYS
                   ? arrays(job, compq, select, &t, &q, &w, &m, &s, &sep)
                   : objects(form == SEQUENCE, job, compq, select, &t, &q, &w, &m, &s, &sep);
    wide *value = values_of(&w), *after = upper(&t), *z = wide_of(&q, STARLING_GENERAL);
    bool intact =
        array_intact(&t, STARLING_GENERAL) && array_intact(&q, compq == 'V' ? STARLING_GENERAL : 0);
    bool schur = true;
    for (int64_t i = 0; is_complex(prec) && i < n; i++)
        schur = schur && value[i] == after[i + i * n];
    if (!is_complex(prec) && n > 0) {
        struct array u = array_new(prec, n, n, 0);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                array_set(&u, i, j, after[i + j * n]);
        schur = is_schur(&u, value);
        array_free(&u);
    }
    if (compq == 'V') {
        error = schur_error(prec, n, a, after, z);
        orthogonal = unitary_error(prec, n, z);
    }
    for (int64_t i = 0; i < wanted; i++)
        moved = residual_larger(moved, cabs(value[i] - first[i]));
    if (kind == SINGLES || kind == PAIRS) /* the others are sensitive */
        moved = norm > 0 ? moved / norm / (double)n / epsilon(prec) : moved;
    else
        moved = 0;
    if (job == 'B' && n > 0 && (kind == SINGLES || is_complex(prec))) {
        double s2, sep2;
        numbers = lapack_numbers(exact, n, select, &s2, &sep2) == 0
                      ? residual_larger(fabs(s / s2 - 1), fabs(sep / sep2 - 1))
                      : NAN;
    }
    hold(cases,
         info == 0 && intact && schur && m == wanted && residual_right(error) &&
             residual_right(orthogonal) && residual_right(moved / 1000) &&
             residual_right(60 * numbers),
         "%ctrsen %c %c form %d, %s, %s, n=%ld: info %d, m %ld of %ld, residual %g, orthogonality "
         "%g, "
         "eigenvalues %g, condition %g%s%s",
         letter(prec), job, compq, form, kind_name[kind], choice_name[choice], (long)n, info,
         (long)m, (long)wanted, error, orthogonal, moved, numbers,
         intact ? "" : ", more is changed", schur ? "" : ", no Schur form");
    free(exact);
    free(before);
    free(a);
    free(first);
    free(select);
    free(value);
    free(after);
    free(z);
    array_free(&t);
    array_free(&q);
    array_free(&w);
}

static void all_kinds(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = 0; kind < KINDS; kind++)
        for (int choice = 0; choice < CHOICES; choice++) {
            enum form form = (enum form)((kind + choice) % FORMS);
            check_one(&cases, form, prec, (enum kind)kind, (enum choice)choice, 'N', 'V', 21);
            check_one(&cases, form, prec, (enum kind)kind, (enum choice)choice, 'N', 'V', 260);
        }
    if (!quick())
        check_one(&cases, ARRAYS, prec, RANDOM, SOME, 'N', 'V', 650);
    ok(all_held(&cases), "%ctrsen: %d results of many kinds", letter(prec), cases.run);
}

static void shapes(starling_precision prec)
{
    static const int64_t order[] = {0, 1, 2, 3, 7, 64, 127, 128, 129, 199, 201, 257};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        check_one(&cases, ARRAYS, prec, PAIRS, UNSTABLE, 'N', 'N', order[i]);
        check_one(&cases, OBJECTS, prec, RANDOM, SOME, 'N', 'V', order[i]);
        check_one(&cases, (enum form)(i % FORMS), prec, SINGLES, SOME, 'B', 'V', order[i]);
        check_one(&cases, (enum form)(i % FORMS), prec, RANDOM, FIRST_OF_PAIRS, i % 2 ? 'E' : 'V',
                  'N', order[i]);
    }
    ok(all_held(&cases), "%ctrsen: %d results of all orders", letter(prec), cases.run);
}

/* Two pairs, found by a search, that LAPACK refuses to swap; the second one is selected. */
static void set_close_pairs(struct array *t, int64_t at)
{
    static const double single[2][4] = {
        {6.6609702e+03, -1.2390890e+01, 1.5919078e-03, 4.6170097e-02},
        {6.6609702e+03, -1.2390890e+01, -2.5667278e-02, -3.4412933e-03}};
    static const double twice[2][4] = {
        {1.66486355e+04, -1.22695155e+00, -2.02038223e-07, -8.10739933e-08},
        {1.66486355e+04, -1.22695155e+00, 8.00748948e-07, 2.16720197e-07}};
    const double(*x)[4] = t->prec == STARLING_S ? single : twice;
    for (int pair = 0; pair < 2; pair++) {
        int64_t i = at + 2 * pair;
        array_set(t, i, i, 0.5);
        array_set(t, i + 1, i + 1, 0.5);
        array_set(t, i, i + 1, x[0][0]);
        array_set(t, i + 1, i, x[0][1]);
        array_set(t, at + pair, at + 2, x[pair][2]);
        array_set(t, at + pair, at + 3, x[pair][3]);
    }
}

static void too_close(starling_precision prec)
{
    struct cases cases = {0};
    for (int64_t n = 5; n < 500; n += 240) {
        struct array t = array_new(prec, n, n, 0), q = array_new(prec, n, n, 0);
        struct array w = array_new(prec, n, 2, 0);
        int *select = calloc((size_t)n, sizeof *select);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                array_set(&t, i, j, i == j ? 2 + (double)i / (double)n : 0);
        set_close_pairs(&t, (n - 5) / 2);
        select[(n - 5) / 2 + 2] = 1;
        select[n - 1] = 1;
        set_reflector(&q);
        wide *exact = upper(&t), *before = wide_of(&q, STARLING_GENERAL), *a = wide_zeros(n, n);
        wide *y = wide_zeros(n, n);
        wide_gemm('N', 'N', n, n, n, 1, before, exact, 0, y);
        wide_gemm('N', 'C', n, n, n, 1, y, before, 0, a);
        int64_t m;
        double s, sep;
        int info = arrays('N', 'V', select, &t, &q, &w, &m, &s, &sep);
        wide *after = upper(&t), *z = wide_of(&q, STARLING_GENERAL);
        double error = schur_error(prec, n, a, after, z), orthogonal = unitary_error(prec, n, z);
        hold(&cases, info == 1 && residual_right(error) && residual_right(orthogonal),
             "%ctrsen too close, n=%ld: info %d, residual %g, orthogonality %g", letter(prec),
             (long)n, info, error, orthogonal);
        free(exact);
        free(before);
        free(a);
        free(y);
        free(after);
        free(z);
        free(select);
        array_free(&t);
        array_free(&q);
        array_free(&w);
    }
    ok(all_held(&cases), "%ctrsen: %d that are too close", letter(prec), cases.run);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = schur_form(STARLING_Z, RANDOM, 6), v = schur_form(STARLING_Z, RANDOM, 6);
    struct array d = schur_form(STARLING_D, RANDOM, 6), column = array_new(STARLING_Z, 6, 1, 0);
    starling_complex_double *x = a.a;
    double *y = d.a, s, sep;
    int some[6] = {0, 1};
    int64_t m;
    starling_matrix *A = wrap(&a, 6, 2), *V = wrap(&v, 6, 3), *tiles = wrap(&v, 3, 2),
                    *D = wrap(&d, 6, 6), *W = wrap(&column, 6, 1);
    told(0, 0); /* those of before */
    BAD(1, starling_ztrsen('x', 'V', some, 6, x, 6, x, 6, x, &m, &s, &sep));
    BAD(2, starling_ztrsen('n', 'x', some, 6, x, 6, x, 6, x, &m, &s, &sep));
    BAD(3, starling_ztrsen('n', 'v', NULL, 6, x, 6, x, 6, x, &m, &s, &sep));
    BAD(4, starling_ztrsen('n', 'v', some, -1, x, 6, x, 6, x, &m, &s, &sep));
    BAD(5, starling_ztrsen('n', 'v', some, 6, NULL, 6, x, 6, x, &m, &s, &sep));
    BAD(6, starling_ztrsen('n', 'v', some, 6, x, 5, x, 6, x, &m, &s, &sep));
    BAD(7, starling_ztrsen('n', 'v', some, 6, x, 6, NULL, 6, x, &m, &s, &sep));
    BAD(8, starling_ztrsen('n', 'v', some, 6, x, 6, x, 5, x, &m, &s, &sep));
    BAD(9, starling_ztrsen('n', 'v', some, 6, x, 6, x, 6, NULL, &m, &s, &sep));
    BAD(10, starling_ztrsen('n', 'v', some, 6, x, 6, x, 6, x, NULL, &s, &sep));
    BAD(11, starling_ztrsen('b', 'v', some, 6, x, 6, x, 6, x, &m, NULL, &sep));
    BAD(12, starling_ztrsen('v', 'v', some, 6, x, 6, x, 6, x, &m, NULL, NULL));
    BAD(9, starling_dtrsen('n', 'v', some, 6, y, 6, y, 6, NULL, y, &m, &s, &sep));
    BAD(10, starling_dtrsen('n', 'v', some, 6, y, 6, y, 6, y, NULL, &m, &s, &sep));
    BAD(13, starling_dtrsen('v', 'v', some, 6, y, 6, y, 6, y, y, &m, &s, NULL));
    BAD(1, starling_trsen((starling_sense)'x', A, V, some, W, &m, &s, &sep));
    BAD(2, starling_trsen(STARLING_SENSE_NONE, tiles, V, some, W, &m, &s, &sep));
    BAD(3, starling_trsen(STARLING_SENSE_NONE, A, A, some, W, &m, &s, &sep));
    BAD(3, starling_trsen(STARLING_SENSE_NONE, A, tiles, some, W, &m, &s, &sep));
    BAD(4, starling_trsen(STARLING_SENSE_NONE, A, V, NULL, W, &m, &s, &sep));
    BAD(5, starling_trsen(STARLING_SENSE_NONE, A, V, some, D, &m, &s, &sep));
    BAD(5, starling_trsen(STARLING_SENSE_NONE, A, NULL, some, V, &m, &s, &sep));
    BAD(6, starling_trsen(STARLING_SENSE_NONE, A, V, some, W, NULL, &s, &sep));
    BAD(7, starling_trsen(STARLING_SENSE_BOTH, A, V, some, W, &m, NULL, &sep));
    BAD(8, starling_trsen(STARLING_SENSE_BOTH, A, V, some, W, &m, &s, NULL));
    BAD(9, starling_trsen_submit(STARLING_SENSE_NONE, A, V, some, W, &m, &s, &sep, NULL));
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
        if (!is_complex(precisions[p]))
            too_close(precisions[p]);
    }
    arguments();
    return done_testing();
}

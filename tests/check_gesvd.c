/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvd and gesdd in all precisions, shapes around the band and the block column, high, wide and
 * empty ones, and matrices whose values are zero, equal, graded, in clusters or at the ends of the
 * range:
 *  - |A - U S V^H|, |U^H U - I| and |V V^H - I| are small, S descends and is near LAPACK's;
 *  - vectors of one side, of both, all or some, and values alone agree;
 *  - a high matrix is factored by Cholesky if its condition allows it, and else by reflectors: the
 *    tasks tell;
 *  - objects, sequences and arrays agree, and what is around stays;
 *  - a NaN or an infinity gives its column as info, at once, and the failure of an operation before is
 *    not lost;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "rectangles.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, CALLER, GESVD, GESDD, FORMS };

/* How a high matrix is factored before stage 1. */
enum path { NO_QR, REFLECTORS, CHOLESKY, REFUSED /* Cholesky, then reflectors */, ANY };
static const char *const path_name[] = {"no QR", "reflectors", "Cholesky", "refused", "any"};
static enum path last_path; /* of the last CALLER */

#define EACH(prec, call_s, call_d, call_c, call_z)                                                 \
    (prec == STARLING_S   ? call_s                                                                 \
     : prec == STARLING_D ? call_d                                                                 \
     : prec == STARLING_C ? call_c                                                                 \
                          : call_z)

static int arrays(bool dd, char jobu, char jobv, struct array *a, void *s, struct array *u,
                  struct array *v)
{
    int64_t m = a->m, n = a->n, lda = a->lda, ldu = u->lda, ldv = v->lda;
    void *x = a->a, *p = u->a, *q = v->a;
    if (dd)
        return EACH(a->prec, starling_sgesdd(jobu, m, n, x, lda, s, p, ldu, q, ldv),
                    starling_dgesdd(jobu, m, n, x, lda, s, p, ldu, q, ldv),
                    starling_cgesdd(jobu, m, n, x, lda, s, p, ldu, q, ldv),
                    starling_zgesdd(jobu, m, n, x, lda, s, p, ldu, q, ldv));
    return EACH(a->prec, starling_sgesvd(jobu, jobv, m, n, x, lda, s, p, ldu, q, ldv),
                starling_dgesvd(jobu, jobv, m, n, x, lda, s, p, ldu, q, ldv),
                starling_cgesvd(jobu, jobv, m, n, x, lda, s, p, ldu, q, ldv),
                starling_zgesvd(jobu, jobv, m, n, x, lda, s, p, ldu, q, ldv));
}

/* Job O: the vectors that took the place of A, where all others are. */
static void move(const struct array *a, struct array *x)
{
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            array_set(x, i, j, array_get(a, i, j));
}

static bool has_task(const starling_task *task, int64_t count, const char *kernel)
{
    bool found = false;
    for (int64_t i = 0; i < count; i++)
        found = found || strcmp(task[i].name + 1, kernel) == 0;
    return found;
}

/* In a sequence whose caller waits, as in starling_gesvd(). */
static int by_caller(starling_matrix *A, starling_matrix *S, starling_matrix *U, starling_matrix *V)
{
    const starling_task *task = NULL;
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    starling_sequence_use_caller(seq, true);
    starling_sequence_record(seq, STARLING_RECORD_RUN);
    starling_gesvd_submit(A, S, U, V, seq);
    info = starling_sequence_wait(seq);
    int64_t count = starling_sequence_tasks(seq, &task);
    bool cholesky = has_task(task, count, "potrf"), reflectors = has_task(task, count, "geqrf");
    last_path = cholesky ? (reflectors ? REFUSED : CHOLESKY) : reflectors ? REFLECTORS : NO_QR;
    starling_sequence_destroy(seq);
    return info;
}

/* U and VT in tiles of another size than A's block columns. */
static int objects(enum form form, char jobu, char jobv, int64_t nb, struct array *a,
                   struct array *s, struct array *u, struct array *v)
{
    starling_matrix *A = wrap(a, positive(a->m), nb), *S = wrap(s, positive(s->m), 1);
    starling_matrix *U = jobu == 'N' ? NULL : wrap(u, positive(u->m), nb + 3);
    starling_matrix *V = jobv == 'N' ? NULL : wrap(v, nb + 1, nb + 2);
    int info;
    if (form == CALLER)
        info = by_caller(A, S, U, V);
    else if (form == SEQUENCE)
        SUBMITTED(info, starling_gesvd_submit(A, S, U, V, seq));
    else
        info = starling_gesvd(A, S, U, V);
    starling_matrix_destroy(A);
    starling_matrix_destroy(S);
    starling_matrix_destroy(U);
    starling_matrix_destroy(V);
    return info;
}

/* ---- Results ------------------------------------------------------------------------------- */

/* The largest difference from LAPACK's values, scaled. */
static double difference(const struct array *s, const wide *a, int64_t m, int64_t n, double norm)
{
    double most = 0, *x = values_of(a, m, n, norm);
    for (int64_t j = 0; j < s->m; j++)
        most = residual_larger(most, x ? fabs(x[j] - creal(array_get(s, j, 0)) / norm) : NAN);
    free(x);
    return scaled(s->prec, most, m > n ? m : n, 1);
}

enum { MOST_SQUARE = 10 }; /* of |X^H X - I| / (n eps) */

static void check_matrix(struct cases *cases, enum form form, struct array a, const char *name,
                         char jobu, char jobv, int64_t nb)
{
    starling_precision prec = a.prec;
    int64_t m = a.m, n = a.n, k = m < n ? m : n;
    struct array s = array_new(real_of(prec), k, 1, 1);
    struct array u = array_new(prec, m, jobu == 'A' ? m : k, 3);
    struct array v = array_new(prec, jobv == 'A' ? n : k, n, 1);
    wide *exact = wide_of(&a, STARLING_GENERAL), *rest = wide_of(&a, STARLING_GENERAL);
    double norm = wide_norm(exact, m, n);
    norm = norm > 0 ? norm : 1;
    array_save(&s);
    array_save(&u);
    array_save(&v);
    int info = form < GESVD ? objects(form, jobu, jobv, nb, &a, &s, &u, &v)
                            : arrays(form == GESDD, jobu, jobv, &a, s.a, &u, &v);
    if (jobu == 'O' && (form == GESVD || m >= n))
        move(&a, &u);
    else if (jobv == 'O')
        move(&a, &v);
    bool empty = k == 0 && form >= GESVD; /* as LAPACK, nothing is done */
    double values = difference(&s, exact, m, n, norm), error = 0, square = 0;
    if (jobu != 'N' && !empty)
        square = orthogonality(&u, false);
    if (jobv != 'N' && !empty)
        square = residual_larger(square, orthogonality(&v, true));
    if (jobu != 'N' && jobv != 'N')
        error = scaled(prec, svd_error(&u, &s, &v, rest, norm), m > n ? m : n, 1);
    bool intact = array_intact(&a, STARLING_GENERAL) && array_intact(&s, STARLING_GENERAL) &&
                  array_intact(&u, jobu == 'N' ? 0 : STARLING_GENERAL) &&
                  array_intact(&v, jobv == 'N' ? 0 : STARLING_GENERAL);
    hold(cases,
         info == 0 && intact && descends(&s) && residual_right(values) && residual_right(error) &&
             square < MOST_SQUARE,
         "%cgesvd %c %c form %d, %s, m=%ld, n=%ld, nb=%ld: info %d, residual %g, orthogonality %g, "
         "values %g%s%s",
         letter(prec), jobu, jobv, form, name, (long)m, (long)n, (long)nb, info, error,
         square, values, intact ? "" : ", more is changed", descends(&s) ? "" : ", not in order");
    free(exact);
    free(rest);
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&v);
}

static void check_one(struct cases *cases, enum form form, starling_precision prec, enum kind kind,
                      char jobu, char jobv, int64_t m, int64_t n, int64_t nb)
{
    check_matrix(cases, form, rectangle(prec, kind, m, n), kind_name[kind], jobu, jobv, nb);
}

static void shapes(starling_precision prec)
{
    static const int64_t list[][3] = {
        {0, 0, 4},    {0, 3, 2},     {5, 0, 3},      {1, 1, 1},      {1, 7, 3},     {9, 1, 4},
        {2, 2, 2},    {3, 2, 1},     {2, 3, 1},      {17, 17, 5},    {47, 47, 16},  {48, 48, 48},
        {49, 49, 7},  {50, 48, 20},  {48, 53, 9},    {97, 96, 64},   {101, 97, 32}, {97, 149, 30},
        {151, 30, 8}, {31, 211, 50}, {200, 130, 64}, {193, 193, 192}};
    static const char *const jobs[] = {"SS", "NN", "AA", "SN", "NS", "AS"};
    static const char *const in_place[] = {"OS", "AO", "NO", "ON"};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        int64_t m = list[i][0], n = list[i][1], nb = list[i][2];
        if (quick() && m + n > 300)
            continue;
        for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++)
            check_one(&cases, (enum form)((i + j) % GESDD), prec, RANDOM, jobs[j][0], jobs[j][1], m,
                      n, nb);
        for (size_t j = 0; j < sizeof in_place / sizeof *in_place; j++)
            check_one(&cases, GESVD, prec, RANDOM, in_place[j][0], in_place[j][1], m, n, nb);
        for (const char *job = "NSAO"; *job; job++)
            check_one(&cases, GESDD, prec, RANDOM, *job, *job, m, n, nb);
    }
    ok(all_held(&cases), "%cgesvd: %d results", letter(prec), cases.run);
}

static void spectra(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = RANDOM + 1; kind < KINDS; kind++)
        for (const char *job = "SN"; *job; job++) {
            check_one(&cases, GESDD, prec, (enum kind)kind, *job, *job, 60, 60, 1);
            check_one(&cases, GESVD, prec, (enum kind)kind, *job, *job, 90, 70, 1);
            check_one(&cases, OBJECTS, prec, (enum kind)kind, *job, *job, 40, 101, 16);
            if (!quick())
                check_one(&cases, OBJECTS, prec, (enum kind)kind, *job, *job, 300, 280, 64);
        }
    ok(all_held(&cases), "%cgesvd of special matrices: %d results", letter(prec), cases.run);
}

/* ---- High matrices ------------------------------------------------------------------------- */

enum columns { OF_CONDITION, ZERO_COLUMNS, GRADED_COLUMNS, BADLY_SCALED, NEAR_COLUMNS };

/* m x n with these columns, or its adjoint. size: the condition, the smallest factor of a column, or the
 * difference of two columns. */
static struct array high_matrix(starling_precision prec, enum columns columns, double size, bool wide,
                                int64_t m, int64_t n)
{
    struct array a = array_new(prec, wide ? n : m, wide ? m : n, 2);
    struct array x = array_new(prec, m, n, 0);
    array_random(&x, STARLING_GENERAL, 5);
    if (columns == OF_CONDITION)
        set_by_values(&x, SPREAD, 1 / size);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            starling_complex_double z = array_get(&x, i, j);
            if (columns == ZERO_COLUMNS && j % 3 == 1)
                z = 0;
            else if (columns == GRADED_COLUMNS || columns == BADLY_SCALED)
                z *= pow(size, (double)((j * 7) % n) / (double)n);
            else if (columns == NEAR_COLUMNS && j % 2 == 1)
                z = array_get(&x, i, j - 1) + size * z;
            array_set(&a, wide ? j : i, wide ? i : j, wide ? conj(z) : z);
        }
    array_free(&x);
    array_save(&a);
    return a;
}

/* The path is known if the condition is far from 1 / sqrt(eps). On a GPU, triangular solves may lose
 * digits before. */
static enum path expected_path(starling_precision prec, enum columns columns, double size)
{
    double limit = 1 / sqrt(epsilon(prec));
    if (columns == OF_CONDITION)
        return size < (starling_ncuda() > 0 ? 20 : limit / 10) ? CHOLESKY
               : size > 10 * limit                             ? REFUSED
                                                               : ANY;
    if (columns == NEAR_COLUMNS || starling_ncuda() > 0)
        return columns == ZERO_COLUMNS ? REFUSED : ANY;
    return columns == BADLY_SCALED ? CHOLESKY : REFUSED; /* scales of columns do not matter */
}

static void check_path(struct cases *cases, struct array a, const char *name, const char *job,
                       enum path expected)
{
    bool wide = a.m < a.n;
    char side = job[wide ? 1 : 0]; /* the vectors that Q multiplies */
    starling_precision prec = a.prec;
    bool tried = side == 'S' || (side == 'N' && starling_ncuda() > 0);
    check_matrix(cases, CALLER, a, name, job[0], job[1], 16);
    expected = tried ? expected : REFLECTORS;
    hold(cases, last_path == expected || (expected == ANY && last_path >= CHOLESKY),
         "%cgesvd %s, %s%s: %s, not %s", letter(prec), job, name, wide ? ", wide" : "",
         path_name[last_path], path_name[expected]);
}

static void high(starling_precision prec)
{
    static const struct {
        enum columns columns;
        double size, single;
        const char *name;
    } list[] = {{OF_CONDITION, 10, 10, "condition 10"},
                {OF_CONDITION, 1e3, 1e3, "condition 1e3"},
                {OF_CONDITION, 1e6, 1e6, "condition 1e6"},
                {OF_CONDITION, 1e7, 1e7, "condition 1e7"},
                {OF_CONDITION, 1e9, 1e9, "condition 1e9"},
                {OF_CONDITION, 1e15, 1e15, "condition 1e15"},
                {ZERO_COLUMNS, 0, 0, "zero columns"},
                {GRADED_COLUMNS, 1e-300, 1e-37, "columns from 1 to the least number"},
                {BADLY_SCALED, 1e-12, 1e-9, "badly scaled columns"},
                {NEAR_COLUMNS, 1e-6, 1e-2, "nearly equal columns"}};
    static const enum kind kinds[] = {ZERO, HALF, TINY, HUGE};
    static const char *const jobs[] = {"SS", "NN", "SN", "NS", "AS", "SA"};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int wide = 0; wide < 2; wide++)
            for (size_t j = 0; j < sizeof jobs / sizeof *jobs; j++) {
                double size = is_single(prec) ? list[i].single : list[i].size;
                enum path path = expected_path(prec, list[i].columns, size);
                int64_t m = i % 2 == 0 && i < 6 && j == 0 && !quick() ? 1700 : 300, n = m / 8 - 1;
                check_path(&cases, high_matrix(prec, list[i].columns, size, wide, m, n),
                           list[i].name, jobs[j], path);
            }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (const char *job = "SN"; *job; job++) {
            char both[] = {*job, *job, 0};
            check_path(&cases, rectangle(prec, kinds[i], 280, 33), kind_name[kinds[i]], both,
                       i < 2 ? REFUSED : CHOLESKY);
            check_one(&cases, GESDD, prec, kinds[i], *job, *job, 280, 33, 1);
            check_one(&cases, OBJECTS, prec, kinds[i], *job, *job, 33, 280, 20);
        }
    ok(all_held(&cases), "%cgesvd of high matrices: %d results", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int infinite = 0; infinite < 2; infinite++)
        for (int64_t n = 12; n <= 100; n += 44) {
            int64_t m = n > 12 ? 56 : 300; /* high, square, wide */
            struct array a = rectangle(prec, RANDOM, m, n), u = array_new(prec, m, n, 0);
            struct array v = array_new(prec, n, n, 0);
            double s[100];
            array_set(&a, 40, 6, infinite ? INFINITY : NAN);
            array_set(&a, 3, n - 1, NAN);
            int info = arrays(false, 'S', 'S', &a, s, &u, &v);
            hold(&cases, info == 7, "%cgesvd with %s in column 7 of %ld: info %d", letter(prec),
                 infinite ? "an infinity" : "a NaN", (long)n, info);
            array_free(&a);
            array_free(&u);
            array_free(&v);
        }
    ok(all_held(&cases), "%cgesvd: %d matrices that are not finite", letter(prec), cases.run);
}

/* A singular matrix is factored before, in the same sequence. */
static void after_failure(void)
{
    struct array a = rectangle(STARLING_D, RANDOM, 300, 30), s = array_new(STARLING_D, 30, 1, 0);
    struct array u = array_new(STARLING_D, 300, 30, 0), zero = rectangle(STARLING_D, ZERO, 40, 40);
    starling_matrix *A = wrap(&a, 300, 16), *S = wrap(&s, 30, 1), *U = wrap(&u, 300, 16);
    starling_matrix *Z = wrap(&zero, 40, 20);
    starling_sequence *seq = NULL;
    starling_sequence_create(&seq);
    starling_sequence_use_caller(seq, true);
    starling_getrf_submit(Z, seq);
    starling_gesvd_submit(A, S, U, NULL, seq);
    int info = starling_sequence_wait(seq);
    ok(info == 1, "info %d of LU before gesvd", info);
    starling_sequence_destroy(seq);
    starling_matrix *all[] = {A, S, U, Z};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&zero);
}

static void array_arguments(struct cases *cases, starling_complex_double *x)
{
    double s[6];
    BAD(1, starling_zgesvd('x', 's', 6, 4, x, 6, s, x, 6, x, 4));
    BAD(2, starling_zgesvd('o', 'o', 6, 4, x, 6, s, x, 6, x, 4));
    BAD(3, starling_zgesvd('s', 's', -1, 4, x, 6, s, x, 6, x, 4));
    BAD(4, starling_zgesvd('s', 's', 6, -4, x, 6, s, x, 6, x, 4));
    BAD(5, starling_zgesvd('s', 's', 6, 4, NULL, 6, s, x, 6, x, 4));
    BAD(6, starling_zgesvd('s', 's', 6, 4, x, 5, s, x, 6, x, 4));
    BAD(7, starling_zgesvd('s', 's', 6, 4, x, 6, NULL, x, 6, x, 4));
    BAD(8, starling_zgesvd('s', 's', 6, 4, x, 6, s, NULL, 6, x, 4));
    BAD(9, starling_zgesvd('a', 's', 6, 4, x, 6, s, x, 5, x, 4));
    BAD(9, starling_zgesvd('n', 's', 6, 4, x, 6, s, x, 0, x, 4));
    BAD(10, starling_zgesvd('s', 's', 6, 4, x, 6, s, x, 6, NULL, 4));
    BAD(11, starling_zgesvd('s', 'a', 4, 6, x, 6, s, x, 6, x, 5));
    BAD(11, starling_zgesvd('s', 's', 6, 4, x, 6, s, x, 6, x, 3));
    BAD(1, starling_zgesdd('v', 6, 4, x, 6, s, x, 6, x, 4));
    BAD(2, starling_zgesdd('s', -6, 4, x, 6, s, x, 6, x, 4));
    BAD(3, starling_zgesdd('s', 6, -4, x, 6, s, x, 6, x, 4));
    BAD(4, starling_zgesdd('s', 6, 4, NULL, 6, s, x, 6, x, 4));
    BAD(5, starling_zgesdd('s', 6, 4, x, 5, s, x, 6, x, 4));
    BAD(6, starling_zgesdd('s', 6, 4, x, 6, NULL, x, 6, x, 4));
    BAD(7, starling_zgesdd('s', 6, 4, x, 6, s, NULL, 6, x, 4));
    BAD(8, starling_zgesdd('s', 6, 4, x, 6, s, x, 5, x, 4));
    BAD(9, starling_zgesdd('s', 6, 4, x, 6, s, x, 6, NULL, 4));
    BAD(10, starling_zgesdd('a', 4, 6, x, 6, s, x, 6, x, 5));
}

static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = array_new(STARLING_Z, 6, 4, 0), s = array_new(STARLING_D, 4, 1, 0);
    struct array u = array_new(STARLING_Z, 6, 6, 0), v = array_new(STARLING_Z, 4, 4, 0);
    struct array d = array_new(STARLING_D, 6, 4, 0);
    array_random(&a, STARLING_GENERAL, 1);
    starling_matrix *A = wrap(&a, 6, 2), *tiles = wrap(&a, 3, 2), *S = wrap(&s, 4, 1);
    starling_matrix *cut = wrap(&s, 2, 1), *U = wrap(&u, 6, 2), *V = wrap(&v, 4, 4);
    starling_matrix *D = wrap(&d, 6, 2);
    d.n = u.n = 3;
    starling_matrix *column = wrap(&d, 6, 3), *narrow = wrap(&u, 6, 2);
    listen_to_errors();
    BAD(1, starling_gesvd(NULL, S, U, V));
    BAD(1, starling_gesvd(tiles, S, U, V));
    BAD(2, starling_gesvd(A, NULL, U, V));
    BAD(2, starling_gesvd(A, cut, U, V));
    BAD(2, starling_gesvd(A, column, U, V));
    BAD(3, starling_gesvd(A, S, D, V));
    BAD(3, starling_gesvd(A, S, A, V));
    BAD(3, starling_gesvd(A, S, V, V));
    BAD(3, starling_gesvd(A, S, narrow, V));
    BAD(4, starling_gesvd(A, S, U, U));
    BAD(4, starling_gesvd(A, S, U, D));
    BAD(4, starling_gesvd(A, S, U, narrow));
    BAD(5, starling_gesvd_submit(A, S, U, V, NULL));
    array_arguments(cases, u.a);
    starling_matrix *all[] = {A, tiles, S, cut, U, V, D, column, narrow};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    d.n = 4;
    u.n = 6;
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&v);
    array_free(&d);
    ok(all_held(cases), "arguments: %d calls", cases->run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        shapes(precisions[p]);
        high(precisions[p]);
        spectra(precisions[p]);
        not_finite(precisions[p]);
    }
    after_failure();
    arguments();
    return done_testing();
}

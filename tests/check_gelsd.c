/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gelsd and pinv, in all precisions, high, wide and empty, of full and of less rank:
 *  - gelsd has LAPACK's X, singular values and rank, and the residual below X;
 *  - pinv satisfies the four equations of Penrose, A P A = A, P A P = P, and A P and P A Hermitian;
 *  - objects, sequences and arrays agree, and what is around stays;
 *  - rcond decides about the rank; a zero A has rank 0 and the solution 0;
 *  - numbers at the ends of the range give the same solutions, scaled;
 *  - a NaN or an infinity in A gives its column as info;
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
static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int gelsd(enum form form, struct array *a, int64_t nb, struct array *b, struct array *s,
                 double rcond, int64_t *rank)
{
    if (form == ARRAYS)
        return API(a->prec, gelsd, a->m, a->n, b->n, a->a, a->lda, b->a, b->lda, s->a, rcond, rank);
    starling_matrix *A = wrap(a, most(1, a->m), nb), *B = wrap(b, most(1, b->m), nb + 1);
    starling_matrix *S = wrap(s, most(1, s->m), 1);
    int info;
    if (form == OBJECTS)
        info = starling_gelsd(A, B, S, rcond, rank);
    else
        SUBMITTED(info, starling_gelsd_submit(A, B, S, rcond, rank, seq));
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(S);
    return info;
}

static int pinv(enum form form, struct array *a, int64_t nb, double rcond, struct array *p,
                int64_t *rank)
{
    if (form == ARRAYS)
        return API(a->prec, pinv, a->m, a->n, a->a, a->lda, rcond, p->a, p->lda, rank);
    starling_matrix *A = wrap(a, most(1, a->m), nb), *P = wrap(p, nb + 2, nb + 1);
    int info;
    if (form == OBJECTS)
        info = starling_pinv(A, rcond, P, rank);
    else
        SUBMITTED(info, starling_pinv_submit(A, rcond, P, rank, seq));
    starling_matrix_destroy(A);
    starling_matrix_destroy(P);
    return info;
}

/* Random, of so many large singular values; the others are about 1e-5 of them, so that a limit of
 * 1e-3 is far from all. */
static struct array matrix(starling_precision prec, int64_t m, int64_t n, int64_t rank)
{
    struct array a = array_new(prec, m, n, 2), x = array_new(STARLING_Z, m, rank, 0);
    struct array y = array_new(STARLING_Z, rank, n, 0);
    array_random(&a, STARLING_GENERAL, (uint64_t)(m + 3 * n) + 17);
    array_random(&x, STARLING_GENERAL, 5);
    array_random(&y, STARLING_GENERAL, 6);
    for (int64_t i = 0; i < rank; i++) { /* well conditioned */
        array_set(&x, i, i, array_get(&x, i, i) + (double)(m + rank));
        array_set(&y, i, i, array_get(&y, i, i) + (double)(n + rank));
    }
    wide *wx = wide_of(&x, STARLING_GENERAL), *wy = wide_of(&y, STARLING_GENERAL);
    wide *product = wide_zeros(m, n);
    if (!is_complex(prec))
        for (int64_t i = 0; i < (m + n) * rank; i++)
            *(i < m * rank ? &wx[i] : &wy[i - m * rank]) =
                creal(i < m * rank ? wx[i] : wy[i - m * rank]);
    if (m > 0 && n > 0 && rank > 0)
        wide_gemm('N', 'N', m, n, rank, 1, wx, wy, 0, product);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            wide noise = rank < least(m, n) ? 1e-6 * array_get(&a, i, j) : 0;
            array_set(&a, i, j, product[i + j * m] / (double)((m + rank) * (n + rank)) + noise);
        }
    free(wx);
    free(wy);
    free(product);
    array_free(&x);
    array_free(&y);
    array_save(&a);
    return a;
}

/* ---- gelsd --------------------------------------------------------------------------------- */

/* The sum of squares below row `first` of column j. */
static double below(int64_t rows, int64_t first, const wide *column)
{
    double sum = 0;
    for (int64_t i = first; i < rows; i++)
        sum += creal(column[i] * conj(column[i]));
    return sum;
}

/* Differences from LAPACK: of X, and of the residual's size if A is high and has full rank. */
static double difference(const wide *x, const wide *y, int64_t m, int64_t n, int64_t nrhs,
                         bool residual)
{
    int64_t rows = most(m, n);
    double off = 0;
    for (int64_t j = 0; j < nrhs; j++) {
        for (int64_t i = 0; i < n; i++)
            off = residual_larger(off, cabs(x[i + j * rows] - y[i + j * rows]));
        if (residual)
            off = residual_larger(
                off, fabs(sqrt(below(rows, n, x + j * rows)) - sqrt(below(rows, n, y + j * rows))));
    }
    return off;
}

static void check_gelsd(struct cases *cases, starling_precision prec, enum form form, int64_t m,
                        int64_t n, int64_t rank, int64_t nrhs, int64_t nb)
{
    int64_t k = least(m, n), rows = most(m, n), got = -1;
    struct array a = matrix(prec, m, n, rank), b = array_new(prec, rows, nrhs, 1);
    struct array s = array_new(real_of(prec), k, 1, 0);
    array_random(&b, STARLING_GENERAL, 4);
    array_save(&b);
    array_save(&s);
    wide *f = wide_of(&a, STARLING_GENERAL), *y = wide_of(&b, STARLING_GENERAL);
    double *values = calloc((size_t)k + 1, sizeof *values), norm = wide_norm(f, m, n), off_s = 0;
    int expected_rank = -1, expected = wide_gelsd(m, n, nrhs, f, y, values, 1e-3, &expected_rank);
    int info = gelsd(form, &a, nb, &b, &s, 1e-3, &got);
    wide *x = wide_of(&b, STARLING_GENERAL);
    for (int64_t i = 0; i < k; i++)
        off_s = residual_larger(off_s, fabs(creal(array_get(&s, i, 0)) - values[i]));
    double condition = values[0] / values[expected_rank > 0 ? expected_rank - 1 : 0];
    double size = wide_norm(y, rows, nrhs) + 1,
           off = difference(x, y, m, n, nrhs, m > n && rank == n);
    double error = scaled(prec, off, rows, size * condition * condition);
    double error_s = scaled(prec, off_s, rows, norm);
    bool intact = array_intact(&a, STARLING_GENERAL) && array_intact(&b, STARLING_GENERAL) &&
                  array_intact(&s, STARLING_GENERAL);
    hold(cases,
         info == 0 && expected == 0 && got == rank && got == expected_rank && intact &&
             residual_right(error) && residual_right(error_s),
         "%cgelsd form %d, %ld x %ld of rank %ld, %ld vectors, nb=%ld: info %d, rank %ld, LAPACK's "
         "%d, "
         "X %g, values %g%s",
         letter(prec), (int)form, (long)m, (long)n, (long)rank, (long)nrhs, (long)nb, info,
         (long)got, expected_rank, error, error_s, intact ? "" : ", more is changed");
    free(f);
    free(x);
    free(y);
    free(values);
    array_free(&a);
    array_free(&b);
    array_free(&s);
}

static const int64_t shapes[][3] = {{1, 1, 1},    {2, 1, 1},    {1, 3, 1},    {5, 5, 5},
                                    {7, 7, 3},    {20, 7, 7},   {7, 20, 7},   {23, 11, 4},
                                    {11, 23, 4},  {64, 64, 64}, {70, 33, 20}, {33, 70, 33},
                                    {60, 50, 50}, {50, 61, 17}, {130, 1, 1},  {1, 40, 1}};

static void results(starling_precision prec)
{
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int form = 0; form < FORMS; form++) {
            const int64_t *s = shapes[i];
            check_gelsd(&cases, prec, (enum form)form, s[0], s[1], s[2], 1 + 12 * (form % 2),
                        form == SEQUENCE ? 64 : 5);
        }
    ok(all_held(&cases), "%cgelsd: %d results", letter(prec), cases.run);
}

/* A times a and B times b: X is b / a times what it was, and the values a times. */
static void check_range(struct cases *cases, starling_precision prec, int64_t m, int64_t n,
                        double by_a, double by_b)
{
    int64_t k = least(m, n), rows = most(m, n), rank = -1;
    struct array a = matrix(prec, m, n, k), b = array_new(prec, rows, 2, 1);
    struct array s = array_new(real_of(prec), k, 1, 0);
    array_random(&b, STARLING_GENERAL, 4);
    array_scale(&a, by_a);
    array_scale(&b, by_b);
    wide *f = wide_of(&a, STARLING_GENERAL), *y = wide_of(&b, STARLING_GENERAL);
    for (int64_t i = 0; i < m * n; i++)
        f[i] /= by_a;
    for (int64_t i = 0; i < 2 * rows; i++)
        y[i] /= by_b;
    double *values = calloc((size_t)k, sizeof *values), off_s = 0;
    int expected_rank, expected = wide_gelsd(m, n, 2, f, y, values, -1, &expected_rank);
    int info = gelsd(ARRAYS, &a, 8, &b, &s, -1, &rank);
    wide *x = wide_of(&b, STARLING_GENERAL);
    for (int64_t i = 0; i < 2 * rows; i++)
        x[i] = x[i] / by_b * (i % rows < n ? by_a : 1);
    for (int64_t i = 0; i < k; i++)
        off_s = residual_larger(off_s, fabs(creal(array_get(&s, i, 0)) / by_a - values[i]));
    double off = difference(x, y, m, n, 2, m > n), condition = values[0] / values[k - 1];
    double allowed = 30 * (double)(m + n) * epsilon(prec);
    hold(cases,
         info == 0 && expected == 0 && rank == k && off_s <= allowed &&
             off <= allowed * condition * condition,
         "%cgelsd %ld x %ld times %g, B times %g: info %d, rank %ld, X %g, values %g", letter(prec),
         (long)m, (long)n, by_a, by_b, info, (long)rank, off, off_s);
    free(f);
    free(x);
    free(y);
    free(values);
    array_free(&a);
    array_free(&b);
    array_free(&s);
}

static void ranges(starling_precision prec)
{
    bool single = prec == STARLING_S || prec == STARLING_C;
    const double tiny = single ? 1e-36 : 1e-300, huge = single ? 1e36 : 1e300;
    const double factors[][2] = {{tiny, 1}, {huge, 1},    {1, tiny},
                                 {1, huge}, {tiny, tiny}, {huge, huge}};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        check_range(&cases, prec, 40, 23, factors[i][0], factors[i][1]);
        check_range(&cases, prec, 12, 12, factors[i][0], factors[i][1]);
        check_range(&cases, prec, 9, 20, factors[i][0], factors[i][1]);
    }
    ok(all_held(&cases), "%cgelsd: %d results at the ends of the range", letter(prec), cases.run);
}

/* A zero A, and a diagonal one of which rcond takes a part. */
static void ranks(starling_precision prec)
{
    static const struct {
        double rcond;
        int64_t rank;
    } list[] = {{0, 5}, {-1, 5}, {0.3, 3}, {0.25, 3}, {0.5, 2}, {1, 0}, {2, 0}};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int form = 0; form < FORMS; form++) {
            struct array a = array_new(prec, 9, 6, 0), b = array_new(prec, 9, 2, 0);
            struct array s = array_new(real_of(prec), 6, 1, 0), p = array_new(prec, 6, 9, 0);
            int64_t rank = -1, same = -1;
            for (int zero = 0; zero < 2; zero++) {
                array_random(&b, STARLING_GENERAL, 4);
                array_random(&a, STARLING_GENERAL, 4);
                array_scale(&a, 0);
                for (int64_t d = 0; d < 5 && !zero; d++) /* 4, 3, 2, 1, 1/2, 0 in some order */
                    array_set(&a, (d * 5 + 1) % 6, d, d < 4 ? d + 1 : 0.5);
                struct array copy = array_new(prec, 9, 6, 0);
                memcpy(copy.block, a.block, a.size);
                int info = gelsd((enum form)form, &a, 2, &b, &s, list[i].rcond, &rank);
                int other = pinv((enum form)form, &copy, 2, list[i].rcond, &p, &same);
                double sum = 0;
                for (int64_t x = 0; x < 12; x++)
                    sum += cabs(array_get(&b, x % 6, x / 6));
                for (int64_t x = 0; x < 54; x++)
                    sum += cabs(array_get(&p, x % 6, x / 6));
                bool none = zero || list[i].rank == 0;
                hold(&cases,
                     info == 0 && other == 0 && rank == (none ? 0 : list[i].rank) && same == rank &&
                         (sum == 0) == none,
                     "%cgelsd and pinv form %d, rcond %g%s: info %d and %d, rank %ld and %ld, X %g",
                     letter(prec), form, list[i].rcond, zero ? ", zero" : "", info, other,
                     (long)rank, (long)same, sum);
                array_free(&copy);
            }
            array_free(&a);
            array_free(&b);
            array_free(&s);
            array_free(&p);
        }
    ok(all_held(&cases), "%cgelsd and pinv: %d ranks", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int form = 0; form < FORMS; form++)
        for (int64_t n = 4; n <= 20; n += 8)
            for (int infinite = 0; infinite < 2; infinite++) {
                struct array a = matrix(prec, 12, n, least(n, 12)),
                             c = matrix(prec, 12, n, least(n, 12));
                struct array b = array_new(prec, most(12, n), 2, 0), p = array_new(prec, n, 12, 0);
                struct array s = array_new(real_of(prec), least(12, n), 1, 0);
                int64_t rank;
                array_random(&b, STARLING_GENERAL, 4);
                array_set(&a, 7, 2, infinite ? INFINITY : NAN);
                array_set(&a, 3, 3, NAN);
                array_set(&c, 7, 2, infinite ? INFINITY : NAN);
                int info = gelsd((enum form)form, &a, 3, &b, &s, -1, &rank);
                int other = pinv((enum form)form, &c, 3, -1, &p, &rank);
                hold(&cases, info == 3 && other == 3,
                     "%cgelsd and pinv form %d, %s in column 3 of %ld: info %d and %d",
                     letter(prec), form, infinite ? "an infinity" : "a NaN", (long)n, info, other);
                array_free(&a);
                array_free(&b);
                array_free(&c);
                array_free(&p);
                array_free(&s);
            }
    ok(all_held(&cases), "%cgelsd and pinv: %d matrices that are not finite", letter(prec),
       cases.run);
}

/* ---- pinv ---------------------------------------------------------------------------------- */

/* |X Y X - X| / |X|, where X is m x n */
static double penrose(int64_t m, int64_t n, const wide *x, const wide *y)
{
    wide *xy = wide_zeros(m, m), *xyx = wide_zeros(m, n);
    wide_gemm('N', 'N', m, m, n, 1, x, y, 0, xy);
    wide_gemm('N', 'N', m, n, m, 1, xy, x, 0, xyx);
    double error = wide_difference(xyx, x, m, n) / wide_norm(x, m, n);
    free(xy);
    free(xyx);
    return error;
}

/* |X Y - (X Y)^H| */
static double asymmetry(int64_t m, int64_t n, const wide *x, const wide *y)
{
    wide *xy = wide_zeros(m, m), *adjoint = wide_zeros(m, m);
    wide_gemm('N', 'N', m, m, n, 1, x, y, 0, xy);
    for (int64_t i = 0; i < m * m; i++)
        adjoint[i % m * m + i / m] = conj(xy[i]);
    double error = wide_difference(xy, adjoint, m, m);
    free(xy);
    free(adjoint);
    return error;
}

/* A has exactly that rank, up to rounding: the noise of matrix() is taken off by a limit of 1e-3
 * and is about 1e-6 in the equations. So it is left out where the rank is full. */
static void check_pinv(struct cases *cases, starling_precision prec, enum form form, int64_t m,
                       int64_t n, int64_t rank, int64_t nb)
{
    struct array a = matrix(prec, m, n, rank), p = array_new(prec, n, m, 1);
    int64_t got = -1;
    wide *x = wide_of(&a, STARLING_GENERAL);
    array_save(&p);
    int info = pinv(form, &a, nb, rank < least(m, n) ? 1e-3 : -1, &p, &got);
    wide *y = wide_of(&p, STARLING_GENERAL);
    double condition = wide_norm(x, m, n) * wide_norm(y, n, m);
    double second = scaled(prec, penrose(n, m, y, x), most(m, n), condition * condition);
    double first =
        rank < least(m, n) ? 0 : scaled(prec, penrose(m, n, x, y), most(m, n), condition);
    double third = rank < least(m, n) ? 0
                                      : scaled(prec, asymmetry(m, n, x, y) + asymmetry(n, m, y, x),
                                               most(m, n), condition);
    if (rank < least(m, n)) { /* the noise stays in these */
        first = penrose(m, n, x, y) < 1e-3 * (double)most(m, n) ? 0 : NAN;
        third = asymmetry(m, n, x, y) + asymmetry(n, m, y, x) < 1e-3 * (double)most(m, n) ? 0 : NAN;
    }
    bool intact = array_intact(&a, STARLING_GENERAL) && array_intact(&p, STARLING_GENERAL);
    hold(cases,
         info == 0 && got == rank && intact && residual_right(first) && residual_right(second) &&
             residual_right(third),
         "%cpinv form %d, %ld x %ld of rank %ld, nb=%ld: info %d, rank %ld, A P A %g, P A P %g, "
         "symmetry %g%s",
         letter(prec), (int)form, (long)m, (long)n, (long)rank, (long)nb, info, (long)got, first,
         second, third, intact ? "" : ", more is changed");
    free(x);
    free(y);
    array_free(&a);
    array_free(&p);
}

static void inverses(starling_precision prec)
{
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int form = 0; form < FORMS; form++)
            check_pinv(&cases, prec, (enum form)form, shapes[i][0], shapes[i][1], shapes[i][2],
                       form == SEQUENCE ? 64 : 5);
    ok(all_held(&cases), "%cpinv: %d results", letter(prec), cases.run);
}

/* ---- Arguments ----------------------------------------------------------------------------- */

#define BAD(position, call) refuse(&cases, position, call, #call)

static void array_arguments(void)
{
    struct cases cases = {0};
    double a[24] = {0}, b[12], s[6];
    int64_t r;
    BAD(1, starling_dgelsd(-1, 4, 2, a, 6, b, 6, s, -1, &r));
    BAD(2, starling_dgelsd(6, -1, 2, a, 6, b, 6, s, -1, &r));
    BAD(3, starling_dgelsd(6, 4, -1, a, 6, b, 6, s, -1, &r));
    BAD(4, starling_dgelsd(6, 4, 2, NULL, 6, b, 6, s, -1, &r));
    BAD(5, starling_dgelsd(6, 4, 2, a, 5, b, 6, s, -1, &r));
    BAD(6, starling_dgelsd(6, 4, 2, a, 6, NULL, 6, s, -1, &r));
    BAD(7, starling_dgelsd(4, 6, 2, a, 4, b, 5, s, -1, &r));
    BAD(8, starling_dgelsd(6, 4, 2, a, 6, b, 6, NULL, -1, &r));
    BAD(9, starling_dgelsd(6, 4, 2, a, 6, b, 6, s, NAN, &r));
    BAD(10, starling_dgelsd(6, 4, 2, a, 6, b, 6, s, -1, NULL));
    BAD(1, starling_dpinv(-1, 4, a, 6, -1, a, 4, &r));
    BAD(2, starling_dpinv(6, -4, a, 6, -1, a, 4, &r));
    BAD(3, starling_dpinv(6, 4, NULL, 6, -1, a, 4, &r));
    BAD(4, starling_dpinv(6, 4, a, 5, -1, a, 4, &r));
    BAD(5, starling_dpinv(6, 4, a, 6, NAN, a, 4, &r));
    BAD(6, starling_dpinv(6, 4, a, 6, -1, NULL, 4, &r));
    BAD(7, starling_dpinv(6, 4, a, 6, -1, a, 3, &r));
    BAD(8, starling_dpinv(6, 4, a, 6, -1, a, 4, NULL));
    hold(&cases, starling_dgelsd(0, 0, 2, NULL, 1, NULL, 1, NULL, -1, &r) == 0 && r == 0, "0 x 0");
    hold(&cases, starling_dpinv(0, 5, NULL, 1, -1, NULL, 5, &r) == 0 && r == 0, "0 x 5");
    for (int i = 0; i < 12; i++)
        b[i] = 1;
    hold(&cases,
         starling_dgelsd(0, 5, 2, NULL, 1, b, 6, NULL, -1, &r) == 0 && r == 0 && b[0] == 0 &&
             b[10] == 0 && b[5] == 1,
         "an empty A has the solution 0");
    for (int i = 0; i < 24; i++)
        a[i] = i % 7 == 0;
    hold(&cases,
         starling_dgelsd(6, 4, 0, a, 6, NULL, 6, s, -1, &r) == 0 && r == 4 &&
             fabs(s[0] - 1) < 1e-15 && fabs(s[3] - 1) < 1e-15,
         "no right-hand side");
    ok(all_held(&cases), "arguments of arrays: %d calls", cases.run);
}

static void object_arguments(void)
{
    struct cases cases = {0};
    struct array a = array_new(STARLING_Z, 6, 4, 0), b = array_new(STARLING_Z, 6, 2, 0);
    struct array s = array_new(STARLING_D, 4, 1, 0), p = array_new(STARLING_Z, 4, 6, 0);
    starling_matrix *A = wrap(&a, 6, 2), *tiles = wrap(&a, 3, 2), *B = wrap(&b, 6, 2);
    starling_matrix *cut = wrap(&b, 3, 2), *S = wrap(&s, 4, 1), *P = wrap(&p, 2, 2);
    int64_t r;
    listen_to_errors();
    BAD(1, starling_gelsd(NULL, B, S, -1, &r));
    BAD(1, starling_gelsd(tiles, B, S, -1, &r));
    BAD(2, starling_gelsd(A, NULL, S, -1, &r));
    BAD(2, starling_gelsd(A, A, S, -1, &r));
    BAD(2, starling_gelsd(A, cut, S, -1, &r));
    BAD(2, starling_gelsd(A, S, S, -1, &r));
    BAD(3, starling_gelsd(A, B, NULL, -1, &r));
    BAD(3, starling_gelsd(A, B, B, -1, &r));
    BAD(4, starling_gelsd(A, B, S, NAN, &r));
    BAD(5, starling_gelsd(A, B, S, -1, NULL));
    BAD(6, starling_gelsd_submit(A, B, S, -1, &r, NULL));
    BAD(1, starling_pinv(NULL, -1, P, &r));
    BAD(1, starling_pinv(tiles, -1, P, &r));
    BAD(2, starling_pinv(A, NAN, P, &r));
    BAD(3, starling_pinv(A, -1, NULL, &r));
    BAD(3, starling_pinv(A, -1, A, &r));
    BAD(3, starling_pinv(A, -1, B, &r));
    BAD(4, starling_pinv(A, -1, P, NULL));
    BAD(5, starling_pinv_submit(A, -1, P, &r, NULL));
    starling_matrix *all[] = {A, tiles, B, cut, S, P};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    array_free(&a);
    array_free(&b);
    array_free(&s);
    array_free(&p);
    ok(all_held(&cases), "arguments of objects: %d calls", cases.run);
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        results(precisions[i]);
        ranges(precisions[i]);
        ranks(precisions[i]);
        not_finite(precisions[i]);
        inverses(precisions[i]);
    }
    object_arguments();
    array_arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}

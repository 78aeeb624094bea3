/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvd and gesdd in all precisions, shapes around the band and the block column, high, wide and
 * empty ones, and matrices whose values are zero, equal, graded, in clusters or at the ends of the
 * range:
 *  - |A - U S V^H|, |U^H U - I| and |V V^H - I| are small, S descends and is near LAPACK's;
 *  - vectors of one side, of both, all or some, and values alone agree;
 *  - objects, sequences and arrays agree, and what is around stays;
 *  - a NaN or an infinity gives its column as info, at once;
 *  - bad arguments are told by position and name. */

#include "gesvd_results.h"

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
        spectra(precisions[p]);
        not_finite(precisions[p]);
    }
    arguments();
    return done_testing();
}

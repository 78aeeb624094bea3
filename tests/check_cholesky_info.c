/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky's info: for every tile size it is
 *  - the order of the first leading minor that is not positive definite, as LAPACK's;
 *  - for a NaN or an infinity at (i, j) of the triangle in use, the order of the first pivot
 *    it reaches, max(i, j) counted from 1;
 * nothing but the triangle is written (and the right-hand sides of posv), and the next call
 * works. */

#include <math.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

enum { N = 21 };
static const int64_t tile_sizes[] = {1, 4, 7, 10, 20, 21, 64};
enum { TILE_SIZES = sizeof tile_sizes / sizeof tile_sizes[0] };

/* The smallest bad order by LAPACK, in double precision complex. */
static int lapack_info(const struct array *x, char uplo)
{
    wide *a = wide_hermitian(x, uplo);
    int info = wide_potrf(uplo, x->n, a);
    free(a);
    return info;
}

/* potrf and posv return the expected info and keep to their memory. */
static void hold_info(struct cases *cases, struct array *x, char uplo, int expected,
                      const char *what)
{
    int first = quick() && x->prec != STARLING_D; /* tiles of one element are many */
    for (int t = first; t < TILE_SIZES; t++)
        for (int posv = 0; posv < 2; posv++) {
            struct array f = array_new(x->prec, N, N, x->lda - N);
            struct array y = array_new(x->prec, N, 2, 0);
            memcpy(f.block, x->block, x->size);
            array_save(&f);
            array_random(&y, 'G', 3);
            starling_matrix *A = wrap(&f, tile_sizes[t], tile_sizes[t]);
            starling_matrix *B = wrap(&y, tile_sizes[t], 2);
            int info = posv ? starling_posv((starling_uplo)uplo, A, B)
                            : starling_potrf((starling_uplo)uplo, A);
            starling_matrix_destroy(A);
            starling_matrix_destroy(B);
            hold(cases, info == expected, "%c%s uplo=%c n=%d nb=%d %s: info %d, expected %d",
                 letter(x->prec), posv ? "posv" : "potrf", uplo, N, (int)tile_sizes[t], what,
                 info, expected);
            hold(cases, array_intact(&f, uplo) && array_intact(&y, 'G'),
                 "%c%s uplo=%c n=%d nb=%d %s: wrote outside", letter(x->prec),
                 posv ? "posv" : "potrf", uplo, N, (int)tile_sizes[t], what);
            array_free(&f);
            array_free(&y);
        }
}

/* Bad minors at chosen orders: a pivot made negative or zero, alone or before others. */
static void bad_minors(starling_precision prec, char uplo)
{
    static const int orders[] = {1, 2, 4, 5, 7, 8, 11, 20, 21};
    struct cases cases = {0};
    for (int o = 0; o < (int)(sizeof orders / sizeof orders[0]); o++)
        for (int more = 0; more < 2; more++) {
            char what[64];
            struct array x = array_new(prec, N, N, 1);
            array_spd(&x, uplo, (uint64_t)o + 1);
            array_set(&x, orders[o] - 1, orders[o] - 1, more ? 0 : -3);
            for (int i = orders[o]; i < N && more; i += 3)
                array_set(&x, i, i, -100);
            snprintf(what, sizeof what, "bad minor %d%s", orders[o], more ? " and later" : "");
            int lapack = lapack_info(&x, uplo);
            hold(&cases, lapack == orders[o], "%s: the test's own matrix, LAPACK says %d",
                 what, lapack);
            hold_info(&cases, &x, uplo, orders[o], what);
            array_free(&x);
        }
    ok(all_held(&cases), "%cpotrf uplo=%c: indefinite, %d checks", letter(prec), uplo,
       cases.run);
}

/* Sets (i, j) of the lower triangle, or its mirror in the upper one. */
static void poison(struct array *x, char uplo, int i, int j, wide value)
{
    array_set(x, uplo == 'L' ? i : j, uplo == 'L' ? j : i, value);
}

static void not_finite(starling_precision prec, char uplo)
{
    static const int places[][2] = {{0, 0}, {3, 1}, {4, 4}, {7, 3}, {12, 11}, {20, 0}, {20, 20}};
    struct cases cases = {0};
    for (int p = 0; p < (int)(sizeof places / sizeof places[0]); p++)
        for (int kind = 0; kind < 3; kind++) {
            int i = places[p][0], j = places[p][1];
            double value = kind == 0 ? NAN : kind == 1 ? -INFINITY : INFINITY;
            if (kind == 2 && i == j)
                continue; /* a pivot of +Inf is positive */
            char what[64];
            snprintf(what, sizeof what, "%g at (%d, %d)", value, i, j);
            struct array x = array_new(prec, N, N, 0);
            array_spd(&x, uplo, (uint64_t)p + 1);
            poison(&x, uplo, i, j, value);
            hold_info(&cases, &x, uplo, i + 1, what);
            if (p > 2) { /* the first of two wins */
                poison(&x, uplo, 2, 1, value);
                hold_info(&cases, &x, uplo, 3, what);
            }
            array_free(&x);
        }
    ok(all_held(&cases), "%cpotrf uplo=%c: NaN and infinities, %d checks", letter(prec), uplo,
       cases.run);
}

/* A NaN at the place where LAPACK's own test of a pivot, d <= 0, would let it pass, and a bad
 * minor before or after it. */
static void nan_and_minor(starling_precision prec, char uplo)
{
    struct cases cases = {0};
    for (int bad = 3; bad < N; bad += 6)
        for (int nan = 1; nan < N; nan += 5) {
            char what[64];
            struct array x = array_new(prec, N, N, 0);
            array_spd(&x, uplo, 5);
            array_set(&x, bad, bad, -1);
            poison(&x, uplo, nan, 0, NAN);
            snprintf(what, sizeof what, "-1 at %d, NaN at (%d, 0)", bad, nan);
            hold_info(&cases, &x, uplo, (bad < nan ? bad : nan) + 1, what);
            array_free(&x);
        }
    ok(all_held(&cases), "%cpotrf uplo=%c: NaN and bad minors, %d checks", letter(prec), uplo,
       cases.run);
}

/* After a failure the next call works, on the same array and the same matrix object. */
static void works_again(starling_precision prec, char uplo)
{
    struct array x = array_new(prec, N, N, 0), good = array_new(prec, N, N, 0);
    array_spd(&good, uplo, 1);
    wide *a = wide_hermitian(&good, uplo);
    memcpy(x.block, good.block, x.size);
    array_set(&x, 9, 9, -1);
    starling_matrix *A = wrap(&x, 4, 4);
    int failed = starling_potrf((starling_uplo)uplo, A);
    starling_matrix_set(A, good.a, good.lda);
    int info = starling_potrf((starling_uplo)uplo, A);
    starling_matrix_destroy(A);
    double residual = cholesky_residual(uplo, &x, a);
    ok(failed == 10 && info == 0 && residual_right(residual),
       "%cpotrf uplo=%c: works after a failure (%d, then %d, residual %g)", letter(prec), uplo,
       failed, info, residual);
    free(a);
    array_free(&x);
    array_free(&good);
}

int main(void)
{
    for (int p = 0; p < 4; p++)
        for (int u = 0; u < 2; u++) {
            bad_minors(precisions[p], "LU"[u]);
            not_finite(precisions[p], "LU"[u]);
            if (!quick())
                nan_and_minor(precisions[p], "LU"[u]);
            works_again(precisions[p], "LU"[u]);
        }
    return done_testing();
}

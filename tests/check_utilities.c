/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* lacpy and laset do LAPACK's, element by element, whatever the tiling, also on trapezia.
 * random fills (i, j) with a value that depends on seed, i and j alone: the same bits for every
 * tiling, other values for another seed, uniform in (-1/2, 1/2); random_hermitian is Hermitian
 * to the last bit, has a real diagonal with the shift, and keeps to its triangle. */

#include <math.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

static const int64_t shapes[][2] = {{0, 0}, {1, 1}, {6, 7}, {7, 6}, {7, 7}, {23, 9}, {9, 23},
                                    {3, 0}, {25, 25}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static void lacpy(starling_precision prec, char uplo)
{
    struct cases cases = {0};
    for (int s = 0; s < SHAPES; s++)
        for (int64_t nb = 1; nb <= 11; nb += 5) {
            int64_t m = shapes[s][0], n = shapes[s][1], mb = uplo == 'G' ? nb + 2 : nb;
            struct array a = array_new(prec, m, n, 1), b = array_new(prec, m, n, 3);
            array_random(&a, uplo, 1);
            array_random(&b, uplo == 'L' ? 'U' : 'L', 2);
            array_save(&a);
            array_save(&b);
            starling_matrix *A = wrap(&a, mb, nb), *B = wrap(&b, mb, nb);
            int info = starling_lacpy((starling_uplo)uplo, A, B);
            starling_matrix_destroy(A);
            starling_matrix_destroy(B);
            wide *from = wide_of(&a, uplo), *to = wide_of(&b, uplo);
            hold(&cases,
                 info == 0 && wide_difference(from, to, m, n) == 0 && array_intact(&a, 0) &&
                     array_intact(&b, uplo),
                 "%clacpy %c m=%d n=%d mb=%d nb=%d: info %d", letter(prec), uplo, (int)m,
                 (int)n, (int)mb, (int)nb, info);
            free(from);
            free(to);
            array_free(&a);
            array_free(&b);
        }
    ok(all_held(&cases), "%clacpy %c: %d cases", letter(prec), uplo, cases.run);
}

/* Between matrices that are cut in other ways. */
static void other_tiles(starling_precision prec)
{
    static const int64_t cuts[][2] = {{1, 3}, {4, 4}, {5, 2}, {30, 3}, {3, 30}, {30, 30}, {7, 9}};
    enum { CUTS = sizeof cuts / sizeof cuts[0] };
    struct cases cases = {0};
    for (int s = 0; s < SHAPES; s++)
        for (int c = 0; c < CUTS * CUTS; c++) {
            const int64_t *from = cuts[c % CUTS], *to = cuts[c / CUTS];
            int64_t m = shapes[s][0], n = shapes[s][1];
            struct array a = array_new(prec, m, n, 1), b = array_new(prec, m, n, 3);
            array_random(&a, 'G', 1);
            array_save(&a);
            array_save(&b);
            starling_matrix *A = wrap(&a, from[0], from[1]), *B = wrap(&b, to[0], to[1]);
            int info = starling_lacpy(STARLING_GENERAL, A, B);
            starling_matrix_destroy(A);
            starling_matrix_destroy(B);
            wide *x = wide_of(&a, 'G'), *y = wide_of(&b, 'G');
            hold(&cases,
                 info == 0 && wide_difference(x, y, m, n) == 0 && array_intact(&a, 0) &&
                     array_intact(&b, 'G'),
                 "%clacpy %d x %d from tiles %d x %d to %d x %d: info %d", letter(prec), (int)m,
                 (int)n, (int)from[0], (int)from[1], (int)to[0], (int)to[1], info);
            free(x);
            free(y);
            array_free(&a);
            array_free(&b);
        }
    ok(all_held(&cases), "%clacpy to other tiles: %d cases", letter(prec), cases.run);
}

static void laset(starling_precision prec, char uplo)
{
    struct cases cases = {0};
    wide alpha = is_complex(prec) ? 0.5 - 2 * I : 0.5, beta = is_complex(prec) ? 3 + I : 3;
    for (int s = 0; s < SHAPES; s++)
        for (int64_t nb = 1; nb <= 11; nb += 5) {
            int64_t m = shapes[s][0], n = shapes[s][1];
            struct array a = array_new(prec, m, n, 2);
            starling_matrix *A = wrap(&a, nb, nb);
            int info = starling_laset((starling_uplo)uplo, alpha, beta, A);
            starling_matrix_destroy(A);
            bool good = info == 0 && array_intact(&a, uplo);
            for (int64_t j = 0; j < n; j++)
                for (int64_t i = 0; i < m; i++)
                    if (inside(uplo, i, j))
                        good = good && array_get(&a, i, j) == (i == j ? beta : alpha);
            hold(&cases, good, "%claset %c m=%d n=%d nb=%d: info %d", letter(prec), uplo,
                 (int)m, (int)n, (int)nb, info);
            array_free(&a);
        }
    ok(all_held(&cases), "%claset %c: %d cases", letter(prec), uplo, cases.run);
}

/* m x n random numbers cut into mb x nb tiles; uplo = 0: general. */
static struct array random_matrix(struct cases *cases, starling_precision prec, int uplo,
                                  int64_t m, int64_t n, int64_t mb, int64_t nb, uint64_t seed)
{
    struct array a = array_new(prec, m, n, 1);
    starling_matrix *A = wrap(&a, mb, nb);
    int info = uplo == 0 ? starling_random(seed, A)
                         : starling_random_hermitian((starling_uplo)uplo, 2.5, seed, A);
    starling_matrix_destroy(A);
    hold(cases, info == 0 && array_intact(&a, uplo == 0 ? 'G' : uplo),
         "%c random uplo=%d m=%d n=%d mb=%d nb=%d: info %d", letter(prec), uplo, (int)m, (int)n,
         (int)mb, (int)nb, info);
    return a;
}

static void random_bits(starling_precision prec)
{
    static const int tilings[][2] = {{1, 1}, {5, 3}, {31, 4}, {64, 64}, {7, 31}};
    struct cases cases = {0};
    struct array first = random_matrix(&cases, prec, 0, 31, 17, 8, 8, 42);
    for (int t = 0; t < 5; t++) {
        struct array a = random_matrix(&cases, prec, 0, 31, 17, tilings[t][0], tilings[t][1], 42);
        hold(&cases, memcmp(first.block, a.block, a.size) == 0, "other bits with tiles %d x %d",
             tilings[t][0], tilings[t][1]);
        array_free(&a);
    }
    for (uint64_t seed = 0; seed < 42; seed++) {
        struct array a = random_matrix(&cases, prec, 0, 31, 17, 8, 8, seed);
        int same = 0;
        for (int i = 0; i < 31 * 17; i++)
            same += array_get(&a, i % 31, i / 31) == array_get(&first, i % 31, i / 31);
        hold(&cases, same < 3, "seeds %d and 42 have %d equal numbers", (int)seed, same);
        array_free(&a);
    }
    ok(all_held(&cases), "%c random: the same bits for every tiling, seeds differ",
       letter(prec));
    array_free(&first);
}

/* Mean 0 and variance 1/12 within five standard deviations; neighbours are not correlated; a
 * row is not a column. */
static void random_moments(starling_precision prec)
{
    enum { M = 150, COUNT = M * M };
    struct cases cases = {0};
    struct array a = random_matrix(&cases, prec, 0, M, M, 40, 40, 7);
    for (int part = 0; part <= is_complex(prec); part++) {
        double sum = 0, squares = 0, below = 0, right = 0, largest = 0;
        for (int k = 0; k < COUNT; k++) {
            int i = k % M, j = k / M;
            wide x = array_get(&a, i, j), y = array_get(&a, (i + 1) % M, j),
                 z = array_get(&a, i, (j + 1) % M);
            double re = part ? cimag(x) : creal(x);
            sum += re, squares += re * re, largest = fmax(largest, fabs(re));
            below += re * (part ? cimag(y) : creal(y));
            right += re * (part ? cimag(z) : creal(z));
        }
        double five = 5 / sqrt(12.0 * COUNT);
        hold(&cases, fabs(sum / COUNT) < five, "part %d: mean %g", part, sum / COUNT);
        hold(&cases, fabs(squares / COUNT - 1 / 12.0) < five / 3, "part %d: variance %g", part,
             squares / COUNT);
        hold(&cases, fabs(below / COUNT) < five / 3.4 && fabs(right / COUNT) < five / 3.4,
             "part %d: correlated with neighbours, %g %g", part, below / COUNT, right / COUNT);
        hold(&cases, largest < 0.5 && largest > 0.499, "part %d: largest %g", part, largest);
    }
    ok(all_held(&cases), "%c random: mean, variance, range, neighbours", letter(prec));
    array_free(&a);
}

static void hermitian(starling_precision prec)
{
    struct cases cases = {0};
    struct array g = random_matrix(&cases, prec, 'G', 23, 23, 6, 6, 5);
    for (int64_t j = 0; j < 23; j++)
        for (int64_t i = j; i < 23; i++)
            hold(&cases, array_get(&g, i, j) == conj(array_get(&g, j, i)),
                 "(%d, %d) is not the conjugate of its mirror", (int)i, (int)j);
    for (int64_t i = 0; i < 23; i++)
        hold(&cases, fabs(creal(array_get(&g, i, i)) - 2.5) < 0.5, "shift at %d", (int)i);
    for (int u = 0; u < 2; u++)
        for (int64_t nb = 1; nb < 40; nb += 6) {
            struct array a = random_matrix(&cases, prec, "LU"[u], 23, 23, nb, nb, 5);
            wide *x = wide_of(&a, "LU"[u]), *y = wide_of(&g, "LU"[u]);
            hold(&cases, wide_difference(x, y, 23, 23) == 0, "uplo=%c nb=%d: other numbers",
                 "LU"[u], (int)nb);
            free(x);
            free(y);
            array_free(&a);
            a = random_matrix(&cases, prec, "LU"[u], 23, 23, nb + 3, nb, 5); /* not square */
            x = wide_of(&a, "LU"[u]);
            y = wide_of(&g, "LU"[u]);
            hold(&cases, wide_difference(x, y, 23, 23) == 0, "uplo=%c mb=%d nb=%d: other numbers",
                 "LU"[u], (int)nb + 3, (int)nb);
            free(x);
            free(y);
            array_free(&a);
        }
    ok(all_held(&cases), "%c random_hermitian: symmetry, shift, triangles", letter(prec));
    array_free(&g);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        for (int u = 0; u < 3; u++) {
            lacpy(precisions[p], "GLU"[u]);
            laset(precisions[p], "GLU"[u]);
        }
        other_tiles(precisions[p]);
        random_bits(precisions[p]);
        random_moments(precisions[p]);
        hermitian(precisions[p]);
    }
    return done_testing();
}

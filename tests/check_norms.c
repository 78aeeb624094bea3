/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* lange and lanhe are LAPACK's norms for all four norms, precisions, triangles and tilings; a
 * NaN anywhere in the part that counts gives a NaN, an infinity an infinity; nothing overflows
 * or underflows on the way to a norm that does not; the norm of an empty matrix is 0. */

#include <math.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

static const char norms[] = "MOIF";
static const int64_t shapes[][2] = {{1, 1}, {5, 6}, {6, 5}, {6, 6}, {23, 9}, {9, 23}, {25, 25}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* The norm by the library; uplo = G: lange. -1 for a failure, which no norm is. */
static double norm_of(char norm, char uplo, struct array *x, int64_t mb, int64_t nb)
{
    double value = -1;
    starling_matrix *A = wrap(x, mb, nb);
    int info = uplo == 'G'
                   ? starling_lange((starling_norm)norm, A, &value)
                   : starling_lanhe((starling_norm)norm, (starling_uplo)uplo, A, &value);
    starling_matrix_destroy(A);
    return info == 0 ? value : -1;
}

/* Random matrices, with an imaginary part on the diagonal that does not count in lanhe. */
static void against_lapack(starling_precision prec, char uplo)
{
    struct cases cases = {0};
    for (int s = 0; s < SHAPES; s++)
        for (int64_t nb = 1; nb <= 11; nb += 5) {
            int64_t m = shapes[s][0], n = shapes[s][1], mb = uplo == 'G' ? nb + 1 : nb;
            if (uplo != 'G' && m != n)
                continue;
            struct array x = array_new(prec, m, n, 2);
            array_random(&x, uplo, (uint64_t)(m + 100 * n));
            array_save(&x);
            wide *a = uplo == 'G' ? wide_of(&x, 'G') : wide_hermitian(&x, uplo);
            for (int t = 0; t < 4; t++) {
                double expected = wide_lange(norms[t], a, m, n);
                double value = norm_of(norms[t], uplo, &x, mb, nb);
                double error = scaled(prec, fabs(value - expected), m * n, expected);
                hold(&cases, residual_right(error) && array_intact(&x, 0),
                     "%c norm %c uplo=%c m=%d n=%d mb=%d nb=%d: %.16g, LAPACK %.16g",
                     letter(prec), norms[t], uplo, (int)m, (int)n, (int)mb, (int)nb, value,
                     expected);
            }
            free(a);
            array_free(&x);
        }
    ok(all_held(&cases), "%c%s %c: %d norms as LAPACK's", letter(prec),
       uplo == 'G' ? "lange" : "lanhe", uplo, cases.run);
}

/* One element that is not finite in each tile of 3 x 3 in turn: a NaN, an infinity, both with
 * another infinity elsewhere. */
static void not_finite(starling_precision prec, char uplo)
{
    struct cases cases = {0};
    for (int place = 0; place < 9; place++)
        for (int kind = 0; kind < 4; kind++) {
            int i = place % 3 * 4 + 1, j = place / 3 * 4 + 1;
            if (!inside(uplo, i, j))
                continue;
            struct array x = array_new(prec, 12, 12, 0);
            array_random(&x, uplo, 1);
            bool nan = kind % 2 == 0;
            if (kind >= 2)
                array_set(&x, 11, uplo == 'L' ? 0 : 11, INFINITY);
            array_set(&x, i, j, nan ? NAN : INFINITY);
            for (int t = 0; t < 4; t++) {
                double value = norm_of(norms[t], uplo, &x, 4, 4);
                hold(&cases, nan ? isnan(value) : isinf(value) && value > 0,
                     "%c norm %c uplo=%c %s at (%d, %d)%s: %g", letter(prec), norms[t], uplo,
                     nan ? "NaN" : "Inf", i, j, kind >= 2 ? " and an Inf" : "", value);
            }
            array_free(&x);
        }
    ok(all_held(&cases), "%c norms %c: NaN and infinities", letter(prec), uplo);
}

/* 49 equal elements near the ends of the range: the Frobenius norm is 7 of them. */
static void range(starling_precision prec, char uplo)
{
    struct cases cases = {0};
    bool single = prec == STARLING_S || prec == STARLING_C;
    const double ends[] = {single ? 1e37 : 1e300, single ? 1e-38 : 1e-300};
    for (int e = 0; e < 2; e++) {
        struct array x = array_new(prec, 7, 7, 0);
        for (int i = 0; i < 49; i++)
            if (inside(uplo, i % 7, i / 7))
                array_set(&x, i % 7, i / 7, is_complex(prec) && i % 8 ? I * ends[e] : ends[e]);
        const double expected[] = {1, 7, 7, 7};
        for (int t = 0; t < 4; t++) {
            double ratio = norm_of(norms[t], uplo, &x, 3, 3) / ends[e];
            hold(&cases, fabs(ratio / expected[t] - 1) < 30 * epsilon(prec),
                 "%c norm %c uplo=%c of %g: %g times it", letter(prec), norms[t], uplo, ends[e],
                 ratio);
        }
        array_free(&x);
    }
    ok(all_held(&cases), "%c norms %c: no overflow, no underflow", letter(prec), uplo);
}

static void empty_and_zero(starling_precision prec)
{
    struct cases cases = {0};
    const int64_t sizes[][2] = {{0, 0}, {0, 4}, {4, 0}, {5, 5}};
    for (int s = 0; s < 4; s++)
        for (int t = 0; t < 4; t++) {
            struct array x = array_new(prec, sizes[s][0], sizes[s][1], 0);
            for (int i = 0; i < 25 && s == 3; i++)
                array_set(&x, i % 5, i / 5, 0);
            hold(&cases, norm_of(norms[t], 'G', &x, 2, 2) == 0, "%c norm %c m=%d n=%d",
                 letter(prec), norms[t], (int)x.m, (int)x.n);
            if (x.m == x.n)
                hold(&cases, norm_of(norms[t], 'L', &x, 2, 2) == 0, "%c norm %c hermitian n=%d",
                     letter(prec), norms[t], (int)x.n);
            array_free(&x);
        }
    ok(all_held(&cases), "%c norms: empty and zero matrices", letter(prec));
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        for (int u = 0; u < 3; u++) {
            against_lapack(precisions[p], "GLU"[u]);
            not_finite(precisions[p], "GLU"[u]);
            range(precisions[p], "GLU"[u]);
        }
        empty_and_zero(precisions[p]);
    }
    return done_testing();
}

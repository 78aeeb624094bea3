/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The inverted diagonal blocks that cores make for the solves of GPUs (invert_blocks in
 * codelets/cholesky/inverse.h), in every precision, both triangles, with and without a unit diagonal, for
 * orders around one block and two:
 *  - |A D - I| scaled is below 30 in every block, the unused triangle is zero;
 *  - with a zero on the diagonal the part that substitution reaches before it is the same
 *    inverse, and the row of the zero is not finite;
 *  - with the least number on its diagonal a block is an identity and marked by a negative zero
 *    (codelets/blas3/cuda_inverse.cuh); no other block is.
 * The library is linked statically, for this is its own. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "src/tasks/tasks.h"
#include "reference.h"
#include "tap.h"

typedef void invert(starling_uplo, starling_diag, int n, const void *a, int lda, void *d, int ldd);
invert sl_sinvert_blocks, sl_dinvert_blocks, sl_cinvert_blocks, sl_zinvert_blocks;

static invert *const of_precision[] = {sl_sinvert_blocks, sl_dinvert_blocks, sl_cinvert_blocks,
                                       sl_zinvert_blocks};

/* Rows and columns lo .. lo+n-1 of the triangle, its diagonal as diag says. */
static wide *triangle(const struct array *x, int64_t lo, int64_t n, starling_uplo uplo,
                      starling_diag diag)
{
    wide *t = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            if (inside(uplo, i, j))
                t[i + j * n] = i == j && diag == STARLING_UNIT ? 1 : array_get(x, lo + i, lo + j);
    return t;
}

/* The scaled residual of rows and columns lo .. lo+n-1 of the block that begins at column j. */
static double residual(const struct array *a, const struct array *d, int64_t j, int64_t lo,
                       int64_t n, starling_uplo uplo, starling_diag diag)
{
    wide *x = triangle(a, j + lo, n, uplo, diag), *y = wide_zeros(n, n), *one = wide_zeros(n, n);
    for (int64_t c = 0; c < n; c++) {
        one[c + c * n] = 1;
        for (int64_t r = 0; r < n; r++)
            y[r + c * n] = array_get(d, lo + r, j + lo + c);
    }
    double scale = wide_norm(x, n, n) * wide_norm(y, n, n);
    wide_gemm('N', 'N', n, n, n, 1, x, y, -1, one);
    double r = scaled(a->prec, wide_norm(one, n, n), n, scale);
    free(x);
    free(y);
    free(one);
    return r;
}

/* The block of that order at column j has a mark. */
static bool is_marked(const struct array *d, int64_t j, int64_t size, starling_uplo uplo)
{
    bool corner = uplo == STARLING_UPPER && size > 1;
    int64_t row = size == 1 ? 1 : corner ? size - 1 : 0, column = size == 1 || corner ? 0 : size - 1;
    wide mark = array_get(d, row, j + column);
    return mark == 0 && signbit(creal(mark));
}

static bool is_identity(const struct array *d, int64_t j, int64_t size)
{
    bool identity = true;
    for (int64_t c = 0; c < size; c++)
        for (int64_t r = 0; r < size; r++)
            identity &= array_get(d, r, j + c) == (r == c);
    return identity;
}

/* bad: the row of the small number on the diagonal, or -1; small: that number, maybe 0. */
static void one(struct cases *cases, int p, starling_uplo uplo, starling_diag diag, int64_t n,
                int64_t bad, double small)
{
    starling_precision prec = precisions[p];
    struct array a = array_new(prec, n, n, 1), d = array_new(prec, SL_IB, n, 0);
    array_random(&a, 'G', (uint64_t)n);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            if (i == j)
                array_set(&a, i, i, i == bad ? small : 2 + array_get(&a, i, i));
            else
                array_set(&a, i, j, array_get(&a, i, j) / n);
    of_precision[p](uplo, diag, (int)n, a.a, (int)a.lda, d.a, SL_IB);
    double worst = 0;
    bool empty = true, marks = true, infinite = bad < 0 || small != 0;
    for (int64_t j = 0; j < n; j += SL_IB) {
        int64_t size = SL_MIN(SL_IB, n - j), lo = 0, hi = size;
        bool has_bad = bad >= j && bad < j + size, lost = has_bad && small != 0;
        if (has_bad && small == 0) {
            infinite = !isfinite(cabs(array_get(&d, bad - j, bad)));
            *(uplo == STARLING_LOWER ? &hi : &lo) = bad - j + (uplo == STARLING_UPPER);
        }
        marks &= is_marked(&d, j, size, uplo) == lost;
        double r = !lost                      ? residual(&a, &d, j, lo, hi - lo, uplo, diag)
                   : is_identity(&d, j, size) ? 0
                                              : INFINITY;
        worst = residual_larger(worst, r);
        for (int64_t c = 0; c < size; c++)
            for (int64_t r = 0; r < size; r++)
                empty &= inside(uplo, r, c) || array_get(&d, r, j + c) == 0;
    }
    hold(cases, residual_right(worst) && empty && marks && infinite,
         "%c%c%c n=%d bad=%d: residual %g, unused triangle %s, marks %s, row of the zero %s",
         letter(prec), uplo, diag, (int)n, (int)bad, worst, empty ? "zero" : "not zero",
         marks ? "right" : "wrong", infinite ? "not finite" : "finite");
    array_free(&a);
    array_free(&d);
}

int main(void)
{
    static const int64_t orders[] = {1, 2, 7, 64, SL_IB + 5};
    for (int p = 0; p < 4; p++)
        for (int t = 0; t < 4; t++) {
            starling_uplo uplo = t % 2 ? STARLING_UPPER : STARLING_LOWER;
            starling_diag diag = t / 2 ? STARLING_UNIT : STARLING_NONUNIT;
            double least = p == STARLING_S || p == STARLING_C ? FLT_TRUE_MIN : DBL_TRUE_MIN;
            struct cases cases = {0};
            for (int i = 0; i < (quick() ? 4 : 5); i++) {
                one(&cases, p, uplo, diag, orders[i], -1, 0);
                for (int64_t bad = 0; bad < orders[i] && diag == STARLING_NONUNIT;
                     bad += 1 + orders[i] / 2) {
                    one(&cases, p, uplo, diag, orders[i], bad, 0);
                    one(&cases, p, uplo, diag, orders[i], bad, least);
                }
            }
            ok(all_held(&cases), "%cinvert_blocks %c%c: %d checks", letter(precisions[p]), uplo,
               diag, cases.run);
        }
    return done_testing();
}

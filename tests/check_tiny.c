/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Systems of numbers whose reciprocals overflow or lose digits are solved as by LAPACK, which divides
 * there, in four precisions, of one and of several tiles, by the LAPACK-style functions and matrix
 * objects: getrf, getrs, gesv, potrf, posv, trsm on matrices of denormal numbers, graded from 1 to
 * denormal ones, and with denormal or huge numbers on the diagonal.
 *
 * The measure: each element of A X - B, computed with a larger range, is at most 30 n times what
 * rounding a row's terms may leave: eps (|A| |X| + |B|), and the distance d of denormal numbers for the
 * factors (d |A| |X|, with the largest elements) and for X. An unblocked LU with divisions, written
 * plainly here, passes it too. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum kind { TINY, GRADED, LEAST, HUGE_DIAGONAL, KINDS };
static const char *const kinds[] = {"tiny", "graded", "least", "huge diagonal"};

static bool single(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C;
}

static double tiny(starling_precision prec)
{
    return single(prec) ? 1e-40 : 1e-310;
}

static double least(starling_precision prec)
{
    return single(prec) ? FLT_TRUE_MIN : DBL_TRUE_MIN;
}

static wide narrow(starling_precision prec, wide x)
{
    return single(prec) ? (wide)(float _Complex)x : x;
}

/* Row i of n is that large. */
static double grade(starling_precision prec, int64_t i, int64_t n)
{
    return n == 1 ? tiny(prec) : pow(10, (single(prec) ? -41. : -316.) * (double)i / (double)(n - 1));
}

/* A, and X near 1; triangular: off the diagonal small, so that it is well conditioned. */
static struct array make(starling_precision prec, enum kind kind, int64_t n, bool triangular)
{
    struct array a = array_new(prec, n, n, 1), r = array_new(prec, n, n, 0);
    array_random(&r, 'G', 3);
    double largest = (single(prec) ? FLT_MAX : DBL_MAX) * 0.9;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            wide v = array_get(&r, i, j);
            wide corner = is_complex(prec) ? CMPLX(1, -1) : 1;
            if (triangular)
                v = i == j ? 1 + v / 4 : v / (double)n;
            array_set(&a, i, j, kind == TINY     ? v * tiny(prec)
                                : kind == GRADED ? v * grade(prec, i, n)
                                : i != j         ? 0
                                : kind == LEAST  ? (1 + (double)(i % 3)) * least(prec) * corner
                                                 : largest * corner);
        }
    array_free(&r);
    return a;
}

/* Element (i, j) of op(A), 0 outside a triangle. */
struct operand {
    const struct array *a;
    char trans, uplo; /* G: all of A; H: its lower triangle, and what that means for the other */
};

static wide element(const struct operand *o, int64_t i, int64_t j)
{
    int64_t row = o->trans == 'N' ? i : j, col = o->trans == 'N' ? j : i;
    bool mirrored = o->uplo == 'H' && row < col;
    if (!mirrored && o->uplo != 'G' && o->uplo != 'H' && !inside(o->uplo, row, col))
        return 0;
    wide x = mirrored ? conj(array_get(o->a, col, row)) : array_get(o->a, row, col);
    x = o->uplo == 'H' && row == col ? creal(x) : x;
    return o->trans == 'C' ? conj(x) : x;
}

/* B with X = 1, so far as B is a number. */
static struct array right_side(const struct operand *o, int64_t nrhs, bool left)
{
    int64_t n = o->a->n;
    struct array b = left ? array_new(o->a->prec, n, nrhs, 1) : array_new(o->a->prec, nrhs, n, 1);
    for (int64_t i = 0; i < n; i++) {
        wide sum = 0;
        for (int64_t j = 0; j < n; j++)
            sum += left ? element(o, i, j) : element(o, j, i);
        for (int64_t v = 0; v < nrhs; v++)
            array_set(&b, left ? i : v, left ? v : i, sum);
    }
    array_save(&b);
    return b;
}

static long double size_of(wide x)
{
    return fabsl(creal(x)) + fabsl(cimag(x));
}

/* The largest element of op(A) X - B, or X op(A) - B, over what is allowed; B was saved in x. */
static double residual(const struct operand *o, struct array *x, bool left)
{
    starling_precision prec = x->prec;
    int64_t n = o->a->n, nrhs = left ? x->n : x->m;
    struct array b = *x;
    b.a = b.saved + ((char *)x->a - x->block);
    long double d = least(prec), eps = epsilon(prec), largest = 0, worst = 0;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            largest = fmaxl(largest, size_of(element(o, i, j)));
    for (int64_t v = 0; v < nrhs; v += nrhs > 1 ? nrhs - 1 : 1)
        for (int64_t i = 0; i < n; i++) {
            wide rhs = array_get(&b, left ? i : v, left ? v : i);
            long double re = -(long double)creal(rhs), im = -(long double)cimag(rhs);
            long double terms = size_of(rhs), most = 0;
            for (int64_t j = 0; j < n; j++) {
                wide a = left ? element(o, i, j) : element(o, j, i);
                wide y = array_get(x, left ? j : v, left ? v : j);
                re += (long double)creal(a) * creal(y) - (long double)cimag(a) * cimag(y);
                im += (long double)creal(a) * cimag(y) + (long double)cimag(a) * creal(y);
                terms += size_of(a) * size_of(y);
                most = size_of(y) > most || isnan(creal(y)) ? size_of(y) : most;
            }
            long double allowed = (long double)n * (eps * terms + d * (1 + largest) * (1 + most));
            long double error = (fabsl(re) + fabsl(im)) / allowed;
            worst = error > worst || isnan(error) ? error : worst;
        }
    return (double)worst;
}

/* LU with partial pivoting and divisions, and the solution of A x = b, in place; info. */
static int plain_gesv(struct array *a, struct array *b)
{
    starling_precision prec = a->prec;
    int64_t n = a->n;
    int info = 0;
    for (int64_t k = 0; k < n; k++) {
        int64_t pivot = k;
        for (int64_t i = k + 1; i < n; i++)
            if (size_of(array_get(a, i, k)) > size_of(array_get(a, pivot, k)))
                pivot = i;
        if (array_get(a, pivot, k) == 0)
            info = info == 0 ? (int)k + 1 : info;
        for (int64_t j = 0; j < n + b->n; j++) {
            struct array *c = j < n ? a : b;
            int64_t col = j < n ? j : j - n;
            wide x = array_get(c, k, col);
            array_set(c, k, col, array_get(c, pivot, col));
            array_set(c, pivot, col, x);
        }
        for (int64_t i = k + 1; i < n; i++) {
            wide l = narrow(prec, array_get(a, i, k) / array_get(a, k, k));
            array_set(a, i, k, l);
            for (int64_t j = k + 1; j < n; j++)
                array_set(a, i, j, array_get(a, i, j) - narrow(prec, l * array_get(a, k, j)));
            for (int64_t v = 0; v < b->n; v++)
                array_set(b, i, v, array_get(b, i, v) - narrow(prec, l * array_get(b, k, v)));
        }
    }
    for (int64_t k = n - 1; k >= 0; k--)
        for (int64_t v = 0; v < b->n; v++) {
            wide x = narrow(prec, array_get(b, k, v) / array_get(a, k, k));
            array_set(b, k, v, x);
            for (int64_t i = 0; i < k; i++)
                array_set(b, i, v, array_get(b, i, v) - narrow(prec, x * array_get(a, i, k)));
        }
    return info;
}

/* ---- The routines ------------------------------------------------------------------------ */

static const int64_t orders[] = {1, 2, 5, 50, 300, 1000};
enum { ORDERS = 6, NRHS = 3 };

static struct array copy_of(const struct array *x)
{
    struct array y = array_new(x->prec, x->m, x->n, 1);
    memcpy(y.block, x->block, x->size);
    return y;
}

/* A X = B by arrays (way 0), square tiles (1), block columns (2), plainly (3); transposed systems
 * (4, 5) by tiles. */
static void one_lu(struct cases *cases, starling_precision prec, enum kind kind, int64_t n, int way)
{
    struct array a = make(prec, kind, n, false), f = copy_of(&a);
    struct operand o = {&a, way < 4 ? 'N' : way == 4 ? 'T' : 'C', 'G'};
    struct array x = right_side(&o, NRHS, true);
    int64_t *ipiv = calloc((size_t)n, sizeof *ipiv), nb = n > 100 ? 96 : 16;
    int info;
    if (way == 0) {
        info = API(prec, gesv, n, NRHS, f.a, f.lda, ipiv, x.a, x.lda);
    } else if (way == 3) {
        info = plain_gesv(&f, &x);
    } else {
        starling_matrix *A = wrap(&f, way == 2 ? n : nb, nb), *X = wrap(&x, way == 2 ? n : nb, nb);
        info = way < 3 ? starling_gesv(A, X) : starling_getrf(A);
        if (way > 3 && info == 0)
            info = starling_getrs((starling_trans)o.trans, A, X);
        starling_matrix_destroy(A), starling_matrix_destroy(X);
    }
    double r = residual(&o, &x, true);
    hold(cases, info == 0 && residual_right(r), "%cgesv %s n=%d way %d: info %d, residual %g",
         letter(prec), kinds[kind], (int)n, way, info, r);
    free(ipiv);
    array_free(&a), array_free(&f), array_free(&x);
}

static void lu(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = TINY; kind < KINDS; kind++)
        for (int s = 0; s < ORDERS - quick(); s++)
            for (int way = 0; way < 6; way++) {
                /* each unknown of a transposed graded system has a scale of its own */
                bool sensible = way < 4 || kind != GRADED;
                if (sensible && (way != 3 || orders[s] <= 50))
                    one_lu(&cases, prec, (enum kind)kind, orders[s], way);
            }
    ok(all_held(&cases), "%c: LU", letter(prec));
}

/* Positive definite, of denormal numbers (grade 0) or graded from 1 to them. */
static struct array definite(starling_precision prec, int64_t n, bool graded)
{
    struct array a = array_new(prec, n, n, 1);
    array_spd(&a, 'L', 9);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            double scale = graded ? sqrt(grade(prec, i, n)) * sqrt(grade(prec, j, n)) : tiny(prec);
            if (i >= j)
                array_set(&a, i, j, array_get(&a, i, j) / (double)n * scale);
        }
    return a;
}

static void cholesky(starling_precision prec)
{
    struct cases cases = {0};
    for (int graded = 0; graded < 2; graded++)
        for (int s = 0; s < ORDERS - quick(); s++)
            for (int object = 0; object < 2; object++) {
                int64_t n = orders[s], nb = n > 100 ? 96 : 16;
                struct array a = definite(prec, n, graded), f = copy_of(&a);
                struct operand o = {&a, 'N', 'H'};
                struct array x = right_side(&o, NRHS, true);
                int info;
                if (!object) {
                    info = API(prec, posv, 'L', n, NRHS, f.a, f.lda, x.a, x.lda);
                } else {
                    starling_matrix *A = wrap(&f, nb, nb), *X = wrap(&x, nb, nb);
                    info = starling_posv(STARLING_LOWER, A, X);
                    starling_matrix_destroy(A), starling_matrix_destroy(X);
                }
                double r = residual(&o, &x, true);
                hold(&cases, info == 0 && residual_right(r), "%cposv %s n=%d %s: info %d, residual %g",
                     letter(prec), graded ? "graded" : "tiny", (int)n, object ? "tiles" : "array",
                     info, r);
                array_free(&a), array_free(&f), array_free(&x);
            }
    ok(all_held(&cases), "%c: Cholesky", letter(prec));
}

static void one_trsm(struct cases *cases, starling_precision prec, enum kind kind, int64_t n,
                     int form)
{
    char side = form & 1 ? 'R' : 'L', uplo = form & 2 ? 'U' : 'L', trans = "NTC"[form / 4 % 3];
    bool object = form >= 12;
    int64_t nb = n > 100 ? 96 : 16;
    struct array a = make(prec, kind, n, true);
    struct operand o = {&a, trans, uplo};
    struct array x = right_side(&o, NRHS, side == 'L');
    int info;
    if (!object) {
        info = API(prec, trsm, side, uplo, trans, 'N', x.m, x.n, 1, a.a, a.lda, x.a, x.lda);
    } else {
        starling_matrix *A = wrap(&a, nb, nb), *X = wrap(&x, nb, nb);
        info = starling_trsm((starling_side)side, (starling_uplo)uplo, (starling_trans)trans,
                             STARLING_NONUNIT, 1, A, X);
        starling_matrix_destroy(A), starling_matrix_destroy(X);
    }
    double r = residual(&o, &x, side == 'L');
    hold(cases, info == 0 && residual_right(r), "%ctrsm %s n=%d %c%c%c %s: info %d, residual %g",
         letter(prec), kinds[kind], (int)n, side, uplo, trans, object ? "tiles" : "array", info, r);
    array_free(&a), array_free(&x);
}

static void triangles(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = TINY; kind < KINDS; kind++)
        for (int s = 0; s < (quick() ? 4 : 5); s++)
            for (int form = 0; form < 24; form++)
                if (kind != GRADED)
                    one_trsm(&cases, prec, (enum kind)kind, orders[s], form);
    ok(all_held(&cases), "%c: triangles", letter(prec));
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        if (starling_ncuda() == 0)
            lu(precisions[p]);
        else
            ok(true, "%c: LU # SKIP cuBLAS, which solves with U, takes reciprocals", letter(precisions[p]));
        cholesky(precisions[p]);
        triangles(precisions[p]);
    }
    return done_testing();
}

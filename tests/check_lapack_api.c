/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The results of the LAPACK-style functions, in four precisions, with options in either case
 * and LAPACK's synonyms: those of LAPACK and CBLAS. */

#include <math.h>
#include <stdlib.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

static struct cases cases;
static starling_precision prec;

/* The call returns the expected info. */
#define GOOD(expected, name, ...)                                                            \
    do {                                                                                     \
        int info = API(prec, name, __VA_ARGS__);                                             \
        hold(&cases, info == (expected), "%c" #name "(" #__VA_ARGS__ "): %d, expected %d",   \
             letter(prec), info, (expected));                                                \
    } while (0)

/* posv, potrf and potrs with options in both cases; a bad minor. */
static void cholesky(char uplo, int n)
{
    char upper = uplo == 'l' || uplo == 'L' ? 'L' : 'U';
    struct array a = array_new(prec, n, n, 3), f = array_new(prec, n, n, 3);
    struct array b = array_new(prec, n, 4, 1), x = array_new(prec, n, 4, 1);
    cases = (struct cases){0};
    array_spd(&a, upper, 1);
    array_random(&b, 'G', 2);
    wide *wa = wide_hermitian(&a, upper), *wb = wide_of(&b, 'G');
    for (int posv = 0; posv < 2; posv++) {
        memcpy(f.block, a.block, a.size);
        memcpy(x.block, b.block, b.size);
        if (posv)
            GOOD(0, posv, uplo, n, 4, f.a, f.lda, x.a, x.lda);
        else {
            GOOD(0, potrf, uplo, n, f.a, f.lda);
            GOOD(0, potrs, uplo, n, 4, f.a, f.lda, x.a, x.lda);
        }
        hold(&cases, residual_right(cholesky_residual(upper, &f, wa)), "factor, posv=%d", posv);
        hold(&cases, residual_right(solve_residual(wa, &x, wb)), "solution, posv=%d", posv);
    }
    array_set(&a, n - 2, n - 2, -1);
    GOOD(n - 1, potrf, uplo, n, a.a, a.lda);
    ok(all_held(&cases), "%cpotrf, potrs, posv '%c', n=%d", letter(prec), uplo, n);
    free(wa);
    free(wb);
    array_free(&a), array_free(&f), array_free(&b), array_free(&x);
}

/* getrf and getrs with each transpose, gesv, getri; an exact zero pivot. */
static void lu(int n)
{
    static const char trans[] = "NnTtCc";
    struct array a = array_new(prec, n, n, 3), b = array_new(prec, n, 4, 1);
    int64_t *ipiv = calloc((size_t)n, sizeof *ipiv);
    array_random(&a, 'G', 1);
    array_random(&b, 'G', 2);
    wide *wa = wide_of(&a, 'G'), *wb = wide_of(&b, 'G'), *wx = wide_zeros(n, n);
    cases = (struct cases){0};
    for (int t = 0; t < 7; t++) {
        struct array f = array_new(prec, n, n, 3), x = array_new(prec, n, 4, 1);
        memcpy(f.block, a.block, a.size);
        memcpy(x.block, b.block, b.size);
        char op = t < 6 ? trans[t < 6 ? t : 0] & ~0x20 : 'N';
        if (t < 6) {
            GOOD(0, getrf, n, n, f.a, f.lda, ipiv);
            GOOD(0, getrs, trans[t], n, 4, f.a, f.lda, ipiv, x.a, x.lda);
        } else
            GOOD(0, gesv, n, 4, f.a, f.lda, ipiv, x.a, x.lda);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++) {
                wide e = op == 'N' ? wa[i + j * n] : wa[j + i * n];
                wx[i + j * n] = op == 'C' ? conj(e) : e;
            }
        hold(&cases, residual_right(solve_residual(wx, &x, wb)), "solution with op(A) = %c", op);
        if (t == 6) { /* the factors of gesv: their inverse solves, too */
            GOOD(0, getri, n, f.a, f.lda, ipiv);
            wide *wi = wide_of(&f, 'G'), *product = wide_zeros(n, n), *one = wide_zeros(n, n);
            for (int64_t i = 0; i < n; i++)
                one[i + i * n] = 1;
            wide_gemm('N', 'N', n, n, n, 1, wa, wi, 0, product);
            double error = scaled(prec, wide_difference(product, one, n, n), n,
                                  wide_norm(wa, n, n) * wide_norm(wi, n, n));
            hold(&cases, residual_right(error), "inverse: %g", error);
            free(wi), free(product), free(one);
        }
        array_free(&f), array_free(&x);
    }
    for (int64_t i = 0; i < n; i++)
        array_set(&a, i, 4, 0);
    GOOD(5, getrf, n, n, a.a, a.lda, ipiv);
    GOOD(5, getri, n, a.a, a.lda, ipiv);
    ok(all_held(&cases), "%cgetrf, getrs, gesv, getri, n=%d", letter(prec), n);
    free(wa), free(wb), free(wx), free(ipiv);
    array_free(&a), array_free(&b);
}

/* c, of which a region was to change, is the reference. */
static void hold_equal(const char *what, struct array *c, int region, const wide *expected)
{
    wide *result = wide_of(c, region);
    double error = scaled(prec, wide_difference(result, expected, c->m, c->n), c->n,
                          1 + wide_norm(expected, c->m, c->n));
    hold(&cases, residual_right(error) && array_intact(c, region), "%c%s: error %g", letter(prec),
         what, error);
    free(result);
}

/* c = 2 a a^T + c / 2, and the like, with n x n matrices. */
static void products(int n)
{
    struct array a = array_new(prec, n, n, 1), b = array_new(prec, n, n, 2);
    struct array c = array_new(prec, n, n, 3), d = array_new(prec, n, n, 0);
    array_random(&a, 'G', 1), array_random(&b, 'G', 2), array_random(&c, 'L', 3);
    for (int i = 0; i < n; i++)
        array_set(&c, i, i, 1), array_set(&a, i, i, 4 * n);
    array_save(&c);
    wide *wa = wide_of(&a, 'G'), *wb = wide_of(&b, 'G'), *wd = wide_zeros(n, n);
    wide *triangle = wide_of(&a, 'L');
    cases = (struct cases){0};

    GOOD(0, gemm, 'n', 't', n, n, n, 2, a.a, a.lda, b.a, b.lda, 0, d.a, d.lda);
    wide_gemm('N', 'T', n, n, n, 2, wa, wb, 0, wd);
    hold_equal("gemm", &d, 'G', wd);
    GOOD(0, trsm, 'l', 'l', 'n', 'n', n, n, 3, a.a, a.lda, d.a, d.lda);
    wide_trsm('L', 'L', 'N', 'N', n, n, 3, triangle, wd);
    hold_equal("trsm", &d, 'G', wd);
    for (int hermitian = 0; hermitian < 2; hermitian++) {
        wide *wc = hermitian ? wide_hermitian(&c, 'L') : wide_symmetric(&c, 'L');
        wide_gemm('N', hermitian ? 'C' : 'T', n, n, n, 2, wa, wa, 0.5, wc);
        for (int i = 0; i < n * n; i++)
            wc[i] = inside('L', i % n, i / n) ? wc[i] : 0;
        if (hermitian)
            GOOD(0, herk, 'l', 'n', n, n, 2, a.a, a.lda, 0.5, c.a, c.lda);
        else
            GOOD(0, syrk, 'l', 'n', n, n, 2, a.a, a.lda, 0.5, c.a, c.lda);
        hold_equal(hermitian ? "herk" : "syrk", &c, 'L', wc);
        free(wc);
    }
    ok(all_held(&cases), "%c: gemm, trsm, syrk, herk, n=%d", letter(prec), n);
    free(wa), free(wb), free(wd), free(triangle);
    array_free(&a), array_free(&b), array_free(&c), array_free(&d);
}

/* d = 2 b a + d / 2 with a triangle of a, c = 2 a b^T + 2 b a^T + c / 2, d = 3 a d. What belongs to no
 * triangle is NaN. */
static void products_of_triangles(int n)
{
    struct array a = array_new(prec, n, n, 1), b = array_new(prec, n, n, 2);
    struct array c = array_new(prec, n, n, 3), d = array_new(prec, n, n, 0);
    array_random(&a, 'L', 1), array_random(&b, 'G', 2);
    array_save(&c), array_save(&d);
    wide *wb = wide_of(&b, 'G'), *wa = wide_of(&a, 'L');
    cases = (struct cases){0};
    for (int hermitian = 0; hermitian < 2; hermitian++) {
        array_random(&c, 'L', 3), array_random(&d, 'G', 4);
        wide *whole = hermitian ? wide_hermitian(&a, 'L') : wide_symmetric(&a, 'L');
        wide *wc = hermitian ? wide_hermitian(&c, 'L') : wide_symmetric(&c, 'L');
        wide *wd = wide_of(&d, 'G'), *product = wide_zeros(n, n);
        char x = hermitian ? 'C' : 'T';
        wide_gemm('N', 'N', n, n, n, 2, wb, whole, 0.5, wd);
        if (hermitian)
            GOOD(0, hemm, 'r', 'l', n, n, 2, a.a, a.lda, b.a, b.lda, 0.5, d.a, d.lda);
        else
            GOOD(0, symm, 'r', 'l', n, n, 2, a.a, a.lda, b.a, b.lda, 0.5, d.a, d.lda);
        hold_equal(hermitian ? "hemm" : "symm", &d, 'G', wd);
        wide_gemm('N', x, n, n, n, 2, wb, wd, 0.5, wc);
        wide_gemm('N', x, n, n, n, 2, wd, wb, 1, wc);
        for (int i = 0; i < n * n; i++)
            wc[i] = inside('L', i % n, i / n) ? wc[i] : 0;
        if (hermitian)
            GOOD(0, her2k, 'l', 'n', n, n, 2, b.a, b.lda, d.a, d.lda, 0.5, c.a, c.lda);
        else
            GOOD(0, syr2k, 'l', 'n', n, n, 2, b.a, b.lda, d.a, d.lda, 0.5, c.a, c.lda);
        hold_equal(hermitian ? "her2k" : "syr2k", &c, 'L', wc);
        wide_gemm('N', 'N', n, n, n, 3, wa, wd, 0, product);
        GOOD(0, trmm, 'l', 'l', 'n', 'n', n, n, 3, a.a, a.lda, d.a, d.lda);
        hold_equal("trmm", &d, 'G', product);
        free(whole), free(wc), free(wd), free(product);
    }
    ok(all_held(&cases), "%c: symm, hemm, syr2k, her2k, trmm, n=%d", letter(prec), n);
    free(wa), free(wb);
    array_free(&a), array_free(&b), array_free(&c), array_free(&d);
}

/* lacpy and laset take any other character for "all"; norms LAPACK's synonyms 1 and E. */
static void utilities(int m, int n)
{
    static const char options[] = "MmOo1IiFfEe";
    struct array a = array_new(prec, m, n, 1), value = array_new(prec, 1, 1, 0);
    array_random(&a, 'G', 1);
    wide *wa = wide_of(&a, 'G');
    cases = (struct cases){0};
    for (int i = 0; options[i]; i++) {
        double expected = wide_lange(options[i], wa, m, n);
        GOOD(0, lange, options[i], m, n, a.a, a.lda, value.a);
        double got = prec == STARLING_S || prec == STARLING_C ? *(float *)value.a
                                                              : *(double *)value.a;
        hold(&cases, fabs(got / expected - 1) < 30 * n * epsilon(prec), "lange '%c': %g, not %g",
             options[i], got, expected);
    }
    for (int i = 0; i < 5; i++) {
        struct array b = array_new(prec, m, n, 0);
        char region = "LUGGG"[i];
        GOOD(0, lacpy, "luaG "[i], m, n, a.a, a.lda, b.a, b.lda);
        wide *expected = wide_of(&a, region);
        hold_equal("lacpy", &b, region, expected);
        GOOD(0, laset, "luaG "[i], m, n, 0.5, 2, b.a, b.lda);
        hold(&cases, array_get(&b, 1, 1) == 2 && array_intact(&b, region), "laset");
        free(expected);
        array_free(&b);
    }
    ok(all_held(&cases), "%c: norms, lacpy, laset, %d x %d", letter(prec), m, n);
    free(wa);
    array_free(&a), array_free(&value);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        prec = precisions[p];
        for (int i = 0; i < 4; i++)
            cholesky("LlUu"[i], quick() ? 40 : 210);
        lu(quick() ? 40 : 210);
        products(quick() ? 30 : 150);
        products_of_triangles(quick() ? 30 : 150);
        utilities(quick() ? 30 : 130, 110);
    }
    return done_testing();
}

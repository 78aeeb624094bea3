/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* sygvd and hegvd in all precisions, for the three types and both triangles:
 *  - |A X - B X W| (type 2: A B X - X W, type 3: B A X - X W) is small, as in LAPACK's tests;
 *  - X^H B X = I, for type 3 X^H B^-1 X = I;
 *  - W ascends, and is the same without vectors but for rounding;
 *  - the other triangles, NaN here, have no influence, that of B stays, and B has its factor;
 *  - a B that is not positive definite gives n + i, a NaN in A its column;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

static int solve(int itype, char job, char uplo, struct array *a, struct array *b, void *w)
{
    int64_t n = a->n;
    switch (a->prec) {
    case STARLING_S:
        return starling_ssygvd(itype, job, uplo, n, a->a, a->lda, b->a, b->lda, w);
    case STARLING_D:
        return starling_dsygvd(itype, job, uplo, n, a->a, a->lda, b->a, b->lda, w);
    case STARLING_C:
        return starling_chegvd(itype, job, uplo, n, a->a, a->lda, b->a, b->lda, w);
    default:
        return starling_zhegvd(itype, job, uplo, n, a->a, a->lda, b->a, b->lda, w);
    }
}

static double value(const struct array *w, int64_t j)
{
    return creal(array_get(w, j, 0));
}

/* left X - right X W, relative to |A|, |B| and |X| as in LAPACK's sgt01. */
static double equation(int itype, const wide *a, const wide *b, const struct array *x,
                       const struct array *w)
{
    int64_t n = x->n;
    wide *v = wide_of(x, STARLING_GENERAL), *y = wide_zeros(n, n), *z = wide_zeros(n, n);
    double scale = wide_norm(a, n, n) * wide_norm(v, n, n);
    if (itype == 1) { /* B^-1 is not formed: B X W - A X */
        wide_gemm('N', 'N', n, n, n, 1, b, v, 0, z);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                z[i + j * n] *= value(w, j);
        wide_gemm('N', 'N', n, n, n, 1, a, v, -1, z);
    } else {
        const wide *first = itype == 2 ? b : a, *second = itype == 2 ? a : b;
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                z[i + j * n] = v[i + j * n] * value(w, j);
        wide_gemm('N', 'N', n, n, n, 1, first, v, 0, y);
        wide_gemm('N', 'N', n, n, n, 1, second, y, -1, z);
        scale *= wide_norm(b, n, n);
    }
    double error = scaled(x->prec, wide_norm(z, n, n), n, scale);
    free(v);
    free(y);
    free(z);
    return error;
}

/* |X^H B X - I|, or with B^-1 for type 3: then Y = L^-1 X or U^-H X with B's factor, and Y^H Y. */
static double normality(int itype, const wide *b, const struct array *factor, char uplo,
                        const struct array *x)
{
    int64_t n = x->n;
    wide *v = wide_of(x, STARLING_GENERAL), *y = wide_of(x, STARLING_GENERAL);
    wide *unit = wide_zeros(n, n), *triangle = wide_of(factor, uplo);
    for (int64_t j = 0; j < n; j++)
        unit[j + j * n] = -1;
    if (itype == 3) {
        wide_trsm('L', uplo, uplo == 'L' ? 'N' : 'C', 'N', n, n, 1, triangle, y);
        wide_gemm('C', 'N', n, n, n, 1, y, y, 1, unit);
    } else {
        wide_gemm('N', 'N', n, n, n, 1, b, v, 0, y);
        wide_gemm('C', 'N', n, n, n, 1, v, y, 1, unit);
    }
    double error = wide_norm(unit, n, n);
    free(v);
    free(y);
    free(unit);
    free(triangle);
    return scaled(x->prec, error, n, 1);
}

/* Eigenvalues with and without vectors, and their order. */
static double difference(const struct array *v, const struct array *w)
{
    int64_t n = v->m;
    double most = 0, largest = 0;
    for (int64_t j = 0; j < n; j++) {
        most = residual_larger(most, fabs(value(v, j) - value(w, j)));
        largest = residual_larger(largest, fabs(value(v, j)));
        if (j > 0 && !(value(v, j - 1) <= value(v, j)))
            return NAN;
    }
    return scaled(v->prec, most, n, largest);
}

static void check(struct cases *cases, starling_precision prec, int itype, char uplo, int64_t n)
{
    starling_precision real = prec == STARLING_C   ? STARLING_S
                              : prec == STARLING_Z ? STARLING_D
                                                   : prec;
    struct array a[2], b[2], w[2];
    int info[2];
    bool intact = true;
    for (int k = 0; k < 2; k++) {
        a[k] = array_new(prec, n, n, 2);
        b[k] = array_new(prec, n, n, 3);
        w[k] = array_new(real, n, 1, 1);
        array_random(&a[k], uplo, 5 + (uint64_t)n);
        array_spd(&b[k], uplo, 6 + (uint64_t)n);
    }
    wide *exact = wide_hermitian(&a[0], uplo), *mass = wide_hermitian(&b[0], uplo);
    for (int k = 0; k < 2; k++) {
        array_save(&a[k]);
        array_save(&b[k]);
        array_save(&w[k]);
        info[k] = solve(itype, "VN"[k], uplo, &a[k], &b[k], w[k].a);
        intact = intact && array_intact(&a[k], STARLING_GENERAL) && array_intact(&b[k], uplo) &&
                 array_intact(&w[k], STARLING_GENERAL);
    }
    double error = n > 0 ? equation(itype, exact, mass, &a[0], &w[0]) : 0;
    double normal = n > 0 ? normality(itype, mass, &b[0], uplo, &a[0]) : 0;
    double factor = n > 0 ? cholesky_residual(uplo, &b[0], mass) : 0;
    double values = n > 0 ? difference(&w[0], &w[1]) : 0;
    hold(cases,
         info[0] == 0 && info[1] == 0 && intact && residual_right(error) &&
             residual_right(normal) && residual_right(factor) && residual_right(values),
         "%chegvd type %d %c n=%ld: info %d and %d, residual %g, normality %g, factor %g, "
         "values %g%s",
         letter(prec), itype, uplo, (long)n, info[0], info[1], error, normal, factor, values,
         intact ? "" : ", more is changed");
    for (int k = 0; k < 2; k++) {
        array_free(&a[k]);
        array_free(&b[k]);
        array_free(&w[k]);
    }
    free(exact);
    free(mass);
}

static void orders(starling_precision prec)
{
    static const int64_t n[] = {0, 1, 2, 50, 150, 331};
    struct cases cases = {0};
    for (int itype = 1; itype <= 3; itype++)
        for (const char *uplo = "LU"; *uplo; uplo++)
            for (size_t i = 0; i < sizeof n / sizeof *n; i++)
                if (!quick() || n[i] < 300)
                    check(&cases, prec, itype, *uplo, n[i]);
    ok(all_held(&cases), "%chegvd: %d results", letter(prec), cases.run);
}

/* A negative element on the diagonal of B; a NaN or an infinity in A. */
static void no_solution(starling_precision prec)
{
    enum { N = 60 };
    struct cases cases = {0};
    double w[N];
    for (int itype = 1; itype <= 3; itype++)
        for (const char *uplo = "LU"; *uplo; uplo++)
            for (int kind = 0; kind < 3; kind++) {
                struct array a = array_new(prec, N, N, 0), b = array_new(prec, N, N, 0);
                array_random(&a, *uplo, 1);
                array_spd(&b, *uplo, 2);
                int64_t i = *uplo == 'L' ? 41 : 7, j = *uplo == 'L' ? 7 : 41;
                if (kind == 0)
                    array_set(&b, 33, 33, -1);
                else
                    array_set(&a, i, j, kind == 1 ? NAN : INFINITY);
                int expected = kind == 0 ? N + 34 : (int)j + 1;
                int info = solve(itype, 'V', *uplo, &a, &b, w);
                hold(&cases, info == expected, "%chegvd type %d %c, kind %d: info %d, expected %d",
                     letter(prec), itype, *uplo, kind, info, expected);
                array_free(&a);
                array_free(&b);
            }
    ok(all_held(&cases), "%chegvd: %d problems without a solution", letter(prec), cases.run);
}

static void refuse(struct cases *cases, int position, int info, const char *what)
{
    hold(cases, info == -position && told(position, 1), "%s: %d, expected %d: %s", what, info,
         -position, last_message());
}

static void arguments(void)
{
    struct cases cases = {0};
    double a[36] = {0}, b[36] = {0}, w[6];
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    BAD(1, starling_dsygvd(0, 'v', 'l', 6, a, 6, b, 6, w));
    BAD(1, starling_dsygvd(4, 'v', 'l', 6, a, 6, b, 6, w));
    BAD(2, starling_dsygvd(1, 'x', 'l', 6, a, 6, b, 6, w));
    BAD(3, starling_dsygvd(1, 'v', 'g', 6, a, 6, b, 6, w));
    BAD(4, starling_dsygvd(1, 'v', 'l', -1, a, 6, b, 6, w));
    BAD(5, starling_dsygvd(1, 'v', 'l', 6, NULL, 6, b, 6, w));
    BAD(6, starling_dsygvd(1, 'v', 'l', 6, a, 5, b, 6, w));
    BAD(7, starling_dsygvd(1, 'v', 'l', 6, a, 6, NULL, 6, w));
    BAD(8, starling_dsygvd(1, 'v', 'l', 6, a, 6, b, 5, w));
    BAD(9, starling_dsygvd(1, 'v', 'l', 6, a, 6, b, 6, NULL));
    ok(all_held(&cases), "arguments: %d calls", cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        orders(precisions[p]);
        no_solution(precisions[p]);
    }
    arguments();
    return done_testing();
}

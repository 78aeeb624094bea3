/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* sygvd and hegvd in all precisions, for the three types and both triangles, on arrays, on matrices,
 * and in a sequence behind the operations that make their operands:
 *  - |A X - B X W| (type 2: A B X - X W, type 3: B A X - X W) is small, as in LAPACK's tests;
 *  - X^H B X = I, for type 3 X^H B^-1 X = I;
 *  - W ascends, and is the same without vectors but for rounding;
 *  - the other triangles, NaN here, have no influence, that of B stays, and B has its factor;
 *  - a B that is not positive definite gives n + i, a NaN in A its column;
 *  - sygst and hegst give the standard problem in one triangle, and leave the rest;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

enum form { ARRAYS, OBJECTS, SEQUENCE, FORMS };

static int on_arrays(int itype, char job, char uplo, struct array *a, struct array *b, void *w)
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

/* Copies of A and B, their eigenproblem, and copies of its results: one graph. */
static int in_sequence(int itype, char job, char uplo, starling_matrix *A, starling_matrix *B,
                       starling_matrix *W)
{
    starling_precision prec = starling_matrix_precision(A);
    int64_t n = starling_matrix_n(A), nb = starling_matrix_nb(A);
    starling_matrix *X, *Y;
    starling_sequence *seq;
    starling_matrix_create(&X, prec, n, n, nb, nb);
    starling_matrix_create(&Y, prec, n, n, nb, nb);
    starling_sequence_create(&seq);
    starling_lacpy_submit((starling_uplo)uplo, A, X, seq);
    starling_lacpy_submit((starling_uplo)uplo, B, Y, seq);
    starling_hegvd_submit(itype, (starling_job)job, (starling_uplo)uplo, X, Y, W, seq);
    starling_lacpy_submit(STARLING_GENERAL, X, A, seq);
    starling_lacpy_submit((starling_uplo)uplo, Y, B, seq);
    int info = starling_sequence_destroy(seq);
    starling_matrix_destroy(X);
    starling_matrix_destroy(Y);
    return info;
}

static int solve(enum form form, int itype, char job, char uplo, int64_t nb, struct array *a,
                 struct array *b, struct array *w)
{
    if (form == ARRAYS)
        return on_arrays(itype, job, uplo, a, b, w->a);
    starling_matrix *A = wrap(a, nb, nb), *B = wrap(b, nb, nb), *W = wrap(w, a->n > 1 ? a->n : 1, 1);
    int info = form == OBJECTS ? starling_hegvd(itype, (starling_job)job, (starling_uplo)uplo, A, B, W)
                               : in_sequence(itype, job, uplo, A, B, W);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(W);
    return info;
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

static void check(struct cases *cases, starling_precision prec, enum form form, int itype, char uplo,
                  int64_t n, int64_t nb)
{
    struct array a[2], b[2], w[2];
    int info[2];
    bool intact = true;
    for (int k = 0; k < 2; k++) {
        a[k] = array_new(prec, n, n, 2);
        b[k] = array_new(prec, n, n, 3);
        w[k] = array_new(real_of(prec), n, 1, 1);
        array_random(&a[k], uplo, 5 + (uint64_t)n);
        array_spd(&b[k], uplo, 6 + (uint64_t)n);
    }
    wide *exact = wide_hermitian(&a[0], uplo), *mass = wide_hermitian(&b[0], uplo);
    for (int k = 0; k < 2; k++) {
        array_save(&a[k]);
        array_save(&b[k]);
        array_save(&w[k]);
        info[k] = solve(form, itype, "VN"[k], uplo, nb, &a[k], &b[k], &w[k]);
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
         "%chegvd form %d type %d %c n=%ld nb=%ld: info %d and %d, residual %g, normality %g, "
         "factor %g, values %g%s",
         letter(prec), (int)form, itype, uplo, (long)n, (long)nb, info[0], info[1], error, normal, factor, values,
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
    static const int64_t n[] = {0, 1, 2, 50, 150, 331}, nb[] = {7, 1, 4, 16, 64, 100};
    for (int form = 0; form < FORMS; form++) {
        struct cases cases = {0};
        for (int itype = 1; itype <= 3; itype++)
            for (const char *uplo = "LU"; *uplo; uplo++)
                for (size_t i = 0; i < sizeof n / sizeof *n; i++)
                    if (!quick() || n[i] < 300)
                        check(&cases, prec, (enum form)form, itype, *uplo, n[i], nb[i]);
        ok(all_held(&cases), "%chegvd, form %d: %d results", letter(prec), form, cases.run);
    }
}

/* A negative element on the diagonal of B; a NaN or an infinity in A; both. */
static void no_solution(starling_precision prec)
{
    enum { N = 60 };
    struct cases cases = {0};
    for (int form = 0; form < FORMS; form++)
        for (int itype = 1; itype <= 3; itype++)
            for (const char *uplo = "LU"; *uplo; uplo++)
                for (int kind = 0; kind < 4; kind++) {
                    struct array a = array_new(prec, N, N, 0), b = array_new(prec, N, N, 0);
                    struct array w = array_new(real_of(prec), N, 1, 0);
                    array_random(&a, *uplo, 1);
                    array_spd(&b, *uplo, 2);
                    int64_t i = *uplo == 'L' ? 41 : 7, j = *uplo == 'L' ? 7 : 41;
                    if (kind == 0 || kind == 3)
                        array_set(&b, 33, 33, -1);
                    if (kind > 0)
                        array_set(&a, i, j, kind == 2 ? INFINITY : NAN);
                    int expected = kind == 0 ? N + 34 : (int)j + 1;
                    int info = solve((enum form)form, itype, 'V', *uplo, 16, &a, &b, &w);
                    hold(&cases, info == expected,
                         "%chegvd form %d type %d %c, kind %d: info %d, expected %d", letter(prec),
                         form, itype, *uplo, kind, info, expected);
                    array_free(&a);
                    array_free(&b);
                    array_free(&w);
                }
    ok(all_held(&cases), "%chegvd: %d problems without a solution", letter(prec), cases.run);
}

static int standard(enum form form, int itype, char uplo, int64_t nb, struct array *a,
                    struct array *b)
{
    int64_t n = a->n;
    if (form == ARRAYS)
        switch (a->prec) {
        case STARLING_S:
            return starling_ssygst(itype, uplo, n, a->a, a->lda, b->a, b->lda);
        case STARLING_D:
            return starling_dsygst(itype, uplo, n, a->a, a->lda, b->a, b->lda);
        case STARLING_C:
            return starling_chegst(itype, uplo, n, a->a, a->lda, b->a, b->lda);
        default:
            return starling_zhegst(itype, uplo, n, a->a, a->lda, b->a, b->lda);
        }
    starling_matrix *A = wrap(a, nb, nb), *B = wrap(b, nb, nb);
    int info = starling_hegst(itype, (starling_uplo)uplo, A, B);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    return info;
}

/* |A - L C L^H| for type 1, else |C - L^H A L|, relative to |L|^2 |C| or |A|; U is L^H. */
static double reduction(int itype, char uplo, const wide *a, const struct array *factor,
                        const struct array *c)
{
    int64_t n = c->n;
    wide *l = wide_of(factor, uplo), *x = wide_hermitian(c, uplo), *y = wide_zeros(n, n);
    const wide *given = itype == 1 ? x : a, *result = itype == 1 ? a : x;
    bool first = (itype == 1) == (uplo == 'L'); /* L X L^H or U X U^H */
    wide *z = wide_zeros(n, n);
    wide_gemm(first ? 'N' : 'C', 'N', n, n, n, 1, l, given, 0, y);
    wide_gemm('N', first ? 'C' : 'N', n, n, n, 1, y, l, 0, z);
    double error = wide_difference(z, result, n, n), norm = wide_norm(l, n, n);
    double scale = norm * norm * wide_norm(given, n, n);
    for (int64_t k = 0; k < n; k++)
        if (cimag(array_get(c, k, k)) != 0)
            error = NAN;
    free(l);
    free(x);
    free(y);
    free(z);
    return scaled(c->prec, error, n, scale);
}

static void standard_problems(starling_precision prec)
{
    static const int64_t n[] = {0, 1, 2, 50, 150};
    struct cases cases = {0};
    for (int form = 0; form < SEQUENCE; form++)
        for (int itype = 1; itype <= 3; itype++)
            for (const char *uplo = "LU"; *uplo; uplo++)
                for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
                    struct array a = array_new(prec, n[i], n[i], 2), b = array_new(prec, n[i], n[i], 1);
                    array_random(&a, *uplo, 3);
                    array_spd(&b, *uplo, 4);
                    for (int64_t k = 0; k < n[i]; k++) /* as a factor has it */
                        array_set(&b, k, k, creal(array_get(&b, k, k)));
                    array_save(&a);
                    array_save(&b);
                    wide *exact = wide_hermitian(&a, *uplo);
                    int info = standard((enum form)form, itype, *uplo, 16, &a, &b);
                    double error = n[i] > 0 ? reduction(itype, *uplo, exact, &b, &a) : 0;
                    bool intact = array_intact(&a, *uplo) && array_intact(&b, 0);
                    hold(&cases, info == 0 && intact && residual_right(error),
                         "%chegst form %d type %d %c n=%ld: info %d, residual %g%s", letter(prec),
                         form, itype, *uplo, (long)n[i], info, error,
                         intact ? "" : ", more is changed");
                    free(exact);
                    array_free(&a);
                    array_free(&b);
                }
    ok(all_held(&cases), "%chegst: %d results", letter(prec), cases.run);
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
    BAD(1, starling_dsygst(0, 'l', 6, a, 6, b, 6));
    BAD(2, starling_dsygst(1, 'g', 6, a, 6, b, 6));
    BAD(3, starling_dsygst(1, 'l', -1, a, 6, b, 6));
    BAD(4, starling_dsygst(1, 'l', 6, NULL, 6, b, 6));
    BAD(5, starling_dsygst(1, 'l', 6, a, 5, b, 6));
    BAD(6, starling_dsygst(1, 'l', 6, a, 6, NULL, 6));
    BAD(7, starling_dsygst(1, 'l', 6, a, 6, b, 5));
    ok(all_held(&cases), "arguments: %d calls", cases.run);
}

static void objects(void)
{
    struct cases cases = {0};
    struct array x = array_new(STARLING_D, 6, 6, 0), y = array_new(STARLING_D, 6, 6, 0);
    struct array z = array_new(STARLING_D, 6, 1, 0);
    array_random(&x, STARLING_GENERAL, 1);
    array_spd(&y, STARLING_LOWER, 1);
    starling_matrix *A = wrap(&x, 2, 2), *B = wrap(&y, 2, 2), *W = wrap(&z, 6, 1);
    starling_matrix *columns = wrap(&x, 6, 2), *other = wrap(&y, 3, 3), *cut = wrap(&z, 3, 1);
    const starling_job V = STARLING_VECTORS;
    const starling_uplo L = STARLING_LOWER;
    BAD(1, starling_hegvd(0, V, L, A, B, W));
    BAD(2, starling_hegvd(1, (starling_job)'x', L, A, B, W));
    BAD(3, starling_hegvd(1, V, STARLING_GENERAL, A, B, W));
    BAD(4, starling_hegvd(1, V, L, NULL, B, W));
    BAD(4, starling_hegvd(1, V, L, columns, B, W));
    BAD(5, starling_hegvd(1, V, L, A, NULL, W));
    BAD(5, starling_hegvd(1, V, L, A, A, W));
    BAD(5, starling_hegvd(1, V, L, A, other, W));
    BAD(6, starling_hegvd(1, V, L, A, B, NULL));
    BAD(6, starling_hegvd(1, V, L, A, B, cut));
    BAD(7, starling_hegvd_submit(1, V, L, A, B, W, NULL));
    BAD(1, starling_hegst(4, L, A, B));
    BAD(2, starling_hegst(1, STARLING_GENERAL, A, B));
    BAD(3, starling_hegst(1, L, columns, B));
    BAD(4, starling_hegst(1, L, A, NULL));
    BAD(4, starling_hegst(1, L, A, other));
    BAD(5, starling_hegst_submit(1, L, A, B, NULL));
    starling_matrix *all[] = {A, B, W, columns, other, cut};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        starling_matrix_destroy(all[i]);
    array_free(&x);
    array_free(&y);
    array_free(&z);
    ok(all_held(&cases), "arguments of objects: %d calls", cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        orders(precisions[p]);
        no_solution(precisions[p]);
        standard_problems(precisions[p]);
    }
    arguments();
    objects();
    return done_testing();
}

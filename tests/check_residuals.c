/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The residuals of the tests can fail. LAPACK's factors and BLAS's solution pass, in all precisions.
 * With one element changed at the first place, inside or at the last, into a NaN, an infinity, or by
 * a small part of the largest one (1e-6, in single precision 1e-2), none of them passes. */

#include <math.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

enum { N = 20, NRHS = 3 };

/* Rounds a reference of an array's shape to its precision. */
static void round_to(struct array *x, const wide *a)
{
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            array_set(x, i, j, a[i + j * x->m]);
}

/* What one residual looks at: the result, and what it is compared with. */
struct subject {
    const char *name;
    struct array result;
    int region; /* of the result */
    wide *a, *b;
    int64_t ipiv[N];
};

static double residual_of(const struct subject *s)
{
    if (strcmp(s->name, "cholesky") == 0)
        return cholesky_residual((char)s->region, &s->result, s->a);
    if (strcmp(s->name, "lu") == 0)
        return lu_residual(&s->result, s->ipiv, s->a);
    if (strcmp(s->name, "solve") == 0)
        return solve_residual(s->a, &s->result, s->b);
    wide *result = wide_of(&s->result, 'G'); /* a difference from what is expected, here A */
    double error = wide_difference(result, s->a, s->result.m, s->result.n);
    free(result);
    return scaled(s->result.prec, error, N, wide_norm(s->a, s->result.m, s->result.n));
}

static struct subject cholesky(starling_precision prec, char uplo)
{
    struct subject s = {.name = "cholesky", .result = array_new(prec, N, N, 1), .region = uplo};
    array_spd(&s.result, uplo, 1);
    s.a = wide_hermitian(&s.result, uplo);
    wide *factor = wide_hermitian(&s.result, uplo);
    wide_potrf(uplo, N, factor);
    round_to(&s.result, factor);
    free(factor);
    return s;
}

static struct subject lu(starling_precision prec)
{
    struct subject s = {.name = "lu", .result = array_new(prec, N, N, 1), .region = 'G'};
    int ipiv[N];
    array_random(&s.result, 'G', 2);
    s.a = wide_of(&s.result, 'G');
    lapack_getrf(&s.result, ipiv);
    for (int i = 0; i < N; i++)
        s.ipiv[i] = ipiv[i];
    return s;
}

/* A X = B with a triangular A. */
static struct subject solve(starling_precision prec)
{
    struct subject s = {.name = "solve", .result = array_new(prec, N, NRHS, 1), .region = 'G'};
    struct array a = array_new(prec, N, N, 0);
    array_spd(&a, 'L', 3);
    s.a = wide_of(&a, 'L');
    array_random(&s.result, 'G', 4);
    s.b = wide_of(&s.result, 'G');
    wide *x = wide_of(&s.result, 'G');
    wide_trsm('L', 'L', 'N', 'N', N, NRHS, 1, s.a, x);
    round_to(&s.result, x);
    free(x);
    array_free(&a);
    return s;
}

static struct subject difference(starling_precision prec)
{
    struct subject s = {.name = "difference", .result = array_new(prec, N, N, 1), .region = 'G'};
    array_random(&s.result, 'G', 5);
    s.a = wide_of(&s.result, 'G');
    return s;
}

/* Element number `place` of three, the middle one outside the first row and column. */
static void place_of(const struct subject *s, int place, int64_t *i, int64_t *j)
{
    int64_t m = s->result.m, n = s->result.n;
    *i = place == 0 ? 0 : place == 2 ? m - 1 : (s->region == 'U' ? 1 : 2) * m / 3;
    *j = place == 0 ? 0 : place == 2 ? n - 1 : (s->region == 'L' ? 1 : 2) * n / 3;
}

static double largest(const struct subject *s)
{
    double value = 0;
    for (int64_t j = 0; j < s->result.n; j++)
        for (int64_t i = 0; i < s->result.m; i++)
            if (inside(s->region, i, j))
                value = fmax(value, cabs(array_get(&s->result, i, j)));
    return value;
}

static void mutate(struct subject *s)
{
    static const char *const kinds[] = {"a NaN", "an infinity", "another number"};
    struct cases cases = {0};
    starling_precision prec = s->result.prec;
    double change = (prec == STARLING_S || prec == STARLING_C ? 1e-2 : 1e-6) * largest(s);
    double right = residual_of(s);
    hold(&cases, residual_right(right), "without a fault: %g", right);
    for (int place = 0; place < 3; place++)
        for (int kind = 0; kind < 3; kind++) {
            int64_t i, j;
            place_of(s, place, &i, &j);
            wide value = array_get(&s->result, i, j);
            array_set(&s->result, i, j,
                      kind == 0 ? NAN : kind == 1 ? -INFINITY : value + change);
            double error = residual_of(s);
            hold(&cases, !residual_right(error), "(%d, %d) is %s: %g passes", (int)i, (int)j,
                 kinds[kind], error);
            array_set(&s->result, i, j, value);
        }
    ok(all_held(&cases), "%c %s %c: %d residuals", letter(prec), s->name, s->region, cases.run);
    array_free(&s->result);
    free(s->a);
    free(s->b);
}

/* The condition itself, and norms. */
static void conditions(void)
{
    ok(residual_right(0) && residual_right(1) && residual_right(30), "what is right");
    ok(!residual_right(NAN) && !residual_right(-5) && !residual_right(-NAN) &&
           !residual_right(INFINITY) && !residual_right(30.1),
       "a NaN, a negative number, an infinity and a large number are not");
    ok(isnan(residual_larger(NAN, 1)) && isnan(residual_larger(1, NAN)) &&
           residual_larger(1, 2) == 2 && residual_larger(2, 1) == 2,
       "a NaN is the largest and stays so");
    ok(!residual_right(scaled(STARLING_D, NAN, 5, 1)) &&
           !residual_right(scaled(STARLING_D, 1, 5, INFINITY)) &&
           !residual_right(scaled(STARLING_D, 0, 5, NAN)) &&
           !residual_right(scaled(STARLING_D, 1, 5, 0)) && scaled(STARLING_D, 0, 5, 0) == 0,
       "norms that are not finite, and an error beside nothing, are not right");
    wide a[6] = {1, NAN, 2, 3, 1, 1};
    ok(isnan(wide_norm(a, 2, 3)) && isnan(wide_lange('1', a, 2, 3)) &&
           isnan(wide_lange('I', a, 2, 3)) && isnan(wide_lange('M', a, 2, 3)) &&
           isnan(wide_lange('F', a, 2, 3)),
       "the norm of an array with a NaN is one");
    a[1] = INFINITY;
    ok(wide_norm(a, 2, 3) == INFINITY && wide_lange('1', a, 2, 3) == INFINITY &&
           wide_lange('I', a, 2, 3) == INFINITY && wide_lange('M', a, 2, 3) == INFINITY,
       "that of one with an infinity is infinite");
}

int main(void)
{
    conditions();
    for (int p = 0; p < 4; p++) {
        struct subject subjects[] = {cholesky(precisions[p], 'L'), cholesky(precisions[p], 'U'),
                                     lu(precisions[p]), solve(precisions[p]),
                                     difference(precisions[p])};
        for (int i = 0; i < 5; i++)
            mutate(&subjects[i]);
    }
    return done_testing();
}

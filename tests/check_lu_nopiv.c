/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU without interchanges, in every precision, for matrices of all shapes, sizes around tile
 * boundaries and padded leading dimensions:
 *  - on a diagonally dominant A |A - L U| / (n |A| eps) is below 30, and no element grows to more
 *    than twice the largest one of A;
 *  - on any A each element of |A - L U| is below n eps times that of |L| |U|, up to a factor of 10
 *    (Higham, Accuracy and Stability of Numerical Algorithms, theorem 9.3);
 *  - getrs_nopiv solves with A, its transpose and its conjugate transpose, gesv_nopiv does both;
 *  - info is the first pivot that is exactly zero, of which later ones change nothing; B then
 * stays;
 *  - functions on objects, on arrays and in sequences give the same bits. */

#include <math.h>
#include <stdlib.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

struct shape {
    starling_precision prec;
    int64_t m, n, nb, pad;
    bool dominant;
};
#define FORMAT "%c m=%d n=%d nb=%d pad=%d %s"
#define VALUES(s)                                                                                  \
    letter((s)->prec), (int)(s)->m, (int)(s)->n, (int)(s)->nb, (int)(s)->pad,                      \
        (s)->dominant ? "dominant" : "random"

/* Random numbers; a diagonal that dominates the columns. */
static struct array matrix_of(const struct shape *s)
{
    struct array x = array_new(s->prec, s->m, s->n, s->pad);
    array_random(&x, 'G', (uint64_t)(s->m * 100 + s->n + 7));
    for (int64_t j = 0; j < s->n && j < s->m; j++)
        if (s->dominant) /* |re| and |im| are below 1 */
            array_set(&x, j, j, 1.5 * (double)s->m * (j % 2 ? 1 : -1));
    array_save(&x);
    return x;
}

static double largest(const wide *a, int64_t count)
{
    double value = 0;
    for (int64_t i = 0; i < count; i++)
        value = fmax(value, cabs(a[i]));
    return value;
}

/* The largest element of |A - L U| over that of |L| |U|, in units of the order times eps. */
static double elementwise(const struct array *f, const wide *a)
{
    int64_t k = f->m < f->n ? f->m : f->n;
    double worst = 0;
    for (int64_t j = 0; j < f->n; j++)
        for (int64_t i = 0; i < f->m; i++) {
            wide sum = 0;
            double sizes = 0;
            for (int64_t r = 0; r < k && r <= i && r <= j; r++) {
                wide l = r == i ? 1 : array_get(f, i, r), u = array_get(f, r, j);
                sum += l * u;
                sizes += cabs(l) * cabs(u);
            }
            double error = cabs(a[i + j * f->m] - sum) / ((double)k * epsilon(f->prec) * sizes);
            worst = error <= worst ? worst : error; /* a NaN stays */
        }
    return worst;
}

static void hold_factors(struct cases *cases, const struct shape *s, const struct array *f,
                         const wide *a)
{
    int64_t k = s->m < s->n ? s->m : s->n, *none = calloc((size_t)k + 1, sizeof *none);
    for (int64_t i = 0; i < k; i++)
        none[i] = i + 1;
    double error = elementwise(f, a);
    hold(cases, error <= 10, FORMAT ": |A - L U| is %g n eps |L| |U|", VALUES(s), error);
    hold(cases, array_intact(f, 'G'), FORMAT ": wrote outside", VALUES(s));
    if (s->dominant && k > 0) {
        wide *u = wide_of(f, 'U');
        double r = lu_residual(f, none, a), of_a = largest(a, s->m * s->n),
               of_u = largest(u, s->m * s->n);
        hold(cases, residual_right(r), FORMAT ": residual %g", VALUES(s), r);
        hold(cases, of_u <= 2 * of_a, FORMAT ": %g grew to %g", VALUES(s), of_a, of_u);
        free(u);
    }
    free(none);
}

static void factor(struct cases *cases, const struct shape *s)
{
    struct array x = matrix_of(s), y = matrix_of(s);
    wide *a = wide_of(&x, 'G');
    starling_matrix *A = wrap(&x, s->nb, s->nb);
    int info = starling_getrf_nopiv(A), other;
    starling_matrix_destroy(A);
    hold(cases, info == 0, FORMAT ": info %d", VALUES(s), info);
    hold_factors(cases, s, &x, a);
    A = wrap(&y, s->nb, s->nb);
    SUBMITTED(other, starling_getrf_nopiv_submit(A, seq));
    starling_matrix_destroy(A);
    hold(cases, other == info && (!one_kind() || memcmp(x.block, y.block, x.size) == 0),
         FORMAT ": a sequence gives other bits, info %d", VALUES(s), other);
    free(a);
    array_free(&x);
    array_free(&y);
}

static void factors(starling_precision prec)
{
    struct cases cases = {0};
    const int64_t sizes[] = {0, 1, 2, 7, 8, 9, 16, 23, 31};
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++)
            for (int d = 0; d < 2; d++)
                factor(&cases, &(struct shape){prec, sizes[i], sizes[j], 8, (i + j) % 2 * 3, d});
    const int64_t large[][3] = {
        {130, 130, 64}, {97, 150, 32}, {150, 97, 32}, {31, 31, 1}, {101, 101, 200}};
    for (int i = 0; i < (quick() ? 3 : 5); i++)
        for (int d = 0; d < 2; d++)
            factor(&cases, &(struct shape){prec, large[i][0], large[i][1], large[i][2], 1, d});
    ok(all_held(&cases), "%cgetrf_nopiv: %d checks", letter(prec), cases.run);
}

/* way 0: getrf_nopiv and getrs_nopiv, 1: gesv_nopiv, 2: gesv_nopiv in a sequence, 3, 4: 0 and 1 on
 * arrays */
static int solve_by(int way, char trans, struct array *x, struct array *b, int64_t nb)
{
    starling_precision prec = x->prec;
    int64_t n = x->n;
    int info;
    if (way == 3) {
        info = API(prec, getrf_nopiv, n, n, x->a, x->lda);
        return info != 0 ? info
                         : API(prec, getrs_nopiv, trans, n, b->n, x->a, x->lda, b->a, b->lda);
    }
    if (way == 4)
        return API(prec, gesv_nopiv, n, b->n, x->a, x->lda, b->a, b->lda);
    starling_matrix *A = wrap(x, nb, nb), *B = wrap(b, nb, 3);
    if (way == 0) {
        info = starling_getrf_nopiv(A);
        info = info != 0 ? info : starling_getrs_nopiv((starling_trans)trans, A, B);
    } else if (way == 1) {
        info = starling_gesv_nopiv(A, B);
    } else {
        SUBMITTED(info, starling_gesv_nopiv_submit(A, B, seq));
    }
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    return info;
}

static void solve(struct cases *cases, const struct shape *s, int way, char trans, int64_t nrhs)
{
    struct array x = matrix_of(s), y = array_new(s->prec, s->n, nrhs, s->pad);
    array_random(&y, 'G', 5);
    array_save(&y);
    wide *a = wide_of(&x, 'G'), *b = wide_of(&y, 'G'), *op = wide_zeros(s->n, s->n);
    for (int64_t j = 0; j < s->n; j++)
        for (int64_t i = 0; i < s->n; i++)
            op[i + j * s->n] = trans == 'N'   ? a[i + j * s->n]
                               : trans == 'T' ? a[j + i * s->n]
                                              : conj(a[j + i * s->n]);
    int info = solve_by(way, trans, &x, &y, s->nb);
    double r = solve_residual(op, &y, b);
    hold(cases, info == 0 && residual_right(r) && array_intact(&y, 'G'),
         FORMAT " way=%d trans=%c nrhs=%d: info %d, residual %g", VALUES(s), way, trans, (int)nrhs,
         info, r);
    hold_factors(cases, s, &x, a);
    free(a);
    free(b);
    free(op);
    array_free(&x);
    array_free(&y);
}

static void solutions(starling_precision prec)
{
    struct cases cases = {0};
    const int64_t sizes[] = {1, 2, 7, 8, 9, 31};
    for (int i = 0; i < 6; i++)
        for (int64_t nrhs = 0; nrhs <= 5; nrhs += i % 2 ? 1 : 5)
            for (int way = 0; way < 5; way++)
                for (int t = 0; t < (way % 3 == 0 ? 3 : 1); t++)
                    solve(&cases, &(struct shape){prec, sizes[i], sizes[i], 8, i % 2, true}, way,
                          "NTC"[t], nrhs);
    solve(&cases, &(struct shape){prec, 300, 300, 64, 1, true}, 4, 'N', 2);
    ok(all_held(&cases), "%cgetrs_nopiv, %cgesv_nopiv: %d checks", letter(prec), letter(prec),
       cases.run);
}

/* A = L U with integers, where some pivots are zero: leading minors, exactly. */
static void zero_pivots(starling_precision prec)
{
    enum { N = 20 };
    struct cases cases = {0};
    static const int zero[][2] = {{0, 0}, {0, 5},  {1, 1},   {7, 7},
                                  {8, 7}, {8, 19}, {15, 16}, {19, 19}};
    for (int c = 0; c < 8; c++)
        for (int way = 0; way < 5; way++) {
            struct array x = array_new(prec, N, N, 1), b = array_new(prec, N, 2, 1);
            wide l[N * N], u[N * N];
            int first = zero[c][0] < zero[c][1] ? zero[c][0] : zero[c][1];
            for (int j = 0; j < N; j++)
                for (int i = 0; i < N; i++) {
                    int v = (i * 7 + j * 5) % 3 - 1;
                    l[i + j * N] = i == j ? 1 : i > j ? v : 0;
                    u[i + j * N] = i < j ? v : i == j && i != zero[c][0] && i != zero[c][1] ? 1 : 0;
                }
            wide *a = wide_zeros(N, N);
            wide_gemm('N', 'N', N, N, N, 1, l, u, 0, a);
            for (int j = 0; j < N; j++)
                for (int i = 0; i < N; i++)
                    array_set(&x, i, j, a[i + j * N]);
            array_random(&b, 'G', 3);
            array_save(&b);
            int info = solve_by(way, 'N', &x, &b, 8);
            hold(&cases, info == first + 1, "%c pivots %d and %d are zero, way %d: info %d",
                 letter(prec), zero[c][0] + 1, zero[c][1] + 1, way, info);
            hold(&cases, way == 2 || array_intact(&b, 0), "%c info %d, way %d: B has changed",
                 letter(prec), info, way);
            free(a);
            array_free(&x);
            array_free(&b);
        }
    ok(all_held(&cases), "%c: zero pivots", letter(prec));
}

/* Pivots without a reciprocal in range, and a NaN. */
static void extremes(starling_precision prec)
{
    struct cases cases = {0};
    bool single = prec == STARLING_S || prec == STARLING_C;
    const double sizes[] = {single ? 1e-41 : 1e-310, single ? 3e38 : 1.7e308};
    for (int k = 0; k < 2; k++)
        for (int64_t nb = 1; nb <= 8; nb += 7) {
            struct array x = array_new(prec, 4, 4, 0);
            for (int64_t j = 0; j < 4; j++)
                for (int64_t i = 0; i < 4; i++)
                    array_set(&x, i, j, i == j ? sizes[k] : i == 3 && j == 0 ? sizes[k] / 2 : 0);
            starling_matrix *A = wrap(&x, nb, nb);
            int info = starling_getrf_nopiv(A);
            starling_matrix_destroy(A);
            double l = cabs(array_get(&x, 3, 0) - 0.5);
            hold(&cases, info == 0 && l <= 1e-3, "%c pivots %g nb=%d: info %d, l - 1/2 = %g",
                 letter(prec), sizes[k], (int)nb, info, l);
            array_set(&x, 1, 1, NAN);
            A = wrap(&x, nb, nb);
            info = starling_getrf_nopiv(A);
            starling_matrix_destroy(A);
            hold(&cases, info == 0 && isnan(creal(array_get(&x, 1, 1))), "%c NaN nb=%d: info %d",
                 letter(prec), (int)nb, info);
            array_free(&x);
        }
    ok(all_held(&cases), "%c: tiny and huge pivots, NaN", letter(prec));
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        factors(precisions[p]);
        solutions(precisions[p]);
        zero_pivots(precisions[p]);
        extremes(precisions[p]);
    }
    return done_testing();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Systems with a band, on arrays, in every precision, with bands from none to all diagonals:
 *  - gbtrf and gbtrs, with each transpose, and gbsv; pbtrf and pbtrs, and pbsv, with both
 * triangles: the residual is below 30, and nothing around the arrays is written;
 *  - factors and interchanges are LAPACK's, bit for bit;
 *  - info of singular matrices, and of those that are not positive definite, is LAPACK's; B stays.
 */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

struct band {
    starling_precision prec;
    int64_t m, n, kl, ku, pad;
};
#define FORMAT "%c m=%d n=%d kl=%d ku=%d pad=%d"
#define VALUES(s)                                                                                  \
    letter((s)->prec), (int)(s)->m, (int)(s)->n, (int)(s)->kl, (int)(s)->ku, (int)(s)->pad

/* Random numbers; `zero` is a column of zeros, -1: none. */
static struct array general(const struct band *s, int64_t zero, wide **full)
{
    struct array x = array_new(s->prec, 2 * s->kl + s->ku + 1, s->n, s->pad);
    uint64_t seed = (uint64_t)(s->n * 100 + s->kl * 10 + s->ku + 1);
    *full = wide_zeros(s->m, s->n);
    for (int64_t j = 0; j < s->n; j++)
        for (int64_t i = 0; i < s->m; i++)
            if (i - j <= s->kl && j - i <= s->ku) {
                array_set(&x, s->kl + s->ku + i - j, j,
                          j == zero ? 0 : uniform(&seed) + I * uniform(&seed));
                (*full)[i + j * s->m] = array_get(&x, s->kl + s->ku + i - j, j);
            }
    array_save(&x);
    return x;
}

/* A positive definite band with kl = kd; `bad`: a diagonal element that is not, -1: none. */
static struct array definite(const struct band *s, char uplo, int64_t bad, wide **full)
{
    struct array x = array_new(s->prec, s->kl + 1, s->n, s->pad);
    int64_t n = s->n, kd = s->kl;
    uint64_t seed = (uint64_t)(n * 100 + kd + 1);
    *full = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n && i <= j + kd; i++) {
            wide v = i == j ? (i == bad ? -1 : 3.0 * (double)(kd + 1))
                            : uniform(&seed) + I * uniform(&seed);
            if (uplo == 'L')
                array_set(&x, i - j, j, v);
            else
                array_set(&x, kd + j - i, i, conj(v));
            v = uplo == 'L' ? array_get(&x, i - j, j) : conj(array_get(&x, kd + j - i, i));
            (*full)[i + j * n] = v;
            (*full)[j + i * n] = conj(v);
        }
    array_save(&x);
    return x;
}

static int lapack_gbtrf(const struct band *s, struct array *x, int *ipiv)
{
    int m = (int)s->m, n = (int)s->n, kl = (int)s->kl, ku = (int)s->ku, ld = (int)x->lda;
    int order = LAPACK_COL_MAJOR;
    return s->prec == STARLING_S   ? LAPACKE_sgbtrf_work(order, m, n, kl, ku, x->a, ld, ipiv)
           : s->prec == STARLING_D ? LAPACKE_dgbtrf_work(order, m, n, kl, ku, x->a, ld, ipiv)
           : s->prec == STARLING_C ? LAPACKE_cgbtrf_work(order, m, n, kl, ku, x->a, ld, ipiv)
                                   : LAPACKE_zgbtrf_work(order, m, n, kl, ku, x->a, ld, ipiv);
}

static int lapack_pbtrf(const struct band *s, char uplo, struct array *x)
{
    int n = (int)s->n, kd = (int)s->kl, ld = (int)x->lda, order = LAPACK_COL_MAJOR;
    return s->prec == STARLING_S   ? LAPACKE_spbtrf_work(order, uplo, n, kd, x->a, ld)
           : s->prec == STARLING_D ? LAPACKE_dpbtrf_work(order, uplo, n, kd, x->a, ld)
           : s->prec == STARLING_C ? LAPACKE_cpbtrf_work(order, uplo, n, kd, x->a, ld)
                                   : LAPACKE_zpbtrf_work(order, uplo, n, kd, x->a, ld);
}

/* The band of two arrays, without what the factorization does not define. */
static bool same_bytes(const struct array *x, const struct array *y)
{
    return memcmp(x->block, y->block, x->size) == 0;
}

static void hold_gbtrf(struct cases *cases, const struct band *s, int64_t zero)
{
    wide *a, *b;
    struct array x = general(s, zero, &a), y = general(s, zero, &b);
    int64_t k = s->m < s->n ? s->m : s->n, *ipiv = calloc((size_t)k + 1, sizeof *ipiv);
    int *expected = calloc((size_t)k + 1, sizeof *expected);
    ipiv[k] = 77;
    int info = API(s->prec, gbtrf, s->m, s->n, s->kl, s->ku, x.a, x.lda, ipiv);
    int lapack = k > 0 ? lapack_gbtrf(s, &y, expected) : 0;
    bool same = info == lapack && same_bytes(&x, &y) && ipiv[k] == 77;
    for (int64_t i = 0; i < k; i++)
        same &= ipiv[i] == expected[i];
    hold(cases, same, FORMAT " zero column %d: not LAPACK's factors, info %d", VALUES(s), (int)zero,
         info);
    array_free(&x);
    array_free(&y);
    free(a);
    free(b);
    free(ipiv);
    free(expected);
}

/* trans S: gbsv */
static void hold_gbsv(struct cases *cases, const struct band *s, char trans, int64_t nrhs,
                      int64_t zero)
{
    wide *a;
    int64_t n = s->n, *ipiv = calloc((size_t)n + 1, sizeof *ipiv);
    struct array x = general(s, zero, &a), y = array_new(s->prec, n, nrhs, s->pad);
    array_random(&y, 'G', 5);
    array_save(&y);
    wide *b = wide_of(&y, 'G'), *op = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            op[i + j * n] = trans == 'T'   ? a[j + i * n]
                            : trans == 'C' ? conj(a[j + i * n])
                                           : a[i + j * n];
    int info;
    if (trans == 'S') {
        info = API(s->prec, gbsv, n, s->kl, s->ku, nrhs, x.a, x.lda, ipiv, y.a, y.lda);
    } else {
        info = API(s->prec, gbtrf, n, n, s->kl, s->ku, x.a, x.lda, ipiv);
        info = info != 0 ? info
                         : API(s->prec, gbtrs, trans, n, s->kl, s->ku, nrhs, x.a, x.lda, ipiv, y.a,
                               y.lda);
    }
    if (zero < 0) {
        double r = solve_residual(op, &y, b);
        hold(cases, info == 0 && residual_right(r), FORMAT " %c nrhs=%d: info %d, residual %g",
             VALUES(s), trans, (int)nrhs, info, r);
    } else {
        hold(cases, info > 0 && array_intact(&y, 0), FORMAT " %c zero column %d: info %d",
             VALUES(s), trans, (int)zero, info);
    }
    hold(cases, array_intact(&y, 'G') && array_intact(&x, 'G'), FORMAT " %c: wrote outside",
         VALUES(s), trans);
    array_free(&x);
    array_free(&y);
    free(a);
    free(b);
    free(op);
    free(ipiv);
}

static void hold_pbsv(struct cases *cases, const struct band *s, char uplo, bool at_once,
                      int64_t nrhs, int64_t bad)
{
    wide *a, *other;
    int64_t n = s->n, kd = s->kl;
    struct array x = definite(s, uplo, bad, &a), f = definite(s, uplo, bad, &other);
    struct array y = array_new(s->prec, n, nrhs, s->pad);
    array_random(&y, 'G', 5);
    array_save(&y);
    wide *b = wide_of(&y, 'G');
    int lapack = n > 0 ? lapack_pbtrf(s, uplo, &f) : 0;
    int info = at_once ? API(s->prec, pbsv, uplo, n, kd, nrhs, x.a, x.lda, y.a, y.lda)
                       : API(s->prec, pbtrf, uplo, n, kd, x.a, x.lda);
    hold(cases, info == lapack && same_bytes(&x, &f),
         FORMAT " uplo=%c: not LAPACK's factor, info %d", VALUES(s), uplo, info);
    if (!at_once && info == 0)
        info = API(s->prec, pbtrs, uplo, n, kd, nrhs, x.a, x.lda, y.a, y.lda);
    double r = bad < 0 ? solve_residual(a, &y, b) : 0;
    hold(cases, bad < 0 ? info == 0 && residual_right(r) : info > 0 && array_intact(&y, 0),
         FORMAT " uplo=%c nrhs=%d bad=%d: info %d, residual %g", VALUES(s), uplo, (int)nrhs,
         (int)bad, info, r);
    hold(cases, array_intact(&y, 'G') && array_intact(&x, 'G'), FORMAT " uplo=%c: wrote outside",
         VALUES(s), uplo);
    array_free(&x);
    array_free(&f);
    array_free(&y);
    free(a);
    free(other);
    free(b);
}

static const int64_t orders[] = {0, 1, 2, 7, 40, 101};

static void lu(starling_precision prec)
{
    struct cases cases = {0};
    const int64_t bands[][2] = {{0, 0}, {1, 1}, {2, 1}, {0, 3}, {3, 0}, {9, 8}, {70, 66}};
    for (int o = 0; o < 6; o++)
        for (int k = 0; k < 7; k++) {
            struct band s = {prec, orders[o], orders[o], bands[k][0], bands[k][1], (o + k) % 2 * 3};
            bool singular = s.kl == 0 && s.n > 7; /* one triangle may be ill-conditioned */
            for (int t = 0; t < 4; t++)
                for (int64_t nrhs = 0; nrhs <= 3 && !singular; nrhs += 1 + t % 2 * 2)
                    hold_gbsv(&cases, &s, "NTCS"[t], nrhs, -1);
            hold_gbtrf(&cases, &s, -1);
            s.m = s.n + 3;
            hold_gbtrf(&cases, &s, -1);
            s.m = s.n / 2;
            hold_gbtrf(&cases, &s, s.n / 3);
            s.m = s.n;
            if (s.n > 0)
                hold_gbsv(&cases, &s, 'S', 2, s.n / 2);
        }
    ok(all_held(&cases), "%cgbtrf, %cgbtrs, %cgbsv: %d checks", letter(prec), letter(prec),
       letter(prec), cases.run);
}

static void cholesky(starling_precision prec)
{
    struct cases cases = {0};
    const int64_t bands[] = {0, 1, 2, 9, 70};
    for (int o = 0; o < 6; o++)
        for (int k = 0; k < 5; k++)
            for (int c = 0; c < 4; c++) {
                struct band s = {prec, orders[o], orders[o], bands[k], bands[k], (o + k) % 2 * 3};
                for (int64_t nrhs = 0; nrhs <= 3; nrhs++)
                    hold_pbsv(&cases, &s, "LU"[c % 2], c / 2, nrhs, -1);
                if (s.n > 0)
                    hold_pbsv(&cases, &s, "LU"[c % 2], c / 2, 2, s.n / 2);
            }
    ok(all_held(&cases), "%cpbtrf, %cpbtrs, %cpbsv: %d checks", letter(prec), letter(prec),
       letter(prec), cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        lu(precisions[p]);
        cholesky(precisions[p]);
    }
    return done_testing();
}

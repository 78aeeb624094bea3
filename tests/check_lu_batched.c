/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of LU factorizations, solutions and inverses, and of solutions with Cholesky factors, in
 * all precisions, on arrays and objects, every order from 0 to 64 and some beyond, with padding and
 * gaps:
 *  - the residuals of factors, solutions and inverses are small, matrix by matrix;
 *  - pivots are those of LAPACK;
 *  - padding, gaps and what is around stay as they were;
 *  - info is exact: a singular matrix, a zero column and zeros among good ones;
 *  - a NaN is in the result of its matrix;
 *  - every compiled kind of the kernels for GPUs does the same;
 *  - bad neighbours change no bit of other matrices, and their own right-hand sides stay;
 *  - bad arguments are told by position. */

#include <lapacke.h>
#include <math.h>
#include "batches.h"
#include "lapack_api.h"
#include "tap.h"

enum { ARRAYS, OBJECTS, FORMS };
enum routine { GETRF, GETRS, GESV, GETRI, INV, POTRS, POSV, ROUTINES };
static const char *const names[] = {"getrf", "getrs", "gesv", "getri", "inv", "potrs", "posv"};
static bool is_cholesky(enum routine routine)
{
    return routine == POTRS || routine == POSV;
}

/* A batch, its pivots, and right-hand sides. */
struct system {
    struct batch a, b;
    int *ipiv;
};

/* Random numbers; for Cholesky definite. */
static struct system system_new(enum routine routine, starling_precision prec, int64_t m, int64_t n,
                                int64_t nrhs, int64_t pad, int64_t count)
{
    struct system s = {batch_new(prec, m, n, pad, pad > 0 ? 3 : 0, count),
                       batch_new(prec, n, nrhs, pad, pad > 0 ? 2 : 0, count),
                       calloc((size_t)(m * n > 0 ? m * count : 1), sizeof(int))};
    uint64_t seed = (uint64_t)(m + 100 * n + 1);
    for (int64_t k = 0; k < count; k++) {
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < m; i++) {
                wide x = uniform(&seed) + (is_complex(prec) ? uniform(&seed) * I : 0);
                if (is_cholesky(routine))
                    x = i == j ? 2 * (double)n : i > j ? x : conj(get(&s.a, k, j, i));
                set(&s.a, k, i, j, x);
            }
        for (int64_t j = 0; j < n && is_cholesky(routine); j++)
            for (int64_t i = 0; i < j; i++)
                set(&s.a, k, i, j, conj(get(&s.a, k, j, i)));
        for (int64_t j = 0; j < nrhs; j++)
            for (int64_t i = 0; i < n; i++)
                set(&s.b, k, i, j, uniform(&seed));
    }
    return s;
}
static struct system system_copy(const struct system *s)
{
    size_t bytes = sizeof(int) * (size_t)(s->a.m * s->a.n > 0 ? s->a.m * s->a.count : 1);
    struct system c = {copy_of(&s->a), copy_of(&s->b), malloc(bytes)};
    memcpy(c.ipiv, s->ipiv, bytes);
    return c;
}
static void system_free(struct system *s)
{
    batch_free(&s->a);
    batch_free(&s->b);
    free(s->ipiv);
}

static int on_arrays(enum routine routine, struct system *s, char trans)
{
    struct batch *a = &s->a, *b = &s->b;
    starling_precision p = a->store.prec;
    int64_t n = a->n, sa = a->store.lda, sb = b->store.lda, count = a->count;
    int *info = a->info;
    switch (routine) {
    case GETRF:
        return API(p, getrf_strided_batched, a->m, n, a->store.a, a->lda, sa, s->ipiv, info, count);
    case GETRS:
        return API(p, getrf_strided_batched, n, n, a->store.a, a->lda, sa, s->ipiv, info, count) +
               API(p, getrs_strided_batched, trans, n, b->n, a->store.a, a->lda, sa, s->ipiv,
                   b->store.a, b->lda, sb, count);
    case GESV:
        return API(p, gesv_strided_batched, n, b->n, a->store.a, a->lda, sa, s->ipiv, b->store.a,
                   b->lda, sb, info, count);
    case GETRI:
        return API(p, getrf_strided_batched, n, n, a->store.a, a->lda, sa, s->ipiv, info, count) +
               API(p, getri_strided_batched, n, a->store.a, a->lda, sa, s->ipiv, info, count);
    case INV:
        return API(p, inv_strided_batched, n, a->store.a, a->lda, sa, info, count);
    case POTRS:
        return API(p, potrf_strided_batched, 'U', n, a->store.a, a->lda, sa, info, count) +
               API(p, potrs_strided_batched, 'u', n, b->n, a->store.a, a->lda, sa, b->store.a,
                   b->lda, sb, count);
    default:
        return API(p, posv_strided_batched, 'l', n, b->n, a->store.a, a->lda, sa, b->store.a,
                   b->lda, sb, info, count);
    }
}

static int on_objects(enum routine routine, struct system *s, starling_trans trans)
{
    enum { CHUNK = 6 };
    struct batch *a = &s->a, *b = &s->b;
    starling_precision p = a->store.prec;
    starling_batch *A, *B, *ipiv, *infos;
    int64_t least = a->m < a->n ? a->m : a->n;
    int info =
        starling_batch_wrap(&A, p, a->m, a->n, a->store.a, a->lda, a->store.lda, a->count, CHUNK) +
        starling_batch_wrap(&B, p, b->m, b->n, b->store.a, b->lda, b->store.lda, b->count, CHUNK) +
        starling_batch_wrap_int(&ipiv, least, s->ipiv, a->count, CHUNK) +
        starling_batch_wrap_int(&infos, 1, a->info, a->count, CHUNK);
    if (routine == GETRF || routine == GETRS || routine == GETRI)
        info += starling_getrf_batched(A, ipiv, infos);
    if (routine == POTRS)
        info += starling_potrf_batched(STARLING_UPPER, A, infos);
    info += routine == GETRS   ? starling_getrs_batched(trans, A, ipiv, B)
            : routine == GESV  ? starling_gesv_batched(A, ipiv, B, infos)
            : routine == GETRI ? starling_getri_batched(A, ipiv, infos)
            : routine == INV   ? starling_inv_batched(A, infos)
            : routine == POTRS ? starling_potrs_batched(STARLING_UPPER, A, B)
            : routine == POSV  ? starling_posv_batched(STARLING_LOWER, A, B, infos)
                               : 0;
    return info + starling_batch_destroy(A) + starling_batch_destroy(B) +
           starling_batch_destroy(ipiv) + starling_batch_destroy(infos);
}

/* Row i of P^T L U is row perm[i] of L U. */
static void rows_of(const int *ipiv, int64_t m, int64_t least, int64_t *row)
{
    for (int64_t i = 0; i < m; i++)
        row[i] = i;
    for (int64_t i = 0; i < least; i++) {
        int64_t other = ipiv[i] - 1, t = row[i];
        row[i] = row[other];
        row[other] = t;
    }
}

/* |P A - L U|, scaled */
static double factor_residual(const struct system *before, const struct system *after, int64_t k)
{
    const struct batch *a = &before->a, *f = &after->a;
    int64_t m = a->m, n = a->n, least = m < n ? m : n, row[400];
    double most = 0, size = 0;
    rows_of(after->ipiv + k * least, m, least, row);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            wide sum = get(a, k, row[i], j);
            for (int64_t l = 0; l < least && l <= i && l <= j; l++)
                sum -= (l == i ? 1 : get(f, k, i, l)) * get(f, k, l, j);
            most = residual_larger(most, cabs(sum));
            size = residual_larger(size, cabs(get(a, k, i, j)));
        }
    return most == 0 ? 0 : most / (size * (double)n * epsilon(a->store.prec));
}

/* |op(A) X - B| / (|A| |X|) or |A X - I| / (|A| |X|), scaled; the norms are sums. */
static double product_residual(const struct batch *a, const struct batch *x, const struct batch *b,
                               char trans, int64_t k)
{
    int64_t n = a->n;
    double most = 0, size_a = 0, size_x = 0;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            size_a += cabs(get(a, k, i, j)) / (double)n;
    for (int64_t j = 0; j < x->n; j++) {
        double column = 0;
        for (int64_t i = 0; i < n; i++)
            column += cabs(get(x, k, i, j));
        size_x = residual_larger(size_x, column);
    }
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < n; i++) {
            wide sum = b ? -get(b, k, i, j) : i == j ? -1 : 0;
            for (int64_t l = 0; l < n; l++) {
                wide element = trans == 'N' ? get(a, k, i, l) : get(a, k, l, i);
                sum += (trans == 'C' ? conj(element) : element) * get(x, k, l, j);
            }
            most = residual_larger(most, cabs(sum));
        }
    return most == 0 ? 0 : most / (size_a * size_x * epsilon(a->store.prec));
}

/* Whether LAPACK has these pivots. */
static bool has_pivots(const struct system *before, const struct system *after, int64_t k)
{
    struct batch f = copy_of(&before->a);
    int m = (int)f.m, n = (int)f.n, lda = (int)f.lda, least = m < n ? m : n, ipiv[400];
    void *a = matrix_of(&f, k);
    switch (f.store.prec) {
    case STARLING_S:
        LAPACKE_sgetrf_work(LAPACK_COL_MAJOR, m, n, a, lda, ipiv);
        break;
    case STARLING_D:
        LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, m, n, a, lda, ipiv);
        break;
    case STARLING_C:
        LAPACKE_cgetrf_work(LAPACK_COL_MAJOR, m, n, a, lda, ipiv);
        break;
    default:
        LAPACKE_zgetrf_work(LAPACK_COL_MAJOR, m, n, a, lda, ipiv);
    }
    batch_free(&f);
    return memcmp(ipiv, after->ipiv + k * least, sizeof(int) * (size_t)least) == 0;
}

static double residual(enum routine routine, const struct system *before,
                       const struct system *after, char trans, int64_t k)
{
    if (routine == GETRF)
        return factor_residual(before, after, k);
    if (routine == GETRI || routine == INV)
        return product_residual(&before->a, &after->a, NULL, 'N', k);
    return product_residual(&before->a, &after->b, &before->b, routine == GETRS ? trans : 'N', k);
}

static void check(struct cases *cases, enum routine routine, starling_precision prec, int form,
                  int64_t m, int64_t n, int64_t nrhs, int64_t pad, int64_t count)
{
    char trans = "NTC"[(n + form) % 3];
    struct system s = system_new(routine, prec, m, n, nrhs, pad, count);
    struct system r = system_copy(&s);
    int result = form == ARRAYS ? on_arrays(routine, &r, trans)
                                : on_objects(routine, &r, (starling_trans)trans);
    double worst = 0;
    bool infos = r.a.info[count] == -7, pivots = true;
    for (int64_t k = 0; k < count; k++) {
        worst = residual_larger(worst, residual(routine, &s, &r, trans, k));
        infos = infos && r.a.info[k] == 0;
        if (routine == GETRF && m > 0 && n > 0 && k == count / 2)
            pivots = has_pivots(&s, &r, k);
    }
    bool rest = rest_stays(&s.a, &r.a) && rest_stays(&s.b, &r.b);
    hold(cases, result == 0 && infos && worst <= 30 && rest && pivots,
         "%c%s_batched form %d m=%ld n=%ld nrhs=%ld pad=%ld count=%ld %c: result %d, infos %s, "
         "residual %g, pivots %s, the rest %s",
         letter(prec), names[routine], form, (long)m, (long)n, (long)nrhs, (long)pad, (long)count,
         trans, result, infos ? "0" : "wrong", worst, pivots ? "right" : "wrong",
         rest ? "intact" : "changed");
    system_free(&s);
    system_free(&r);
}

/* Whether matrix k is right beside bad ones: it has the bits of a batch without them, `good`. With
 * GPUs another worker may have had it, so that bits differ. */
static bool is_unharmed(enum routine routine, const struct system *before,
                        const struct system *good, const struct system *after, int64_t k)
{
    if (starling_ncuda() > 0)
        return residual(routine, before, after, 'N', k) <= 30;
    return same_bytes(&good->a, &after->a, k) && same_bytes(&good->b, &after->b, k);
}

static bool has_nan(const struct batch *b, int64_t k)
{
    for (int64_t j = 0; j < b->n; j++)
        for (int64_t i = 0; i < b->m; i++)
            if (isnan(cabs(get(b, k, i, j))))
                return true;
    return false;
}

/* A NaN at (at, at) is in the result of its matrix, if that has one, and is Cholesky's info. */
static bool nan_is_told(enum routine routine, const struct system *after, int64_t k, int at)
{
    int info = after->a.info[k];
    bool solves = routine == GETRS || routine == GESV;
    return is_cholesky(routine) ? info == at
                                : info != 0 || has_nan(solves ? &after->b : &after->a, k);
}

/* A zero column in some matrices: info is its number. A NaN in some. Others are right, and
 * right-hand sides of singular ones stay. */
static void check_singular(struct cases *cases, enum routine routine, starling_precision prec,
                           int64_t n)
{
    enum { COUNT = 35 };
    struct system s = system_new(routine, prec, n, n, 2, 1, COUNT);
    struct system good = system_copy(&s), bad = system_copy(&s);
    int expected[COUNT] = {0}, nan_at[COUNT] = {0};
    static const int where[] = {0, 3, 4, 5, 16, 17, COUNT - 1};
    for (size_t w = 0; w < sizeof where / sizeof where[0]; w++) {
        int64_t column = (int64_t)w % n;
        for (int64_t i = 0; i < n; i++) {
            set(&bad.a, where[w], i, column, 0);
            if (is_cholesky(routine))
                set(&bad.a, where[w], column, i, 0);
        }
        expected[where[w]] = (int)column + 1;
    }
    static const int nans[] = {1, 6, 18, COUNT - 2};
    for (size_t w = 0; w < sizeof nans / sizeof nans[0]; w++) {
        int64_t at = (int64_t)w % n;
        set(&bad.a, nans[w], at, at, NAN);
        nan_at[nans[w]] = (int)at + 1;
    }
    int result = on_objects(routine, &good, STARLING_NOTRANS) + on_arrays(routine, &bad, 'N');
    for (int64_t k = 0; k < COUNT; k++) {
        bool stays = routine == GESV || routine == POSV;
        bool info = nan_at[k] > 0 || bad.a.info[k] == expected[k];
        bool right = nan_at[k] > 0      ? nan_is_told(routine, &bad, k, nan_at[k])
                     : expected[k] == 0 ? is_unharmed(routine, &s, &good, &bad, k)
                                        : !stays || same_bytes(&s.b, &bad.b, k);
        hold(cases, result == 0 && info && right,
             "%c%s_batched n=%ld matrix %ld: info %d, expected %d, a lost NaN, or bits that differ",
             letter(prec), names[routine], (long)n, (long)k, bad.a.info[k], expected[k]);
    }
    system_free(&s);
    system_free(&good);
    system_free(&bad);
}

/* Every compiled kind of the kernels for GPUs, also for orders that it does not take. */
static void check_kinds(starling_precision prec)
{
    static const int64_t orders[] = {33, 57, 100, 129, 200, 257, 333};
    for (int kind = 1; set_kind("getrf_batched.kind", kind); kind++) {
        struct cases cases = {0};
        for (int i = 0; i < (quick() ? 4 : 7); i++) {
            int64_t n = orders[i];
            check(&cases, GETRF, prec, i % FORMS, n, n, 1, 1, 3);
            check(&cases, i % 2 ? INV : GESV, prec, i % FORMS, n, n, 2, 0, 2);
        }
        check(&cases, GETRF, prec, ARRAYS, 200, 40, 1, 1, 2);
        check(&cases, GETRF, prec, ARRAYS, 40, 200, 1, 1, 2);
        check_singular(&cases, GETRF, prec, 64);
        ok(all_held(&cases), "%cgetrf_batched of kind %d: %d cases", letter(prec), kind, cases.run);
    }
    starling_tuning_set(NULL);
}

static void check_arguments(void)
{
    double a[40] = {1};
    int p[8];
    struct cases cases = {0};
    starling_batch *A, *B, *C, *ipiv, *infos;
    starling_batch_wrap(&A, STARLING_D, 2, 2, a, 2, 4, 2, 1);
    starling_batch_wrap(&B, STARLING_D, 2, 1, a + 8, 2, 2, 2, 1);
    starling_batch_wrap(&C, STARLING_D, 3, 1, a + 16, 3, 3, 2, 1);
    starling_batch_wrap_int(&ipiv, 2, p, 2, 1);
    starling_batch_wrap_int(&infos, 1, p + 4, 2, 1);
    const starling_trans no = STARLING_NOTRANS;
    const starling_uplo lower = STARLING_LOWER;
    const struct {
        int result, expected;
    } calls[] = {
        {starling_dgetrf_strided_batched(-1, 2, a, 2, 4, p, p, 2), -1},
        {starling_dgetrf_strided_batched(2, -1, a, 2, 4, p, p, 2), -2},
        {starling_dgetrf_strided_batched(2, 2, NULL, 2, 4, p, p, 2), -3},
        {starling_dgetrf_strided_batched(2, 2, a, 1, 4, p, p, 2), -4},
        {starling_dgetrf_strided_batched(2, 2, a, 2, 3, p, p, 2), -5},
        {starling_dgetrf_strided_batched(2, 2, a, 2, 4, NULL, p, 2), -6},
        {starling_dgetrf_strided_batched(2, 2, a, 2, 4, p, NULL, 2), -7},
        {starling_dgetrf_strided_batched(2, 2, a, 2, 4, p, p, -2), -8},
        {starling_dgetrs_strided_batched('x', 2, 1, a, 2, 4, p, a, 2, 2, 2), -1},
        {starling_dgetrs_strided_batched('N', 2, -1, a, 2, 4, p, a, 2, 2, 2), -3},
        {starling_dgetrs_strided_batched('N', 2, 1, a, 2, 4, p, a, 1, 2, 2), -9},
        {starling_dgetrs_strided_batched('N', 2, 1, a, 2, 4, p, a, 2, 1, 2), -10},
        {starling_dgetrs_strided_batched('N', 2, 1, a, 2, 4, p, a, 2, 2, -2), -11},
        {starling_dgesv_strided_batched(2, 1, a, 2, 4, p, NULL, 2, 2, p, 2), -7},
        {starling_dgesv_strided_batched(2, 1, a, 2, 4, p, a, 2, 2, NULL, 2), -10},
        {starling_dgetri_strided_batched(2, a, 2, 4, NULL, p, 2), -5},
        {starling_dinv_strided_batched(2, a, 2, 3, p, 2), -4},
        {starling_dinv_strided_batched(2, a, 2, 4, NULL, 2), -5},
        {starling_dpotrs_strided_batched('L', 2, 1, a, 2, 3, a, 2, 2, 2), -6},
        {starling_dposv_strided_batched('L', 2, 1, a, 2, 4, a, 2, 2, NULL, 2), -10},
        {starling_dgetrf_strided_batched(2, 2, NULL, 2, 0, NULL, NULL, 0), 0},
        {starling_getrf_batched(NULL, ipiv, infos), -1},
        {starling_getrf_batched(A, infos, infos), -2},
        {starling_getrf_batched(A, ipiv, NULL), -3},
        {starling_getrs_batched((starling_trans)0, A, ipiv, B), -1},
        {starling_getrs_batched(no, B, ipiv, B), -2},
        {starling_getrs_batched(no, A, NULL, B), -3},
        {starling_getrs_batched(no, A, ipiv, A), -4},
        {starling_getrs_batched(no, A, ipiv, C), -4},
        {starling_gesv_batched(A, ipiv, C, infos), -3},
        {starling_gesv_batched(A, ipiv, B, ipiv), -4},
        {starling_getri_batched(B, ipiv, infos), -1},
        {starling_getri_batched(A, infos, infos), -2},
        {starling_inv_batched(A, ipiv), -2},
        {starling_potrs_batched(lower, A, C), -3},
        {starling_posv_batched(lower, A, B, ipiv), -4},
        {starling_inv_batched_submit(A, infos, NULL), -3},
    };
    for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++)
        hold(&cases, calls[c].result == calls[c].expected, "call %d: %d, expected %d", (int)c,
             calls[c].result, calls[c].expected);
    starling_batch_destroy(A);
    starling_batch_destroy(B);
    starling_batch_destroy(C);
    starling_batch_destroy(ipiv);
    starling_batch_destroy(infos);
    ok(all_held(&cases), "arguments: %d calls", cases.run);
}

int main(void)
{
    static const int64_t larger[] = {65, 100, 129, 200};
    for (int p = 0; p < 4; p++) {
        check_kinds(precisions[p]);
        for (int routine = 0; routine < ROUTINES; routine++) {
            enum routine r = (enum routine)routine;
            struct cases cases = {0}, singular = {0};
            for (int64_t n = 0; n <= 64; n += quick() ? 5 : 1)
                for (int form = 0; form < FORMS; form++)
                    check(&cases, r, precisions[p], form, n, n, 1 + 2 * form, form, 17);
            for (size_t i = 0; i < sizeof larger / sizeof larger[0] - (quick() ? 2 : 0); i++)
                check(&cases, r, precisions[p], (int)(i % FORMS), larger[i], larger[i], 3, 2, 2);
            for (int64_t count = 0; count <= 33; count += count < 2 ? 1 : 31)
                check(&cases, r, precisions[p], OBJECTS, 5, 5, count % 2, 0, count);
            check(&cases, r, precisions[p], ARRAYS, 3, 3, 1, 0, 70000);
            for (int64_t m = 0; m <= 40 && r == GETRF; m += 8)
                for (int64_t n = 0; n <= 40; n += 8)
                    check(&cases, r, precisions[p], (int)(m / 8 % FORMS), m, n, 1, 1, 9);
            for (int64_t n = 1; n <= 64; n += n < 4 ? 1 : 20)
                check_singular(&singular, r, precisions[p], n);
            ok(all_held(&cases), "%c%s_batched: %d batches", letter(precisions[p]), names[r],
               cases.run);
            ok(all_held(&singular), "%c%s_batched: %d matrices, some singular or with a NaN",
               letter(precisions[p]), names[r], singular.run);
        }
    }
    check_arguments();
    return done_testing();
}

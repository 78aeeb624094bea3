/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of Cholesky factorizations in all precisions, both triangles, on arrays, objects and in
 * sequences, every order from 0 to 64 and some beyond, with padding and gaps:
 *  - factors have a small residual |A - L L^H|, matrix by matrix;
 *  - the other triangle, padding, gaps and what is around stay as they were;
 *  - info is exact: an indefinite matrix, one with a NaN and one with a zero among good ones;
 *  - bad neighbours change no bit of a factor; nor does the chunk;
 *  - every compiled kind of the kernels for GPUs does the same;
 *  - bad arguments are told by position. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "batches.h"
#include "lapack_api.h"
#include "tap.h"

enum form { ARRAYS, OBJECTS, SEQUENCE, FORMS };

/* Random triangles; matrix k is definite by its diagonal. */
static void fill(struct batch *b, starling_uplo uplo, uint64_t seed)
{
    for (int64_t k = 0; k < b->count; k++)
        for (int64_t j = 0; j < b->n; j++)
            for (int64_t i = 0; i < b->n; i++)
                if (inside((int)uplo, i, j))
                    set(b, k, i, j,
                        i == j ? 2 * (double)b->n + uniform(&seed)
                               : uniform(&seed) +
                                     (is_complex(b->store.prec) ? uniform(&seed) * I : 0));
}

static int factor(enum form form, starling_uplo uplo, struct batch *b, int64_t chunk)
{
    starling_precision prec = b->store.prec;
    int64_t stride = b->store.lda;
    if (form == ARRAYS)
        return API(prec, potrf_strided_batched, (char)(uplo == STARLING_LOWER ? 'L' : 'u'), b->n,
                   b->store.a, b->lda, stride, b->info, b->count);
    starling_batch *A, *info;
    starling_sequence *seq;
    int result =
        starling_batch_wrap(&A, prec, b->n, b->n, b->store.a, b->lda, stride, b->count, chunk);
    int64_t used = chunk > 0 ? chunk : starling_batch_chunk(prec, b->n, b->n, b->count);
    if (result != 0 || starling_batch_wrap_int(&info, 1, b->info, b->count, used) != 0)
        return -100;
    if (form == OBJECTS)
        result = starling_potrf_batched(uplo, A, info);
    else {
        starling_sequence_create(&seq);
        result = starling_potrf_batched_submit(uplo, A, info, seq);
        int end = starling_sequence_destroy(seq);
        result = result != 0 ? result : end;
    }
    starling_batch_destroy(info);
    starling_batch_destroy(A);
    return result;
}

/* |A - L L^H| or |A - U^H U| of matrix k, relative to |A| and scaled as in LAPACK. */
static double residual(const struct batch *a, const struct batch *f, starling_uplo uplo, int64_t k)
{
    int64_t n = a->n;
    double most = 0, size = 0;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            if (!inside((int)uplo, i, j))
                continue;
            wide sum = -get(a, k, i, j);
            for (int64_t l = 0; l <= (i < j ? i : j); l++)
                sum += uplo == STARLING_LOWER ? get(f, k, i, l) * conj(get(f, k, j, l))
                                              : conj(get(f, k, l, i)) * get(f, k, l, j);
            most = residual_larger(most, cabs(sum));
            size = residual_larger(size, cabs(get(a, k, i, j)));
        }
    return n > 0 ? most / (size * (double)n * epsilon(a->store.prec)) : 0;
}

/* What is not in a triangle of a matrix has the bytes it had. */
static bool rest_intact(const struct batch *a, const struct batch *f, starling_uplo uplo)
{
    size_t size = element_size(a->store.prec);
    if (!array_intact(&f->store, 'G'))
        return false;
    for (int64_t k = 0; k < a->count; k++)
        for (int64_t e = 0; e < a->store.m; e++) {
            int64_t i = e % a->lda, j = e / a->lda, at = e + k * a->store.lda;
            if ((i >= a->n || !inside((int)uplo, i, j)) &&
                memcmp((char *)a->store.a + size * (size_t)at,
                       (char *)f->store.a + size * (size_t)at, size) != 0)
                return false;
        }
    return true;
}

static void check(struct cases *cases, starling_precision prec, starling_uplo uplo, enum form form,
                  int64_t n, int64_t pad, int64_t count, int64_t chunk)
{
    struct batch a = batch_new(prec, n, n, pad, pad > 0 ? 5 : 0, count);
    fill(&a, uplo, (uint64_t)(n + 1));
    struct batch f = copy_of(&a);
    int result = factor(form, uplo, &f, chunk);
    double worst = 0;
    bool zeros = f.info[count] == -7;
    for (int64_t k = 0; k < count; k++) {
        worst = residual_larger(worst, residual(&a, &f, uplo, k));
        zeros = zeros && f.info[k] == 0;
    }
    bool rest = rest_intact(&a, &f, uplo);
    hold(cases, result == 0 && zeros && worst <= 30 && rest,
         "%cpotrf_batched %c form %d n=%ld pad=%ld count=%ld chunk=%ld: result %d, infos %s, "
         "residual %g, "
         "the rest %s",
         letter(prec), uplo, (int)form, (long)n, (long)pad, (long)count, (long)chunk, result,
         zeros ? "0" : "wrong", worst, rest ? "intact" : "changed");
    batch_free(&a);
    batch_free(&f);
}

/* Whether matrix k of f is right beside bad ones: it has the bits of a batch without them, `good`.
 * With GPUs another worker may have had it, so that bits differ. */
static bool is_unharmed(const struct batch *a, const struct batch *good, const struct batch *f,
                        starling_uplo uplo, int64_t k)
{
    return starling_ncuda() > 0 ? residual(a, f, uplo, k) <= 30 : same_bytes(good, f, k);
}

/* One matrix of each kind among good ones; info and factors of the others are right. */
static void check_bad(struct cases *cases, starling_precision prec, starling_uplo uplo, int64_t n)
{
    enum { COUNT = 37 };
    struct batch a = batch_new(prec, n, n, 1, 0, COUNT);
    int expected[COUNT] = {0};
    fill(&a, uplo, 3);
    struct batch good = copy_of(&a), f = copy_of(&a);
    int64_t at[] = {0, n / 2, n - 1}, where[] = {0, 17, COUNT - 1, 5, 6, 7, 8, 30, 31};
    double value[] = {-1, 0, NAN};
    for (int b = 0; b < 9; b++) {
        int64_t i = at[b % 3];
        set(&f, where[b], i, i, value[b / 3]);
        expected[where[b]] = (int)i + 1;
    }
    int result = factor(ARRAYS, uplo, &good, 0) + factor(OBJECTS, uplo, &f, 10);
    for (int64_t k = 0; k < COUNT; k++) {
        bool same =
            f.info[k] == expected[k] && (expected[k] != 0 || is_unharmed(&a, &good, &f, uplo, k));
        hold(cases, result == 0 && same,
             "%cpotrf_batched %c n=%ld matrix %ld: info %d, expected %d, or a factor that differs",
             letter(prec), uplo, (long)n, (long)k, f.info[k], expected[k]);
    }
    batch_free(&a);
    batch_free(&f);
    batch_free(&good);
}

/* Every compiled kind of the kernels for GPUs, also for orders that it does not take. */
static void check_kinds(starling_precision prec)
{
    static const int64_t orders[] = {33, 64, 100, 145, 200, 333, 470};
    for (int kind = 1; set_kind("potrf_batched.kind", kind); kind++) {
        struct cases cases = {0};
        for (int i = 0; i < (quick() ? 4 : 7); i++)
            for (int upper = 0; upper < 2; upper++)
                check(&cases, prec, upper ? STARLING_UPPER : STARLING_LOWER, (enum form)(i % FORMS),
                      orders[i], 1, 5, 0);
        check_bad(&cases, prec, STARLING_LOWER, orders[1]);
        ok(all_held(&cases), "%cpotrf_batched of kind %d: %d cases", letter(prec), kind, cases.run);
    }
    starling_tuning_set(NULL);
}

static void check_arguments(void)
{
    double a[20] = {1};
    int info[2];
    struct cases cases = {0};
    starling_batch *A, *B, *ints, *other;
    const struct {
        int result, expected;
    } calls[] = {
        {starling_dpotrf_strided_batched('x', 2, a, 2, 4, info, 2), -1},
        {starling_dpotrf_strided_batched('L', -1, a, 2, 4, info, 2), -2},
        {starling_dpotrf_strided_batched('L', 2, NULL, 2, 4, info, 2), -3},
        {starling_dpotrf_strided_batched('L', 2, a, 1, 4, info, 2), -4},
        {starling_dpotrf_strided_batched('L', 50000, a, 50000, 0, info, 1), -4},
        {starling_dpotrf_strided_batched('L', 2, a, 2, 3, info, 2), -5},
        {starling_dpotrf_strided_batched('L', 2, a, 2, 4, NULL, 2), -6},
        {starling_dpotrf_strided_batched('L', 2, a, 2, 4, info, -1), -7},
        {starling_dpotrf_strided_batched('L', 2, NULL, 2, 0, NULL, 0), 0},
        {starling_batch_wrap(NULL, STARLING_D, 2, 2, a, 2, 4, 2, 0), -1},
        {starling_batch_wrap(&A, (starling_precision)4, 2, 2, a, 2, 4, 2, 0), -2},
        {starling_batch_wrap(&A, STARLING_D, -1, 2, a, 2, 4, 2, 0), -3},
        {starling_batch_wrap(&A, STARLING_D, 2, -1, a, 2, 4, 2, 0), -4},
        {starling_batch_wrap(&A, STARLING_D, 2, 2, NULL, 2, 4, 2, 0), -5},
        {starling_batch_wrap(&A, STARLING_D, 2, 2, a, 1, 4, 2, 0), -6},
        {starling_batch_wrap(&A, STARLING_D, 50000, 50000, a, 50000, 1, 1, 0), -6},
        {starling_batch_wrap(&A, STARLING_D, 2, 2, a, 2, 3, 2, 0), -7},
        {starling_batch_wrap(&A, STARLING_D, 2, 2, a, 2, 4, 2000000000, 2000000000), -9},
        {starling_batch_wrap_int(&ints, 3, info, 2000000000, 2000000000), -5},
        {starling_batch_wrap(&A, STARLING_D, 2, 2, a, 2, 4, -1, 0), -8},
        {starling_batch_wrap(&A, STARLING_D, 2, 2, a, 2, 4, 2, -1), -9},
        {starling_batch_wrap_int(NULL, 1, info, 2, 1), -1},
        {starling_batch_wrap_int(&ints, -1, info, 2, 1), -2},
        {starling_batch_wrap_int(&ints, 1, NULL, 2, 1), -3},
        {starling_batch_wrap_int(&ints, 1, info, -2, 1), -4},
        {starling_batch_wrap_int(&ints, 1, info, 2, -1), -5},
        {starling_batch_wrap_device(&A, STARLING_D, 2, 2, NULL, 2, 4, 2, 0, 0), -5},
        {starling_batch_wrap_device(&A, STARLING_D, 2, 2, a, 2, 4, 2, 0, -1), STARLING_EDEVICE},
        {starling_batch_wrap_device(&A, STARLING_D, 2, 2, a, 2, 4, 2, 0, 1000), STARLING_EDEVICE},
        {starling_batch_wrap_int_device(&ints, 1, NULL, 2, 1, 0), -3},
        {starling_batch_wrap_int_device(&ints, 1, info, 2, 1, 1000), STARLING_EDEVICE},
        {starling_batch_sync(NULL), -1},
        {starling_batch_destroy(NULL), 0},
    };
    for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++)
        hold(&cases, calls[c].result == calls[c].expected, "call %d: %d, expected %d", (int)c,
             calls[c].result, calls[c].expected);
    int made = starling_batch_wrap(&A, STARLING_D, 2, 2, a, 2, 4, 2, 1) +
               starling_batch_wrap(&B, STARLING_D, 2, 1, a + 8, 2, 2, 2, 1) +
               starling_batch_wrap_int(&ints, 1, info, 2, 1) +
               starling_batch_wrap_int(&other, 1, info, 2, 2);
    hold(&cases, made == 0 && starling_potrf_batched((starling_uplo)0, A, ints) == -1, "uplo");
    hold(&cases, starling_potrf_batched(STARLING_LOWER, NULL, ints) == -2, "no A");
    hold(&cases, starling_potrf_batched(STARLING_LOWER, B, ints) == -2, "A is not square");
    hold(&cases, starling_potrf_batched(STARLING_LOWER, ints, ints) == -2, "A has integers");
    hold(&cases, starling_potrf_batched(STARLING_LOWER, A, NULL) == -3, "no info");
    hold(&cases, starling_potrf_batched(STARLING_LOWER, A, A) == -3, "info has no integers");
    hold(&cases, starling_potrf_batched(STARLING_LOWER, A, other) == -3, "info has other chunks");
    hold(&cases, starling_potrf_batched_submit(STARLING_LOWER, A, ints, NULL) == -4, "no sequence");
    starling_batch_destroy(A);
    starling_batch_destroy(B);
    starling_batch_destroy(ints);
    starling_batch_destroy(other);
    ok(all_held(&cases), "arguments: %d calls", cases.run);
}

int main(void)
{
    static const int64_t larger[] = {65, 96, 127, 160, 200, 333};
    const starling_uplo uplos[] = {STARLING_LOWER, STARLING_UPPER};
    for (int p = 0; p < 4; p++) {
        struct cases cases = {0}, bad = {0};
        for (int u = 0; u < 2; u++) {
            for (int64_t n = 0; n <= 64; n += quick() ? 3 : 1)
                for (int form = 0; form < FORMS; form++)
                    check(&cases, precisions[p], uplos[u], (enum form)form, n, form, 19,
                          form == 1 ? 8 : 0);
            for (size_t i = 0; i < sizeof larger / sizeof larger[0] - (quick() ? 3 : 0); i++)
                check(&cases, precisions[p], uplos[u], (enum form)(i % FORMS), larger[i], 2, 3, 0);
            for (int64_t count = 0; count <= 33; count += count < 2 ? 1 : 31)
                check(&cases, precisions[p], uplos[u], OBJECTS, 5, 0, count, 0);
            check(&cases, precisions[p], uplos[u], ARRAYS, 3, 0, 70000, 0);
            for (int64_t n = 1; n <= 64; n += n < 4 ? 1 : 12)
                check_bad(&bad, precisions[p], uplos[u], n);
        }
        ok(all_held(&cases), "%cpotrf_batched: %d batches", letter(precisions[p]), cases.run);
        ok(all_held(&bad), "%cpotrf_batched: %d matrices beside bad ones", letter(precisions[p]),
           bad.run);
        check_kinds(precisions[p]);
    }
    check_arguments();
    return done_testing();
}

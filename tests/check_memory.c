/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* When memory runs out inside the library a call returns STARLING_ENOMEM (or 0, where it found
 * another way): it does not crash, hang or leak, and the next call works. The first, second,
 * third ... allocation of each operation is made to fail. The library is linked statically and
 * its calls of malloc and calloc come here (ld --wrap); those of StarPU and BLAS do not, and
 * StarPU ends the process when its own fail. */

#include <stdatomic.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

static atomic_int countdown = -1; /* allocations until one fails; negative: none does */

static bool fails_now(void)
{
    return countdown >= 0 && atomic_fetch_sub(&countdown, 1) == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

enum { N = 22, NB = 8, NRHS = 5 };
static struct array a, b, c;
static starling_matrix *A, *B, *C;
static double norm;

/* The operations: info. */
static int wrap_one(void)
{
    starling_matrix *X;
    int info = starling_matrix_wrap(&X, STARLING_D, N, N, a.a, a.lda, NB, NB);
    starling_matrix_destroy(X);
    return info;
}

static int create_one(void)
{
    starling_matrix *X;
    int info = starling_matrix_create(&X, STARLING_D, N, N, NB, NB);
    starling_matrix_destroy(X);
    return info;
}

static int sequence(void)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info == 0) {
        starling_random_hermitian_submit(STARLING_LOWER, N, 3, A, seq);
        starling_potrf_submit(STARLING_LOWER, A, seq);
        starling_potrs_submit(STARLING_LOWER, A, B, seq);
        starling_gemm_submit(STARLING_NOTRANS, STARLING_NOTRANS, 1, A, B, 1, C, seq);
        info = starling_sequence_destroy(seq);
    }
    return info;
}

static int potrf(void)
{
    return starling_potrf(STARLING_UPPER, A);
}

static int posv(void)
{
    return starling_posv(STARLING_LOWER, A, B);
}

static int gemm(void)
{
    return starling_gemm(STARLING_NOTRANS, STARLING_NOTRANS, 1, A, B, 0, C);
}

static int trsm(void)
{
    return starling_trsm(STARLING_LEFT, STARLING_LOWER, STARLING_NOTRANS, STARLING_UNIT, 2, A, B);
}

static int herk(void)
{
    return starling_herk(STARLING_LOWER, STARLING_CONJTRANS, 1, B, 0, C);
}

static int norms(void)
{
    int info = starling_lange(STARLING_INF_NORM, B, &norm);
    return info != 0 ? info : starling_lanhe(STARLING_FROBENIUS_NORM, STARLING_LOWER, A, &norm);
}

static int arrays(void)
{
    return starling_dlacpy('L', N, NRHS, b.a, b.lda, c.a, c.lda);
}

static const struct {
    const char *name;
    int (*call)(void);
    int64_t columns; /* of B and C */
} operations[] = {
    {"wrap", wrap_one, NRHS},   {"create", create_one, NRHS}, {"sequence", sequence, NRHS},
    {"potrf", potrf, NRHS},     {"posv", posv, NRHS},         {"gemm", gemm, NRHS},
    {"trsm", trsm, NRHS},       {"herk", herk, N},            {"norms", norms, NRHS},
    {"dlacpy", arrays, NRHS},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* Fresh data for the operation; dlacpy has its arrays to itself. */
static void begin(int64_t columns, bool objects)
{
    a = array_new(STARLING_D, N, N, 1);
    b = array_new(STARLING_D, N, columns, 0), c = array_new(STARLING_D, N, columns, 0);
    array_random(&a, 'G', 1);
    array_spd(&a, 'G', 1);
    array_random(&b, 'G', 2);
    array_random(&c, 'G', 3);
    if (objects)
        A = wrap(&a, NB, NB), B = wrap(&b, NB, NB), C = wrap(&c, NB, NB);
}

static void end(void)
{
    starling_matrix_destroy(A), starling_matrix_destroy(B), starling_matrix_destroy(C);
    A = B = C = NULL;
    array_free(&a), array_free(&b), array_free(&c);
}

/* Fails one allocation after the other until the operation makes no more. */
static void exhaust(int o)
{
    struct cases cases = {0};
    int failures = 0;
    for (int k = 0; k < 10000; k++) {
        begin(operations[o].columns, operations[o].call != arrays);
        countdown = k;
        int info = operations[o].call();
        bool over = countdown >= 0; /* fewer than k allocations */
        countdown = -1;
        failures += info == STARLING_ENOMEM;
        hold(&cases, info == STARLING_ENOMEM || info == 0, "%s, allocation %d fails: %d",
             operations[o].name, k, info);
        end();
        begin(operations[o].columns, operations[o].call != arrays);
        info = operations[o].call();
        hold(&cases, info == 0, "%s, after allocation %d failed: %d", operations[o].name, k,
             info);
        end();
        if (over)
            break;
        k += quick() ? k / 3 : k > 40 ? k / 4 : 0;
    }
    ok(all_held(&cases) && failures > 0, "%s: %d of %d allocations end in ENOMEM",
       operations[o].name, failures, cases.run / 2 - 1);
}

int main(void)
{
    starling_matrix *X = NULL;
    if (starling_init() != 0) {
        printf("Bail out! starling_init\n");
        return 99;
    }
    countdown = 0;
    int info = starling_matrix_create(&X, STARLING_D, 1, 1, 1, 1);
    bool works = countdown < 0;
    countdown = -1;
    starling_matrix_destroy(X);
    if (!works) {
        printf("1..0 # SKIP the library is not linked statically\n");
        return 0;
    }
    ok(info == STARLING_ENOMEM && !X, "a matrix without memory: %d", info);
    for (int o = 0; o < OPERATIONS; o++)
        exhaust(o);
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}

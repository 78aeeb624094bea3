/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Four threads that call potrf, posv and gemm at once, each on its own matrices, all get the
 * bits that they get when alone, and failures stay with the thread that caused them. */

#include <pthread.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

enum { THREADS = 4, N = 60, NRHS = 7, NB = 16 };

/* What a thread does: its precision and data follow from its number. */
struct work {
    int number, rounds;
    struct array a, b, c;
    int info, bad;
};

static void fill(struct work *w)
{
    array_spd(&w->a, 'L', (uint64_t)w->number + 1);
    array_random(&w->b, 'G', (uint64_t)w->number + 11);
    array_random(&w->c, 'G', (uint64_t)w->number + 21);
}

/* B = A^-1 B, A = chol(A), C += A B; then a factorization that fails in a row of its own. */
static void *run(void *argument)
{
    struct work *w = argument;
    for (int round = 0; round < w->rounds; round++) {
        fill(w);
        starling_matrix *A = wrap(&w->a, NB, NB), *B = wrap(&w->b, NB, 3);
        starling_matrix *C = wrap(&w->c, NB, 3);
        int info = starling_posv(STARLING_LOWER, A, B);
        if (info == 0)
            info = starling_gemm(STARLING_NOTRANS, STARLING_NOTRANS, 1, A, B, 1, C);
        starling_matrix_destroy(A);
        starling_matrix_destroy(B);
        starling_matrix_destroy(C);
        if (info != 0)
            w->info = info;

        struct array x = array_new(w->a.prec, N, N, 0);
        array_spd(&x, 'U', 1);
        array_set(&x, 10 * w->number + 5, 10 * w->number + 5, -1);
        A = wrap(&x, NB, NB);
        if (starling_potrf(STARLING_UPPER, A) != 10 * w->number + 6)
            w->bad++;
        starling_matrix_destroy(A);
        array_free(&x);
    }
    return NULL;
}

static struct work work_of(int number, int rounds)
{
    starling_precision prec = precisions[number % 4];
    return (struct work){.number = number, .rounds = rounds,
                         .a = array_new(prec, N, N, 0), .b = array_new(prec, N, NRHS, 1),
                         .c = array_new(prec, N, NRHS, 0)};
}

int main(void)
{
    struct work alone[THREADS], together[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        alone[i] = work_of(i, 1);
        together[i] = work_of(i, quick() ? 10 : 50);
    }
    /* The first use of the library is by all at once. */
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run, &together[i]) != 0) {
            printf("Bail out! pthread_create\n");
            return 99;
        }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        run(&alone[i]);
    for (int i = 0; i < THREADS; i++) {
        struct work *a = &alone[i], *t = &together[i];
        ok(a->info == 0 && a->bad == 0, "thread %d alone: info %d", i, a->info);
        ok(t->info == 0, "thread %d with others: info %d", i, t->info);
        ok(t->bad == 0, "thread %d: %d of %d failures reported wrong", i, t->bad, t->rounds);
        ok(!one_kind() ||
               (memcmp(a->a.block, t->a.block, a->a.size) == 0 &&
               memcmp(a->b.block, t->b.block, a->b.size) == 0 &&
                memcmp(a->c.block, t->c.block, a->c.size) == 0),
           "thread %d: the same bits as alone", i);
        array_free(&a->a), array_free(&a->b), array_free(&a->c);
        array_free(&t->a), array_free(&t->b), array_free(&t->c);
    }
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sequences: operations chained without waiting, in one sequence or two that share matrices,
 * give the bits of the same operations one by one; the failure of the earliest operation wins
 * whatever finishes first, be it a bad argument or a bad minor; nothing runs after a failure
 * that was known; waiting makes the sequence ready again; the handler hears of each failure
 * once, by the name of the function that was called; progress counts the tasks and operations
 * since the last wait. */

#include <math.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

enum { N = 45, NB = 8, NRHS = 10 };
#define L STARLING_LOWER
#define NO STARLING_NOTRANS

struct system {
    struct array a, b, c;
    starling_matrix *A, *B, *C;
};

/* A: positive definite; B, C: right-hand sides. */
static struct system make(starling_precision prec)
{
    struct system s = {.a = array_new(prec, N, N, 1), .b = array_new(prec, N, NRHS, 0),
                       .c = array_new(prec, N, NRHS, 2)};
    array_spd(&s.a, 'L', 1);
    array_random(&s.b, 'G', 2);
    array_random(&s.c, 'G', 3);
    s.A = wrap(&s.a, NB, NB);
    s.B = wrap(&s.b, NB, 4);
    s.C = wrap(&s.c, NB, 4);
    return s;
}

static void release(struct system *s)
{
    starling_matrix_destroy(s->A);
    starling_matrix_destroy(s->B);
    starling_matrix_destroy(s->C);
    s->A = s->B = s->C = NULL;
}

static bool same(struct system *s, struct system *t)
{
    return !one_kind() ||
           (memcmp(s->a.block, t->a.block, s->a.size) == 0 &&
           memcmp(s->b.block, t->b.block, s->b.size) == 0 &&
           memcmp(s->c.block, t->c.block, s->c.size) == 0);
}

static void forget(struct system *s)
{
    array_free(&s->a);
    array_free(&s->b);
    array_free(&s->c);
}

static starling_sequence *open_sequence(void)
{
    starling_sequence *seq = NULL;
    if (starling_sequence_create(&seq) != 0) {
        printf("Bail out! starling_sequence_create\n");
        exit(99);
    }
    return seq;
}

/* A = L L^H; B = A^-1 B; C -= A B with A the factor: whatever it means, its bits are known. */
static void chained(starling_precision prec)
{
    struct system one = make(prec), chain = make(prec), two = make(prec);
    int info = starling_potrf(L, one.A);
    info = info != 0 ? info : starling_potrs(L, one.A, one.B);
    info = info != 0 ? info : starling_gemm(NO, NO, -1, one.A, one.B, 1, one.C);
    ok(info == 0, "%c: potrf, potrs, gemm one by one (%d)", letter(prec), info);

    starling_sequence *seq = open_sequence(), *other = open_sequence();
    starling_potrf_submit(L, chain.A, seq);
    starling_potrs_submit(L, chain.A, chain.B, seq);
    starling_gemm_submit(NO, NO, -1, chain.A, chain.B, 1, chain.C, seq);
    int wait = starling_sequence_wait(seq);

    starling_potrf_submit(L, two.A, seq);
    starling_potrs_submit(L, two.A, two.B, other);
    starling_gemm_submit(NO, NO, -1, two.A, two.B, 1, two.C, seq);
    int wait2 = starling_sequence_wait(other);
    int wait1 = starling_sequence_destroy(seq);
    starling_sequence_destroy(other);
    release(&one);
    release(&chain);
    release(&two);
    ok(wait == 0 && same(&one, &chain), "%c: the same bits as one graph (%d)", letter(prec), wait);
    ok(wait1 == 0 && wait2 == 0 && same(&one, &two),
       "%c: the same bits from two sequences (%d, %d)", letter(prec), wait1, wait2);
    forget(&one);
    forget(&chain);
    forget(&two);
}

/* Matrices destroyed and read right after submission wait for their operations. */
static void no_wait(starling_precision prec)
{
    struct system one = make(prec), late = make(prec);
    starling_posv(L, one.A, one.B);
    starling_sequence *seq = open_sequence();
    starling_posv_submit(L, late.A, late.B, seq);
    starling_matrix_destroy(late.B);
    late.B = NULL;
    int sync = starling_matrix_sync(late.A);
    release(&one);
    bool equal = same(&one, &late);
    int info = starling_sequence_destroy(seq);
    release(&late);
    ok(equal && sync == 0 && info == 0, "%c: destroy and sync wait for what was submitted",
       letter(prec));
    forget(&one);
    forget(&late);
}

/* Two operations fail, the first one late, the second at once: the first counts. */
static void first_failure(starling_precision prec)
{
    struct cases cases = {0};
    starling_sequence *seq = open_sequence();
    for (int round = 0; round < (quick() ? 10 : 50); round++) {
        struct system s = make(prec);
        struct array small = array_new(prec, 5, 5, 0);
        array_spd(&small, 'L', 1);
        array_set(&small, 2, 2, -1);
        array_set(&s.a, N - 2, N - 2, -1);
        starling_matrix *B = wrap(&small, 5, 5);
        bool argument = round % 2; /* the second failure is a bad argument */
        starling_potrf_submit(L, s.A, seq);
        int second = starling_potrf_submit(L, argument ? s.B : B, seq);
        hold(&cases, second == (argument ? -2 : 0), "round %d: submit returns %d", round, second);
        int info = starling_sequence_wait(seq);
        hold(&cases, info == N - 1, "round %d: bad minor %d, then %s: %d", round, N - 1,
             argument ? "a bad argument" : "bad minor 3", info);
        release(&s);
        starling_matrix_destroy(B);
        forget(&s);
        array_free(&small);
    }
    starling_sequence_destroy(seq);
    ok(all_held(&cases), "%c: the earliest operation's failure wins", letter(prec));
}

/* A bad argument is remembered, stops what follows, and is forgotten by wait. */
static void remembered(starling_precision prec)
{
    struct system s = make(prec);
    starling_sequence *seq = open_sequence();
    array_save(&s.a);
    int info = starling_potrf_submit(L, s.B, seq);
    int next = starling_laset_submit(STARLING_GENERAL, 7, 7, s.A, seq);
    int wait = starling_sequence_wait(seq), again = starling_sequence_wait(seq);
    starling_matrix_sync(s.A);
    ok(info == -2 && wait == -2 && again == 0, "%c: bad argument %d, wait %d, then %d",
       letter(prec), info, wait, again);
    ok(array_intact(&s.a, 0), "%c: what follows a bad argument does not run (%d)", letter(prec),
       next);
    starling_laset_submit(STARLING_GENERAL, 7, 7, s.A, seq);
    wait = starling_sequence_destroy(seq);
    starling_matrix_sync(s.A);
    ok(wait == 0 && array_get(&s.a, 1, N - 1) == 7, "%c: the sequence works again (%d)",
       letter(prec), wait);
    release(&s);
    forget(&s);
}

static struct {
    int calls, info;
    char routine[64], message[200];
} heard;

static void handler(const char *routine, int info, const char *message, void *data)
{
    heard.calls += data == &heard;
    heard.info = info;
    snprintf(heard.routine, sizeof heard.routine, "%s", routine);
    snprintf(heard.message, sizeof heard.message, "%s", message);
}

/* The call that just returned info was heard of once, under its name (or its submission's). */
static void hold_heard(struct cases *cases, int info, int expected, const char *routine)
{
    hold(cases,
         info == expected && heard.calls == 1 && heard.info == info && heard.message[0] &&
             strncmp(heard.routine, routine, strlen(routine)) == 0,
         "%s: returns %d, expected %d; handler: %d calls, %s, %d, \"%s\"", routine, info,
         expected, heard.calls, heard.routine, heard.info, heard.message);
    memset(&heard, 0, sizeof heard);
}

static void error_handler(void)
{
    struct cases cases = {0};
    struct system s = make(STARLING_D);
    starling_sequence *seq = open_sequence();
    starling_matrix *X;
    array_set(&s.a, 4, 4, -1);
    starling_set_error_handler(handler, &heard);
    hold_heard(&cases, starling_potrf(L, s.B), -2, "starling_potrf");
    hold_heard(&cases, starling_potrf_submit(L, s.B, seq), -2, "starling_potrf_submit");
    starling_sequence_wait(seq);
    memset(&heard, 0, sizeof heard);
    hold_heard(&cases, starling_potrf(L, s.A), 5, "starling_potrf");
    starling_matrix_destroy(s.A);
    array_set(&s.a, 2, 2, -1);
    s.A = wrap(&s.a, NB, NB);
    hold_heard(&cases, starling_posv(L, s.A, s.B), 3, "starling_posv");
    hold_heard(&cases, starling_dpotrf('x', 3, s.c.a, 3), -1, "starling_dpotrf");
    hold_heard(&cases, starling_matrix_create(&X, STARLING_D, -1, 3, 1, 1), -3,
               "starling_matrix_create");
    starling_matrix_sync(s.A);
    hold(&cases, heard.calls == 0, "the handler is called for a success");
    starling_set_error_handler(NULL, NULL);
    starling_potrf(L, s.B);
    hold(&cases, heard.calls == 0, "the handler is called after its removal");
    ok(all_held(&cases), "the error handler hears of each failure once");
    starling_sequence_destroy(seq);
    release(&s);
    forget(&s);
}

/* Counts after some factorizations in one sequence, a graph that is only recorded among them. */
static void progress(void)
{
    enum { NT = (N + NB - 1) / NB, TASKS = NT * (NT + 1) * (NT + 2) / 6 };
    struct cases cases = {0};
    struct system s = make(STARLING_D);
    starling_sequence *seq = open_sequence();
    starling_progress none = {-1, -1, -1, -1}, one, graph, after;
    const starling_task *task;

    hold(&cases, starling_sequence_progress(NULL, &none) == -1, "no sequence");
    hold(&cases, starling_sequence_progress(seq, NULL) == -2, "nowhere to put it");
    hold(&cases, starling_sequence_progress(seq, &none) == 0 && none.submitted == 0 &&
                     none.done == 0 && none.submitted_flops == 0 && none.done_flops == 0,
         "before");
    starling_potrf_submit(L, s.A, seq);
    starling_sequence_tasks(seq, &task); /* waits, and counts on */
    starling_sequence_progress(seq, &one);
    hold(&cases, one.submitted == TASKS && one.done == TASKS, "%lld of %lld, expected %d",
         (long long)one.done, (long long)one.submitted, TASKS);
    hold(&cases, one.done_flops > 0 &&
                     fabs(one.done_flops / one.submitted_flops - 1) < 1e-12, "%g of %g flops",
         one.done_flops, one.submitted_flops);
    starling_sequence_record(seq, STARLING_RECORD_GRAPH);
    starling_potrf_submit(L, s.A, seq);
    starling_sequence_progress(seq, &graph);
    hold(&cases, graph.submitted == 2 * TASKS && graph.done == TASKS, "a graph runs nothing");
    starling_sequence_wait(seq);
    starling_sequence_progress(seq, &after);
    hold(&cases, after.submitted == 0 && after.done == 0 && after.done_flops == 0, "after");
    ok(all_held(&cases), "progress: tasks and operations, submitted and done");
    starling_sequence_destroy(seq);
    release(&s);
    forget(&s);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        chained(precisions[p]);
        no_wait(precisions[p]);
        first_failure(precisions[p]);
        remembered(precisions[p]);
    }
    error_handler();
    progress();
    ok(starling_sequence_create(NULL) == -1 && starling_sequence_wait(NULL) == -1 &&
           starling_sequence_destroy(NULL) == 0,
       "NULL instead of a sequence");
    starling_sequence *seq = open_sequence();
    ok(starling_sequence_wait(seq) == 0 && starling_sequence_destroy(seq) == 0,
       "an empty sequence");
    return done_testing();
}

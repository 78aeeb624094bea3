/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Recordings: the tasks of a Cholesky factorization are as many as the algorithm's formulas
 * say, of each kernel and step; their dependencies come before them and make the longest chain
 * 3 nt - 2 tasks; each one ran on a worker, after its predecessors and in the order submitted,
 * ready, fetched, run; a recorded graph runs nothing and is the same; without recording there
 * is nothing; nothing of one recording is in the next. */

#include <math.h>
#include <starpu.h>
#include "reference.h"
#include "tap.h"

enum { N = 45, NB = 8, NT = 6 };

static starling_sequence *open_sequence(void)
{
    starling_sequence *seq = NULL;
    if (starling_sequence_create(&seq) != 0) {
        printf("Bail out! starling_sequence_create\n");
        exit(99);
    }
    return seq;
}

static int64_t count_kernel(const starling_task *task, int64_t tasks, const char *name)
{
    int64_t count = 0;
    for (int64_t i = 0; i < tasks; i++)
        count += strcmp(task[i].name + 1, name) == 0;
    return count;
}

/* The tasks of the longest chain; -1 when a predecessor does not come before. */
static int64_t longest_chain(const starling_task *task, int64_t tasks)
{
    int64_t longest = 0, *length = calloc((size_t)tasks + 1, sizeof *length);
    for (int64_t i = 0; i < tasks && longest >= 0; i++) {
        for (int64_t p = 0; p < task[i].predecessors; p++) {
            int64_t before = task[i].predecessor[p];
            if (before < 0 || before >= i)
                longest = INT64_MIN;
            else if (length[before] > length[i])
                length[i] = length[before];
        }
        longest = ++length[i] > longest ? length[i] : longest;
    }
    free(length);
    return longest < 0 ? -1 : longest;
}

/* Whether it is the graph of a Cholesky factorization of NT x NT tiles. */
static void hold_graph(struct cases *cases, starling_precision prec, const starling_task *task,
                       int64_t tasks)
{
    bool gpu = starling_ncuda() > 0;
    double flops = 0;
    hold(cases, tasks == NT * (NT + 1) * (NT + 2) / 6, "%lld tasks", (long long)tasks);
    hold(cases, count_kernel(task, tasks, "potrf") == NT, "potrf");
    hold(cases, count_kernel(task, tasks, "trsm") == NT * (NT - 1) / 2, "trsm");
    hold(cases, count_kernel(task, tasks, "herk") == NT * (NT - 1) / 2, "herk");
    hold(cases, count_kernel(task, tasks, "gemm") == NT * (NT - 1) * (NT - 2) / 6, "gemm");
    int64_t chain = longest_chain(task, tasks);
    hold(cases, chain == 3 * NT - 2, "the longest chain has %lld tasks", (long long)chain);
    for (int64_t i = 0; i < tasks; i++) {
        const starling_task *t = &task[i];
        hold(cases, t->step >= 0 && t->step < NT && t->i < NT && t->j < NT && t->flops > 0,
             "%s(%d, %d) of step %d", t->name, (int)t->i, (int)t->j, (int)t->step);
        hold(cases, isinf(t->cuda_s) == !gpu && !isinf(t->cpu_s) == (starling_ncpu() > 0),
             "%s can run on cores: %g, on GPUs: %g", t->name, t->cpu_s, t->cuda_s);
        flops += t->flops;
    }
    double expected = starling_flops_potrf(prec, N);
    hold(cases, fabs(flops - expected) < 0.2 * expected, "%g operations", flops);
}

/* What ran, in an order that makes sense. */
static void hold_times(struct cases *cases, const starling_task *task, int64_t tasks)
{
    double slack = 1e-6; /* StarPU's times are in microseconds */
    for (int64_t i = 0; i < tasks; i++) {
        const starling_task *t = &task[i];
        hold(cases, t->worker >= 0 && t->worker < (int)starpu_worker_get_count(),
             "%s ran on worker %d", t->name, t->worker);
        hold(cases,
             t->submitted_s >= 0 && t->run_s[0] >= t->submitted_s - slack &&
                 t->run_s[1] >= t->run_s[0] && t->ready_s <= t->run_s[0] + slack,
             "%s: submitted %g, ready %g, ran %g to %g", t->name, t->submitted_s, t->ready_s,
             t->run_s[0], t->run_s[1]);
        for (int64_t p = 0; p < t->predecessors; p++)
            hold(cases, task[t->predecessor[p]].run_s[1] <= t->run_s[0] + slack,
                 "task %d began before its predecessor %d had ended", (int)i,
                 (int)t->predecessor[p]);
    }
}

static void factor(starling_precision prec, starling_uplo uplo)
{
    struct cases run = {0}, times = {0}, graph = {0};
    struct array a = array_new(prec, N, N, 1), b = array_new(prec, N, N, 1);
    array_spd(&a, (char)uplo, 1);
    array_spd(&b, (char)uplo, 1);
    starling_matrix *A = wrap(&a, NB, NB), *B = wrap(&b, NB, NB);
    starling_sequence *seq = open_sequence();
    const starling_task *task;

    int info = starling_sequence_record(seq, STARLING_RECORD_GRAPH);
    array_save(&a);
    starling_potrf_submit(uplo, A, seq);
    info = info != 0 ? info : starling_sequence_wait(seq);
    int64_t tasks = starling_sequence_tasks(seq, &task);
    hold_graph(&graph, prec, task, tasks);
    for (int64_t i = 0; i < tasks; i++)
        hold(&graph, task[i].worker == -1 && isnan(task[i].run_s[0]), "a task of it has run");
    starling_matrix_sync(A);
    ok(info == 0 && array_intact(&a, 0), "%c%c: recording the graph runs nothing (%d)",
       letter(prec), uplo, info);

    info = starling_sequence_record(seq, STARLING_RECORD_RUN);
    starling_potrf_submit(uplo, A, seq);
    info = info != 0 ? info : starling_sequence_wait(seq);
    int64_t ran = starling_sequence_tasks(seq, &task);
    hold_graph(&run, prec, task, ran);
    hold_times(&times, task, ran);
    ok(all_held(&graph) && all_held(&run) && ran == tasks,
       "%c%c: tasks and dependencies are the algorithm's", letter(prec), uplo);
    ok(all_held(&times), "%c%c: every task ran when it could", letter(prec), uplo);

    starling_sequence_record(seq, STARLING_RECORD_OFF);
    int again = starling_potrf_submit(uplo, B, seq);
    again = again != 0 ? again : starling_sequence_wait(seq);
    ok(starling_sequence_tasks(seq, &task) == 0 && task == NULL && info == 0 && again == 0,
       "%c%c: nothing is recorded unless asked", letter(prec), uplo);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    ok(!one_kind() || memcmp(a.block, b.block, a.size) == 0,
       "%c%c: the same bits with and without", letter(prec), uplo);
    starling_sequence_destroy(seq);
    array_free(&a);
    array_free(&b);
}

/* A chain of operations, a failure within, and StarPU's profiling as it was. */
static void chain(void)
{
    struct array a = array_new(STARLING_D, N, N, 0), b = array_new(STARLING_D, N, 3, 0);
    array_spd(&a, 'L', 1);
    array_random(&b, 'G', 2);
    starling_matrix *A = wrap(&a, NB, NB), *B = wrap(&b, NB, NB);
    starling_sequence *seq = open_sequence();
    const starling_task *task;
    int before = starpu_profiling_status_get();
    starling_sequence_record(seq, STARLING_RECORD_RUN);
    starling_posv_submit(STARLING_LOWER, A, B, seq);
    int64_t tasks = starling_sequence_tasks(seq, &task);
    int64_t trsm = count_kernel(task, tasks, "trsm");
    ok(trsm == NT * (NT - 1) / 2 + 2 * NT, "posv: %d solves with tiles", (int)trsm);
    starling_posv_submit(STARLING_LOWER, A, B, seq); /* no longer definite: it may fail */
    int info = starling_sequence_destroy(seq);
    ok(starpu_profiling_status_get() == before, "profiling is what it was (%d)", info);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    array_free(&a);
    array_free(&b);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        factor(precisions[p], STARLING_LOWER);
        factor(precisions[p], STARLING_UPPER);
    }
    chain();
    const starling_task *task;
    starling_sequence *seq = open_sequence();
    ok(starling_sequence_record(NULL, STARLING_RECORD_RUN) == -1 &&
           starling_sequence_record(seq, (starling_recording)7) == -2 &&
           starling_sequence_tasks(NULL, &task) == -1 && starling_sequence_tasks(seq, NULL) == -2,
       "bad arguments");
    starling_sequence_destroy(seq);
    return done_testing();
}

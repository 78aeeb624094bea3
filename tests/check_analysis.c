/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Analyses of recordings made by hand: each moment of a worker counts once, whatever overlaps;
 * times that were not measured count for nothing; a worker without tasks waits; what is lost
 * and the bound make 100 percent; kernels are charged for what is slower than its model and
 * for tasks on the kind of worker where they cost more; the printed lines. */

#include <math.h>
#include <unistd.h>
#include "analysis/analysis.h"
#include "tap.h"

#define OUT "check_analysis.txt"
enum { MOST = 8 };

/* Two cores and a GPU, ten seconds, unless said otherwise. */
static struct worker workers[40] = {{.name = "CPU 0"}, {.name = "CPU 1"},
                                    {.name = "CUDA 0.0 (Tesla)", .gpu = true}};
static starling_task task[MOST];
static struct recording run;

static void fresh(int count)
{
    run = (struct recording){.task = task, .worker = workers, .workers = count, .time_s = 10};
}

/* Runs from a to b; no fetch, no pop, no model. */
static starling_task *ran(int worker, double a, double b)
{
    starling_task *t = &task[run.tasks++];
    *t = (starling_task){.name = "dgemm", .flops = 1e9, .cpu_s = NAN, .cuda_s = NAN,
                         .worker = worker, .pop_s = {NAN, NAN}, .fetch_s = {NAN, NAN},
                         .run_s = {a, b}};
    return t;
}

static void interval(double s[2], double a, double b)
{
    s[0] = a;
    s[1] = b;
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void divided(int worker, const double expected[USES], const char *what)
{
    struct bound none = {NAN, NAN, NAN, NAN, NAN, {NAN, NAN}};
    struct analysis a;
    bool right = analyse(&run, &none, &a);
    for (int use = 0; right && use < USES; use++)
        if (!near(a.worker[worker].s[use], expected[use])) {
            printf("# use %d: %g s, expected %g\n", use, a.worker[worker].s[use],
                   expected[use]);
            right = false;
        }
    ok(right, "%s", what);
    analysis_free(&a);
}

/* Expected are busy, copy, scheduling, start-up, waiting, tail. */
static void divisions(void)
{
    fresh(3);
    ran(0, 1, 3);
    ran(0, 5, 8);
    divided(0, (double[]){5, 0, 0, 1, 2, 2}, "two tasks");
    divided(1, (double[]){0, 0, 0, 0, 10, 0}, "a worker without tasks waits");

    fresh(3);
    interval(ran(2, 2, 6)->fetch_s, 1, 2);
    interval(task[0].pop_s, 0.5, 1.5);
    interval(ran(2, 4, 7)->fetch_s, 5, 8);
    interval(task[1].pop_s, 7.5, 9);
    divided(2, (double[]){5, 2, 1.5, 0.5, 0, 1}, "tasks, copies and requests that overlap");

    fresh(3);
    interval(ran(0, -1, 4)->fetch_s, NAN, 2);
    interval(ran(0, 6, 12)->fetch_s, 5, NAN);
    interval(task[1].pop_s, 5, 4);
    divided(0, (double[]){8, 0, 0, 0, 2, 0}, "cut to the run; halves of intervals are none");

    fresh(3);
    ran(0, NAN, NAN);
    ran(-1, 1, 2);
    ran(1, 0, 10);
    divided(0, (double[]){0, 0, 0, 0, 10, 0}, "tasks that were not measured");
    divided(1, (double[]){10, 0, 0, 0, 0, 0}, "a worker that is always busy");

    fresh(3);
    ran(0, 5, 5);
    divided(0, (double[]){0, 0, 0, 0, 10, 0}, "a task without length");
}

static void nothing(void)
{
    struct bound none = {NAN, NAN, NAN, NAN, NAN, {NAN, NAN}};
    struct analysis a;
    fresh(3);
    bool right = !analyse(&run, &none, &a);
    ran(0, 0, 0);
    run.time_s = 0;
    ok(right && !analyse(&run, &none, &a), "nothing ran, or in no time");
}

static double total(const struct analysis *a)
{
    return a->bound + a->lost[COPY] + a->lost[SCHEDULING] + a->lost[STARTUP] +
           a->lost[WAITING] + a->lost[TAIL] + a->kernels - a->idle;
}

/* A core and a GPU. The area's solution has both tasks of (8, 2) s on the GPU, which takes a
 * sixth of the one of (6, 6) s from the core: 5 s each, weights 1/2. The path is 6 s. */
static void losses(void)
{
    struct analysis a;
    struct bound b;
    fresh(0);
    run.worker = workers + 1;
    run.workers = 2;
    run.time_s = 6;
    ran(0, 0, 6)->cpu_s = 6;
    ran(1, 1, 3)->cpu_s = 8;
    ran(1, 4, 6)->cpu_s = 8;
    task[0].cuda_s = 6;
    task[1].cuda_s = task[2].cuda_s = 2;
    b = bound_of(&run);
    bool right = analyse(&run, &b, &a);
    ok(right && near(b.area_s, 5) && near(b.weight[0], 0.5) && near(a.bound, 100) &&
           near(a.kernels, 0) && near(a.lost[STARTUP], 100 / 12.0) &&
           near(a.lost[WAITING], 100 / 12.0) && near(a.idle, 100 / 6.0) && near(total(&a), 100),
       "where the solution has them: kernels cost nothing");
    ok(right && near(a.model_error[0], 0) && near(a.model_error[1], 0), "models are right");
    analysis_free(&a);

    interval(task[0].run_s, 0, 7); /* a second too slow */
    run.time_s = 7;
    right = analyse(&run, &b, &a);
    ok(right && near(a.kernels, 100 * 0.5 / 7) && near(a.lost[TAIL], 100 * 0.5 / 7) &&
           near(total(&a), 100) && near(a.model_error[0], 100 / 7.0), "slower than its model");
    analysis_free(&a);

    interval(task[0].run_s, 0, 6);
    task[2].worker = 0; /* where it takes 8 s, not 2 */
    interval(task[2].run_s, 6, 14);
    run.time_s = 14;
    right = analyse(&run, &b, &a);
    ok(right && near(a.kernels, 100 * 3 / 14.0) && near(total(&a), 100),
       "on the slower kind of worker");
    analysis_free(&a);
}

static void bytes(void)
{
    struct link links[] = {{"NUMA 0", "CUDA 0", 4e9, 3}, {"CUDA 0", "NUMA 0", 1e9, 2},
                           {"CUDA 0", "CUDA 1", 2e9, 1}, {"NUMA 0", "CUDA 1", 1e9, 1}};
    struct bound none = {NAN, NAN, NAN, NAN, NAN, {NAN, NAN}};
    struct analysis a;
    fresh(3);
    ran(0, 0, 1);
    run.link = links;
    run.links = 4;
    bool right = analyse(&run, &none, &a);
    ok(right && a.bytes[TO_GPUS] == 5e9 && a.transfers[TO_GPUS] == 4 &&
           a.bytes[FROM_GPUS] == 1e9 && a.bytes[BETWEEN_GPUS] == 2e9 &&
           a.transfers[ELSEWHERE] == 0, "bytes by direction");
    ok(right && isnan(a.bound) && isnan(a.kernels) && isnan(a.model_error[0]),
       "no model: no bound");
    analysis_free(&a);
}

/* What is printed; to be freed. */
static char *printed(bool quiet)
{
    struct bound b = bound_of(&run);
    struct report r = {.options = {.quiet = quiet}, .out = fopen(OUT, "w")};
    if (!r.out)
        return NULL;
    report_analysis(&r, &run, &b);
    fclose(r.out);
    char *text = read_file(OUT);
    unlink(OUT);
    return text;
}

static void lines(void)
{
    fresh(3);
    ran(0, 1, 3)->name = "dpotrf";
    ran(0, 5, 8);
    ran(2, 2, 10);
    char *text = printed(false);
    is_string(text,
              "# the recorded run: 10 s, 3 tasks\n"
              "# worker                busy%  copy% sched%  idle%   tasks   Gflop/s  kernels\n"
              "# CPU 0                  50.0    0.0    0.0   50.0       2       0.2  dpotrf 1, "
              "dgemm 1\n"
              "# CPU 1                   0.0    0.0    0.0  100.0       0       0.0  \n"
              "# CUDA 0.0               80.0    0.0    0.0   20.0       1       0.1  dgemm 1\n"
              "# no bound: a kernel was measured too rarely for a model (STARPU_CALIBRATE=1 "
              "--warmup 10 will do)\n"
              "# critical path: dgemm 8 s (1), between tasks 2 s\n"
              "# moved: nothing\n", "without models");
    free(text);
    is_string(text = printed(true), "", "quiet");
    free(text);

    fresh(20); /* the third is the GPU */
    ran(0, 0, 10)->cpu_s = 8;
    task[0].cuda_s = 8;
    ran(1, 0, 5)->cpu_s = 5;
    task[1].cuda_s = 5;
    text = printed(false);
    ok(text && strstr(text, "# 19 cores: mean          7.9    0.0    0.0   92.1     0.1 ") &&
           strstr(text, "#   least                 0.0 ") &&
           strstr(text, "#   most                100.0 ") && strstr(text, "# CUDA 0.0  "),
       "more than 16 of a kind are one");
    ok(text && strstr(text, "# models: median error 10.0 % on cores\n"), "the models' error");
    free(text);
    fresh(3);
    is_string(text = printed(false), "# the recorded run has no tasks\n", "no tasks");
    free(text);
}

int main(void)
{
    divisions();
    nothing();
    losses();
    bytes();
    lines();
    return done_testing();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* An analysis in lines of a report. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/analysis.h"
#include "report/stats.h"
#include "options/words.h"

/* More workers of a kind than this are shown as one. */
enum { MANY = 16, WIDTH = 20 };

/* The columns of a worker: four percentages that add to 100, tasks, Gflop/s. */
enum { PERCENT_BUSY, PERCENT_COPY, PERCENT_SCHED, PERCENT_IDLE, TASKS, RATE, COLUMNS };

static double tenths(double x)
{
    return round(10 * x) / 10 + 0.0; /* not -0 */
}

static void columns_of(const struct worker_use *u, double time, double column[COLUMNS])
{
    column[PERCENT_BUSY] = tenths(100 * u->s[BUSY] / time);
    column[PERCENT_COPY] = tenths(100 * u->s[COPY] / time);
    column[PERCENT_SCHED] = tenths(100 * u->s[SCHEDULING] / time);
    column[PERCENT_IDLE] = fabs(tenths(100 - column[PERCENT_BUSY] - column[PERCENT_COPY] -
                                       column[PERCENT_SCHED]));
    column[TASKS] = (double)u->tasks;
    column[RATE] = 1e-9 * u->flops / time;
}

/* Which workers a line is about: one, or all of a kind. */
struct group {
    int worker; /* -1: all */
    bool gpu;
};

static bool is_in(const struct group *g, const struct recording *run, int worker)
{
    return g->worker < 0 ? run->worker[worker].gpu == g->gpu : worker == g->worker;
}

/* "dgemm 120, dtrsm 12" in the order of their first tasks; what has no room is left out. */
static void list_kernels(const struct recording *run, const struct group *g, char *text,
                         size_t size)
{
    struct {
        const char *name;
        int64_t tasks;
    } kernel[32];
    int kernels = 0;
    for (int64_t i = 0; i < run->tasks; i++) {
        const starling_task *t = &run->task[i];
        if (t->worker < 0 || t->worker >= run->workers || !is_in(g, run, t->worker))
            continue;
        int k = 0;
        while (k < kernels && strcmp(kernel[k].name, t->name) != 0)
            k++;
        if (k == kernels && k < 32)
            kernel[kernels++].name = t->name, kernel[k].tasks = 0;
        if (k < kernels)
            kernel[k].tasks++;
    }
    size_t used = 0;
    text[0] = 0;
    for (int k = 0; k < kernels && used < size; k++)
        used += (size_t)snprintf(text + used, size - used, "%s%s %lld", k > 0 ? ", " : "",
                                 kernel[k].name, (long long)kernel[k].tasks);
}

static void print_row(struct report *r, const char *name, const double c[COLUMNS],
                      int decimals, const char *kernels)
{
    report_header(r, "%-*.*s %6.1f %6.1f %6.1f %6.1f %7.*f %9.1f  %s", WIDTH, WIDTH, name,
                  c[PERCENT_BUSY], c[PERCENT_COPY], c[PERCENT_SCHED], c[PERCENT_IDLE], decimals,
                  c[TASKS], c[RATE], kernels);
}

static void print_worker(struct report *r, const struct recording *run,
                         const struct analysis *a, int worker)
{
    struct group g = {.worker = worker};
    char kernels[400], name[WIDTH + 1];
    double column[COLUMNS];
    columns_of(&a->worker[worker], run->time_s, column);
    list_kernels(run, &g, kernels, sizeof kernels);
    /* StarPU's names tell the model of a GPU in parentheses. */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(run->worker[worker].name, "("),
             run->worker[worker].name);
    print_row(r, name, column, 0, kernels);
}

/* Three lines for all workers of a kind: column by column the least, the mean and the most. */
static void print_merged(struct report *r, const struct recording *run,
                         const struct analysis *a, bool gpu, int64_t workers)
{
    struct group g = {.worker = -1, .gpu = gpu};
    double least[COLUMNS], most[COLUMNS], mean[COLUMNS];
    double *value = calloc((size_t)workers, sizeof *value);
    struct worker_use all = {0};
    char kernels[400], name[80];
    for (int c = 0; c < COLUMNS && value; c++) {
        int64_t count = 0;
        for (int w = 0; w < run->workers; w++)
            if (is_in(&g, run, w)) {
                double column[COLUMNS];
                columns_of(&a->worker[w], run->time_s, column);
                value[count++] = column[c];
            }
        struct stats s = stats_of(value, count);
        least[c] = s.min;
        most[c] = s.max;
    }
    for (int w = 0; w < run->workers; w++)
        if (is_in(&g, run, w)) {
            for (int use = 0; use < USES; use++)
                all.s[use] += a->worker[w].s[use] / (double)workers;
            all.flops += a->worker[w].flops / (double)workers;
            all.tasks += a->worker[w].tasks;
        }
    columns_of(&all, run->time_s, mean);
    mean[TASKS] /= (double)workers;
    list_kernels(run, &g, kernels, sizeof kernels);
    snprintf(name, sizeof name, "%s: mean", words_count(workers, gpu ? "GPU" : "core").text);
    print_row(r, name, mean, 1, kernels);
    if (value) {
        print_row(r, "  least", least, 0, "");
        print_row(r, "  most", most, 0, "");
    }
    free(value);
}

static void print_workers(struct report *r, const struct recording *run,
                          const struct analysis *a)
{
    report_header(r, "%-*s %6s %6s %6s %6s %7s %9s  %s", WIDTH, "worker", "busy%", "copy%",
                  "sched%", "idle%", "tasks", "Gflop/s", "kernels");
    for (int gpu = 0; gpu < 2; gpu++) {
        int64_t workers = 0;
        for (int w = 0; w < run->workers; w++)
            workers += run->worker[w].gpu == gpu;
        for (int w = 0; w < run->workers && workers <= MANY; w++)
            if (run->worker[w].gpu == gpu)
                print_worker(r, run, a, w);
        if (workers > MANY)
            print_merged(r, run, a, gpu, workers);
    }
}

/* Adds to 100 as it is printed: what rounding takes is with the kernels, the remainder. */
static void print_losses(struct report *r, const struct bound *b, const struct analysis *a)
{
    if (isnan(a->bound)) {
        report_header(r, "no bound: a kernel was measured too rarely for a model "
                         "(STARPU_CALIBRATE=1 --warmup 10 will do)");
        return;
    }
    double bound = tenths(a->bound), idle = tenths(a->idle), lost[USES], known = bound - idle;
    report_header(r, "bound: %.4g s; of the area %.4g s, the longest path %.4g s, both %.4g s, "
                     "the way to GPUs %.4g s, of tasks that end in time %.4g s",
                  b->bound_s, b->area_s, b->path_s, b->mixed_s, b->load_s, b->bound_s);
    for (int use = COPY; use < USES; use++)
        known += lost[use] = tenths(a->lost[use]);
    report_header(r, "100%% = bound %.1f + start-up %.1f + tail %.1f + copies %.1f + "
                     "scheduling %.1f + waiting %.1f + kernels %.1f - idle in the bound %.1f",
                  bound, lost[STARTUP], lost[TAIL], lost[COPY], lost[SCHEDULING],
                  lost[WAITING], tenths(100 - known), idle);
}

static void print_bytes(struct report *r, const struct analysis *a)
{
    static const char *const where[] = {"to GPUs", "from GPUs", "between GPUs", "elsewhere"};
    char text[400] = "";
    size_t used = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        if (a->transfers[d] > 0 && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%.3g GB %s (%lld)",
                                     used > 0 ? ", " : "", 1e-9 * a->bytes[d], where[d],
                                     (long long)a->transfers[d]);
    report_header(r, "moved: %s", used > 0 ? text : "nothing");
}

static void print_models(struct report *r, const struct analysis *a)
{
    static const char *const where[] = {"cores", "GPUs"};
    char text[100] = "";
    size_t used = 0;
    for (int gpu = 0; gpu < 2; gpu++)
        if (!isnan(a->model_error[gpu]))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%.1f %% on %s",
                                     used > 0 ? ", " : "", a->model_error[gpu], where[gpu]);
    if (used > 0)
        report_header(r, "models: median error %s", text);
}

void report_analysis(struct report *r, const struct recording *run, const struct bound *bound)
{
    struct analysis a;
    if (!analyse(run, bound, &a)) {
        report_header(r, "the recorded run has no tasks");
        return;
    }
    report_header(r, "the recorded run: %.4g s, %s", run->time_s,
                  words_count(run->tasks, "task").text);
    print_workers(r, run, &a);
    print_losses(r, bound, &a);
    report_critical_path(r, run);
    print_bytes(r, &a);
    print_models(r, &a);
    analysis_free(&a);
}

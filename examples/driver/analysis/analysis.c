/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where the time of a recorded run went. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/analysis.h"
#include "report/stats.h"

/* A worker begins (+1) or ends (-1) one of the first three uses. */
struct event {
    double time;
    int worker, use, change;
};

static int by_worker_and_time(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    if (x->worker != y->worker)
        return x->worker < y->worker ? -1 : 1;
    return (x->time > y->time) - (x->time < y->time);
}

/* The worker that ran the task, -1: it was not measured. */
static int worker_of(const struct recording *run, const starling_task *t)
{
    bool measured = t->run_s[0] <= t->run_s[1] && t->worker < run->workers; /* not NaN */
    return measured ? t->worker : -1;
}

/* Adds an interval, cut to the run; one that was not measured is none. */
static int64_t add_events(struct event *event, int64_t events, int worker, enum use use,
                          const double s[2], double end)
{
    double from = fmax(s[0], 0), to = fmin(s[1], end);
    if (isnan(s[0]) || isnan(s[1]) || !(from < to))
        return events;
    event[events++] = (struct event){from, worker, use, 1};
    event[events++] = (struct event){to, worker, use, -1};
    return events;
}

/* Up to six a task, by worker and time. */
static int64_t list_events(const struct recording *run, struct event *event)
{
    int64_t events = 0;
    for (int64_t i = 0; i < run->tasks; i++) {
        const starling_task *t = &run->task[i];
        int w = worker_of(run, t);
        if (w < 0)
            continue;
        events = add_events(event, events, w, BUSY, t->run_s, run->time_s);
        events = add_events(event, events, w, COPY, t->fetch_s, run->time_s);
        events = add_events(event, events, w, SCHEDULING, t->pop_s, run->time_s);
    }
    qsort(event, (size_t)events, sizeof *event, by_worker_and_time);
    return events;
}

/* Walks along one worker's events, and gives each piece of time to what it was used for. */
static void divide(const struct event *event, int64_t events, double end,
                   struct worker_use *u)
{
    double first = INFINITY, last = INFINITY, now = 0;
    int open[3] = {0, 0, 0};
    for (int64_t i = events - 1; i >= 0; i--)
        if (event[i].use == BUSY) {
            last = isinf(last) ? event[i].time : last;
            first = event[i].time;
        }
    for (int64_t i = 0; i <= events; i++) {
        double next = i < events ? event[i].time : end;
        enum use use = open[BUSY] ? BUSY : open[COPY] ? COPY
                       : open[SCHEDULING]             ? SCHEDULING
                       : now >= last                  ? TAIL
                       : next <= first && last <= end ? STARTUP
                                                      : WAITING;
        u->s[use] += next - now;
        now = next;
        if (i < events)
            open[event[i].use] += event[i].change;
    }
}

static void divide_all(const struct recording *run, const struct event *event, int64_t events,
                       struct analysis *a)
{
    for (int w = 0; w < run->workers; w++) {
        int64_t mine = 0;
        while (mine < events && event[mine].worker == w)
            mine++;
        divide(event, mine, run->time_s, &a->worker[w]);
        event += mine;
        events -= mine;
    }
}

static void count_tasks(const struct recording *run, struct analysis *a)
{
    for (int64_t i = 0; i < run->tasks; i++) {
        int w = worker_of(run, &run->task[i]);
        if (w < 0)
            continue;
        a->worker[w].tasks++;
        a->worker[w].flops += run->task[i].flops;
    }
}

static void find_losses(const struct recording *run, const struct bound *bound,
                        struct analysis *a)
{
    double percent = 100 / run->time_s;
    for (int w = 0; w < run->workers; w++)
        for (int use = 0; use < USES; use++)
            a->lost[use] += percent * bound->weight[run->worker[w].gpu] * a->worker[w].s[use];
    a->bound = percent * bound->bound_s;
    a->idle = percent * (bound->bound_s - bound->area_s);
    a->kernels = a->lost[BUSY] - percent * bound->area_s;
}

static void count_bytes(const struct recording *run, struct analysis *a)
{
    for (int i = 0; i < run->links; i++) {
        bool from = strncmp(run->link[i].from, "CUDA", 4) == 0;
        bool to = strncmp(run->link[i].to, "CUDA", 4) == 0;
        enum direction d = from && to ? BETWEEN_GPUS
                           : from     ? FROM_GPUS
                           : to       ? TO_GPUS
                                      : ELSEWHERE;
        a->bytes[d] += run->link[i].bytes;
        a->transfers[d] += run->link[i].transfers;
    }
}

/* In percent; `error` has room for all tasks. */
static double model_error(const struct recording *run, bool gpu, double *error)
{
    int64_t count = 0;
    for (int64_t i = 0; i < run->tasks; i++) {
        const starling_task *t = &run->task[i];
        int w = worker_of(run, t);
        double predicted = gpu ? t->cuda_s : t->cpu_s, s = t->run_s[1] - t->run_s[0];
        if (w >= 0 && run->worker[w].gpu == gpu && isfinite(predicted) && s > 0)
            error[count++] = 100 * fabs(predicted - s) / s;
    }
    return stats_of(error, count).median;
}

bool analyse(const struct recording *run, const struct bound *bound, struct analysis *a)
{
    *a = (struct analysis){0};
    if (run->tasks <= 0 || !(run->time_s > 0))
        return false;
    a->worker = calloc((size_t)run->workers + 1, sizeof *a->worker);
    struct event *event = calloc((size_t)run->tasks * 6, sizeof *event);
    double *error = calloc((size_t)run->tasks, sizeof *error);
    bool room = a->worker && event && error;
    if (room) {
        divide_all(run, event, list_events(run, event), a);
        count_tasks(run, a);
        find_losses(run, bound, a);
        count_bytes(run, a);
        for (int gpu = 0; gpu < 2; gpu++)
            a->model_error[gpu] = model_error(run, gpu, error);
    } else
        analysis_free(a);
    free(event);
    free(error);
    return room;
}

void analysis_free(struct analysis *a)
{
    free(a->worker);
    *a = (struct analysis){0};
}

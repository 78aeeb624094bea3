/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Schedules out of recordings: see schedule.h. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/schedule.h"

static bool measured(const struct recording *run, const starling_task *t)
{
    return t->worker >= 0 && t->worker < run->workers && isfinite(t->run_s[0]) &&
           isfinite(t->run_s[1]) && t->run_s[0] >= 0 && t->run_s[1] >= t->run_s[0];
}

/* qsort has no argument for the workers, and so the rows are sorted by insertion. */
static bool before(const struct recording *run, int a, int b)
{
    const struct worker *v = &run->worker[a], *w = &run->worker[b];
    if (v->process != w->process)
        return v->process < w->process;
    if (v->gpu != w->gpu)
        return v->gpu;
    return v->device != w->device ? v->device < w->device : a < b;
}

static void sort_rows(struct schedule *s)
{
    for (int worker = 0; worker < s->run->workers; worker++) {
        int at = worker;
        for (; at > 0 && before(s->run, worker, s->row[at - 1].worker); at--)
            s->row[at] = s->row[at - 1];
        s->row[at] = (struct row){.worker = worker};
    }
}

static int by_row_and_end(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->end_s != y->end_s)
        return x->end_s < y->end_s ? -1 : 1;
    return (x->task > y->task) - (x->task < y->task);
}

/* The kernel of a task, new or known; -1: no memory. A run has few. */
static int kernel_of(struct schedule *s, const starling_task *t)
{
    for (int k = 0; k < s->kernels; k++)
        if (strcmp(s->kernel[k].name, t->name) == 0)
            return k;
    struct kernel *more = realloc(s->kernel, sizeof *more * ((size_t)s->kernels + 1));
    if (!more)
        return -1;
    s->kernel = more;
    s->kernel[s->kernels] = (struct kernel){.name = t->name, .color = t->color & 0xffffff};
    return s->kernels++;
}

/* The tasks that ran, in order. */
static bool place(struct schedule *s)
{
    const struct recording *run = s->run;
    int *row = calloc((size_t)run->workers + 1, sizeof *row);
    bool room = row != NULL;
    for (int r = 0; r < run->workers && room; r++)
        row[s->row[r].worker] = r;
    for (int64_t i = 0; i < run->tasks && room; i++) {
        const starling_task *t = &run->task[i];
        if (!measured(run, t))
            continue;
        struct placed p = {.task = i, .row = row[t->worker], .kernel = kernel_of(s, t),
                           .start_s = t->run_s[0], .end_s = t->run_s[1]};
        room = p.kernel >= 0;
        s->order[s->ran++] = p;
    }
    free(row);
    qsort(s->order, (size_t)s->ran, sizeof *s->order, by_row_and_end);
    return room;
}

/* What of an interval lies between two times; empty, at the second, where nothing does. */
static double clip(const double interval[2], double from_s, double to_s, double part[2])
{
    part[0] = part[1] = to_s;
    if (!(interval[0] < to_s && interval[1] > from_s && interval[0] < interval[1]))
        return 0;
    part[0] = fmax(interval[0], from_s);
    part[1] = fmin(interval[1], to_s);
    return part[1] - part[0];
}

/* Where the time of each row went. */
static void count_times(struct schedule *s)
{
    for (int64_t i = 0; i < s->ran; i++) {
        struct placed *p = &s->order[i];
        const starling_task *t = &s->run->task[p->task];
        struct row *row = &s->row[p->row];
        bool first = row->tasks == 0;
        double free_s = first ? 0 : p[-1].end_s; /* since when the worker could be at it */
        row->first = first ? i : row->first;
        row->tasks++;
        p->start_s = fmax(p->start_s, free_s);
        row->sched_s += clip(t->pop_s, free_s, p->start_s, p->sched_s);
        free_s = p->sched_s[1] < p->start_s ? p->sched_s[1] : free_s;
        row->fetch_s += clip(t->fetch_s, free_s, p->start_s, p->fetch_s);
        row->busy_s += p->end_s - p->start_s;
        s->kernel[p->kernel].tasks++;
        s->kernel[p->kernel].busy_s += p->end_s - p->start_s;
        s->span_s = fmax(s->span_s, p->end_s);
    }
}

/* Whether task a ended after task b; the later submitted of two that ended together. */
static bool ended_after(const struct placed *a, const struct placed *b)
{
    return a->end_s != b->end_s ? a->end_s > b->end_s : a->task > b->task;
}

/* The critical path of the run as it was: from the task that ended last back, at each task, to
 * that which ended last of those it had to wait for, its predecessors and the one before it on
 * the same worker. A gap in it is time that neither dependencies nor work explain. */
static bool mark_critical(struct schedule *s)
{
    int64_t *at = calloc((size_t)s->run->tasks + 1, sizeof *at); /* place by task, from 1 */
    struct placed *last = NULL;
    if (!at)
        return false;
    for (int64_t i = 0; i < s->ran; i++) {
        at[s->order[i].task] = i + 1;
        if (!last || ended_after(&s->order[i], last))
            last = &s->order[i];
    }
    while (last) {
        const starling_task *t = &s->run->task[last->task];
        struct placed *next = NULL;
        last->critical = true;
        if (last > &s->order[s->row[last->row].first])
            next = last - 1;
        for (int64_t e = 0; e < t->predecessors; e++) {
            int64_t place = at[t->predecessor[e]];
            if (place > 0 && (!next || ended_after(&s->order[place - 1], next)))
                next = &s->order[place - 1];
        }
        /* rounded times may turn in circles: the chain goes back, or ends */
        next = next && ended_after(last, next) ? next : NULL;
        last->follows = next && next == last - 1 && next->row == last->row;
        last = next;
    }
    free(at);
    return true;
}

bool schedule_of(const struct recording *run, struct schedule *s)
{
    *s = (struct schedule){.run = run};
    s->row = calloc((size_t)run->workers + 1, sizeof *s->row);
    s->order = calloc((size_t)run->tasks + 1, sizeof *s->order);
    s->bar = calloc((size_t)run->tasks + 1, sizeof *s->bar);
    if (s->row && s->order && s->bar) {
        sort_rows(s);
        if (place(s)) {
            count_times(s);
            if (mark_critical(s))
                return true;
        }
    }
    schedule_free(s);
    return false;
}

void schedule_free(struct schedule *s)
{
    free(s->row);
    free(s->kernel);
    free(s->order);
    free(s->bar);
    *s = (struct schedule){0};
}

/* Whether a task is drawn with the bar before it. */
static bool joins(const struct bar *bar, const struct placed *p, double narrow_s)
{
    return bar->row == p->row && bar->end_s - bar->start_s < narrow_s &&
           p->end_s - p->start_s < narrow_s && p->start_s - bar->end_s < narrow_s;
}

static void merge(struct schedule *s, double narrow_s)
{
    s->bars = 0;
    for (int64_t i = 0; i < s->ran; i++) {
        const struct placed *p = &s->order[i];
        struct bar *bar = s->bars > 0 ? &s->bar[s->bars - 1] : NULL;
        if (!bar || !joins(bar, p, narrow_s)) {
            bar = &s->bar[s->bars++];
            *bar = (struct bar){.row = p->row, .first = i, .start_s = p->start_s};
        }
        bar->count++;
        bar->end_s = p->end_s;
        bar->busy_s += p->end_s - p->start_s;
        bar->critical = bar->critical || p->critical;
    }
}

/* Colours every bar as most of its time; `busy` has a place a kernel. */
static void color(struct schedule *s, double *busy)
{
    for (struct bar *bar = s->bar; bar < s->bar + s->bars; bar++) {
        memset(busy, 0, sizeof *busy * (size_t)s->kernels);
        bar->kernel = s->order[bar->first].kernel;
        for (int64_t i = bar->first; i < bar->first + bar->count; i++) {
            const struct placed *p = &s->order[i];
            busy[p->kernel] += p->end_s - p->start_s;
            if (busy[p->kernel] > busy[bar->kernel])
                bar->kernel = p->kernel;
        }
    }
}

void schedule_merge(struct schedule *s, double narrow_s, int64_t most)
{
    double *busy = calloc((size_t)s->kernels + 1, sizeof *busy);
    merge(s, narrow_s);
    for (; s->bars > most && narrow_s > 0 && narrow_s < 2 * s->span_s; merge(s, narrow_s))
        narrow_s *= 1.25;
    if (busy)
        color(s, busy);
    free(busy);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* How much a GPU begins. Its workers begin tasks before those that run have ended, so that it never
 * waits for the next; but StarPU sees a worker's tasks end in the order in which they began, and a
 * short task that all wait for seems to run as long as a large one that its worker began before.
 * So a GPU begins no more than keeps it busy, on all but one of three workers or more, and what is
 * more urgent than all of that begins at once where nothing is before it. With one worker, whose tasks
 * run one after another, the next is not begun before it is soon due. */

#include "policy.h"

/* What keeps a GPU busy: BUSY tasks that take so long, in microseconds, many times what it takes to
 * begin the next; until the last of them has taken so many times longer than it should. */
static const double enough = 2000, patience = 10;
/* Before one worker's task ends, in microseconds: many times a pause between tasks. */
static const double soon = 300;

/* What has begun is not overtaken: whose chain is longer, itself included, is more urgent. */
static struct begun begun_of(const struct entry *e)
{
    return (struct begun){.task = e->task,
                          .rank = e->tail + known(e->length[GPU]),
                          .priority = e->task->priority,
                          .length = known(e->length[GPU])};
}

/* Of what a worker has begun and not ended: the last, the one before it, ... NULL: no more. */
static const struct begun *last(const struct worker *w, unsigned i)
{
    return i < w->running && i < MOST_BEGUN ? &w->last[(w->begins - 1 - i) % MOST_BEGUN] : NULL;
}

/* It has begun a task and waits for its data. */
static bool waits_for_data(const struct worker *w)
{
    const struct begun *first = w->running > 0 ? last(w, w->running - 1) : NULL;
    return first && w->started < first->time;
}

bool sl_fetches(const struct policy *p, const struct device *d)
{
    bool found = false;
    for (unsigned i = 0; i < d->workers && !found; i++)
        found = waits_for_data(&p->worker[d->worker[i]]);
    return found;
}

/* The only worker of one GPU among others runs a task for a while: what becomes ready meanwhile may be
 * more urgent than what it would begin now. */
static bool can_choose_later(const struct policy *p, const struct device *d, int w)
{
    const struct worker *worker = &p->worker[w];
    if (p->map.gpus < 2 || d->workers != 1 || worker->running != 1)
        return false;
    const struct begun *task = last(worker, 0);
    bool started = worker->started >= task->time;
    return task->length - (started ? starpu_timing_now() - worker->started : 0) > soon;
}

/* The worker has begun nothing, its GPU nothing that is as urgent. */
static bool is_urgent(const struct policy *p, const struct device *d, int w,
                      const struct entry *e)
{
    const struct begun this = begun_of(e), *other;
    bool first = p->worker[w].running == 0;
    for (unsigned i = 0; i < d->workers && first; i++)
        for (unsigned l = 0; first && (other = last(&p->worker[d->worker[i]], l)); l++)
            first = this.rank > other->rank ||
                    (this.rank == other->rank && this.priority > other->priority);
    return first;
}

/* Another worker of the GPU can run the task. */
static bool has_other(const struct device *d, int w, struct starpu_task *task)
{
    bool found = false;
    for (unsigned i = 0; i < d->workers && !found; i++)
        found = d->worker[i] != w &&
                starpu_worker_can_execute_task_first_impl((unsigned)d->worker[i], task, NULL);
    return found;
}

bool sl_should_wait(const struct policy *p, const struct device *d, int w)
{
    double length = 0, until = 0;
    unsigned count = 0, others = 0;
    for (unsigned i = 0; i < d->workers; i++) {
        unsigned before = count;
        const struct begun *of;
        for (unsigned l = 0; (of = last(&p->worker[d->worker[i]], l)); l++) {
            if (of->urgent)
                continue;
            count++;
            length += of->length;
            until = fmax(until, of->time + patience * of->length);
        }
        others += d->worker[i] != w && count > before;
    }
    bool is_busy = count >= BUSY && length > enough && starpu_timing_now() < until;
    return is_busy || others == sl_takers(d);
}

bool sl_may_begin(const struct policy *p, const struct device *d, int w, const struct entry *e)
{
    return !can_choose_later(p, d, w) &&
           (!sl_should_wait(p, d, w) || is_urgent(p, d, w, e) || !has_other(d, w, e->task));
}

void sl_begins(struct policy *p, int w, const struct entry *e)
{
    struct worker *worker = &p->worker[w];
    struct begun this = begun_of(e);
    this.urgent = worker->device->kind == GPU && is_urgent(p, worker->device, w, e);
    this.time = starpu_timing_now();
    worker->last[worker->begins++ % MOST_BEGUN] = this;
    worker->running++;
}

bool sl_runs(const struct worker *w)
{
    const struct begun *task = last(w, 0);
    return task && starpu_timing_now() < task->time + patience * task->length;
}

/* StarPU does not tell the end of its own tasks (starpu_data_cpy). */
void sl_starts(struct worker *w, const struct starpu_task *task)
{
    unsigned after = 0;
    const struct begun *of;
    while ((of = last(w, after)) && of->task != task)
        after++;
    if (of) {
        w->running = after + 1;
        w->started = starpu_timing_now();
    }
}

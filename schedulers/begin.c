/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* How much a GPU begins. Its workers begin tasks before those that run have ended, so that it never
 * waits for the next; but StarPU sees a worker's tasks end in the order in which they began, and a
 * short task that all wait for seems to run as long as a large one that its worker began before.
 * So a GPU begins no more than keeps it busy, on all but one of three workers or more, and what is
 * more urgent than all of that begins at once where nothing is before it. */

#include "policy.h"

/* What keeps a GPU busy: BUSY tasks that take so long, in microseconds, many times what it takes to
 * begin the next. */
static const double enough = 2000;

static struct run run_of(const struct entry *e)
{
    return (struct run){.rank = e->tail + known(e->length[GPU]),
                        .priority = e->task->priority,
                        .length = known(e->length[GPU])};
}

/* Of what a worker has begun and not ended: the last, the one before it, ... NULL: no more. */
static const struct run *run(const struct worker *w, unsigned i)
{
    return i < w->running && i < MOST_BEGUN ? &w->run[(w->runs - 1 - i) % MOST_BEGUN] : NULL;
}

/* The worker has begun nothing, its GPU nothing that is as urgent. */
static bool is_urgent(const struct policy *p, const struct device *d, int w,
                      const struct entry *e)
{
    const struct run this = run_of(e), *other;
    bool first = p->worker[w].running == 0;
    for (unsigned i = 0; i < d->workers && first; i++)
        for (unsigned r = 0; first && (other = run(&p->worker[d->worker[i]], r)); r++)
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

bool sl_may_begin(const struct policy *p, const struct device *d, int w, const struct entry *e)
{
    double length = 0;
    unsigned count = 0, others = 0;
    for (unsigned i = 0; i < d->workers; i++) {
        unsigned before = count;
        const struct run *of;
        for (unsigned r = 0; (of = run(&p->worker[d->worker[i]], r)); r++) {
            length += of->urgent ? 0 : of->length;
            count += !of->urgent;
        }
        others += d->worker[i] != w && count > before;
    }
    bool is_busy = count >= BUSY && length > enough;
    bool is_last = others >= BUSY && others + 1 == d->workers && has_other(d, w, e->task);
    return (!is_busy && !is_last) || is_urgent(p, d, w, e);
}

void sl_run(struct policy *p, int w, const struct entry *e)
{
    struct worker *worker = &p->worker[w];
    struct run this = run_of(e);
    this.urgent = worker->device->kind == GPU && is_urgent(p, worker->device, w, e);
    worker->run[worker->runs++ % MOST_BEGUN] = this;
    worker->running++;
}

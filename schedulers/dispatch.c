/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* In-flight limits: how many tasks a GPU has begun. Its workers begin tasks before
 * earlier ones end, so that the GPU never waits for the next. But StarPU sees a
 * worker's tasks end in the order in which they began. So a short task that all wait
 * for seems to run as long as a large one that its worker began before. Therefore a GPU
 * begins no more than keeps it busy. One of three workers or more stays free. A task
 * that is more urgent than all in flight begins at once, on a worker with no task
 * before it. An only worker runs its tasks one after another. So it begins the next one
 * only shortly before the last one ends. */

#include "policy.h"

/* The bottom level decides here: the task itself delays others once it has begun. */
static struct begun make_begun(const struct entry *e)
{
    return (struct begun){.task = e->task,
                          .bottom_level = e->below + policy_known(e->length[GPU]),
                          .priority = e->task->priority,
                          .length = policy_known(e->length[GPU])};
}

/* The tasks that a worker has begun and not ended: the last one, the one before it, ...
 * NULL: no more. */
static const struct begun *nth_last_begun(const struct worker *w, unsigned i)
{
    return i < w->running && i < MOST_BEGUN
               ? &w->begun[(w->begins - 1 - i) % MOST_BEGUN]
               : NULL;
}

/* The worker has begun a task and waits for its data. */
static bool waits_for_data(const struct worker *w)
{
    const struct begun *first =
        w->running > 0 ? nth_last_begun(w, w->running - 1) : NULL;
    return first && w->started < first->time;
}

bool policy_dispatch_awaits_data(const struct policy *p, const struct device *d)
{
    bool found = false;
    for (unsigned i = 0; i < d->workers && !found; i++)
        found = waits_for_data(&p->worker[d->worker[i]]);
    return found;
}

/* An only worker runs a task for a while, and other GPUs may make more urgent ones
 * ready. */
static bool should_choose_later(const struct policy *p, const struct device *d, int w)
{
    const struct worker *worker = &p->worker[w];
    if (!policy_uses(RULE_LATE_CHOICE) || p->owners.gpus < 2 || d->workers != 1 ||
        worker->running != 1)
        return false;
    const struct begun *task = nth_last_begun(worker, 0);
    bool started = worker->started >= task->time;
    return task->length - (started ? starpu_timing_now() - worker->started : 0) >
           NEXT_TASK_TIME;
}

/* The worker has begun nothing, and its GPU nothing as urgent as this task. */
static bool is_most_urgent(const struct policy *p, const struct device *d, int w,
                           const struct entry *e)
{
    const struct begun this = make_begun(e), *other;
    bool first = p->worker[w].running == 0;
    for (unsigned i = 0; i < d->workers && first; i++)
        for (unsigned l = 0;
             first && (other = nth_last_begun(&p->worker[d->worker[i]], l)); l++)
            first = this.bottom_level > other->bottom_level ||
                    (this.bottom_level == other->bottom_level &&
                     this.priority > other->priority);
    return first;
}

/* Another worker of the GPU can run the task. */
static bool other_can_run(const struct device *d, int w, struct starpu_task *task)
{
    bool found = false;
    for (unsigned i = 0; i < d->workers && !found; i++)
        found = d->worker[i] != w && starpu_worker_can_execute_task_first_impl(
                                         (unsigned)d->worker[i], task, NULL);
    return found;
}

bool policy_dispatch_is_full(const struct policy *p, const struct device *d, int w)
{
    double length = 0, until = 0;
    unsigned count = 0, others = 0;
    for (unsigned i = 0; i < d->workers; i++) {
        unsigned before = count;
        const struct begun *of;
        for (unsigned l = 0; (of = nth_last_begun(&p->worker[d->worker[i]], l)); l++) {
            if (of->urgent)
                continue;
            count++;
            length += of->length;
            until = fmax(until, of->time + OVERDUE_FACTOR * of->length);
        }
        others += d->worker[i] != w && count > before;
    }
    bool is_busy =
        count >= IN_FLIGHT && length > IN_FLIGHT_TIME && starpu_timing_now() < until;
    return (policy_uses(RULE_IN_FLIGHT) && is_busy) ||
           (policy_uses(RULE_FREE_WORKER) && others == policy_regular_workers(d));
}

bool policy_dispatch_allows(const struct policy *p, const struct device *d, int w,
                            const struct entry *e)
{
    return !should_choose_later(p, d, w) &&
           (!policy_dispatch_is_full(p, d, w) || is_most_urgent(p, d, w, e) ||
            !other_can_run(d, w, e->task));
}

void policy_dispatch_begin(struct policy *p, int w, const struct entry *e)
{
    struct worker *worker = &p->worker[w];
    struct begun this = make_begun(e);
    this.urgent =
        worker->device->kind == GPU && is_most_urgent(p, worker->device, w, e);
    this.time = starpu_timing_now();
    worker->begun[worker->begins++ % MOST_BEGUN] = this;
    worker->running++;
}

bool policy_worker_is_running(const struct worker *w)
{
    const struct begun *task = nth_last_begun(w, 0);
    return task && starpu_timing_now() < task->time + OVERDUE_FACTOR * task->length;
}

/* StarPU does not report the end of its own tasks (starpu_data_cpy). */
void policy_dispatch_start(struct worker *w, const struct starpu_task *task)
{
    unsigned after = 0;
    const struct begun *of;
    while ((of = nth_last_begun(w, after)) && of->task != task)
        after++;
    if (of) {
        w->running = after + 1;
        w->started = starpu_timing_now();
    }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a GPU's worker does next. Some tasks are planned: bound to it, so that their data are
 * fetched while it runs others. As many as hide the transfers: where a datum takes longer to
 * come than a task to run, that is many. Of its plan a worker takes the most urgent task whose
 * data have come (the idea of StarPU's dmdar), or else the most urgent; a single GPU's workers
 * take from each other's, too. */

#include <limits.h>
#include "policy.h"

enum {
    LEAST_PLANNED = 2, /* fewer do not hide transfers, more delay urgent ones */
    MOST_PLANNED = 16, /* more are a longer search and hide no more */
    FETCHES = 8        /* that a plan lasts, when all GPUs fetch at once */
};

void sl_bind(struct policy *p, struct entry e, int w)
{
    if (w < 0) { /* a codelet's can_execute() has changed its mind */
        insert(&p->nowhere, e, CORE);
        return;
    }
    enum kind kind = p->worker[w].device->kind;
    if (kind == GPU && !e.task->prefetched && starpu_get_prefetch_flag())
        starpu_prefetch_task_input_for(e.task, (unsigned)w);
    insert(&p->worker[w].plan, e, kind);
}

/* The plan is short in number and in time, as measured by what its next task has to fetch. */
static bool wants_more(const struct policy *p, const struct worker *w)
{
    const struct device *d = w->device;
    if (w->plan.count < LEAST_PLANNED || w->plan.count >= MOST_PLANNED)
        return w->plan.count < LEAST_PLANNED;
    if (sl_memory_is_short(p, d) && !sl_memory_has_room(d, &w->plan, d->ready.heap[0].task))
        return false;
    double fetch = sl_fetch_time(d, d->ready.heap[0].task) * (p->devices - 1);
    return w->plan.length < FETCHES * fetch;
}

/* The worker of a GPU whose plan is the shortest of those that want more, -1: none. */
static int shortest_plan(const struct policy *p, const struct device *d)
{
    unsigned least = UINT_MAX;
    int who = -1;
    for (unsigned i = 0; i < d->workers; i++) {
        const struct worker *w = &p->worker[d->worker[i]];
        unsigned count = 2 * w->plan.count + !w->idle; /* of equal ones who asks */
        if (count < least && wants_more(p, w)) {
            least = count;
            who = d->worker[i];
        }
    }
    return who;
}

/* A task that another worker of the GPU must run goes there, once that has room. */
void sl_plan(struct policy *p, struct device *d)
{
    int w;
    while (d->kind == GPU && d->ready.count > 0 && (w = shortest_plan(p, d)) >= 0) {
        unsigned which = sl_memory_is_short(p, d) ? sl_memory_next(d) : 0;
        struct starpu_task *task = d->ready.heap[which].task;
        bool able = starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL);
        int to = able ? w : sl_able_worker(p, d, task);
        if (to >= 0 && p->worker[to].plan.count >= MOST_PLANNED)
            break;
        sl_bind(p, take(&d->ready, which, GPU), to);
    }
}

/* The best in a worker's plan for worker w: its place there, or `count`. */
static unsigned best_planned(const struct queue *plan, const struct device *d, int w, bool own)
{
    unsigned best = plan->count;
    for (unsigned i = 0; i < plan->count && i < MOST_PLANNED; i++) {
        struct starpu_task *task = plan->heap[i].task;
        if (best < plan->count && !before(&plan->heap[i], &plan->heap[best]))
            continue;
        if (!own && !starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL))
            continue;
        if (sl_missing(task, d->node, false) == 0)
            best = i;
        if (best == 0) /* none is more urgent */
            break;
    }
    return best < plan->count || !own ? best : 0;
}

bool sl_take_planned(struct policy *p, int w, struct entry *e)
{
    const struct device *d = p->worker[w].device;
    struct queue *own = &p->worker[w].plan, *from = own;
    unsigned best = d->kind == GPU ? best_planned(own, d, w, true) : 0;
    unsigned sharing = sl_plans_are_shared(p) ? d->workers : 0;
    for (unsigned i = 0; i < sharing; i++) {
        struct queue *plan = &p->worker[d->worker[i]].plan;
        unsigned which = plan == own ? plan->count : best_planned(plan, d, w, false);
        if (which < plan->count &&
            (best >= from->count || before(&plan->heap[which], &from->heap[best]))) {
            from = plan;
            best = which;
        }
    }
    if (best >= from->count)
        return false;
    *e = take(from, best, d->kind);
    return true;
}

/* With many GPUs that would hold up the others longer than it helps (LU of order 32768 on four
 * H200: 232 ms, and 208 without). */
bool sl_plans_are_shared(struct policy *p)
{
    const struct device *only = sl_only_device(p);
    return only && only->kind == GPU;
}

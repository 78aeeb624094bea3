/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a GPU does next. Some tasks are planned: their data are fetched while it runs others. As
 * many as hide the transfers: where a datum takes longer to come than a task to run, that is
 * many. The next is the most urgent one whose data have come (the idea of StarPU's dmdar), or, for
 * a worker that runs nothing, any that is ready and has its data, or else the most urgent; of few
 * GPUs only if no other worker waits for data: a task's that has begun come before all others, and
 * more of them would undo the order in which they come ahead (ahead.c). What is begun behind others is
 * before all that become ready until then: so a GPU that is busy waits for the data of the most
 * urgent. A GPU's workers are streams of one device: they share its plan, and who runs fewer tasks
 * is next, if it may begin another (begin.c). */

#include "policy.h"

enum { /* for each worker that takes them */
    LEAST_PLANNED = 2, /* fewer do not hide transfers, more delay urgent ones */
    MOST_PLANNED = 16, /* more are a longer search and hide no more */
    FETCHES = 8        /* that a plan lasts, when all GPUs fetch at once */
};
enum { FEW = 2 }; /* GPUs one of whose workers at a time waits for data */

/* The plan is short in number and in time, as measured by what its next task has to fetch. */
static bool wants_more(const struct policy *p, const struct device *d)
{
    unsigned least = LEAST_PLANNED * sl_takers(d), most = MOST_PLANNED * sl_takers(d);
    if (d->plan.count < least || d->plan.count >= most)
        return d->plan.count < least;
    struct starpu_task *next = d->ready.heap[0].task;
    if (sl_memory_is_short(p, d) && !sl_memory_has_room(d, &d->plan, next))
        return false;
    double fetch = sl_fetch_time(d, next) * (p->devices - 1);
    return d->plan.length < FETCHES * fetch * sl_takers(d);
}

void sl_plan(struct policy *p, struct device *d)
{
    while (d->kind == GPU && d->ready.count > 0 && wants_more(p, d)) {
        unsigned which = sl_memory_is_short(p, d) ? sl_memory_next(d, true) : 0;
        struct entry e = take(&d->ready, which, GPU);
        e.can_wait = false; /* of what is planned the most urgent is first again */
        int w = sl_able_worker(p, d, e.task);
        if (w >= 0 && !e.task->prefetched && starpu_get_prefetch_flag())
            starpu_prefetch_task_input_for(e.task, (unsigned)w);
        insert(w < 0 ? &p->nowhere : &d->plan, e, GPU);
    }
}

static bool is_busy(const struct policy *p, const struct device *d)
{
    unsigned running = 0;
    for (unsigned i = 0; i < d->workers; i++)
        running += p->worker[d->worker[i]].running;
    return running >= BUSY;
}

/* The place in the plan of what worker w should run next; `count`: nothing that it can, or that it
 * should before it has ended what it runs. None is more urgent than 0. */
static unsigned best_planned(const struct policy *p, const struct device *d, int w)
{
    const struct queue *plan = &d->plan;
    unsigned best = plan->count, come = plan->count;
    bool busy = is_busy(p, d);
    for (unsigned i = 0; i < plan->count && come != 0 && !(busy && best == 0); i++) {
        struct starpu_task *task = plan->heap[i].task;
        if ((come < plan->count && !before(&plan->heap[i], &plan->heap[come])) ||
            !starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL))
            continue;
        if (best == plan->count || before(&plan->heap[i], &plan->heap[best]))
            best = i;
        if (sl_missing(task, d->node, false) == 0)
            come = i;
    }
    if (p->worker[w].running == 0 && come == plan->count)
        return best;
    return come == best || !busy ? come : plan->count;
}

/* Another worker of the GPU runs fewer tasks than w and can begin this one. */
static bool is_for_another(const struct policy *p, const struct device *d, int w,
                           const struct entry *e)
{
    bool found = false;
    for (unsigned i = 0; i < d->workers && !found; i++)
        found = p->worker[d->worker[i]].running < p->worker[w].running &&
                sl_may_begin(p, d, d->worker[i], e) &&
                starpu_worker_can_execute_task_first_impl((unsigned)d->worker[i], e->task, NULL);
    return found;
}

/* A ready task that is not planned and need not wait for data; false: none was found. */
static bool take_local(const struct policy *p, struct device *d, int w, struct entry *e)
{
    if (d->ready.count == 0)
        return false;
    unsigned which = sl_memory_next(d, false);
    struct starpu_task *task = d->ready.heap[which].task;
    if (sl_missing(task, d->node, false) > 0 || !sl_may_begin(p, d, w, &d->ready.heap[which]) ||
        !starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL))
        return false;
    *e = take(&d->ready, which, GPU);
    return true;
}

/* The planned task at this place, or another that has its data where this one lacks some, or none yet. */
static bool take_next(struct policy *p, struct device *d, int w, unsigned which, struct entry *e)
{
    bool lacks = p->worker[w].running == 0 &&
                 sl_missing(d->plan.heap[which].task, d->node, false) > 0;
    if (lacks && take_local(p, d, w, e))
        return true;
    p->worker[w].waits = lacks && p->map.gpus <= FEW && sl_fetches(p, d);
    if (p->worker[w].waits)
        return false;
    *e = take(&d->plan, which, GPU);
    return true;
}

bool sl_take_planned(struct policy *p, int w, struct entry *e)
{
    struct device *d = p->worker[w].device;
    unsigned which = best_planned(p, d, w);
    const struct entry *next = which < d->plan.count ? &d->plan.heap[which] : NULL;
    p->worker[w].waits = next && !sl_may_begin(p, d, w, next);
    if (p->worker[w].waits || (next && is_for_another(p, d, w, next)))
        return false;
    if (next)
        return take_next(p, d, w, which, e);
    if (d->plan.count > 0 && sl_able_worker(p, d, d->plan.heap[0].task) < 0)
        insert(&p->nowhere, take(&d->plan, 0, GPU), CORE); /* the program has changed its mind */
    return false;
}

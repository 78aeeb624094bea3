/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a GPU runs next. Some tasks are planned: their data are fetched while the GPU
 * runs others. The plan is long enough to hide the transfers. The next task is the most
 * urgent one whose data have come (the idea of StarPU's dmdar). If the GPU is busy, it
 * waits for the data of the most urgent task, since a task that begins delays all that
 * become ready later. A worker that runs nothing takes any ready task with its data
 * there, or else the most urgent one. With few GPUs it does so only if no other worker
 * of its GPU waits for data. Data of a task that has begun come first, and several such
 * tasks would disturb the order of prefetches. The workers of a GPU are streams of one
 * device and share its plan. The worker with the fewest running tasks is next, if it
 * may begin another (dispatch.c). */

#include "policy.h"

/* The plan is short: in number, or in time beside the transfers of its next task. */
static bool plan_is_short(const struct policy *p, const struct device *d)
{
    unsigned least = PLAN_LEAST * policy_regular_workers(d),
             most = PLAN_MOST * policy_regular_workers(d);
    if (d->plan.count < least || d->plan.count >= most ||
        !policy_uses(RULE_PLAN_LENGTH))
        return d->plan.count < least;
    struct starpu_task *next = d->ready.heap[0].task;
    if (policy_uses(RULE_MEMORY_PLAN) && policy_memory_is_short(p, d) &&
        !policy_memory_has_room(d, &d->plan, next))
        return false;
    double fetch = policy_fetch_time(d, next) * (p->devices - 1);
    return d->plan.length < PLAN_FETCHES * fetch * policy_regular_workers(d);
}

void policy_plan(struct policy *p, struct device *d)
{
    while (d->kind == GPU && d->ready.count > 0 && plan_is_short(p, d)) {
        bool is_short = policy_uses(RULE_MEMORY_ORDER) && policy_memory_is_short(p, d);
        unsigned which = is_short ? policy_memory_least_missing(d, true) : 0;
        struct entry e = policy_queue_take(&d->ready, which, GPU);
        e.in_turn = false; /* a plan is in order of urgency */
        int w = policy_able_worker(p, d, e.task);
        if (w >= 0 && policy_uses(RULE_PLAN_FETCH) && !e.task->prefetched &&
            starpu_get_prefetch_flag())
            starpu_prefetch_task_input_for(e.task, (unsigned)w);
        policy_queue_insert(w < 0 ? &p->unplaced : &d->plan, e, GPU);
    }
}

static bool gpu_is_busy(const struct policy *p, const struct device *d)
{
    unsigned running = 0;
    for (unsigned i = 0; i < d->workers; i++)
        running += p->worker[d->worker[i]].running;
    return running >= IN_FLIGHT;
}

/* The place in the plan of the next task of worker w. `count`: it can run none, or
 * should first end what it runs. Place 0 is the most urgent. */
static unsigned best_planned(const struct policy *p, const struct device *d, int w)
{
    const struct queue *plan = &d->plan;
    unsigned best = plan->count, come = plan->count;
    bool busy = policy_uses(RULE_BUSY_WAITS) && gpu_is_busy(p, d);
    for (unsigned i = 0; i < plan->count && come != 0 && !(busy && best == 0); i++) {
        struct starpu_task *task = plan->heap[i].task;
        if ((come < plan->count &&
             !policy_queue_before(&plan->heap[i], &plan->heap[come])) ||
            !starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL))
            continue;
        if (best == plan->count ||
            policy_queue_before(&plan->heap[i], &plan->heap[best]))
            best = i;
        if (!policy_uses(RULE_DATA_FIRST) ||
            policy_missing_bytes(task, d->node, false) == 0)
            come = i;
    }
    if (p->worker[w].running == 0 && come == plan->count)
        return best;
    return come == best || !busy ? come : plan->count;
}

/* Another worker of the GPU runs fewer tasks than w and can begin this one. */
static bool other_worker_first(const struct policy *p, const struct device *d, int w,
                               const struct entry *e)
{
    bool found = false, turns = policy_uses(RULE_WORKER_TURNS);
    for (unsigned i = 0; turns && i < d->workers && !found; i++)
        found = p->worker[d->worker[i]].running < p->worker[w].running &&
                policy_dispatch_allows(p, d, d->worker[i], e) &&
                starpu_worker_can_execute_task_first_impl((unsigned)d->worker[i],
                                                          e->task, NULL);
    return found;
}

/* Takes a ready task that is not planned and has its data; false: none was found. */
static bool take_local(const struct policy *p, struct device *d, int w, struct entry *e)
{
    if (d->ready.count == 0 || !policy_uses(RULE_LOCAL_READY))
        return false;
    unsigned which = policy_memory_least_missing(d, false);
    struct starpu_task *task = d->ready.heap[which].task;
    if (policy_missing_bytes(task, d->node, false) > 0 ||
        !policy_dispatch_allows(p, d, w, &d->ready.heap[which]) ||
        !starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL))
        return false;
    *e = policy_queue_take(&d->ready, which, GPU);
    return true;
}

/* Takes the planned task at this place, or a ready one with its data if that one lacks
 * some. False: the worker waits. */
static bool take_from_plan(struct policy *p, struct device *d, int w, unsigned which,
                           struct entry *e)
{
    bool lacks = p->worker[w].running == 0 &&
                 policy_missing_bytes(d->plan.heap[which].task, d->node, false) > 0;
    if (lacks && take_local(p, d, w, e))
        return true;
    p->worker[w].waits = policy_uses(RULE_ONE_WAITER) && lacks &&
                         p->owners.gpus <= ONE_WAITER_GPUS &&
                         policy_dispatch_awaits_data(p, d);
    if (p->worker[w].waits)
        return false;
    *e = policy_queue_take(&d->plan, which, GPU);
    return true;
}

bool policy_plan_take(struct policy *p, int w, struct entry *e)
{
    struct device *d = p->worker[w].device;
    unsigned which = best_planned(p, d, w);
    const struct entry *next = which < d->plan.count ? &d->plan.heap[which] : NULL;
    p->worker[w].waits = next && !policy_dispatch_allows(p, d, w, next);
    if (p->worker[w].waits || (next && other_worker_first(p, d, w, next)))
        return false;
    if (next)
        return take_from_plan(p, d, w, which, e);
    if (d->plan.count > 0 && policy_able_worker(p, d, d->plan.heap[0].task) < 0)
        policy_queue_insert(&p->unplaced, policy_queue_take(&d->plan, 0, GPU),
                            CORE); /* workers have changed */
    return false;
}

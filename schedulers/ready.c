/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Queues of ready tasks: where a task waits, and which one a worker takes. */

#include <string.h>
#include "policy.h"

void policy_place(struct policy *p, struct entry e)
{
    e.below = policy_priority_below(p, e.task);
    struct device *d = policy_choose_device(p, &e);
    if (!d) {
        policy_queue_insert(&p->unplaced, e, CORE);
        return;
    }
    e.in_turn = policy_priority_in_turn(p, d, &e);
    policy_queue_insert(&d->ready, e, d->kind);
    policy_plan(p, d);
}

void policy_place_again(struct policy *p, struct queue *q, enum kind kind)
{
    struct queue old = *q;
    memset(q, 0, sizeof *q);
    while (old.count > 0)
        policy_place(p, policy_queue_take(&old, 0, kind));
    free(old.heap);
}

bool policy_retry_unplaced(struct policy *p)
{
    unsigned count = p->unplaced.count;
    if (count > 0)
        policy_place_again(p, &p->unplaced, CORE);
    return p->unplaced.count < count;
}

/* The most urgent task for a core. Tasks that it cannot run go to a core that can. */
static bool take_for_core(struct policy *p, int w, struct entry *e)
{
    struct device *cores = p->worker[w].device;
    struct queue *own = &p->worker[w].bound;
    while (cores->ready.count > 0 &&
           (own->count == 0 ||
            policy_queue_before(&cores->ready.heap[0], &own->heap[0]))) {
        *e = policy_queue_take(&cores->ready, 0, CORE);
        if (starpu_worker_can_execute_task_first_impl((unsigned)w, e->task, NULL))
            return true;
        int able = policy_able_worker(p, cores, e->task);
        policy_queue_insert(able < 0 ? &p->unplaced : &p->worker[able].bound, *e, CORE);
    }
    if (own->count == 0)
        return false;
    *e = policy_queue_take(own, 0, CORE);
    return true;
}

bool policy_next_task(struct policy *p, int w, struct entry *e)
{
    struct device *d = p->worker[w].device;
    policy_plan(p, d);
    if (d->kind == CORE ? take_for_core(p, w, e) : policy_plan_take(p, w, e))
        return true;
    return d->plan.count == 0 && policy_steal(p, w, e);
}

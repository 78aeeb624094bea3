/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which ready task is next: the one with the longest time below it (levels.h). Some
 * tasks run in order of arrival instead. If urgent tasks go first, just enough others
 * become ready to keep GPUs busy. In order of arrival many more do, and cores can take
 * some of them. */

#include "policy.h"

/* With one GPU and no models of cores the program's priorities count alone, if it has
 * any. */
double policy_priority_below(const struct policy *p, struct starpu_task *task)
{
    bool one = policy_uses(RULE_PROGRAM_PRIORITY) && p->owners.gpus == 1 &&
               p->area.shared == 0 && task->priority != 0;
    return one || !policy_uses(RULE_LEVELS) ? 0 : policy_levels_below(&p->levels, task);
}

/* The task may run in its turn while much time is left, if cores should share in most
 * of what GPUs do. Then many more data are in use. So a tile must not take longer to
 * come than a task to run. */
static bool may_wait(const struct area_share *share, const struct device *d,
                     const struct entry *e)
{
    return policy_uses(RULE_ARRIVAL) && d->kind == GPU && share->ratio > 1 &&
           share->common > ARRIVAL_COMMON_PART &&
           share->length < ARRIVAL_CORE_PART * share->time &&
           e->below < ARRIVAL_BELOW_PART * share->time &&
           policy_fetch_time(d, e->task) < share->length / share->ratio;
}

/* Called for every task: the program is solved only if cores can share in something. */
bool policy_priority_in_turn(const struct policy *p, const struct device *d,
                             const struct entry *e)
{
    if (d->kind != GPU || p->area.shared == 0)
        return false;
    struct area_share share = policy_share(p);
    return may_wait(&share, d, e);
}

/* Puts new levels into a queue and makes it a heap again. */
static void rebuild_heap(const struct policy *p, struct queue *q,
                         const struct device *d, const struct area_share *share)
{
    for (unsigned i = 0; i < q->count; i++) {
        struct entry e = q->heap[i];
        e.below = policy_priority_below(p, e.task);
        e.in_turn = q == &d->ready && may_wait(share, d, &e);
        policy_queue_rise(q, i, e); /* places before i form a heap */
    }
}

void policy_priority_update(struct policy *p)
{
    if (!policy_levels_update(&p->levels))
        return;
    if (policy_owners_have_panels(&p->owners))
        policy_levels_find_critical(&p->levels);
    struct area_share share = policy_share(p);
    for (unsigned d = 0; d < p->devices; d++) {
        struct device *device = &p->device[d];
        rebuild_heap(p, &device->ready, device, &share);
        rebuild_heap(p, &device->plan, device, &share);
        for (unsigned i = 0; i < device->workers; i++)
            rebuild_heap(p, &p->worker[device->worker[i]].bound, device, &share);
    }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which idle workers to wake. A call takes time, and the worker then takes the policy's
 * lock. So only those are woken that may find a task. */

#include "policy.h"

static unsigned bound_tasks(const struct policy *p, const struct device *d)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < d->workers; i++)
        sum += p->worker[d->worker[i]].bound.count;
    return sum;
}

/* The workers of a device may find a task: their own, or one of another device that
 * waits there for longer than it takes here. */
static bool may_find(const struct policy *p, const struct device *d)
{
    bool found =
        p->unplaced.count + d->ready.count + d->plan.count + bound_tasks(p, d) > 0;
    for (unsigned i = 0; i < p->devices && !found; i++) {
        const struct device *from = &p->device[i];
        found = from != d && from->ready.count > 0 &&
                isfinite(from->ready.least[d->kind]) &&
                from->ready.least[d->kind] <= policy_backlog(p, from);
    }
    return found;
}

unsigned policy_workers_to_wake(struct policy *p, bool changed, int *who)
{
    unsigned count = 0;
    bool may[1 + STARPU_MAXNODES], some[KINDS] = {false};
    for (unsigned d = 0; d < p->devices; d++) {
        may[d] = p->device[d].workers > 0 && may_find(p, &p->device[d]);
        some[p->device[d].kind] |= may[d];
    }
    for (int k = 0; k < KINDS; k++) /* for those that come later */
        p->may_find[k] = some[k];
    for (unsigned d = 0; d < p->devices; d++) {
        const struct device *device = &p->device[d];
        bool one = changed && may[d];
        for (unsigned i = 0; i < device->workers; i++) {
            struct worker *w = &p->worker[device->worker[i]];
            bool mine =
                w->bound.count > 0 || (device->plan.count > 0 && w->running == 0);
            if (!w->idle || !(one || mine))
                continue;
            one &= mine;
            w->idle = false;
            who[count++] = device->worker[i];
        }
    }
    return count;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which idle workers to call. To call one takes time, and one that is called takes the policy's
 * lock: only those are that may find something. */

#include "policy.h"

static unsigned bound(const struct policy *p, const struct device *d)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < d->workers; i++)
        sum += p->worker[d->worker[i]].bound.count;
    return sum;
}

/* The workers of a device may find a task: one of theirs, or one of another device that waits
 * there for longer than it takes here. */
static bool may_find(const struct policy *p, const struct device *d)
{
    bool found = p->nowhere.count + d->ready.count + d->plan.count + bound(p, d) > 0;
    for (unsigned i = 0; i < p->devices && !found; i++) {
        const struct device *from = &p->device[i];
        found = from != d && from->ready.count > 0 && isfinite(from->ready.least[d->kind]) &&
                from->ready.least[d->kind] <= sl_backlog(p, from);
    }
    return found;
}

unsigned sl_sleepers(struct policy *p, bool changed, int *who)
{
    unsigned count = 0;
    bool may[1 + STARPU_MAXNODES], some[KINDS] = {false};
    for (unsigned d = 0; d < p->devices; d++) {
        may[d] = p->device[d].workers > 0 && may_find(p, &p->device[d]);
        some[p->device[d].kind] |= may[d];
    }
    for (int k = 0; k < KINDS; k++) /* who comes from now on will look */
        p->some[k] = some[k];
    for (unsigned d = 0; d < p->devices; d++) {
        const struct device *device = &p->device[d];
        bool one = changed && may[d];
        for (unsigned i = 0; i < device->workers; i++) {
            struct worker *w = &p->worker[device->worker[i]];
            bool mine = w->bound.count > 0 || (device->plan.count > 0 && w->running == 0);
            if (!w->idle || !(one || mine))
                continue;
            one &= mine;
            w->idle = false;
            who[count++] = device->worker[i];
        }
    }
    return count;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Workers join and leave the policy. */

#include <string.h>
#include "policy.h"

static struct device *device_of_worker(struct policy *p, int w)
{
    if (starpu_worker_get_type(w) == STARPU_CPU_WORKER)
        return &p->device[0];
    unsigned node = starpu_worker_get_memory_node((unsigned)w);
    for (unsigned d = 1; d < p->devices; d++)
        if (p->device[d].node == node)
            return &p->device[d];
    struct device *added = &p->device[p->devices++];
    added->kind = GPU;
    added->node = node;
    return added;
}

static void set_gpus(struct policy *p)
{
    unsigned node[1 + STARPU_MAXNODES];
    for (unsigned d = 1; d < p->devices; d++)
        node[d] = p->device[d].workers > 0 ? p->device[d].node : STARPU_MAXNODES;
    policy_owners_set_gpus(&p->owners, node, p->devices - 1);
}

void policy_add_workers(struct policy *p, const int *ids, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        struct device *d = device_of_worker(p, ids[i]);
        if (p->worker[ids[i]].device)
            continue;
        p->worker[ids[i]].device = d;
        d->worker[d->workers++] = ids[i];
    }
    set_gpus(p);
    policy_place_again(p, &p->unplaced, CORE);
}

static void remove_worker(struct policy *p, int w)
{
    struct device *d = p->worker[w].device;
    unsigned i = 0;
    if (!d)
        return;
    while (d->worker[i] != w)
        i++;
    d->workers--;
    memmove(&d->worker[i], &d->worker[i + 1], (d->workers - i) * sizeof d->worker[0]);
    p->worker[w].device = NULL;
    policy_place_again(p, &p->worker[w].bound, d->kind);
    policy_place_again(p, &d->plan, d->kind);
    policy_place_again(p, &d->ready, d->kind);
}

void policy_remove_workers(struct policy *p, const int *ids, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        remove_worker(p, ids[i]);
    set_gpus(p);
}

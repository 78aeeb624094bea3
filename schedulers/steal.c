/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* An idle worker takes a task of the device that would be last to finish. */

#include "policy.h"

/* The worker would have run the task, and what it writes be back, before `wait` is
 * over. StarPU is asked for the transfers last, since idle workers come here often. */
static bool ends_sooner(struct starpu_task *task, int w, double length, double wait)
{
    if (length == 0 || length >= wait)
        return length == 0;
    if (!policy_uses(RULE_STEAL_RETURN))
        return true;
    double transfer = starpu_task_expected_data_transfer_time_for(task, (unsigned)w);
    return length + 2 * policy_known(transfer) < wait;
}

/* A task is not taken from a GPU if its largest datum takes longer to come than the GPU
 * to run it. there: its time on the GPU, 0: unknown. */
static bool is_worth_moving(const struct device *from, struct starpu_task *task,
                            double there)
{
    return !policy_uses(RULE_STEAL_LINKS) || from->kind != GPU || there == 0 ||
           policy_fetch_time(from, task) < there;
}

/* Of the last tasks of a heap, the one that gains most or loses least on this worker.
 * Tasks that their device would end before, or that its model measures, stay. So do
 * those with many data, whose copies take long to estimate. */
static bool best_to_steal(const struct policy *p, const struct device *from, int w,
                          unsigned *which)
{
    enum kind kind = p->worker[w].device->kind;
    double wait = policy_backlog(p, from), best = INFINITY;
    unsigned count = from->ready.count;
    for (unsigned i = count; i-- > 0 && count - i <= STEAL_COMPARED;) {
        struct starpu_task *task = from->ready.heap[i].task;
        const double *length = from->ready.heap[i].length;
        double here = length[kind], there = length[from->kind];
        double ratio = there > 0 ? here / there : 1;
        if (isfinite(here) && ratio < best && !isnan(there) &&
            STARPU_TASK_GET_NBUFFERS(task) <= STEAL_MOST_DATA &&
            is_worth_moving(from, task, there) && ends_sooner(task, w, here, wait) &&
            starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL)) {
            best = ratio;
            *which = i;
        }
    }
    return best < INFINITY;
}

bool policy_steal(struct policy *p, int w, struct entry *e)
{
    struct device *own = p->worker[w].device, *from = NULL;
    unsigned which = 0, best = 0;
    if (!policy_uses(RULE_STEAL) ||
        (own->kind == GPU && policy_dispatch_is_full(p, own, w)))
        return false;
    for (unsigned d = 0; d < p->devices; d++) {
        struct device *device = &p->device[d];
        if (device != own && device->ready.count > 0 &&
            (!from || policy_backlog(p, device) > policy_backlog(p, from)) &&
            best_to_steal(p, device, w, &which)) {
            from = device;
            best = which;
        }
    }
    if (from)
        *e = policy_queue_take(&from->ready, best, from->kind);
    return from != NULL;
}

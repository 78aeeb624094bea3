/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Who finds nothing takes a task of the device that would be last to finish. */

#include "policy.h"

enum {
    MOST_OFFERED = 64 /* tasks a thief looks at: the last of a heap, which are not urgent */
};

/* The worker would have done the task, and what it writes be back, before `wait` is over. StarPU
 * is asked last: idle workers come here again and again. */
static bool ends_sooner(struct starpu_task *task, int w, double length, double wait)
{
    if (length == 0 || length >= wait)
        return length == 0;
    double transfer = starpu_task_expected_data_transfer_time_for(task, (unsigned)w);
    return length + 2 * known(transfer) < wait;
}

/* What takes a GPU less time than a datum of its size takes to come saves it little, and all that
 * waits for the task waits longer. there: its time, 0 if that is not known. */
static bool is_worth_moving(const struct device *from, struct starpu_task *task, double there)
{
    return from->kind != GPU || there == 0 || sl_fetch_time(from, task) < there;
}

/* Of the last tasks that wait for a device, the one that gains most, or loses least, on this
 * worker; none that its device would have done before, or learns from. */
static bool worth_taking(const struct policy *p, const struct device *from, int w,
                         unsigned *which)
{
    enum kind kind = p->worker[w].device->kind;
    double wait = sl_backlog(p, from), best = INFINITY;
    unsigned count = from->ready.count;
    for (unsigned i = count; i-- > 0 && count - i <= MOST_OFFERED;) {
        struct starpu_task *task = from->ready.heap[i].task;
        const double *length = from->ready.heap[i].length;
        double here = length[kind], there = length[from->kind];
        double ratio = there > 0 ? here / there : 1;
        if (isfinite(here) && ratio < best && !isnan(there) &&
            is_worth_moving(from, task, there) && ends_sooner(task, w, here, wait) &&
            starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL)) {
            best = ratio;
            *which = i;
        }
    }
    return best < INFINITY;
}

bool sl_steal(struct policy *p, int w, struct entry *e)
{
    struct device *own = p->worker[w].device, *from = NULL;
    unsigned which = 0, best = 0;
    if (own->kind == GPU && sl_should_wait(p, own, w))
        return false;
    for (unsigned d = 0; d < p->devices; d++) {
        struct device *device = &p->device[d];
        if (device != own && device->ready.count > 0 &&
            (!from || sl_backlog(p, device) > sl_backlog(p, from)) &&
            worth_taking(p, device, w, &which)) {
            from = device;
            best = which;
        }
    }
    if (from)
        *e = take(&from->ready, best, from->kind);
    return from != NULL;
}

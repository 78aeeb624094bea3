/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where a task runs. A task for GPUs goes to the owner of what it writes (ownership.c).
 * Cores get the tasks that they end sooner, transfers included. They also get those
 * that the area program gives them (area.c), if links have time for them. Models
 * without measurements get tasks first, as calibration.c says. */

#include "policy.h"

int policy_able_worker(const struct policy *p, const struct device *d,
                       struct starpu_task *task)
{
    int best = -1;
    for (unsigned i = 0;
         i < d->workers && (best < 0 || p->worker[best].bound.count > 0); i++) {
        int w = d->worker[i];
        if ((best < 0 || p->worker[w].bound.count < p->worker[best].bound.count) &&
            starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL))
            best = w;
    }
    return best;
}

double policy_choose_implementation(int w, struct starpu_task *task, unsigned *best)
{
    unsigned mask = 0;
    double shortest = INFINITY;
    starpu_worker_can_execute_task_impl((unsigned)w, task, &mask);
    for (unsigned i = 0; mask >> i != 0; i++) {
        if (!(mask >> i & 1))
            continue;
        double length =
            starpu_task_worker_expected_length(task, (unsigned)w, task->sched_ctx, i);
        if (!(length >= shortest)) {
            shortest = length;
            *best = i;
        }
        if (isnan(length))
            break;
    }
    return shortest;
}

void policy_task_lengths(const struct policy *p, struct starpu_task *task,
                         double *length)
{
    bool seen[KINDS] = {false}; /* one GPU stands for all */
    length[CORE] = length[GPU] = INFINITY;
    for (unsigned d = 0; d < p->devices; d++) {
        const struct device *device = &p->device[d];
        int w = seen[device->kind] ? -1 : policy_able_worker(p, device, task);
        unsigned implementation;
        if (w < 0)
            continue;
        seen[device->kind] = true;
        length[device->kind] = policy_choose_implementation(w, task, &implementation);
    }
}

/* A core has ended what it was given before, a GPU all but its last tasks. So errors of
 * models do not add up when tasks end sooner than expected. */
void policy_expect(struct worker *w, double length)
{
    double now = starpu_timing_now(), begun = 0;
    for (unsigned i = 0; i < MOST_BEGUN - 1 && w->device->kind == GPU; i++)
        begun += w->begun[(w->begins - 1 - i) % MOST_BEGUN].length;
    w->free_at = fmin(fmax(w->free_at, now), now + begun) + length;
}

double policy_backlog(const struct policy *p, const struct device *d)
{
    double now = starpu_timing_now(), sum = d->ready.length + d->plan.length;
    for (unsigned i = 0; i < d->workers; i++) {
        const struct worker *w = &p->worker[d->worker[i]];
        sum += w->bound.length + fmax(0, w->free_at - now);
    }
    return sum / policy_regular_workers(d);
}

static double task_load(const struct policy *p, const struct device *d)
{
    unsigned count = d->ready.count + d->plan.count;
    for (unsigned i = 0; i < d->workers; i++)
        count += p->worker[d->worker[i]].bound.count;
    return (double)count / policy_regular_workers(d);
}

struct device *policy_only_device(struct policy *p)
{
    struct device *only = NULL;
    for (unsigned d = 0; d < p->devices; d++) {
        if (p->device[d].workers > 0 && only)
            return NULL;
        only = p->device[d].workers > 0 ? &p->device[d] : only;
    }
    return only;
}

/* The time of a task on a device, kept in the entry. */
static double length_on(const struct policy *p, const struct device *d, struct entry *e)
{
    unsigned implementation;
    int w = policy_able_worker(p, d, e->task);
    e->length[d->kind] =
        w < 0 ? INFINITY : policy_choose_implementation(w, e->task, &implementation);
    return e->length[d->kind];
}

/* Time of a copy from main memory to a GPU over a free link; 0: unknown. */
static double copy_time(const struct device *d, double bytes)
{
    double bandwidth = starpu_transfer_bandwidth(STARPU_MAIN_RAM, d->node);
    return bandwidth > 0 ? bytes / bandwidth : 0; /* MB/s: microseconds */
}

/* The time until a task's data are there. StarPU's own estimate grows with the number
 * of GPUs, even if each has its own link, and so prefers very slow cores. For cores
 * StarPU is asked. That locks the data, so it is done only where it matters. */
static double transfer_time(const struct policy *p, const struct device *d,
                            struct starpu_task *task)
{
    if (d->kind == GPU)
        return copy_time(d, policy_missing_bytes(task, d->node, false));
    int w = policy_able_worker(p, d, task);
    return w < 0 ? 0
                 : policy_known(
                       starpu_task_expected_data_transfer_time_for(task, (unsigned)w));
}

/* Not another GPU than the one that the program wants and that can run the task. */
static bool may_choose(const struct policy *p, const struct device *d,
                       struct starpu_task *task)
{
    const struct device *wanted = &p->device[policy_wanted_gpu(&p->owners, task)];
    return d->kind != GPU || wanted->kind != GPU || d == wanted ||
           policy_able_worker(p, wanted, task) < 0;
}

/* The least loaded device, GPUs before cores; `learning`: among those whose models need
 * the task. */
static struct device *least_loaded(struct policy *p, const struct entry *e,
                                   bool learning)
{
    struct device *best = NULL;
    for (unsigned d = 1; d <= p->devices; d++) {
        struct device *device = &p->device[d % p->devices];
        unsigned implementation;
        int w = policy_able_worker(p, device, e->task);
        bool asks =
            w >= 0 && may_choose(p, device, e->task) &&
            (!learning ||
             (policy_must_calibrate(p, e, device->kind) &&
              isnan(policy_choose_implementation(w, e->task, &implementation))));
        if (asks && (!best || task_load(p, device) < task_load(p, best)))
            best = device;
    }
    return best;
}

/* The owner, or else the GPU that would be first to finish. */
static struct device *choose_gpu(struct policy *p, struct entry *e, double *shortest)
{
    bool chain = p->owners.chain_apart && policy_wanted_gpu(&p->owners, e->task) == 0 &&
                 policy_levels_is_critical(&p->levels, e->task);
    unsigned own = chain                      ? p->owners.gpu[0]
                   : policy_uses(RULE_OWNERS) ? policy_owner_of(&p->owners, e->task)
                                              : 0;
    struct device *best = own > 0 ? &p->device[own] : NULL;
    double earliest = INFINITY, length = best ? length_on(p, best, e) : INFINITY;
    if (!isinf(length)) {
        *shortest = length + transfer_time(p, best, e->task);
        return best;
    }
    *shortest = INFINITY;
    best = NULL;
    for (unsigned d = 1; d < p->devices; d++) {
        const struct device *device = &p->device[d];
        double here = length_on(p, device, e);
        if (isinf(here))
            continue;
        double time = here + transfer_time(p, device, e->task);
        double end = time + policy_backlog(p, device);
        if (end >= earliest)
            continue;
        best = &p->device[d];
        earliest = end;
        length = here;
        *shortest = time;
        if (isnan(here)) /* its model asks for a measurement */
            break;
    }
    e->length[GPU] = length;
    return best;
}

double policy_fetch_time(const struct device *d, struct starpu_task *task)
{
    double most = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        if (!(STARPU_TASK_GET_MODE(task, b) & STARPU_SCRATCH))
            most = fmax(most,
                        (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b)));
    return copy_time(d, most);
}

/* The time to move what a task changes over a free link. Half of it counts, since the
 * task before may have left the rest there, as QR's panels do with one of two tiles.
 * The largest datum is a lower limit. The first LU task of a column of square tiles
 * changes the whole column. */
static double move_time(const struct device *d, struct starpu_task *task)
{
    double bytes = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        if ((STARPU_TASK_GET_MODE(task, b) & STARPU_RW) == STARPU_RW)
            bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b));
    return fmax(copy_time(d, bytes) / 2, policy_fetch_time(d, task));
}

/* What GPUs have to do, on average. */
static double mean_gpu_backlog(const struct policy *p)
{
    double sum = 0;
    unsigned gpus = 0;
    for (unsigned d = 1; d < p->devices; d++)
        if (p->device[d].workers > 0) {
            sum += policy_backlog(p, &p->device[d]);
            gpus++;
        }
    return gpus > 0 ? sum / gpus : 0;
}

struct area_share policy_share(const struct policy *p)
{
    return policy_area_share(&p->area, p->device[0].workers, p->devices - 1);
}

/* Cores take what GPUs accelerate least while GPUs have enough to do. The end must not
 * wait for the task. And the task must save GPUs more time than its data take to all of
 * them and back. */
static bool area_gives_to_cores(const struct policy *p, const struct entry *e)
{
    const struct device *cores = &p->device[0];
    unsigned gpus = p->devices - 1;
    struct area_share share = policy_share(p);
    double length = e->length[CORE], end = AREA_END_PART * share.time;
    double margin = policy_uses(RULE_AREA_MARGINAL) ? AREA_MARGIN : 1.05;
    if (!policy_uses(RULE_AREA) || !(length <= e->length[GPU] * share.ratio * margin))
        return false;
    if (policy_uses(RULE_AREA_LINKS) &&
        2 * move_time(&p->device[1], e->task) * gpus > e->length[GPU])
        return false;
    if (policy_uses(RULE_AREA_BACKLOG) && mean_gpu_backlog(p) < e->length[GPU])
        return false;
    if (!policy_uses(RULE_AREA_END))
        return true;
    double whole = policy_backlog(p, cores) + length + e->below;
    return whole <= end && whole + transfer_time(p, cores, e->task) <= end;
}

/* Cores take a task that a GPU would not end sooner, its transfers included. */
struct device *policy_choose_device(struct policy *p, struct entry *e)
{
    struct device *cores = &p->device[0], *only = policy_only_device(p);
    if (only) /* no choice: no model is asked */
        return policy_able_worker(p, only, e->task) < 0 ? NULL : only;
    double gpu_time, core_time = length_on(p, cores, e);
    struct device *gpu = choose_gpu(p, e, &gpu_time);
    if (isnan(core_time) || isnan(gpu_time)) {
        struct device *learner = least_loaded(p, e, true);
        if (learner)
            return learner;
        if (isnan(gpu_time)) /* the model has been measured since */
            return least_loaded(p, e, false);
        e->length[CORE] = core_time = policy_guess_core_length(p, e->task);
    } else {
        policy_note_rates(p, e);
    }
    if (e->length[CORE] == 0 || e->length[GPU] == 0)
        return least_loaded(p, e, false);
    if (gpu && area_gives_to_cores(p, e))
        return cores;
    if (gpu && !policy_uses(RULE_CORE_SOONER))
        return gpu;
    if (core_time < gpu_time)
        core_time += transfer_time(p, cores, e->task);
    if (core_time >= gpu_time)
        return gpu;
    bool sooner =
        gpu && gpu_time + policy_backlog(p, gpu) < core_time + policy_backlog(p, cores);
    return sooner ? gpu : cores;
}

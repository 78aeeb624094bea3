/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where a task should run. A task for GPUs goes to the owner of what it writes (map.c). Cores
 * get those they end sooner, transfers included, and those that the area program gives them
 * (area.c) while the bus has room. Models that have yet to learn get tasks in turn, those that
 * learn.c says. */

#include "policy.h"

/* Tasks that the area program gives to cores must end in this part of the time that all need,
 * with what comes after them. */
static const double area_part = 0.7;
/* A GPU's data come in so many times the time in which they would if nothing else moved. */
static const double shared = 3;
/* Tasks of the last class that cores take are left to idle cores. */
static const double area_margin = 0.95;

int sl_able_worker(const struct policy *p, const struct device *d, struct starpu_task *task)
{
    int best = -1;
    for (unsigned i = 0; i < d->workers && (best < 0 || p->worker[best].bound.count > 0); i++) {
        int w = d->worker[i];
        if ((best < 0 || p->worker[w].bound.count < p->worker[best].bound.count) &&
            starpu_worker_can_execute_task_first_impl((unsigned)w, task, NULL))
            best = w;
    }
    return best;
}

double sl_choose_implementation(int w, struct starpu_task *task, unsigned *best)
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

void sl_lengths(const struct policy *p, struct starpu_task *task, double *length)
{
    bool seen[KINDS] = {false}; /* GPUs are much alike */
    length[CORE] = length[GPU] = INFINITY;
    for (unsigned d = 0; d < p->devices; d++) {
        const struct device *device = &p->device[d];
        int w = seen[device->kind] ? -1 : sl_able_worker(p, device, task);
        unsigned implementation;
        if (w < 0)
            continue;
        seen[device->kind] = true;
        length[device->kind] = sl_choose_implementation(w, task, &implementation);
    }
}

/* A core has ended what it was given before, a GPU all but the last few: where tasks end sooner
 * than models say, the error does not add up. */
void sl_expect(struct worker *w, double length)
{
    double now = starpu_timing_now(), begun = 0;
    for (unsigned i = 0; i < MOST_BEGUN - 1 && w->device->kind == GPU; i++)
        begun += w->last[(w->begins - 1 - i) % MOST_BEGUN].length;
    w->free_at = fmin(fmax(w->free_at, now), now + begun) + length;
}

double sl_backlog(const struct policy *p, const struct device *d)
{
    double now = starpu_timing_now(), sum = d->ready.length + d->plan.length;
    for (unsigned i = 0; i < d->workers; i++) {
        const struct worker *w = &p->worker[d->worker[i]];
        sum += w->bound.length + fmax(0, w->free_at - now);
    }
    return sum / sl_takers(d);
}

static double load(const struct policy *p, const struct device *d)
{
    unsigned count = d->ready.count + d->plan.count;
    for (unsigned i = 0; i < d->workers; i++)
        count += p->worker[d->worker[i]].bound.count;
    return (double)count / sl_takers(d);
}

struct device *sl_only_device(struct policy *p)
{
    struct device *only = NULL;
    for (unsigned d = 0; d < p->devices; d++) {
        if (p->device[d].workers > 0 && only)
            return NULL;
        only = p->device[d].workers > 0 ? &p->device[d] : only;
    }
    return only;
}

/* What a task takes on a device; kept in the entry. */
static double length_on(const struct policy *p, const struct device *d, struct entry *e)
{
    unsigned implementation;
    int w = sl_able_worker(p, d, e->task);
    e->length[d->kind] = w < 0 ? INFINITY : sl_choose_implementation(w, e->task, &implementation);
    return e->length[d->kind];
}

/* Bytes from main memory to a GPU, if nothing else moves; 0: not known. */
static double way(const struct device *d, double bytes)
{
    double bandwidth = starpu_transfer_bandwidth(STARPU_MAIN_RAM, d->node);
    return bandwidth > 0 ? bytes / bandwidth : 0; /* MB/s: microseconds */
}

/* Until a task's data are there. StarPU multiplies by twice the number of GPUs: with eight that
 * have links of their own a core that takes 500 times as long would seem to end sooner. For cores
 * it is asked, and locks the data: only where it matters. */
static double transfer_time(const struct policy *p, const struct device *d,
                            struct starpu_task *task)
{
    if (d->kind == GPU)
        return shared * way(d, sl_missing(task, d->node, false));
    int w = sl_able_worker(p, d, task);
    return w < 0 ? 0 : known(starpu_task_expected_data_transfer_time_for(task, (unsigned)w));
}

/* Of all devices, or those whose models have to learn, the least loaded; GPUs before cores. */
static struct device *by_load(struct policy *p, const struct entry *e, bool learning)
{
    struct device *best = NULL;
    for (unsigned d = 1; d <= p->devices; d++) {
        struct device *device = &p->device[d % p->devices];
        unsigned implementation;
        int w = sl_able_worker(p, device, e->task);
        bool asks = w >= 0 && (!learning || (sl_must_learn(p, e, device->kind) &&
                                  isnan(sl_choose_implementation(w, e->task, &implementation))));
        if (asks && (!best || load(p, device) < load(p, best)))
            best = device;
    }
    return best;
}

/* The owner, or else the GPU that would be first to finish. */
static struct device *choose_gpu(struct policy *p, struct entry *e, double *shortest)
{
    bool chain = p->map.chain_apart && sl_levels_critical(&p->levels, e->task);
    unsigned own = chain ? p->map.gpu[0] : sl_map_owner(&p->map, e->task);
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
        double end = time + sl_backlog(p, device);
        if (end >= earliest)
            continue;
        best = &p->device[d];
        earliest = end;
        length = here;
        *shortest = time;
        if (isnan(here)) /* its model asks to be tried */
            break;
    }
    e->length[GPU] = length;
    return best;
}

double sl_fetch_time(const struct device *d, struct starpu_task *task)
{
    double most = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        if (!(STARPU_TASK_GET_MODE(task, b) & STARPU_SCRATCH))
            most = fmax(most, (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b)));
    return way(d, most);
}

/* The time to bring what a task changes, if nothing else moves: half of it, for the task before may have
 * left the rest there, as QR's panels do with one of two tiles, and its largest datum at least. LU's
 * first task with a column of square tiles interchanges rows of all of it. */
static double move_time(const struct device *d, struct starpu_task *task)
{
    double bytes = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        if ((STARPU_TASK_GET_MODE(task, b) & STARPU_RW) == STARPU_RW)
            bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b));
    return fmax(way(d, bytes) / 2, sl_fetch_time(d, task));
}

/* What GPUs have to do, on average. */
static double gpu_backlog(const struct policy *p)
{
    double sum = 0;
    unsigned gpus = 0;
    for (unsigned d = 1; d < p->devices; d++)
        if (p->device[d].workers > 0) {
            sum += sl_backlog(p, &p->device[d]);
            gpus++;
        }
    return gpus > 0 ? sum / gpus : 0;
}

struct area_share sl_share(const struct policy *p)
{
    return sl_area_share(&p->area, p->device[0].workers, p->devices - 1);
}

/* While GPUs have enough to do, cores take what they are least bad at, unless the end would wait
 * for it, or links: what GPUs save is more than the time of its tiles to all of them and back. */
static bool area_gives_to_cores(const struct policy *p, const struct entry *e)
{
    const struct device *cores = &p->device[0];
    unsigned gpus = p->devices - 1;
    struct area_share share = sl_share(p);
    double length = e->length[CORE], end = area_part * share.time;
    if (!(length <= e->length[GPU] * share.ratio * area_margin) ||
        2 * move_time(&p->device[1], e->task) * gpus > e->length[GPU] ||
        gpu_backlog(p) < e->length[GPU])
        return false;
    double whole = sl_backlog(p, cores) + length + e->tail;
    return whole <= end && whole + transfer_time(p, cores, e->task) <= end;
}

/* Cores take a task that a GPU would not do sooner, its transfers included. */
struct device *sl_choose_device(struct policy *p, struct entry *e)
{
    struct device *cores = &p->device[0], *only = sl_only_device(p);
    if (only) /* no choice, and no model is asked */
        return sl_able_worker(p, only, e->task) < 0 ? NULL : only;
    double gpu_time, core_time = length_on(p, cores, e);
    struct device *gpu = choose_gpu(p, e, &gpu_time);
    if (isnan(core_time) || isnan(gpu_time)) {
        struct device *learner = by_load(p, e, true);
        if (learner)
            return learner;
        if (isnan(gpu_time)) /* the model has learned it since it was asked */
            return by_load(p, e, false);
        e->length[CORE] = core_time = sl_core_length(p, e->task);
    } else {
        sl_note(p, e);
    }
    if (e->length[CORE] == 0 || e->length[GPU] == 0)
        return by_load(p, e, false);
    if (gpu && area_gives_to_cores(p, e))
        return cores;
    if (core_time < gpu_time)
        core_time += transfer_time(p, cores, e->task);
    if (core_time >= gpu_time)
        return gpu;
    bool sooner = gpu && gpu_time + sl_backlog(p, gpu) < core_time + sl_backlog(p, cores);
    return sooner ? gpu : cores;
}

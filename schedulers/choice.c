/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where a task should run. A tile has an owner, by its coordinates, and a GPU task goes to the
 * GPU that owns the tile it writes: the owner-computes rule (Blackford et al., ScaLAPACK Users'
 * Guide, 1997). Tasks that cores end sooner are theirs. Models that have yet to learn get tasks
 * in turn. */

#include "policy.h"

enum {
    MOST_OFFERED = 512 /* tasks a thief looks at: the last of a heap, which are not urgent */
};

int sl_able_worker(const struct policy *p, const struct device *d, struct starpu_task *task)
{
    int best = -1;
    for (unsigned i = 0; i < d->workers; i++) {
        int w = d->worker[i];
        if ((best < 0 || p->worker[w].plan.count < p->worker[best].plan.count) &&
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

double sl_backlog(const struct policy *p, const struct device *d)
{
    double now = starpu_timing_now(), sum = d->ready.length;
    for (unsigned i = 0; i < d->workers; i++) {
        const struct worker *w = &p->worker[d->worker[i]];
        sum += w->plan.length + fmax(0, w->free_at - now);
    }
    return sum / d->workers;
}

static double load(const struct policy *p, const struct device *d)
{
    unsigned count = d->ready.count;
    for (unsigned i = 0; i < d->workers; i++)
        count += p->worker[d->worker[i]].plan.count;
    return (double)count / d->workers;
}

/* The GPU that owns the tile a task writes. 0: no tile, or no GPU. */
static unsigned owner(struct policy *p, struct starpu_task *task)
{
    int node = sl_map_owner(&p->map, task);
    for (unsigned d = 1; d < p->devices && node >= 0; d++)
        if (p->device[d].node == (unsigned)node)
            return d;
    return 0;
}

/* What a device would need for the task; keeps the length in the entry. */
static double cost(struct policy *p, struct device *d, struct entry *e, bool wait)
{
    unsigned implementation;
    int w = sl_able_worker(p, d, e->task);
    e->length[d->kind] = INFINITY;
    if (w < 0)
        return INFINITY;
    e->length[d->kind] = sl_choose_implementation(w, e->task, &implementation);
    double transfer = starpu_task_expected_data_transfer_time_for(e->task, (unsigned)w);
    return e->length[d->kind] + known(transfer) + (wait ? sl_backlog(p, d) : 0);
}

/* Among devices whose models have to learn, or that have none, the least loaded. */
static struct device *by_load(struct policy *p, struct starpu_task *task, bool learning)
{
    struct device *best = NULL;
    for (unsigned d = 0; d < p->devices; d++) {
        struct device *device = &p->device[d];
        unsigned implementation;
        int w = sl_able_worker(p, device, task);
        bool asks =
            w >= 0 && (!learning || isnan(sl_choose_implementation(w, task, &implementation)));
        if (asks && (!best || load(p, device) < load(p, best)))
            best = device;
    }
    return best;
}

/* The owner, or else the GPU that would be first to finish. */
static struct device *choose_gpu(struct policy *p, struct entry *e, double *shortest)
{
    unsigned own = owner(p, e->task);
    struct device *best = NULL;
    *shortest = own > 0 ? cost(p, &p->device[own], e, false) : INFINITY;
    if (*shortest < INFINITY || isnan(*shortest))
        return &p->device[own];
    double earliest = INFINITY, length = INFINITY;
    for (unsigned d = 1; d < p->devices; d++) {
        double end = cost(p, &p->device[d], e, true);
        if (!(end >= earliest)) {
            best = &p->device[d];
            earliest = end;
            length = e->length[GPU];
            *shortest = cost(p, best, e, false);
        }
    }
    e->length[GPU] = length;
    return best;
}

/* The time to bring the largest datum of a task to a GPU, if nothing else moves. */
double sl_fetch_time(const struct device *d, struct starpu_task *task)
{
    double most = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        if (!(STARPU_TASK_GET_MODE(task, b) & STARPU_SCRATCH))
            most = fmax(most, (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b)));
    double bandwidth = starpu_transfer_bandwidth(STARPU_MAIN_RAM, d->node); /* MB/s */
    return bandwidth > 0 ? most / bandwidth : 0;
}

double knob(const char *n, double d);
#define KNOB(name, def) ({ static double v = -1e300; if (v == -1e300) v = knob(name, def); v; })

/* Cores take what they are less bad at while both have work enough. */
static bool area_gives_to_cores(struct policy *p, struct entry *e, double core_time)
{
    double ratio, gpus = p->devices - 1, length = e->length[CORE];
    double end = sl_area_time(&p->area, p->device[0].workers, p->devices - 1, &ratio);
    if (!KNOB("AREA", 1) || !(length <= e->length[GPU] * ratio * KNOB("STRICT", 0.95)))
        return false;
    double sum = 0;
    for (int i = 0; i < AREA_CLASSES; i++)
        sum += p->area.gpu[i];
    if (sl_fetch_time(&p->device[1], e->task) * gpus > KNOB("BUS", 1) * sum / p->area.tasks)
        return false;
    double backlog = sl_backlog(p, &p->device[0]);
    double rest = e->level - fmin(e->length[CORE], e->length[GPU]);
    return backlog <= KNOB("QUEUE", 2) * length && backlog + core_time + rest <= KNOB("SLACK", 0.7) * end;
}

/* Cores take a task that a GPU would not do sooner, its transfers included. */
struct device *sl_choose_device(struct policy *p, struct entry *e)
{
    struct device *cores = &p->device[0];
    if (p->devices == 1) /* no choice, and no model is asked */
        return sl_able_worker(p, cores, e->task) < 0 ? NULL : cores;
    double gpu_time, core_time = cost(p, cores, e, false);
    struct device *gpu = choose_gpu(p, e, &gpu_time);
    if (isnan(core_time) || isnan(gpu_time))
        return by_load(p, e->task, true);
    if (e->length[CORE] == 0 || e->length[GPU] == 0)
        return by_load(p, e->task, false);
    if (gpu && area_gives_to_cores(p, e, core_time))
        return cores;
    if (core_time >= gpu_time)
        return gpu;
    bool sooner = gpu && gpu_time + sl_backlog(p, gpu) < core_time + sl_backlog(p, cores);
    return sooner ? gpu : cores;
}

/* ---- Stealing -------------------------------------------------------------------------- */

/* Of the last tasks that wait for a device, the one that gains most, or loses least, on a
 * worker of some kind; none that its device would have done before. */
static bool worth_taking(const struct policy *p, const struct device *from, enum kind kind,
                         unsigned *which)
{
    double wait = sl_backlog(p, from), best = INFINITY, refuse = INFINITY;
    if (kind == CORE && KNOB("REFUSE", 0)) {
        sl_area_time(&p->area, p->device[0].workers, p->devices - 1, &refuse);
        refuse *= KNOB("REFUSE", 0);
    }
    unsigned count = from->ready.count;
    for (unsigned i = count; i-- > 0 && count - i <= MOST_OFFERED;) {
        const double *length = from->ready.heap[i].length;
        double here = length[kind], there = length[from->kind];
        if (kind == CORE && refuse < INFINITY && here > there * refuse)
            continue;
        bool sooner = here == 0 || here < wait || (isnan(there) && isfinite(here));
        double ratio = there > 0 ? here / there : 1;
        if (sooner && ratio < best) {
            best = ratio;
            *which = i;
        }
    }
    return best < INFINITY;
}

/* A task of the device that would be last to finish. */
bool sl_steal(struct policy *p, int w, struct entry *e)
{
    struct device *own = p->worker[w].device, *from = NULL;
    unsigned which = 0, best = 0;
    for (unsigned d = 0; d < p->devices; d++) {
        struct device *device = &p->device[d];
        if (device != own && device->ready.count > 0 &&
            (!from || sl_backlog(p, device) > sl_backlog(p, from)) &&
            worth_taking(p, device, own->kind, &which) &&
            starpu_worker_can_execute_task_first_impl((unsigned)w,
                                                      device->ready.heap[which].task, NULL)) {
            from = device;
            best = which;
        }
    }
    if (from)
        *e = take(&from->ready, best, from->kind);
    return from != NULL;
}

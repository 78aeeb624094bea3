/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The scheduling policy `starling`, for graphs of tile operations on cores and GPUs. Ready
 * tasks wait in one heap a GPU and one for all cores (choice.c says in which) and are bound
 * late: a GPU worker plans PLAN tasks ahead, whose data are fetched; a core takes what comes,
 * and who finds nothing takes from another device what that would do later. Heaps by device,
 * priorities within: HeteroPrio (Agullo, Bramas, Coulaud, Darve, Messner, Takahashi, CCPE 28,
 * 2016). Only StarPU's public interface is used. */

#include <limits.h>
#include <string.h>
#include "policy.h"

enum {
    PLAN = 3 /* tasks ahead of what a GPU worker runs: fewer do not hide transfers, more delay
                urgent ones */
};

static void lock(struct policy *p)
{
    starpu_worker_relax_on();
    STARPU_PTHREAD_MUTEX_LOCK(&p->mutex);
    starpu_worker_relax_off();
}

/* ---- Tasks come and go ----------------------------------------------------------------- */

/* Binds a task to a worker for good; a GPU's has its data fetched now. */
static void bind(struct policy *p, struct entry e, int w)
{
    enum kind kind = p->worker[w].device->kind;
    if (kind == GPU && !e.task->prefetched && starpu_get_prefetch_flag())
        starpu_prefetch_task_input_for(e.task, (unsigned)w);
    insert(&p->worker[w].plan, e, kind);
}

double knob(const char *n, double d); double knob(const char *n, double d) { return getenv(n) ? atof(getenv(n)) : d; }
#define KNOB(name, def) ({ static double v = -1e300; if (v == -1e300) v = knob(name, def); v; })
static bool wants_more(const struct worker *w, const struct device *d, unsigned gpus)
{
    if (w->plan.count < KNOB("PLAN", 2))
        return true;
    if (w->plan.count >= KNOB("MAXPLAN", 64))
        return false;
    struct starpu_task *task = d->ready.heap[0].task;
    return w->plan.length < KNOB("AHEAD", 16) * (double)gpus * sl_fetch_time(d, task);
}

static bool data_here(struct starpu_task *task, unsigned node)
{
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        if (!(STARPU_TASK_GET_MODE(task, b) & STARPU_R))
            continue;
        int allocated, valid, requested;
        starpu_data_query_status(STARPU_TASK_GET_HANDLE(task, b), (int)node, &allocated, &valid, &requested);
        if (!valid)
            return false;
    }
    return true;
}

static unsigned choose_planned(const struct worker *w)
{
    if (w->device->kind != GPU || !KNOB("READY", 1))
        return 0;
    unsigned best = 0; bool found = false;
    for (unsigned i = 0; i < w->plan.count; i++)
        if ((!found || before(&w->plan.heap[i], &w->plan.heap[best])) && data_here(w->plan.heap[i].task, w->device->node))
            best = i, found = true;
    return best;
}

/* Binds tasks to a GPU worker while it runs others. One that another worker of the GPU must run
 * goes there. */
static void plan(struct policy *p, int w)
{
    struct worker *worker = &p->worker[w];
    struct device *d = worker->device;
    while (d->kind == GPU && d->ready.count > 0 && wants_more(worker, d, p->devices - 1)) {
        struct entry e = take(&d->ready, 0, GPU);
        bool able = starpu_worker_can_execute_task_first_impl((unsigned)w, e.task, NULL);
        bind(p, e, able ? w : sl_able_worker(p, d, e.task));
    }
}

/* Puts a task where it should run. */
static void place(struct policy *p, struct entry e)
{
    struct device *d = sl_choose_device(p, &e);
    if (!d) {
        insert(&p->nowhere, e, CORE);
        return;
    }
    if (d->kind == GPU && e.task->workerids_len > 0) {
        bind(p, e, sl_able_worker(p, d, e.task));
        return;
    }
    insert(&d->ready, e, d->kind);
    for (unsigned i = 0; i < d->workers; i++)
        plan(p, d->worker[i]);
}

/* Idle workers that should be woken: all that have a plan and, where something has changed, one
 * a device, for it may take or steal what is ready; the others sleep on. */
static unsigned sleepers(struct policy *p, bool changed, int *who)
{
    unsigned ready = 0, count = 0;
    for (unsigned d = 0; d < p->devices; d++)
        ready += p->device[d].ready.count;
    for (unsigned d = 0; d < p->devices; d++) {
        bool one = changed && ready > 0;
        for (unsigned i = 0; i < p->device[d].workers; i++) {
            struct worker *w = &p->worker[p->device[d].worker[i]];
            if (!w->idle || (!one && w->plan.count == 0))
                continue;
            one &= w->plan.count > 0;
            w->idle = false;
            who[count++] = p->device[d].worker[i];
        }
    }
    return count;
}

/* The policy's lock must not be held while another worker's is taken. */
static void unlock_and_wake(struct policy *p, bool changed)
{
    int who[STARPU_NMAXWORKERS];
    unsigned count = sleepers(p, changed, who);
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
    for (unsigned i = 0; i < count; i++)
        starpu_wake_worker_relax_light(who[i]);
}

/* Puts the new levels in a queue and makes it a heap again. */
static void refresh(struct policy *p, struct queue *q)
{
    for (unsigned i = 0; i < q->count; i++) {
        struct entry e = q->heap[i];
        e.level = sl_level(&p->levels, e.task);
        rise(q, i, e); /* the part before i is a heap */
    }
}

static void update_levels(struct policy *p)
{
    if (!sl_levels_update(&p->levels))
        return;
    for (unsigned d = 0; d < p->devices; d++) {
        refresh(p, &p->device[d].ready);
        for (unsigned i = 0; i < p->device[d].workers; i++)
            refresh(p, &p->worker[p->device[d].worker[i]].plan);
    }
}

/* Puts a task in the graph. Without GPUs the program's priorities do, and cost nothing. */
static void submit_hook(struct starpu_task *task)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(task->sched_ctx);
    static int on = -1; if (on < 0) on = !getenv("NOLEVELS");
    if (!on || !task->cl || task->where == STARPU_NOWHERE || task->execute_on_a_specific_worker)
        return;
    lock(p);
    if (p->devices > 1) {
        if (p->levels.alive == 0)
            sl_map_forget(&p->map);
        sl_map_learn(&p->map, task);
        double length[KINDS];
        sl_lengths(p, task, length);
        sl_levels_add(&p->levels, task, known(fmin(length[CORE], length[GPU])));
        sl_area_add(&p->area, length[CORE], length[GPU], 1);
        update_levels(p);
        if (p->levels.fresh == 0)
            sl_map_use(&p->map, p->area.work, p->levels.longest);
    }
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
}

static int push_task(struct starpu_task *task)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(task->sched_ctx);
    lock(p);
    update_levels(p);
    struct entry e = {
        .task = task, .order = p->order++, .level = sl_level(&p->levels, task),
    };
    p->waiting++;
    place(p, e);
    starpu_push_task_end(task);
    unlock_and_wake(p, true);
    return 0;
}

/* What this worker should run next. */
static bool next(struct policy *p, int w, struct entry *e)
{
    struct worker *worker = &p->worker[w];
    struct device *d = worker->device;
    plan(p, w);
    while (d->kind == CORE && d->ready.count > 0 &&
           (worker->plan.count == 0 || before(&d->ready.heap[0], &worker->plan.heap[0]))) {
        *e = take(&d->ready, 0, CORE);
        if (starpu_worker_can_execute_task_first_impl((unsigned)w, e->task, NULL))
            return true;
        bind(p, *e, sl_able_worker(p, d, e->task));
    }
    if (worker->plan.count == 0)
        return sl_steal(p, w, e);
    *e = take(&worker->plan, choose_planned(worker), d->kind);
    return true;
}

static struct starpu_task *pop_task(unsigned ctx)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    int w = starpu_worker_get_id_check();
    struct worker *worker = &p->worker[w];
    struct entry e;
    worker->idle = true; /* before the look, so that who pushes after it wakes us */
    if (p->waiting == 0)
        return NULL;
    lock(p);
    bool found = worker->device && next(p, w, &e);
    if (found) {
        unsigned implementation = 0;
        double length = known(sl_choose_implementation(w, e.task, &implementation));
        worker->idle = false;
        worker->free_at = fmax(worker->free_at, starpu_timing_now()) + length;
        starpu_task_set_implementation(e.task, implementation);
        p->waiting--;
        sl_levels_leave(&p->levels, e.task);
        double lengths[KINDS];
        if (p->devices > 1) {
            sl_lengths(p, e.task, lengths);
            sl_area_add(&p->area, lengths[CORE], lengths[GPU], -1);
        }
        plan(p, w);
    }
    unlock_and_wake(p, found); /* what it found nothing in, others may leave as well */
    return found ? e.task : NULL;
}

/* ---- Workers come and go --------------------------------------------------------------- */

static struct device *device_of(struct policy *p, int w)
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

/* All tasks of a queue are placed anew. */
static void place_again(struct policy *p, struct queue *q, enum kind kind)
{
    struct queue old = *q;
    memset(q, 0, sizeof *q);
    while (old.count > 0)
        place(p, take(&old, 0, kind));
    free(old.heap);
}

static void order_gpus(struct policy *p)
{
    unsigned node[STARPU_MAXNODES], gpus = 0;
    for (unsigned d = 1; d < p->devices; d++)
        if (p->device[d].workers > 0)
            node[gpus++] = p->device[d].node;
    sl_map_order(&p->map, node, gpus);
}

static void add_workers(unsigned ctx, int *ids, unsigned n)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    lock(p);
    for (unsigned i = 0; i < n; i++) {
        struct device *d = device_of(p, ids[i]);
        if (p->worker[ids[i]].device)
            continue;
        p->worker[ids[i]].device = d;
        d->worker[d->workers++] = ids[i];
    }
    order_gpus(p);
    place_again(p, &p->nowhere, CORE);
    unlock_and_wake(p, true);
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
    place_again(p, &p->worker[w].plan, d->kind);
    place_again(p, &d->ready, d->kind);
}

static void remove_workers(unsigned ctx, int *ids, unsigned n)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    lock(p);
    for (unsigned i = 0; i < n; i++)
        remove_worker(p, ids[i]);
    order_gpus(p);
    unlock_and_wake(p, true);
}

static void init_sched(unsigned ctx)
{
    struct policy *p = calloc(1, sizeof *p);
    STARPU_ASSERT_MSG(p, "no memory for the scheduler");
    STARPU_PTHREAD_MUTEX_INIT(&p->mutex, NULL);
    p->devices = 1;
    starpu_sched_ctx_set_min_priority(ctx, INT_MIN);
    starpu_sched_ctx_set_max_priority(ctx, INT_MAX);
    starpu_sched_ctx_set_policy_data(ctx, p);
}

static void deinit_sched(unsigned ctx)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    for (unsigned d = 0; d < p->devices; d++)
        free(p->device[d].ready.heap);
    for (unsigned w = 0; w < STARPU_NMAXWORKERS; w++)
        free(p->worker[w].plan.heap);
    free(p->nowhere.heap);
    sl_levels_free(&p->levels);
    STARPU_PTHREAD_MUTEX_DESTROY(&p->mutex);
    free(p);
}

static struct starpu_sched_policy starling = {
    .init_sched = init_sched,
    .deinit_sched = deinit_sched,
    .add_workers = add_workers,
    .remove_workers = remove_workers,
    .submit_hook = submit_hook,
    .push_task = push_task,
    .pop_task = pop_task,
    .prefetches = 1,
    .policy_name = "starling",
    .policy_description = "tiles are owned by GPUs, cores take what GPUs leave",
    .worker_type = STARPU_WORKER_LIST,
};

/* StarPU finds policies by these two functions of STARPU_SCHED_LIB, and so do we. */
STARPU_ATTRIBUTE_VISIBILITY_DEFAULT
struct starpu_sched_policy *starpu_get_sched_lib_policy(const char *name)
{
    return name && strcmp(name, starling.policy_name) == 0 ? &starling : NULL;
}

STARPU_ATTRIBUTE_VISIBILITY_DEFAULT
struct starpu_sched_policy **starpu_get_sched_lib_policies(void)
{
    static struct starpu_sched_policy *policies[] = {&starling, NULL};
    return policies;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The scheduling policy `starling`, for graphs of tile operations on cores and GPUs. Tasks are
 * put in a graph when they are submitted (levels.c): it tells how urgent each is (order.c). Ready
 * tasks wait in one heap a GPU and one for all cores (choice.c and map.c say in which) and are
 * bound late: a GPU plans a few ahead (plan.c), a core takes what comes, and who finds
 * nothing takes from another device what that would do later (steal.c). Heaps by device,
 * priorities within: HeteroPrio (Agullo, Bramas, Coulaud, Darve, Messner, Takahashi, CCPE 28,
 * 2016). Only StarPU's public interface is used. */

#include <limits.h>
#include <string.h>
#include <strings.h>
#include "policy.h"

static void lock(struct policy *p)
{
    starpu_worker_relax_on();
    STARPU_PTHREAD_MUTEX_LOCK(&p->mutex);
    starpu_worker_relax_off();
}

/* ---- Ready tasks ----------------------------------------------------------------------- */

/* Puts a task where it should run. */
static void place(struct policy *p, struct entry e)
{
    e.tail = sl_order_tail(p, e.task);
    struct device *d = sl_choose_device(p, &e);
    if (!d) {
        insert(&p->nowhere, e, CORE);
        return;
    }
    e.can_wait = sl_order_can_wait(p, d, &e);
    insert(&d->ready, e, d->kind);
    sl_plan(p, d);
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

/* Tasks that nobody could run: perhaps now somebody can, which true says. */
static bool try_again(struct policy *p)
{
    unsigned count = p->nowhere.count;
    if (count > 0)
        place_again(p, &p->nowhere, CORE);
    return p->nowhere.count < count;
}

/* The policy's lock must not be held while another worker's is taken. */
static void unlock_and_wake(struct policy *p, bool changed)
{
    int who[STARPU_NMAXWORKERS];
    unsigned count = sl_sleepers(p, changed, who);
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
    for (unsigned i = 0; i < count; i++)
        starpu_wake_worker_relax_light(who[i]);
}

/* ---- The graph ------------------------------------------------------------------------- */

static void add_to_graph(struct policy *p, struct starpu_task *task)
{
    double length[KINDS];
    struct mark mark = {.graph = p->graph};
    sl_lengths(p, task, length);
    if (!isinf(length[GPU]))
        mark.owner = sl_map_submit(&p->map, task, known(length[GPU]));
    sl_levels_add(&p->levels, task, length, mark);
    if (p->levels.alive == 1) /* all others have begun, or were forgotten */
        p->area = (struct area){0};
    sl_area_add(&p->area, length[CORE], length[GPU], 1);
    sl_order_update(p);
    if (p->levels.fresh == 0) /* what is submitted later may need more GPUs */
        sl_map_use(&p->map, p->area.work, p->levels.longest);
}

/* The task begins. */
static void leave_graph(struct policy *p, struct starpu_task *task)
{
    const struct level_node *node = sl_levels_leave(&p->levels, task);
    if (node)
        sl_area_add(&p->area, node->length[CORE], node->length[GPU], -1);
}

/* All tasks that came before have begun, and no worker runs one. */
static bool is_idle(const struct policy *p)
{
    bool idle = p->coming == 0;
    for (unsigned d = 0; d < p->devices && idle; d++)
        for (unsigned i = 0; i < p->device[d].workers && idle; i++)
            idle = !sl_runs(&p->worker[p->device[d].worker[i]]);
    return idle;
}

/* What was learnt of other graphs is of no use. */
static void begin_graph(struct policy *p)
{
    p->graph++;
    p->bytes = 0;
    sl_map_forget(&p->map);
    for (unsigned d = 0; d < p->devices; d++)
        p->device[d].ahead = 0;
}

/* Puts a task in the graph, which with one device is not needed: the program's priorities do.
 * Its data start to come. */
static void submit_hook(struct starpu_task *task)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(task->sched_ctx);
    if (!task->cl || task->where == STARPU_NOWHERE || task->execute_on_a_specific_worker)
        return;
    struct ahead ahead;
    lock(p);
    if (is_idle(p))
        begin_graph(p);
    sl_ahead_look(p, task, &ahead);
    sl_memory_submit(p, task);
    if (!sl_only_device(p))
        add_to_graph(p, task);
    sl_ahead_choose(p, task, &ahead);
    p->coming++;
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
    sl_ahead_fetch(&ahead); /* it may make another task ready */
}

/* ---- Tasks come and go ----------------------------------------------------------------- */

static int push_task(struct starpu_task *task)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(task->sched_ctx);
    lock(p);
    sl_order_update(p);
    try_again(p);
    place(p, (struct entry){.task = task, .order = p->order++});
    starpu_push_task_end(task);
    unlock_and_wake(p, true);
    return 0;
}

/* The most urgent of a core's tasks; those it cannot run go to who can, or nowhere. */
static bool take_ready(struct policy *p, int w, struct entry *e)
{
    struct device *cores = p->worker[w].device;
    struct queue *own = &p->worker[w].bound;
    while (cores->ready.count > 0 &&
           (own->count == 0 || before(&cores->ready.heap[0], &own->heap[0]))) {
        *e = take(&cores->ready, 0, CORE);
        if (starpu_worker_can_execute_task_first_impl((unsigned)w, e->task, NULL))
            return true;
        int able = sl_able_worker(p, cores, e->task);
        insert(able < 0 ? &p->nowhere : &p->worker[able].bound, *e, CORE);
    }
    if (own->count == 0)
        return false;
    *e = take(own, 0, CORE);
    return true;
}

/* What this worker should run next. */
static bool next(struct policy *p, int w, struct entry *e)
{
    struct device *d = p->worker[w].device;
    sl_plan(p, d);
    if (d->kind == CORE ? take_ready(p, w, e) : sl_take_planned(p, w, e))
        return true;
    return d->plan.count == 0 && sl_steal(p, w, e);
}

static bool one_implementation(int w, struct starpu_task *task, unsigned *which)
{
    unsigned mask = 0;
    starpu_worker_can_execute_task_impl((unsigned)w, task, &mask);
    if (mask == 0 || (mask & (mask - 1)) != 0) /* none: the program has changed its mind */
        return false;
    *which = (unsigned)ffs((int)mask) - 1;
    return true;
}

/* Where there is no choice no model is asked. */
static void begin(struct policy *p, int w, struct starpu_task *task)
{
    unsigned implementation = 0;
    if (!sl_only_device(p) || !one_implementation(w, task, &implementation)) {
        double length = sl_choose_implementation(w, task, &implementation);
        sl_trial_begins(&p->worker[w], task, length);
        sl_expect(&p->worker[w], known(length));
    }
    starpu_task_set_implementation(task, implementation);
}

static struct starpu_task *pop_task(unsigned ctx)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    int w = starpu_worker_get_id_check();
    struct worker *worker = &p->worker[w];
    struct entry e;
    struct ahead ahead;
    enum kind kind = starpu_worker_get_type(w) == STARPU_CPU_WORKER ? CORE : GPU;
    worker->idle = true; /* before the look, so that who pushes after it wakes us */
    if (!p->some[kind]) /* idle workers come here again and again */
        return NULL;
    lock(p);
    ahead.count = 0;
    bool changed = try_again(p), found = worker->device && next(p, w, &e);
    if (found) {
        begin(p, w, e.task);
        worker->idle = false;
        sl_begins(p, w, &e);
        p->coming -= p->coming > 0;
        sl_ahead_of_chain(p, e.task, &ahead);
        leave_graph(p, e.task);
        sl_plan(p, worker->device);
    }
    if (found || changed || (worker->running == 0 && !worker->waits))
        unlock_and_wake(p, found || changed); /* what it found nothing in, others leave too */
    else /* it waits for data or the GPU, and looks again and again */
        STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
    sl_ahead_fetch(&ahead);
    return found ? e.task : NULL;
}

/* NULL: a task ends outside of workers. */
static struct worker *this_worker(struct policy *p)
{
    int w = starpu_worker_get_id();
    return w < 0 ? NULL : &p->worker[w];
}

/* A GPU's worker says so when the task before has ended. */
static void pre_exec_hook(struct starpu_task *task, unsigned ctx)
{
    struct worker *worker = this_worker(starpu_sched_ctx_get_policy_data(ctx));
    if (!worker)
        return;
    sl_starts(worker, task);
    struct trial *trial = sl_trial_of(worker, task);
    if (trial)
        trial->begin = starpu_timing_now();
}

static void post_exec_hook(struct starpu_task *task, unsigned ctx)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    struct worker *worker = this_worker(p);
    if (!worker)
        return;
    if (worker->running > 0 && !task->execute_on_a_specific_worker)
        worker->running--;
    struct trial *trial = sl_trial_of(worker, task);
    if (!trial)
        return;
    lock(p);
    sl_trial_ends(p, worker, trial);
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
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

static void set_map(struct policy *p)
{
    unsigned node[1 + STARPU_MAXNODES];
    for (unsigned d = 1; d < p->devices; d++)
        node[d] = p->device[d].workers > 0 ? p->device[d].node : STARPU_MAXNODES;
    sl_map_set(&p->map, node, p->devices - 1);
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
    set_map(p);
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
    place_again(p, &p->worker[w].bound, d->kind);
    place_again(p, &d->plan, d->kind);
    place_again(p, &d->ready, d->kind);
}

static void remove_workers(unsigned ctx, int *ids, unsigned n)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    lock(p);
    for (unsigned i = 0; i < n; i++)
        remove_worker(p, ids[i]);
    set_map(p);
    unlock_and_wake(p, true);
}

static void init_sched(unsigned ctx)
{
    struct policy *p = calloc(1, sizeof *p);
    STARPU_ASSERT_MSG(p, "no memory for the scheduler");
    STARPU_PTHREAD_MUTEX_INIT(&p->mutex, NULL);
    p->devices = 1;
    p->calibrate = starpu_get_env_number_default("STARPU_CALIBRATE", 0) > 0;
    starpu_sched_ctx_set_min_priority(ctx, INT_MIN);
    starpu_sched_ctx_set_max_priority(ctx, INT_MAX);
    starpu_sched_ctx_set_policy_data(ctx, p);
}

static void deinit_sched(unsigned ctx)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    for (unsigned d = 0; d < p->devices; d++) {
        free(p->device[d].ready.heap);
        free(p->device[d].plan.heap);
    }
    for (unsigned w = 0; w < STARPU_NMAXWORKERS; w++)
        free(p->worker[w].bound.heap);
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
    .pre_exec_hook = pre_exec_hook,
    .post_exec_hook = post_exec_hook,
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

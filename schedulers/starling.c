/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The scheduling policy `starling`, for graphs of tile operations on cores and GPUs. A
 * submitted task enters a graph (levels.c), which tells how urgent it is (priority.c).
 * A ready task waits in a heap: one a GPU, and one for all cores (placement.c and
 * ownership.c choose it). Tasks are bound late: a GPU plans a few (plan.c), a core
 * takes the first one. An idle worker steals a task that another device would run later
 * (steal.c). Heaps by device with priorities inside come from HeteroPrio (Agullo,
 * Bramas, Coulaud, Darve, Messner, Takahashi, CCPE 28, 2016). Only StarPU's public
 * interface is used. */

#include <limits.h>
#include <string.h>
#include <strings.h>
#include "policy.h"

static void lock_policy(struct policy *p)
{
    starpu_worker_relax_on();
    STARPU_PTHREAD_MUTEX_LOCK(&p->mutex);
    starpu_worker_relax_off();
}

/* ---- Ready tasks ----------------------------------------------------------------- */

/* Puts a ready task into the queue of its device. */
static void place_task(struct policy *p, struct entry e)
{
    e.below = policy_priority_below(p, e.task);
    struct device *d = policy_choose_device(p, &e);
    if (!d) {
        policy_queue_insert(&p->unplaced, e, CORE);
        return;
    }
    e.in_turn = policy_priority_in_turn(p, d, &e);
    policy_queue_insert(&d->ready, e, d->kind);
    policy_plan(p, d);
}

/* Places all tasks of a queue again. */
static void place_queue_again(struct policy *p, struct queue *q, enum kind kind)
{
    struct queue old = *q;
    memset(q, 0, sizeof *q);
    while (old.count > 0)
        place_task(p, policy_queue_take(&old, 0, kind));
    free(old.heap);
}

/* Places the tasks that nobody could run; true: now somebody can run some. */
static bool retry_unplaced(struct policy *p)
{
    unsigned count = p->unplaced.count;
    if (count > 0)
        place_queue_again(p, &p->unplaced, CORE);
    return p->unplaced.count < count;
}

/* No lock of a worker may be taken under the policy's lock. */
static void unlock_and_wake(struct policy *p, bool changed)
{
    int who[STARPU_NMAXWORKERS];
    unsigned count = policy_workers_to_wake(p, changed, who);
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
    for (unsigned i = 0; i < count; i++)
        starpu_wake_worker_relax_light(who[i]);
}

/* ---- The graph ------------------------------------------------------------------- */

static void add_to_graph(struct policy *p, struct starpu_task *task)
{
    double length[KINDS];
    struct mark mark = {.graph = p->graph};
    policy_task_lengths(p, task, length);
    if (!isinf(length[GPU]))
        mark.owner = policy_owners_submit(&p->owners, task, policy_known(length[GPU]));
    policy_levels_add(&p->levels, task, length, mark);
    if (p->levels.alive == 1) /* no other task waits: no rest of rounding errors */
        p->area = (struct area){0};
    policy_area_add(&p->area, length[CORE], length[GPU], 1);
    policy_priority_update(p);
    if (p->levels.fresh == 0) /* a sweep: tasks to come may need more GPUs */
        policy_owners_limit_gpus(&p->owners, p->area.work, p->levels.longest);
}

/* The task begins. */
static void leave_graph(struct policy *p, struct starpu_task *task)
{
    const struct level_node *node = policy_levels_remove(&p->levels, task);
    if (node)
        policy_area_add(&p->area, node->length[CORE], node->length[GPU], -1);
}

/* All earlier tasks have begun, and no worker runs one. */
static bool is_policy_idle(const struct policy *p)
{
    bool idle = p->pending == 0;
    for (unsigned d = 0; d < p->devices && idle; d++)
        for (unsigned i = 0; i < p->device[d].workers && idle; i++)
            idle = !policy_worker_is_running(&p->worker[p->device[d].worker[i]]);
    return idle;
}

/* Resets what depends on the graph. */
static void begin_graph(struct policy *p)
{
    p->graph++;
    p->graph_bytes = 0;
    policy_owners_reset(&p->owners);
    for (unsigned d = 0; d < p->devices; d++)
        p->device[d].prefetched = 0;
}

/* Adds a task to the graph and prefetches its data. With one device the program's
 * priorities suffice, and there is no graph. */
static void submit_hook(struct starpu_task *task)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(task->sched_ctx);
    if (!task->cl || task->where == STARPU_NOWHERE ||
        task->execute_on_a_specific_worker)
        return;
    struct prefetch prefetch;
    lock_policy(p);
    if (is_policy_idle(p))
        begin_graph(p);
    policy_prefetch_collect(p, task, &prefetch);
    policy_memory_submit(p, task);
    if (!policy_only_device(p))
        add_to_graph(p, task);
    policy_prefetch_select(p, task, &prefetch);
    p->pending++;
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
    policy_prefetch_request(&prefetch); /* this may make a task ready */
}

/* ---- Tasks come and go ----------------------------------------------------------- */

static int push_task(struct starpu_task *task)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(task->sched_ctx);
    lock_policy(p);
    policy_priority_update(p);
    retry_unplaced(p);
    place_task(p, (struct entry){.task = task, .order = p->order++});
    starpu_push_task_end(task);
    unlock_and_wake(p, true);
    return 0;
}

/* The most urgent task for a core. Tasks that this core cannot run go to one that can.
 */
static bool take_for_core(struct policy *p, int w, struct entry *e)
{
    struct device *cores = p->worker[w].device;
    struct queue *own = &p->worker[w].bound;
    while (cores->ready.count > 0 &&
           (own->count == 0 ||
            policy_queue_before(&cores->ready.heap[0], &own->heap[0]))) {
        *e = policy_queue_take(&cores->ready, 0, CORE);
        if (starpu_worker_can_execute_task_first_impl((unsigned)w, e->task, NULL))
            return true;
        int able = policy_able_worker(p, cores, e->task);
        policy_queue_insert(able < 0 ? &p->unplaced : &p->worker[able].bound, *e, CORE);
    }
    if (own->count == 0)
        return false;
    *e = policy_queue_take(own, 0, CORE);
    return true;
}

/* What this worker should run next. */
static bool next_task(struct policy *p, int w, struct entry *e)
{
    struct device *d = p->worker[w].device;
    policy_plan(p, d);
    if (d->kind == CORE ? take_for_core(p, w, e) : policy_plan_take(p, w, e))
        return true;
    return d->plan.count == 0 && policy_steal(p, w, e);
}

static bool only_implementation(int w, struct starpu_task *task, unsigned *which)
{
    unsigned mask = 0;
    starpu_worker_can_execute_task_impl((unsigned)w, task, &mask);
    if (mask == 0 || (mask & (mask - 1)) != 0) /* none: workers have changed */
        return false;
    *which = (unsigned)ffs((int)mask) - 1;
    return true;
}

/* Without a choice no model is asked. */
static void begin_task(struct policy *p, int w, struct starpu_task *task)
{
    unsigned implementation = 0;
    if (!policy_only_device(p) || !only_implementation(w, task, &implementation)) {
        double length = policy_choose_implementation(w, task, &implementation);
        policy_trial_begin(&p->worker[w], task, length);
        policy_expect(&p->worker[w], policy_known(length));
    }
    starpu_task_set_implementation(task, implementation);
}

static struct starpu_task *pop_task(unsigned ctx)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    int w = starpu_worker_get_id_check();
    struct worker *worker = &p->worker[w];
    struct entry e;
    struct prefetch prefetch;
    enum kind kind = starpu_worker_get_type(w) == STARPU_CPU_WORKER ? CORE : GPU;
    worker->idle = true;    /* set first, so that a later push wakes this worker */
    if (!p->may_find[kind]) /* without the lock: idle workers come here often */
        return NULL;
    lock_policy(p);
    prefetch.count = 0;
    bool changed = retry_unplaced(p), found = worker->device && next_task(p, w, &e);
    if (found) {
        begin_task(p, w, e.task);
        worker->idle = false;
        policy_dispatch_begin(p, w, &e);
        p->pending -= p->pending > 0;
        policy_prefetch_chain(p, e.task, &prefetch);
        leave_graph(p, e.task);
        policy_plan(p, worker->device);
    }
    if (found || changed || (worker->running == 0 && !worker->waits))
        unlock_and_wake(
            p, found || changed); /* others need not look where it found nothing */
    else /* it waits for data or the GPU, and looks again soon */
        STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
    policy_prefetch_request(&prefetch);
    return found ? e.task : NULL;
}

/* NULL: a task ends outside of workers. */
static struct worker *this_worker(struct policy *p)
{
    int w = starpu_worker_get_id();
    return w < 0 ? NULL : &p->worker[w];
}

/* For a worker of a GPU the task before has ended. */
static void pre_exec_hook(struct starpu_task *task, unsigned ctx)
{
    struct worker *worker = this_worker(starpu_sched_ctx_get_policy_data(ctx));
    if (!worker)
        return;
    policy_dispatch_start(worker, task);
    struct trial *trial = policy_trial_of(worker, task);
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
    struct trial *trial = policy_trial_of(worker, task);
    if (!trial)
        return;
    lock_policy(p);
    policy_trial_end(p, worker, trial);
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
}

/* ---- Workers come and go --------------------------------------------------------- */

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

static void add_workers(unsigned ctx, int *ids, unsigned n)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    lock_policy(p);
    for (unsigned i = 0; i < n; i++) {
        struct device *d = device_of_worker(p, ids[i]);
        if (p->worker[ids[i]].device)
            continue;
        p->worker[ids[i]].device = d;
        d->worker[d->workers++] = ids[i];
    }
    set_gpus(p);
    place_queue_again(p, &p->unplaced, CORE);
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
    place_queue_again(p, &p->worker[w].bound, d->kind);
    place_queue_again(p, &d->plan, d->kind);
    place_queue_again(p, &d->ready, d->kind);
}

static void remove_workers(unsigned ctx, int *ids, unsigned n)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    lock_policy(p);
    for (unsigned i = 0; i < n; i++)
        remove_worker(p, ids[i]);
    set_gpus(p);
    unlock_and_wake(p, true);
}

static void init_sched(unsigned ctx)
{
    struct policy *p = calloc(1, sizeof *p);
    STARPU_ASSERT_MSG(p, "no memory for the scheduler");
    STARPU_PTHREAD_MUTEX_INIT(&p->mutex, NULL);
    p->devices = 1;
    policy_rules_read();
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
    free(p->unplaced.heap);
    policy_levels_free(&p->levels);
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

/* StarPU finds policies by these two functions of STARPU_SCHED_LIB, and the library
 * does too. */
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

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
        policy_owners_find_chain(&p->owners, p->area.work, p->levels.longest);
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
    policy_retry_unplaced(p);
    policy_place(p, (struct entry){.task = task, .order = p->order++});
    starpu_push_task_end(task);
    unlock_and_wake(p, true);
    return 0;
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

/* One of many cores beside GPUs that has found nothing for a while looks less often. */
static void rest(const struct policy *p, int w)
{
#ifndef STARPU_SIMGRID
    const struct device *cores = &p->device[0];
    unsigned place = 0;
    while (place < CORES_AWAKE && place < cores->workers && cores->worker[place] != w)
        place++;
    if (p->devices == 1 || starpu_worker_get_type(w) != STARPU_CPU_WORKER || place < CORES_AWAKE ||
        starpu_timing_now() < p->worker[w].found_at + REST_AFTER)
        return;
    starpu_worker_relax_on();
    starpu_usleep(REST_TIME);
    starpu_worker_relax_off();
#else
    (void)p, (void)w;
#endif
}

static struct starpu_task *look_for_task(struct policy *p, int w)
{
    struct worker *worker = &p->worker[w];
    struct entry e;
    struct prefetch prefetch;
    enum kind kind = starpu_worker_get_type(w) == STARPU_CPU_WORKER ? CORE : GPU;
    worker->idle = true;    /* set first, so that a later push wakes this worker */
    if (!p->may_find[kind]) /* without the lock: idle workers come here often */
        return NULL;
    lock_policy(p);
    prefetch.count = 0;
    bool changed = policy_retry_unplaced(p),
         found = worker->device && policy_next_task(p, w, &e);
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

static struct starpu_task *pop_task(unsigned ctx)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    int w = starpu_worker_get_id_check();
    struct starpu_task *task = look_for_task(p, w);
    if (task)
        p->worker[w].found_at = starpu_timing_now();
    else
        rest(p, w);
    return task;
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

/* ---- StarPU's interface ---------------------------------------------------------- */

static void add_workers(unsigned ctx, int *ids, unsigned n)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    lock_policy(p);
    policy_add_workers(p, ids, n);
    unlock_and_wake(p, true);
}

static void remove_workers(unsigned ctx, int *ids, unsigned n)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(ctx);
    lock_policy(p);
    policy_remove_workers(p, ids, n);
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

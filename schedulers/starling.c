/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The scheduling policy `starling`, for graphs of tile operations on cores and GPUs. A tile has
 * an owner, by its coordinates, and a task goes to the GPU that owns the tile it writes: tiles
 * then stay where they are. Ready tasks wait in one heap a GPU and one for all cores, and are
 * bound late: a GPU worker plans PLAN tasks ahead, whose data are fetched; a core takes what
 * comes, and where it finds nothing takes from a GPU what that GPU would not have done before.
 * Sources: the owner-computes rule (Blackford et al., ScaLAPACK Users' Guide, 1997); affinity
 * and priorities on several heaps: HeteroPrio (Agullo, Bramas, Coulaud, Darve, Messner,
 * Takahashi, CCPE 28, 2016). Only StarPU's public interface is used. */

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <starpu.h>
#include <starpu_scheduler.h>

enum kind { CORE, GPU, KINDS };
enum {
    PLAN = 2,         /* tasks ahead of what a GPU worker runs: two hide transfers, more delay
                         urgent ones */
    MOST_OFFERED = 64 /* tasks a thief looks at: the last of a heap, which are not urgent */
};

/* Expected times, in microseconds: 0 = no model knows, NaN = a model that has yet to learn,
 * infinite = cannot run there. */
struct entry {
    struct starpu_task *task;
    unsigned long order; /* of arrival, among equal priorities */
    double length[KINDS];
    bool fetched; /* StarPU accepts one prefetch a task */
};

/* A heap, most urgent first. */
struct queue {
    struct entry *heap;
    unsigned count, room;
    double length; /* of all, as far as it is known */
};

struct device { /* a GPU, or all cores */
    enum kind kind;
    unsigned node; /* the memory of a GPU */
    unsigned workers;
    int worker[STARPU_NMAXWORKERS];
    struct queue ready;
};

struct worker {
    struct device *device; /* NULL: not ours */
    struct queue plan;     /* bound to it for good */
    double free_at;        /* when what it was given should have ended */
    atomic_bool idle;      /* found nothing */
};

struct policy {
    starpu_pthread_mutex_t mutex;
    unsigned devices; /* device[0]: the cores, whether there are any or not */
    struct device device[1 + STARPU_MAXNODES];
    struct worker worker[STARPU_NMAXWORKERS];
    atomic_uint waiting;  /* tasks in all queues */
    struct queue nowhere; /* nobody here can run them */
    unsigned long order;
    int rows; /* of tiles, seen so far */
};

static void lock(struct policy *p)
{
    starpu_worker_relax_on();
    STARPU_PTHREAD_MUTEX_LOCK(&p->mutex);
    starpu_worker_relax_off();
}

static void unlock(struct policy *p)
{
    STARPU_PTHREAD_MUTEX_UNLOCK(&p->mutex);
}

/* ---- Heaps ----------------------------------------------------------------------------- */

static bool before(const struct entry *a, const struct entry *b)
{
    if (a->task->priority != b->task->priority)
        return a->task->priority > b->task->priority;
    return a->order < b->order;
}

/* Lets e rise from place i, which is free. */
static void rise(struct queue *q, unsigned i, struct entry e)
{
    for (; i > 0 && before(&e, &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
        q->heap[i] = q->heap[(i - 1) / 2];
    q->heap[i] = e;
}

static double known(double length)
{
    return isfinite(length) ? length : 0;
}

/* Without memory for its tasks the run cannot go on; StarPU does the same. */
static void insert(struct queue *q, struct entry e, enum kind kind)
{
    if (q->count == q->room) {
        q->room = 2 * q->room + 16;
        q->heap = realloc(q->heap, q->room * sizeof *q->heap);
        STARPU_ASSERT_MSG(q->heap, "no memory for %u tasks", q->room);
    }
    q->length += known(e.length[kind]);
    rise(q, q->count++, e);
}

static struct entry take(struct queue *q, unsigned i, enum kind kind)
{
    struct entry taken = q->heap[i], last = q->heap[--q->count];
    if (i < q->count) {
        for (unsigned child; (child = 2 * i + 1) < q->count; i = child) {
            if (child + 1 < q->count && before(&q->heap[child + 1], &q->heap[child]))
                child++;
            if (!before(&q->heap[child], &last))
                break;
            q->heap[i] = q->heap[child];
        }
        rise(q, i, last);
    }
    q->length = q->count > 0 ? q->length - known(taken.length[kind]) : 0;
    return taken;
}

/* ---- Where a task should run ----------------------------------------------------------- */

/* The first worker of a device that can run the task, -1: none. */
static int able_worker(const struct device *d, struct starpu_task *task)
{
    for (unsigned i = 0; i < d->workers; i++)
        if (starpu_worker_can_execute_task_first_impl((unsigned)d->worker[i], task, NULL))
            return d->worker[i];
    return -1;
}

/* The fastest implementation a worker has, one that is yet to be measured first; returns its
 * expected time. */
static double choose_implementation(int w, struct starpu_task *task, unsigned *best)
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

/* When a device should have done what waits for it, from now. */
static double backlog(const struct policy *p, const struct device *d)
{
    double now = starpu_timing_now(), sum = d->ready.length;
    for (unsigned i = 0; i < d->workers; i++) {
        const struct worker *w = &p->worker[d->worker[i]];
        sum += w->plan.length + fmax(0, w->free_at - now);
    }
    return sum / d->workers;
}

static double load(const struct device *d)
{
    return (double)d->ready.count / d->workers;
}

/* Rows of a grid of GPUs that is as square as can be. */
static unsigned grid_rows(unsigned gpus)
{
    unsigned rows = 1;
    for (unsigned r = 2; r * r <= gpus; r++)
        if (gpus % r == 0)
            rows = r;
    return rows;
}

/* The GPU that owns the tile a task writes: block-cyclic in two dimensions, or in one if there
 * is a single row of tiles. 0: no tile, or no GPU. */
static unsigned owner(struct policy *p, struct starpu_task *task)
{
    int at[8];
    unsigned gpus = p->devices - 1, buffers = STARPU_TASK_GET_NBUFFERS(task);
    for (unsigned b = 0; b < buffers && gpus > 0; b++) {
        if (!(STARPU_TASK_GET_MODE(task, b) & STARPU_W) ||
            starpu_data_get_coordinates_array(STARPU_TASK_GET_HANDLE(task, b), 8, at) < 2 ||
            at[0] < 0 || at[1] < 0)
            continue;
        p->rows = at[0] >= p->rows ? at[0] + 1 : p->rows;
        unsigned rows = p->rows > 1 ? grid_rows(gpus) : 1, columns = gpus / rows;
        return 1 + (unsigned)at[0] % rows * columns + (unsigned)at[1] % columns;
    }
    return 0;
}

/* What a device would need for the task; keeps the length in the entry. */
static double cost(struct policy *p, struct device *d, struct entry *e, bool wait)
{
    unsigned implementation;
    int w = able_worker(d, e->task);
    e->length[d->kind] = w < 0 ? INFINITY : choose_implementation(w, e->task, &implementation);
    if (w < 0)
        return INFINITY;
    double transfer = starpu_task_expected_data_transfer_time_for(e->task, (unsigned)w);
    return e->length[d->kind] + known(transfer) + (wait ? backlog(p, d) : 0);
}

/* Among devices whose models have to learn, or that have none, the least loaded. */
static struct device *by_load(struct policy *p, struct starpu_task *task, bool learning)
{
    struct device *best = NULL;
    for (unsigned d = 0; d < p->devices; d++) {
        struct device *device = &p->device[d];
        unsigned implementation;
        int w = able_worker(device, task);
        if (w >= 0 && (!learning || isnan(choose_implementation(w, task, &implementation))) &&
            (!best || load(device) < load(best)))
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

/* Cores take a task that a GPU would not do sooner, its transfers included. NULL: nobody can. */
static struct device *choose_device(struct policy *p, struct entry *e)
{
    struct device *cores = &p->device[0];
    double gpu_time, core_time = cost(p, cores, e, false);
    struct device *gpu = choose_gpu(p, e, &gpu_time);
    if (isnan(core_time) || isnan(gpu_time))
        return by_load(p, e->task, true);
    if (e->length[CORE] == 0 || e->length[GPU] == 0)
        return by_load(p, e->task, false);
    if (core_time >= gpu_time)
        return gpu;
    bool sooner = gpu && gpu_time + backlog(p, gpu) < core_time + backlog(p, cores);
    return sooner ? gpu : cores;
}

/* ---- Tasks come and go ----------------------------------------------------------------- */

/* Binds tasks to a GPU worker and has their data fetched while it runs others. One that another
 * worker of the GPU must run goes there. */
static void plan(struct policy *p, int w)
{
    struct worker *worker = &p->worker[w];
    struct device *d = worker->device;
    while (d->kind == GPU && worker->plan.count < PLAN && d->ready.count > 0) {
        struct entry e = take(&d->ready, 0, GPU);
        int able = w;
        if (!starpu_worker_can_execute_task_first_impl((unsigned)w, e.task, NULL))
            able = able_worker(d, e.task);
        if (!e.fetched && starpu_get_prefetch_flag())
            starpu_prefetch_task_input_for(e.task, (unsigned)able);
        e.fetched = true;
        insert(&p->worker[able].plan, e, GPU);
    }
}

/* Puts a task where it should run. */
static void place(struct policy *p, struct entry e)
{
    struct device *d = choose_device(p, &e);
    if (!d) {
        insert(&p->nowhere, e, CORE);
        return;
    }
    insert(&d->ready, e, d->kind);
    for (unsigned i = 0; i < d->workers; i++)
        plan(p, d->worker[i]);
}

/* Wakes idle workers outside of the lock: all that have a plan, one that may take what is
 * ready. The others sleep on. */
static void wake(struct policy *p, struct device *d, bool one)
{
    for (unsigned i = 0; i < d->workers; i++) {
        struct worker *w = &p->worker[d->worker[i]];
        if (w->idle && (one || w->plan.count > 0)) {
            w->idle = false;
            starpu_wake_worker_relax_light(d->worker[i]);
            if (one)
                return;
        }
    }
}

static int push_task(struct starpu_task *task)
{
    struct policy *p = starpu_sched_ctx_get_policy_data(task->sched_ctx);
    lock(p);
    struct entry e = {.task = task, .order = p->order++};
    p->waiting++;
    place(p, e);
    starpu_push_task_end(task);
    unlock(p);
    for (unsigned d = 0; d < p->devices; d++) {
        wake(p, &p->device[d], false);
        if (p->device[d].ready.count > 0)
            wake(p, &p->device[d], true);
    }
    wake(p, &p->device[0], true);
    return 0;
}

/* Of the last tasks that wait for a device, the one that gains most, or loses least, on a
 * worker of another kind; none that its device would have done before. */
static bool worth_taking(const struct policy *p, const struct device *from, enum kind kind,
                         unsigned *which)
{
    double wait = backlog(p, from), best = INFINITY;
    unsigned count = from->ready.count;
    for (unsigned i = count; i-- > 0 && count - i <= MOST_OFFERED;) {
        const double *length = from->ready.heap[i].length;
        double here = length[kind], there = length[from->kind];
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
static bool steal(struct policy *p, int w, struct entry *e)
{
    struct device *own = p->worker[w].device, *from = NULL;
    unsigned which, best = 0;
    for (unsigned d = 0; d < p->devices; d++) {
        struct device *device = &p->device[d];
        if (device != own && device->ready.count > 0 &&
            (!from || backlog(p, device) > backlog(p, from)) &&
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

/* What this worker should run next. */
static bool next(struct policy *p, int w, struct entry *e)
{
    struct worker *worker = &p->worker[w];
    struct device *d = worker->device;
    plan(p, w);
    while (d->kind == CORE && worker->plan.count == 0 && d->ready.count > 0) {
        *e = take(&d->ready, 0, CORE);
        if (starpu_worker_can_execute_task_first_impl((unsigned)w, e->task, NULL))
            return true;
        insert(&p->worker[able_worker(d, e->task)].plan, *e, CORE);
    }
    if (worker->plan.count == 0)
        return steal(p, w, e);
    *e = take(&worker->plan, 0, d->kind);
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
        double length = known(choose_implementation(w, e.task, &implementation));
        worker->idle = false;
        worker->free_at = fmax(worker->free_at, starpu_timing_now()) + length;
        starpu_task_set_implementation(e.task, implementation);
        p->waiting--;
        plan(p, w);
    }
    unlock(p);
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
    place_again(p, &p->nowhere, CORE);
    unlock(p);
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
    unlock(p);
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
    STARPU_PTHREAD_MUTEX_DESTROY(&p->mutex);
    free(p);
}

static struct starpu_sched_policy starling = {
    .init_sched = init_sched,
    .deinit_sched = deinit_sched,
    .add_workers = add_workers,
    .remove_workers = remove_workers,
    .push_task = push_task,
    .pop_task = pop_task,
    .prefetches = 1,
    .policy_name = "starling",
    .policy_description = "tiles are owned by GPUs, cores take what GPUs leave",
    .worker_type = STARPU_WORKER_LIST,
};

/* StarPU finds policies by these two functions of STARPU_SCHED_LIB; the library uses them too. */
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

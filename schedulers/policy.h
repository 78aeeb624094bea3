/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The state of the policy `starling`: workers by device, the tasks that wait for them,
 * and the graph. Below it stand the functions of each file. */

#ifndef STARLING_POLICY_H
#define STARLING_POLICY_H

#include <stdatomic.h>
#include <starpu_scheduler.h>
#include "area.h"
#include "levels.h"
#include "ownership.h"
#include "queue.h"
#include "rules.h"
#include "tuning.h"

enum {
    MOST_BEGUN =
        4, /* tasks that StarPU lets a GPU worker begin before the first one ends */
    OPERATIONS = 256 /* with known rates */
};

struct device { /* one GPU, or all cores */
    enum kind kind;
    unsigned node; /* the memory of a GPU */
    unsigned workers;
    int worker[STARPU_NMAXWORKERS];
    struct queue ready;
    struct queue plan; /* of a GPU: tasks whose data are fetched */
    double prefetched; /* bytes for tasks that were not ready */
};

/* A running task that a model measures. */
struct trial {
    struct starpu_task *task; /* NULL: none */
    const struct starpu_codelet *cl;
    double work, begin;
};

/* The best rate of an operation, per microsecond; 0: it never ran there. */
struct operation {
    const struct starpu_codelet *cl;
    double rate[KINDS];
};

/* A task that a worker has begun. */
struct begun {
    const struct starpu_task *task;
    double bottom_level;
    int priority;  /* among equal bottom levels */
    double length; /* on a GPU */
    double time;   /* when it began */
    bool urgent;   /* more than all that its GPU had begun */
};

struct worker {
    struct device *device;          /* NULL: not ours */
    struct queue bound;             /* tasks that other cores cannot run */
    atomic_uint running;            /* tasks begun and not ended */
    double started;                 /* when the first of them started to run */
    double free_at;                 /* when its tasks should have ended */
    struct begun begun[MOST_BEGUN]; /* a ring of its last tasks */
    struct trial trial[MOST_BEGUN]; /* those that a model measures */
    unsigned begins;                /* tasks begun in all */
    bool waits;                     /* it was refused a task until its GPU needs more */
    atomic_bool idle;               /* it found nothing */
    double found_at;                /* when it found its last task */
};

struct policy {
    starpu_pthread_mutex_t mutex;
    unsigned devices; /* device[0] is the cores, even if there are none */
    struct device device[1 + STARPU_MAXNODES];
    struct worker worker[STARPU_NMAXWORKERS];
    atomic_bool may_find[KINDS]; /* a worker of the kind may find a task */
    unsigned pending;            /* tasks submitted and not begun */
    uint16_t graph;              /* its number */
    double graph_bytes;          /* input data of the graph */
    struct queue unplaced;       /* nobody can run them now */
    unsigned long order;         /* of arrival */
    bool calibrate;              /* STARPU_CALIBRATE: all models are measured */
    struct operation operation[OPERATIONS];
    struct levels levels;
    struct area area;
    struct ownership owners;
};

/* ---- placement.c: where a task runs ---------------------------------------------- */

/* A worker of the device that can run the task, without tasks bound to it if possible;
 * -1: none. */
int policy_able_worker(const struct policy *p, const struct device *d,
                       struct starpu_task *task);
/* A worker's fastest implementation, an unmeasured one first; returns its expected
 * time. */
double policy_choose_implementation(int w, struct starpu_task *task, unsigned *best);
/* Times of a task on a core and on a GPU, as in an entry. */
void policy_task_lengths(const struct policy *p, struct starpu_task *task,
                         double *length);
/* The time to copy the largest datum of a task to a GPU over a free link. */
double policy_fetch_time(const struct device *d, struct starpu_task *task);
/* The only device with workers, NULL: there are more. */
struct device *policy_only_device(struct policy *p);
/* A worker begins a task of this length; before policy_dispatch_begin(). */
void policy_expect(struct worker *w, double length);
/* The time until a device should have done what waits for it. */
double policy_backlog(const struct policy *p, const struct device *d);
/* Where a task should run, NULL: nobody can. Sets the lengths of the entry. */
struct device *policy_choose_device(struct policy *p, struct entry *e);
/* The area program over all tasks that have not begun. */
struct area_share policy_share(const struct policy *p);

/* ---- ready.c: queues of ready tasks ---------------------------------------------- */

/* Puts a ready task into the queue of its device. */
void policy_place(struct policy *p, struct entry e);
/* Places all tasks of a queue again. */
void policy_place_again(struct policy *p, struct queue *q, enum kind kind);
/* Places the tasks that nobody could run; true: now somebody can run some. */
bool policy_retry_unplaced(struct policy *p);
/* Takes the next task of a worker; false: there is none for it now. */
bool policy_next_task(struct policy *p, int w, struct entry *e);

/* ---- workers.c: workers join and leave ------------------------------------------- */

void policy_add_workers(struct policy *p, const int *ids, unsigned n);
void policy_remove_workers(struct policy *p, const int *ids, unsigned n);

/* ---- priority.c: which ready task is next ---------------------------------------- */

/* The time below a task, 0 where the program's priorities count alone. */
double policy_priority_below(const struct policy *p, struct starpu_task *task);
/* The task may run in order of arrival. */
bool policy_priority_in_turn(const struct policy *p, const struct device *d,
                             const struct entry *e);
/* Sorts all queues when levels are new. */
void policy_priority_update(struct policy *p);

/* ---- calibration.c: models without measurements ---------------------------------- */

/* The task should run on this kind of worker so that its model is measured. */
bool policy_must_calibrate(struct policy *p, const struct entry *e, enum kind kind);
/* Time on a core by the rate at other sizes; infinite: it never ran there. */
double policy_guess_core_length(struct policy *p, struct starpu_task *task);
/* Keeps the rates of known lengths. */
void policy_note_rates(struct policy *p, const struct entry *e);
/* A worker begins a task with this expected length; before policy_dispatch_begin(). */
void policy_trial_begin(struct worker *w, struct starpu_task *task, double length);
/* The measurement of a worker's task, NULL: none. */
struct trial *policy_trial_of(struct worker *w, const struct starpu_task *task);
void policy_trial_end(struct policy *p, struct worker *w, struct trial *trial);

/* ---- wake.c: whom to wake -------------------------------------------------------- */

/* Idle workers with tasks bound to them or a plan to run; after a change also one a
 * device that may find a task. */
unsigned policy_workers_to_wake(struct policy *p, bool changed, int *who);

/* ---- steal.c: a task of another device ------------------------------------------- */

bool policy_steal(struct policy *p, int w, struct entry *e);

/* ---- memory.c: where data are, and how much fits --------------------------------- */

/* The datum is valid in that memory, or with `or_comes` on its way. */
bool policy_data_is_on_node(starpu_data_handle_t data, unsigned node, bool or_comes);
/* Bytes that a task has to fetch. */
double policy_missing_bytes(struct starpu_task *task, unsigned node, bool or_comes);
/* Counts the data of a submitted task. */
void policy_memory_submit(struct policy *p, struct starpu_task *task);
/* The size of a GPU's memory, infinite if unknown. */
double policy_memory_size(const struct device *d);
/* GPUs cannot hold the data of the graph. */
bool policy_memory_is_short(const struct policy *p, const struct device *d);
/* The data of the task fit beside those of the plan. */
bool policy_memory_has_room(const struct device *d, const struct queue *plan,
                            struct starpu_task *task);
/* The place of the ready task with least to fetch; `or_comes`: data on their way count
 * as there. */
unsigned policy_memory_least_missing(const struct device *d, bool or_comes);

/* ---- prefetch.c: data that come before their task is ready ----------------------- */

enum {
    MOST_PREFETCHED = 128
}; /* data of a task, which may write a whole column of tiles */
struct prefetch {
    starpu_data_handle_t data[MOST_PREFETCHED];
    int priority[MOST_PREFETCHED];
    unsigned count, node;
};
/* Collects what the task reads from main memory; before it is in the graph. */
void policy_prefetch_collect(struct policy *p, struct starpu_task *task,
                             struct prefetch *prefetch);
/* Selects what should go to the task's GPU; once the task is in the graph. */
void policy_prefetch_select(struct policy *p, struct starpu_task *task,
                            struct prefetch *prefetch);
/* Selects what a task that begins writes for the longest chain; before it leaves the
 * graph. */
void policy_prefetch_chain(const struct policy *p, struct starpu_task *task,
                           struct prefetch *prefetch);
/* Asks StarPU for the data; without the lock. */
void policy_prefetch_request(const struct prefetch *prefetch);

/* ---- plan.c: what a GPU runs next ------------------------------------------------ */

/* Plans a GPU's next tasks: their data are fetched while it runs others. */
void policy_plan(struct policy *p, struct device *d);
/* Takes a planned task; false: another worker should, the GPU is busy, or there is
 * none. */
bool policy_plan_take(struct policy *p, int w, struct entry *e);

/* ---- dispatch.c: how many tasks a GPU has in flight ------------------------------ */

/* Workers that take tasks in order: one of three or more of a GPU takes only urgent
 * ones. */
static inline unsigned policy_regular_workers(const struct device *d)
{
    return d->kind == GPU && d->workers > IN_FLIGHT ? d->workers - 1 : d->workers;
}
/* The worker of a GPU should begin only urgent tasks now. */
bool policy_dispatch_is_full(const struct policy *p, const struct device *d, int w);
/* The worker may begin this task. */
bool policy_dispatch_allows(const struct policy *p, const struct device *d, int w,
                            const struct entry *e);
/* A worker of the GPU waits for data of a task that it has begun. */
bool policy_dispatch_awaits_data(const struct policy *p, const struct device *d);
/* A worker begins a task. */
void policy_dispatch_begin(struct policy *p, int w, const struct entry *e);
/* The worker runs a task, or should: StarPU does not report all ends. */
bool policy_worker_is_running(const struct worker *w);
/* The task starts to run: those that the worker began before it have ended. */
void policy_dispatch_start(struct worker *w, const struct starpu_task *task);

#endif

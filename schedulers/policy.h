/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the policy `starling` knows: its workers by device, the tasks that wait for them, and
 * the graph. */

#ifndef STARLING_POLICY_H
#define STARLING_POLICY_H

#include <stdatomic.h>
#include <starpu_scheduler.h>
#include "area.h"
#include "levels.h"
#include "map.h"
#include "queue.h"

enum {
    MOST_BEGUN = 4, /* tasks that StarPU lets a GPU's worker begin before the first has ended */
    OPERATIONS = 256 /* whose rates are kept */
};

struct device { /* a GPU, or all cores */
    enum kind kind;
    unsigned node; /* the memory of a GPU */
    unsigned workers;
    int worker[STARPU_NMAXWORKERS];
    struct queue ready;
    struct queue plan; /* of a GPU: tasks whose data are fetched */
    double ahead; /* bytes that were fetched for tasks that were not ready */
};

/* A task of which a model learns, while it runs. */
struct trial {
    struct starpu_task *task; /* NULL: none */
    const struct starpu_codelet *cl;
    double work, begin;
};

/* How fast an operation was at best, per microsecond; 0: it never ran there. */
struct operation {
    const struct starpu_codelet *cl;
    double rate[KINDS];
};

/* What a worker has begun. */
struct begun {
    const struct starpu_task *task;
    double rank;   /* what it takes and what comes after it take */
    int priority;  /* among those of equal rank */
    double length; /* on a GPU */
    double time;   /* when it began */
    bool urgent;   /* more than all that its GPU had begun */
};

struct worker {
    struct device *device; /* NULL: not ours */
    struct queue bound;    /* tasks that another core found it cannot run */
    atomic_uint running;   /* tasks that it has begun and not ended */
    double started;        /* when the first of them started */
    double free_at;        /* when what it was given should have ended */
    struct begun last[MOST_BEGUN];  /* that it has begun, in turn */
    struct trial trial[MOST_BEGUN]; /* those of them of which a model learns */
    unsigned begins;                /* as many has it begun in all */
    bool waits;            /* for its GPU to need more: it was refused a task */
    atomic_bool idle;      /* found nothing */
};

struct policy {
    starpu_pthread_mutex_t mutex;
    unsigned devices; /* device[0]: the cores, whether there are any or not */
    struct device device[1 + STARPU_MAXNODES];
    struct worker worker[STARPU_NMAXWORKERS];
    atomic_bool some[KINDS]; /* a worker of the kind may find a task */
    unsigned coming;      /* tasks that were submitted and have not begun */
    uint16_t graph;       /* its number */
    double bytes;         /* of the data that were there before it and that it uses */
    struct queue nowhere; /* nobody here can run them; tried again when tasks come and go */
    unsigned long order;
    bool calibrate; /* STARPU_CALIBRATE: models learn whatever it costs */
    struct operation operation[OPERATIONS];
    struct levels levels;
    struct area area;
    double left; /* the time that all needed when ready tasks were put in order */
    struct map map;
};

/* choice.c: where */

/* The first worker of a device that can run the task, or the one with the least bound to it; -1:
 * none. */
int sl_able_worker(const struct policy *p, const struct device *d, struct starpu_task *task);
/* The fastest implementation a worker has, one that is yet to be measured first; returns its
 * expected time. */
double sl_choose_implementation(int w, struct starpu_task *task, unsigned *best);
/* What a task takes on a core and on a GPU, as in an entry. */
void sl_lengths(const struct policy *p, struct starpu_task *task, double *length);
/* The time to bring the largest datum of a task to a GPU, if nothing else moves. */
double sl_fetch_time(const struct device *d, struct starpu_task *task);
/* The only device with workers, NULL: there are more. */
struct device *sl_only_device(struct policy *p);
/* A worker begins a task of this length; before sl_begins(). */
void sl_expect(struct worker *w, double length);
/* When a device should have done what waits for it, from now. */
double sl_backlog(const struct policy *p, const struct device *d);
/* Where a task should run, NULL: nobody can; fills in the lengths of the entry. */
struct device *sl_choose_device(struct policy *p, struct entry *e);
/* Of what has not begun, the shares of all cores and GPUs. */
struct area_share sl_share(const struct policy *p);

/* order.c: which of the tasks that are ready is next */

/* What comes after a task, as far as it counts; 0: nothing, or it does not. */
double sl_order_tail(const struct policy *p, struct starpu_task *task);
/* A task of this device may run in its turn, by order of arrival. */
bool sl_order_can_wait(const struct policy *p, const struct device *d, const struct entry *e);
/* Puts all that wait in order when tails are new, or so much was done that fewer can wait. */
void sl_order_update(struct policy *p);

/* learn.c: models that have yet to learn */

/* The task should run on this kind of worker, so that its model learns. */
bool sl_must_learn(struct policy *p, const struct entry *e, enum kind kind);
/* What a core should take, as at other sizes; infinite: none has done the operation yet. */
double sl_core_length(struct policy *p, struct starpu_task *task);
/* Lengths that models know. */
void sl_note(struct policy *p, const struct entry *e);
/* The worker begins a task that its model expects to be so long; before sl_begins(). */
void sl_trial_begins(struct worker *w, struct starpu_task *task, double length);
/* What a worker measures with a task, NULL: nothing. */
struct trial *sl_trial_of(struct worker *w, const struct starpu_task *task);
void sl_trial_ends(struct policy *p, struct worker *w, struct trial *trial);

/* wake.c: who is called when something has changed, or nothing was found */

/* Idle workers that should be called: those that have tasks bound to them or run nothing while
 * something is planned for their GPU, and, where something has changed, one a device that may find
 * something; the others sleep on. */
unsigned sl_sleepers(struct policy *p, bool changed, int *who);

/* steal.c: a task that waits for another device and that this worker would end sooner */
bool sl_steal(struct policy *p, int w, struct entry *e);

/* memory.c: where data are, and too many of them */

/* The datum is in that memory as it should be, or on its way. */
bool sl_is_there(starpu_data_handle_t data, unsigned node, bool or_comes);
/* Bytes that a task would have to fetch. */
double sl_missing(struct starpu_task *task, unsigned node, bool or_comes);
/* Counts the data of a task that is submitted. */
void sl_memory_submit(struct policy *p, struct starpu_task *task);
/* The bytes that a GPU can hold, infinite if that is not known. */
double sl_memory(const struct device *d);
/* GPUs cannot hold what the graph uses. */
bool sl_memory_is_short(const struct policy *p, const struct device *d);
/* Another task may be planned beside these. */
bool sl_memory_has_room(const struct device *d, const struct queue *plan,
                        struct starpu_task *task);
/* The place of the ready task that has least to fetch, or_comes: without what is on its way. */
unsigned sl_memory_next(const struct device *d, bool or_comes);

/* ahead.c: data that come before their task is ready */

enum { MOST_AHEAD = 128 }; /* data of a task, which may write a whole column of tiles */
struct ahead {
    starpu_data_handle_t data[MOST_AHEAD];
    int priority[MOST_AHEAD];
    unsigned count, node;
};
/* Those that the task will find in main memory as they are; before it is in the graph. */
void sl_ahead_look(struct policy *p, struct starpu_task *task, struct ahead *ahead);
/* Those that should go to the GPU it belongs to. */
void sl_ahead_choose(struct policy *p, struct starpu_task *task, struct ahead *ahead);
/* Those that a task that begins writes, and the longest chain next. Before it leaves the graph. */
void sl_ahead_of_chain(const struct policy *p, struct starpu_task *task, struct ahead *ahead);
/* Asks StarPU for them; not under the lock. */
void sl_ahead_fetch(const struct ahead *ahead);

/* plan.c: what a GPU does next */

/* Has the data of a GPU's next tasks fetched while it runs others. */
void sl_plan(struct policy *p, struct device *d);
/* Takes what is planned for the GPU of this worker, unless another of its workers should or all
 * have enough. */
bool sl_take_planned(struct policy *p, int w, struct entry *e);

/* begin.c: how much a GPU begins */

enum { BUSY = 2 }; /* tasks that keep a GPU busy */
/* The workers that take what is not urgent: of three of a GPU or more one waits for what is. */
static inline unsigned sl_takers(const struct device *d)
{
    return d->kind == GPU && d->workers > BUSY ? d->workers - 1 : d->workers;
}
/* A GPU's worker should begin nothing now that is not urgent. */
bool sl_should_wait(const struct policy *p, const struct device *d, int w);
/* It may begin this task. */
bool sl_may_begin(const struct policy *p, const struct device *d, int w, const struct entry *e);
/* One of its workers waits for data of a task that it has begun. */
bool sl_fetches(const struct policy *p, const struct device *d);
/* A worker begins a task. */
void sl_begins(struct policy *p, int w, const struct entry *e);
/* It runs one, or should: StarPU does not tell all ends. */
bool sl_runs(const struct worker *w);
/* It starts: those that the worker began before it have ended. */
void sl_starts(struct worker *w, const struct starpu_task *task);

#endif

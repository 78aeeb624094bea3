/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Recordings: the tasks of a sequence with their dependencies, predicted times, and where
 * and when they ran. Dependencies are those that StarPU derives from the order of
 * submission. A task that reads a datum waits for its last writer. A task that writes it
 * waits also for the readers since then. */

#define _GNU_SOURCE /* tdestroy */
#include <math.h>
#include <search.h>
#include <stdlib.h>

#include <starpu_scheduler.h>
#include "task.h"

/* The last accesses to a datum. */
struct access {
    starpu_data_handle_t handle; /* the key */
    int64_t writer;              /* -1: none */
    int64_t *reader;             /* readers since then */
    int64_t readers, capacity;
};

struct sl_record {
    starling_recording how;
    bool short_of_memory;
    int profiling;      /* StarPU's setting before */
    double start;       /* microseconds, StarPU's clock */
    starling_task *task;
    int64_t tasks, task_capacity;
    int64_t *edge;      /* predecessors of all tasks, one task after another */
    int64_t edges, edge_capacity;
    void *accesses;     /* tree of struct access */
};

/* Makes room for one more element. */
static bool grow(void *array, size_t size, int64_t count, int64_t *capacity)
{
    void **a = array;
    if (count < *capacity)
        return true;
    int64_t larger = SL_MAX(64, 2 * *capacity);
    void *b = realloc(*a, size * (size_t)larger);
    if (!b)
        return false;
    *a = b;
    *capacity = larger;
    return true;
}

static int by_handle(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const struct access *)a)->handle;
    uintptr_t y = (uintptr_t)((const struct access *)b)->handle;
    return (x > y) - (x < y);
}

static void free_access(void *access)
{
    free(((struct access *)access)->reader);
    free(access);
}

static struct access *find(struct sl_record *r, starpu_data_handle_t handle)
{
    struct access key = {.handle = handle, .writer = -1};
    struct access **found = tfind(&key, &r->accesses, by_handle);
    if (found)
        return *found;
    struct access *access = malloc(sizeof *access);
    if (!access)
        return NULL;
    *access = key;
    if (tsearch(access, &r->accesses, by_handle))
        return access;
    free(access);
    return NULL;
}

/* Adds the predecessor `before` to the task that is being recorded, once. */
static bool depend(struct sl_record *r, int64_t before)
{
    const starling_task *t = &r->task[r->tasks];
    if (before < 0 || before == r->tasks)
        return true;
    for (int64_t i = 0; i < t->predecessors; i++)
        if (r->edge[r->edges - 1 - i] == before)
            return true;
    if (!grow(&r->edge, sizeof *r->edge, r->edges, &r->edge_capacity))
        return false;
    r->edge[r->edges++] = before;
    r->task[r->tasks].predecessors++;
    return true;
}

static bool record_access(struct sl_record *r, struct sl_datum datum)
{
    if (datum.mode & STARPU_SCRATCH)
        return true;
    struct access *a = find(r, datum.handle);
    bool room = a && depend(r, a->writer);
    if (room && datum.mode & STARPU_W) {
        for (int64_t i = 0; i < a->readers && room; i++)
            room = depend(r, a->reader[i]);
        a->writer = r->tasks;
        a->readers = 0;
    } else if (room) {
        room = grow(&a->reader, sizeof *a->reader, a->readers, &a->capacity);
        if (room)
            a->reader[a->readers++] = r->tasks;
    }
    return room;
}

/* The predicted seconds on a worker of that type. Infinite: no such worker can run it. NaN:
 * unknown. */
static double predicted(struct starpu_task *task, enum starpu_worker_archtype type)
{
    unsigned implementation;
    int worker;
    if (task->cl->where == STARPU_NOWHERE) /* it only orders other tasks */
        return 0;
    for (int i = 0; (worker = starpu_worker_get_by_type(type, i)) >= 0; i++)
        if (starpu_worker_can_execute_task_first_impl((unsigned)worker, task, &implementation)) {
            double us = starpu_task_worker_expected_length(task, (unsigned)worker, 0,
                                                           implementation);
            return us > 0 ? 1e-6 * us : NAN;
        }
    return INFINITY;
}

int64_t sl_record_task(starling_sequence *seq, const struct sl_task *t,
                       struct starpu_task *task)
{
    struct sl_record *r = seq->record;
    bool room = grow(&r->task, sizeof *r->task, r->tasks, &r->task_capacity);
    if (room) {
        double never = NAN;
        r->task[r->tasks] = (starling_task){
            .name = t->cl->name, .color = t->cl->color, .i = t->at.i, .j = t->at.j,
            .step = seq->step, .priority = t->priority, .flops = t->flops,
            .cpu_s = predicted(task, STARPU_CPU_WORKER),
            .cuda_s = predicted(task, STARPU_CUDA_WORKER),
            .worker = -1, .submitted_s = 1e-6 * (starpu_timing_now() - r->start),
            .ready_s = never, .pop_s = {never, never}, .fetch_s = {never, never},
            .run_s = {never, never},
        };
    }
    int count = sl_data_count(t);
    for (int i = 0; i < count && room; i++)
        room = record_access(r, sl_datum_of(t, i));
    if (!room) {
        r->short_of_memory = true;
        return -1;
    }
    return r->tasks++;
}

void sl_record_done(starling_sequence *seq, int64_t index)
{
    struct sl_record *r = seq->record;
    const struct starpu_task *task = starpu_task_get_current();
    const struct starpu_profiling_task_info *info = task ? task->profiling_info : NULL;
    if (!r || index < 0 || index >= r->tasks || !info)
        return;
    const struct timespec *from[] = {
        &info->push_start_time, &info->pop_start_time, &info->pop_end_time,
        &info->acquire_data_start_time, &info->acquire_data_end_time, &info->start_time,
        &info->end_time};
    starling_task *t = &r->task[index];
    double *to[] = {&t->ready_s, &t->pop_s[0], &t->pop_s[1], &t->fetch_s[0], &t->fetch_s[1],
                    &t->run_s[0], &t->run_s[1]};
    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++)
        if (from[i]->tv_sec != 0 || from[i]->tv_nsec != 0) /* else it was not measured */
            *to[i] = 1e-6 * (starpu_timing_timespec_to_us((struct timespec *)(uintptr_t)from[i]) -
                             r->start);
    t->worker = info->workerid;
}

void sl_record_forget(starling_sequence *seq, starpu_data_handle_t handle)
{
    struct access key = {.handle = handle};
    struct access **found = seq->record ? tfind(&key, &seq->record->accesses, by_handle) : NULL;
    if (!found)
        return;
    struct access *access = *found;
    tdelete(&key, &seq->record->accesses, by_handle);
    free_access(access);
}

bool sl_record_only(const starling_sequence *seq)
{
    return seq->record && seq->record->how == STARLING_RECORD_GRAPH;
}

void sl_record_free(starling_sequence *seq)
{
    struct sl_record *r = seq->record;
    if (!r)
        return;
    if (r->how == STARLING_RECORD_RUN && !sl_forked())
        starpu_profiling_status_set(r->profiling);
    tdestroy(r->accesses, free_access);
    free(r->task);
    free(r->edge);
    free(r);
    seq->record = NULL;
}

bool sl_record_open(starling_sequence *seq, starling_recording how)
{
    struct sl_record *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    r->how = how;
    if (how == STARLING_RECORD_RUN)
        r->profiling = starpu_profiling_status_set(STARPU_PROFILING_ENABLE);
    r->start = starpu_timing_now();
    seq->record = r;
    return true;
}

int64_t sl_record_tasks(starling_sequence *seq, const starling_task **tasks)
{
    struct sl_record *r = seq->record;
    if (!r || r->short_of_memory)
        return r ? -1 : 0;
    int64_t edge = 0;
    for (int64_t i = 0; i < r->tasks; i++) { /* now the arrays do not move any more */
        r->task[i].predecessor = r->edge + edge;
        edge += r->task[i].predecessors;
    }
    *tasks = r->task;
    return r->tasks;
}

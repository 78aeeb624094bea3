/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A heap of tasks, the most urgent first. The order is: time below the task (levels.h),
 * then the program's priority, then arrival. So it is the same in every run. Tasks that
 * run in their turn follow all others, in order of arrival. */

#ifndef QUEUE_H
#define QUEUE_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <starpu.h>

enum kind { CORE, GPU, KINDS };

/* Lengths are expected times in microseconds. 0: no model knows. NaN: the model asks
 * for measurements. Infinite: the task cannot run there. */
struct entry {
    struct starpu_task *task;
    unsigned long order; /* of arrival */
    double below;        /* time below the task (levels.h); 0: nothing, or unknown */
    double length[KINDS];
    bool in_turn; /* order of arrival is enough */
};

struct queue {
    struct entry *heap;
    unsigned count, room;
    double length;       /* sum of the known lengths */
    double least[KINDS]; /* a lower limit of the lengths, models that ask left out */
};

static inline bool policy_queue_before(const struct entry *a, const struct entry *b)
{
    if (a->in_turn != b->in_turn)
        return b->in_turn;
    if (!a->in_turn && a->below != b->below)
        return a->below > b->below;
    if (!a->in_turn && a->task->priority != b->task->priority)
        return a->task->priority > b->task->priority;
    return a->order < b->order;
}

/* Puts e at place i, which is free, or above it. */
static inline void policy_queue_rise(struct queue *q, unsigned i, struct entry e)
{
    for (; i > 0 && policy_queue_before(&e, &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
        q->heap[i] = q->heap[(i - 1) / 2];
    q->heap[i] = e;
}

static inline double policy_known(double length)
{
    return isfinite(length) ? length : 0;
}

/* The program cannot go on without memory for its tasks; StarPU aborts likewise. */
static inline void policy_queue_insert(struct queue *q, struct entry e, enum kind kind)
{
    if (q->count == q->room) {
        q->room = 2 * q->room + 16;
        q->heap = realloc(q->heap, q->room * sizeof *q->heap);
        STARPU_ASSERT_MSG(q->heap, "no memory for %u tasks", q->room);
    }
    for (int k = 0; k < KINDS; k++) {
        double length =
            isnan(e.length[kind]) || isnan(e.length[k]) ? INFINITY : e.length[k];
        q->least[k] = q->count > 0 ? fmin(q->least[k], length) : length;
    }
    q->length += policy_known(e.length[kind]);
    policy_queue_rise(q, q->count++, e);
}

static inline struct entry policy_queue_take(struct queue *q, unsigned i,
                                             enum kind kind)
{
    struct entry taken = q->heap[i], last = q->heap[--q->count];
    if (i < q->count) {
        for (unsigned child; (child = 2 * i + 1) < q->count; i = child) {
            if (child + 1 < q->count &&
                policy_queue_before(&q->heap[child + 1], &q->heap[child]))
                child++;
            if (!policy_queue_before(&q->heap[child], &last))
                break;
            q->heap[i] = q->heap[child];
        }
        policy_queue_rise(q, i, last);
    }
    q->length = q->count > 0 ? q->length - policy_known(taken.length[kind]) : 0;
    return taken;
}

#endif

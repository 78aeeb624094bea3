/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tasks that are ready, in a heap, the most urgent first: by tail (levels.h), then by the
 * program's priority, then by arrival, so that the order is the same at every run. Tasks that
 * can wait come after all others, by arrival. */

#ifndef QUEUE_H
#define QUEUE_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <starpu.h>

enum kind { CORE, GPU, KINDS };

/* Expected times, in microseconds: 0 = no model knows, NaN = a model that has yet to learn,
 * infinite = cannot run there. */
struct entry {
    struct starpu_task *task;
    unsigned long order; /* of arrival, among equal priorities */
    double tail;         /* what comes after it (levels.h); 0 = nothing, or not known */
    double length[KINDS];
    bool can_wait; /* its turn */
};

/* A heap, most urgent first. */
struct queue {
    struct entry *heap;
    unsigned count, room;
    double length; /* of all, as far as it is known */
    double least[KINDS]; /* no task takes less there, but for those that a model asked for */
};

static inline bool before(const struct entry *a, const struct entry *b)
{
    if (a->can_wait != b->can_wait)
        return b->can_wait;
    if (!a->can_wait && a->tail != b->tail)
        return a->tail > b->tail;
    if (!a->can_wait && a->task->priority != b->task->priority)
        return a->task->priority > b->task->priority;
    return a->order < b->order;
}

/* Lets e rise from place i, which is free. */
static inline void rise(struct queue *q, unsigned i, struct entry e)
{
    for (; i > 0 && before(&e, &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
        q->heap[i] = q->heap[(i - 1) / 2];
    q->heap[i] = e;
}

static inline double known(double length)
{
    return isfinite(length) ? length : 0;
}

/* Without memory for its tasks the run cannot go on; StarPU does the same. */
static inline void insert(struct queue *q, struct entry e, enum kind kind)
{
    if (q->count == q->room) {
        q->room = 2 * q->room + 16;
        q->heap = realloc(q->heap, q->room * sizeof *q->heap);
        STARPU_ASSERT_MSG(q->heap, "no memory for %u tasks", q->room);
    }
    for (int k = 0; k < KINDS; k++) {
        double length = isnan(e.length[kind]) || isnan(e.length[k]) ? INFINITY : e.length[k];
        q->least[k] = q->count > 0 ? fmin(q->least[k], length) : length;
    }
    q->length += known(e.length[kind]);
    rise(q, q->count++, e);
}

static inline struct entry take(struct queue *q, unsigned i, enum kind kind)
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

#endif

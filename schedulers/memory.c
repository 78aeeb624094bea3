/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where data are, and what to do if they are more than GPUs can hold. Tasks then run in an order
 * that uses what is there (the idea of Gonthier, Marchal, Thibault, IPDPS 2022, and of StarPU's
 * dmdar): of the tasks that are ready the next is the one that has least to fetch, be it urgent
 * or not; and those planned together do not fill the memory that they need. */

#include "policy.h"

enum {
    MOST_COMPARED = 64 /* tasks; the most urgent, as good as any in a heap */
};
/* A GPU's part of the data, of its memory: with more it cannot keep its own and copies too. */
static const double full = 0.75;
/* What planned tasks need, of the memory. */
static const double part = 0.5;

bool sl_is_there(starpu_data_handle_t data, unsigned node, bool or_comes)
{
    int allocated, valid = 0, requested = 0;
    starpu_data_query_status(data, (int)node, &allocated, &valid, &requested);
    return valid || (or_comes && requested);
}

double sl_missing(struct starpu_task *task, unsigned node, bool or_comes)
{
    double bytes = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, b);
        if (STARPU_TASK_GET_MODE(task, b) & STARPU_R && !sl_is_there(data, node, or_comes))
            bytes += (double)starpu_data_get_size(data);
    }
    return bytes;
}

void sl_memory_submit(struct policy *p, struct starpu_task *task)
{
    if (p->devices == 1) /* no GPU */
        return;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, b);
        bool counted = sl_mark_of_data(data).graph == p->graph;
        if (counted || STARPU_TASK_GET_MODE(task, b) & STARPU_SCRATCH)
            continue;
        sl_mark_data(data, (struct mark){.graph = p->graph});
        if (STARPU_TASK_GET_MODE(task, b) & STARPU_R) /* others are temporary, as a rule */
            p->bytes += (double)starpu_data_get_size(data);
    }
}

double sl_memory(const struct device *d)
{
    starpu_ssize_t total = starpu_memory_get_total(d->node);
    return total > 0 ? (double)total : INFINITY;
}

bool sl_memory_is_short(const struct policy *p, const struct device *d)
{
    return p->map.used > 0 && p->bytes > full * sl_memory(d) * p->map.used;
}

static double needs(struct starpu_task *task)
{
    double bytes = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b));
    return bytes;
}

bool sl_memory_has_room(const struct device *d, const struct queue *plan,
                        struct starpu_task *task)
{
    double bytes = needs(task);
    for (unsigned i = 0; i < plan->count; i++)
        bytes += needs(plan->heap[i].task);
    return bytes <= part * sl_memory(d);
}

unsigned sl_memory_next(const struct device *d, bool or_comes)
{
    const struct queue *q = &d->ready;
    unsigned best = 0;
    double least = INFINITY;
    for (unsigned i = 0; i < q->count && i < MOST_COMPARED; i++) {
        double bytes = sl_missing(q->heap[i].task, d->node, or_comes);
        if (bytes < least || (bytes == least && before(&q->heap[i], &q->heap[best]))) {
            least = bytes;
            best = i;
        }
    }
    return best;
}

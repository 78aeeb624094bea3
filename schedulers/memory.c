/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where data are, and what to do if they are more than GPUs can hold. Then the next
 * task is the ready one that has least to fetch, urgent or not, so that it uses what is
 * there (the idea of Gonthier, Marchal, Thibault, IPDPS 2022, and of StarPU's dmdar).
 * And the tasks that are planned together must leave memory for others. */

#include "policy.h"

bool policy_data_is_on_node(starpu_data_handle_t data, unsigned node, bool or_comes)
{
    int allocated, valid = 0, requested = 0;
    starpu_data_query_status(data, (int)node, &allocated, &valid, &requested);
    return valid || (or_comes && requested);
}

double policy_missing_bytes(struct starpu_task *task, unsigned node, bool or_comes)
{
    double bytes = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, b);
        if (STARPU_TASK_GET_MODE(task, b) & STARPU_R &&
            !policy_data_is_on_node(data, node, or_comes))
            bytes += (double)starpu_data_get_size(data);
    }
    return bytes;
}

void policy_memory_submit(struct policy *p, struct starpu_task *task)
{
    if (p->devices == 1) /* no GPU */
        return;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, b);
        bool counted = policy_mark_of_data(data).graph == p->graph;
        if (counted || STARPU_TASK_GET_MODE(task, b) & STARPU_SCRATCH)
            continue;
        policy_set_mark(data, (struct mark){.graph = p->graph});
        if (STARPU_TASK_GET_MODE(task, b) &
            STARPU_R) /* others are temporary, in general */
            p->graph_bytes += (double)starpu_data_get_size(data);
    }
}

double policy_memory_size(const struct device *d)
{
    starpu_ssize_t total = starpu_memory_get_total(d->node);
    return total > 0 ? (double)total : INFINITY;
}

bool policy_memory_is_short(const struct policy *p, const struct device *d)
{
    return p->owners.gpus > 0 &&
           p->graph_bytes > MEMORY_FULL_PART * policy_memory_size(d) * p->owners.gpus;
}

static double bytes_used(struct starpu_task *task)
{
    double bytes = 0;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        bytes += (double)starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, b));
    return bytes;
}

bool policy_memory_has_room(const struct device *d, const struct queue *plan,
                            struct starpu_task *task)
{
    double bytes = bytes_used(task);
    for (unsigned i = 0; i < plan->count; i++)
        bytes += bytes_used(plan->heap[i].task);
    return bytes <= PLAN_MEMORY_PART * policy_memory_size(d);
}

unsigned policy_memory_least_missing(const struct device *d, bool or_comes)
{
    const struct queue *q = &d->ready;
    unsigned best = 0;
    double least = INFINITY;
    for (unsigned i = 0; i < q->count && i < MEMORY_COMPARED; i++) {
        double bytes = policy_missing_bytes(q->heap[i].task, d->node, or_comes);
        if (bytes < least ||
            (bytes == least && policy_queue_before(&q->heap[i], &q->heap[best]))) {
            least = bytes;
            best = i;
        }
    }
    return best;
}

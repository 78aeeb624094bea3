/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What is in main memory goes to the GPU that will need it when its task is submitted, long
 * before the task is ready: else links are idle until tasks before it are done. StarPU brings
 * what is more urgent first: what ready tasks lack, then this, by the program's priorities, or to
 * the only GPU the tiles of a leading submatrix before all others: no other part of a matrix with as
 * many tiles gives it as much to do, and none brings the chain of diagonal tiles as far (not where a
 * task factors a whole column). */

#include <limits.h>
#include "policy.h"

/* At most this part of a GPU's memory is filled so; the rest is for tasks that run. */
static const double part = 0.5;
/* And, where one GPU does all, so many of a task's data: more of LU's columns would hold up others. */
enum { MOST_OF_ONE = 4 };
/* Below the priority of what ready tasks lack, if it is not huge. */
enum { LATER = 1 << 30 };

void sl_ahead_look(struct policy *p, struct starpu_task *task, struct ahead *ahead)
{
    ahead->count = 0;
    if (p->devices == 1 || !starpu_get_prefetch_flag()) /* no GPU */
        return;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task) && ahead->count < MOST_AHEAD; b++) {
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, b);
        if (STARPU_TASK_GET_MODE(task, b) & STARPU_R &&
            sl_is_there(data, STARPU_MAIN_RAM, false) && !sl_levels_will_write(&p->levels, data))
            ahead->data[ahead->count++] = data;
    }
}

/* The GPU that should run the task, NULL: none can. */
static struct device *future_owner(struct policy *p, struct starpu_task *task)
{
    struct device *d = &p->device[sl_map_future_owner(&p->map, task)];
    for (unsigned g = 1; g < p->devices && (d->kind != GPU || sl_able_worker(p, d, task) < 0); g++)
        d = &p->device[g];
    return d->kind == GPU && sl_able_worker(p, d, task) >= 0 ? d : NULL;
}

/* Of equal ones StarPU brings the last first. */
static int urgency(const struct policy *p, starpu_data_handle_t data, int priority)
{
    enum { MOST = 1 << 14 }; /* tiles in a row or column: numbers are of an int */
    int at[2];
    if (p->map.gpus == 1 && p->map.panel_rows == 0 && sl_map_tile(data, at) && at[0] < MOST &&
        at[1] < MOST) {
        int order = at[0] > at[1] ? at[0] : at[1]; /* of the leading submatrix it is in */
        return -LATER - (order * order + at[0] + at[1]);
    }
    return priority > LATER - INT_MAX ? priority - LATER : INT_MIN;
}

void sl_ahead_choose(struct policy *p, struct starpu_task *task, struct ahead *ahead)
{
    unsigned count = 0;
    struct device *d = ahead->count > 0 ? future_owner(p, task) : NULL;
    unsigned most = p->map.gpus == 1 ? MOST_OF_ONE : MOST_AHEAD;
    for (unsigned i = 0; d && i < ahead->count && count < most; i++) {
        starpu_data_handle_t data = ahead->data[i];
        double size = (double)starpu_data_get_size(data);
        if (d->ahead + size > part * sl_memory(d) || sl_is_there(data, d->node, true))
            continue;
        d->ahead += size;
        ahead->priority[count] = urgency(p, data, task->priority);
        ahead->data[count++] = data;
    }
    ahead->count = count;
    ahead->node = d ? d->node : STARPU_MAIN_RAM;
}

/* Asked for while the task writes them, they come when it has ended. */
void sl_ahead_of_chain(const struct policy *p, struct starpu_task *task, struct ahead *ahead)
{
    const struct device *d = &p->device[p->map.gpu[0]];
    int at[2];
    ahead->count = 0;
    ahead->node = d->node;
    if (!p->map.chain_apart || sl_memory_is_short(p, d) ||
        !sl_levels_before_critical(&p->levels, task))
        return;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task) && ahead->count < MOST_AHEAD; b++) {
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, b);
        if (STARPU_TASK_GET_MODE(task, b) & STARPU_W && sl_map_tile(data, at)) {
            ahead->priority[ahead->count] = INT_MAX;
            ahead->data[ahead->count++] = data;
        }
    }
}

void sl_ahead_fetch(const struct ahead *ahead)
{
    for (unsigned i = 0; i < ahead->count; i++)
        starpu_data_prefetch_on_node_prio(ahead->data[i], ahead->node, 1, ahead->priority[i]);
}

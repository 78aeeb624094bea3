/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* When a task is submitted, its data in main memory start to go to the GPU that will
 * need them. Links would else be idle until the task is ready. StarPU copies first what
 * ready tasks lack, then these data by the program's priorities. An only GPU gets the
 * tiles of a leading submatrix first: no other part with as many tiles gives it as much
 * work. This is not done where a task factors a whole column. */

#include <limits.h>
#include "policy.h"

void policy_prefetch_collect(struct policy *p, struct starpu_task *task,
                             struct prefetch *prefetch)
{
    prefetch->count = 0;
    if (p->devices == 1 || !starpu_get_prefetch_flag() || !policy_uses(RULE_PREFETCH))
        return;
    for (unsigned b = 0;
         b < STARPU_TASK_GET_NBUFFERS(task) && prefetch->count < MOST_PREFETCHED; b++) {
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, b);
        if (STARPU_TASK_GET_MODE(task, b) & STARPU_R &&
            policy_data_is_on_node(data, STARPU_MAIN_RAM, false) &&
            !policy_levels_will_write(&p->levels, data))
            prefetch->data[prefetch->count++] = data;
    }
}

/* The GPU that will probably run the task, NULL: none can. */
static struct device *expected_gpu(struct policy *p, struct starpu_task *task)
{
    struct device *d = &p->device[policy_expected_owner_of(&p->owners, task)];
    for (unsigned g = 1;
         g < p->devices && (d->kind != GPU || policy_able_worker(p, d, task) < 0); g++)
        d = &p->device[g];
    return d->kind == GPU && policy_able_worker(p, d, task) >= 0 ? d : NULL;
}

/* Among equal priorities StarPU copies the last one first. */
static int prefetch_priority(const struct policy *p, starpu_data_handle_t data,
                             int priority)
{
    enum { MOST = 1 << 14 }; /* tiles a side, so that priorities fit into an int */
    struct tile_at at;
    if (policy_uses(RULE_LEADING_FIRST) && p->owners.gpus == 1 &&
        p->owners.panel_rows == 0 && policy_tile_coordinates(data, &at) &&
        at.row < MOST && at.column < MOST) {
        /* of the smallest leading submatrix with the tile */
        int order = at.row > at.column ? at.row : at.column;
        return -PREFETCH_PRIORITY_STEP - (order * order + at.row + at.column);
    }
    return priority > PREFETCH_PRIORITY_STEP - INT_MAX
               ? priority - PREFETCH_PRIORITY_STEP
               : INT_MIN;
}

void policy_prefetch_select(struct policy *p, struct starpu_task *task,
                            struct prefetch *prefetch)
{
    unsigned count = 0;
    struct device *d = prefetch->count > 0 ? expected_gpu(p, task) : NULL;
    for (unsigned i = 0; d && i < prefetch->count; i++) {
        starpu_data_handle_t data = prefetch->data[i];
        double size = (double)starpu_data_get_size(data);
        if ((policy_uses(RULE_PREFETCH_MEMORY) &&
             d->prefetched + size > PREFETCH_MEMORY_PART * policy_memory_size(d)) ||
            policy_data_is_on_node(data, d->node, true))
            continue;
        d->prefetched += size;
        prefetch->priority[count] = prefetch_priority(p, data, task->priority);
        prefetch->data[count++] = data;
    }
    prefetch->count = count;
    prefetch->node = d ? d->node : STARPU_MAIN_RAM;
}

/* The data are requested while the task writes them, and copied when it has ended. */
void policy_prefetch_chain(const struct policy *p, struct starpu_task *task,
                           struct prefetch *prefetch)
{
    const struct device *d = &p->device[p->owners.gpu[0]];
    struct tile_at at;
    prefetch->count = 0;
    prefetch->node = d->node;
    if (!p->owners.chain_apart || !policy_uses(RULE_CHAIN_PREFETCH) ||
        policy_memory_is_short(p, d) || !policy_levels_feeds_critical(&p->levels, task))
        return;
    for (unsigned b = 0;
         b < STARPU_TASK_GET_NBUFFERS(task) && prefetch->count < MOST_PREFETCHED; b++) {
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, b);
        if (STARPU_TASK_GET_MODE(task, b) & STARPU_W &&
            policy_tile_coordinates(data, &at) && at.place < 0) {
            prefetch->priority[prefetch->count] = INT_MAX;
            prefetch->data[prefetch->count++] = data;
        }
    }
}

void policy_prefetch_request(const struct prefetch *prefetch)
{
    for (unsigned i = 0; i < prefetch->count; i++)
        starpu_data_prefetch_on_node_prio(prefetch->data[i], prefetch->node, 1,
                                          prefetch->priority[i]);
}

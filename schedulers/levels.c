/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Bottom levels (Kohler, IEEE Trans. Computers C-24, 1975) of the graph that StarPU derives
 * from the data: who wrote a datum last comes before who uses it. That a reader comes before
 * the next writer is left out: such edges are seldom on the longest chain. A wrong level costs
 * time, never a result. Levels only grow as tasks are added, and one pass from the last task
 * to the first makes them right; a pass is due when the tasks added are an eighth of those
 * alive, so that a task is passed about eight times. */

#include <math.h>
#include <stdlib.h>
#include "levels.h"

enum {
    FRESH_PART = 8,
    MOST_NODES = 1 << 20 /* a graph with tasks that never run is forgotten */
};

/* Place in the array, or `nodes` if it is forgotten. */
static size_t place_of(const struct levels *l, uint64_t serial)
{
    return serial >= l->base && serial - l->base < l->nodes ? serial - l->base : l->nodes;
}

static void *room_for(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = 2 * *room + 256;
    array = realloc(array, *room * size);
    STARPU_ASSERT_MSG(array, "no memory for the graph");
    return array;
}

/* Drops what is before the first task that is alive, when that is most. */
static void forget(struct levels *l)
{
    if (l->nodes >= MOST_NODES)
        l->first = l->nodes;
    if (l->first < 256 || 2 * l->first < l->nodes)
        return;
    size_t gone = l->first, edge = gone < l->nodes ? l->node[gone].edge : l->edges;
    for (size_t i = gone; i < l->nodes; i++) {
        l->node[i - gone] = l->node[i];
        l->node[i - gone].edge -= edge;
    }
    for (size_t e = edge; e < l->edges; e++)
        l->edge[e - edge] = l->edge[e];
    l->nodes -= gone;
    l->edges -= edge;
    l->base += gone;
    l->first = 0;
}

static void add_edge(struct levels *l, starpu_data_handle_t handle)
{
    uint64_t writer = (uintptr_t)starpu_data_get_sched_data(handle);
    size_t p = place_of(l, writer);
    if (writer == 0 || p == l->nodes || l->node[p].gone)
        return;
    l->edge = room_for(l->edge, l->edges, &l->edge_room, sizeof *l->edge);
    l->edge[l->edges++] = writer;
}

void sl_levels_add(struct levels *l, struct starpu_task *task, double length)
{
    forget(l);
    if (l->base == 0)
        l->base = 1;
    uint64_t serial = l->base + l->nodes;
    size_t edge = l->edges;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        starpu_data_handle_t handle = STARPU_TASK_GET_HANDLE(task, b);
        enum starpu_data_access_mode mode = STARPU_TASK_GET_MODE(task, b);
        if (mode & STARPU_R)
            add_edge(l, handle);
        if (mode & STARPU_W)
            starpu_data_set_sched_data(handle, (void *)(uintptr_t)serial);
    }
    task->sched_data = (void *)(uintptr_t)serial;
    l->node = room_for(l->node, l->nodes, &l->node_room, sizeof *l->node);
    l->node[l->nodes++] =
        (struct level_node){.length = length, .level = length, .edge = edge};
    l->alive++;
    l->fresh++;
}

void sl_levels_leave(struct levels *l, struct starpu_task *task)
{
    size_t i = place_of(l, (uintptr_t)task->sched_data);
    if (i == l->nodes || l->node[i].gone)
        return;
    l->node[i].gone = true;
    l->alive--;
    while (l->first < l->nodes && l->node[l->first].gone)
        l->first++;
}

double sl_level(const struct levels *l, struct starpu_task *task)
{
    size_t i = place_of(l, (uintptr_t)task->sched_data);
    return i < l->nodes ? l->node[i].level : 0;
}

bool sl_levels_update(struct levels *l)
{
    if (l->fresh * FRESH_PART < l->alive || l->fresh == 0)
        return false;
    l->fresh = 0;
    l->longest = 0;
    size_t end = l->edges;
    for (size_t i = l->nodes; i-- > l->first; end = l->node[i].edge) {
        if (l->node[i].gone)
            continue;
        l->longest = fmax(l->longest, l->node[i].level);
        for (size_t e = l->node[i].edge; e < end; e++) {
            size_t p = place_of(l, l->edge[e]);
            if (p == l->nodes || l->node[p].gone)
                continue;
            double level = l->node[p].length + l->node[i].level;
            if (level > l->node[p].level)
                l->node[p].level = level;
        }
    }
    return true;
}

void sl_levels_free(struct levels *l)
{
    free(l->node);
    free(l->edge);
}

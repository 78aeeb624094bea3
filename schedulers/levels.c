/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Levels (Kohler, IEEE Trans. Computers C-24, 1975) in the graph that StarPU derives
 * from the data: the last writer of a datum comes before those that use it. Edges from
 * a reader to the next writer are left out, since they are seldom on the longest chain.
 * A wrong level costs time, never a result. New tasks only make levels larger, and one
 * sweep from the last task to the first corrects all. A sweep is due when a fixed part
 * of the tasks is new, so that the cost of each task is constant. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "levels.h"
#include "tuning.h"

struct mark policy_mark_of_task(struct starpu_task *task)
{
    struct mark mark;
    memcpy(&mark, &task->sched_data, sizeof mark);
    return mark;
}

struct mark policy_mark_of_data(starpu_data_handle_t handle)
{
    void *data = starpu_data_get_sched_data(handle);
    struct mark mark;
    memcpy(&mark, &data, sizeof mark);
    return mark;
}

void policy_set_mark(starpu_data_handle_t handle, struct mark mark)
{
    void *data;
    memcpy(&data, &mark, sizeof data);
    starpu_data_set_sched_data(handle, data);
}

/* NULL: dropped, or begun. */
static struct level_node *live_node(const struct levels *l, uint64_t serial)
{
    if (serial == 0 || serial < l->base || serial - l->base >= l->nodes)
        return NULL;
    struct level_node *node = &l->node[serial - l->base];
    return node->begun ? NULL : node;
}

static double shortest_length(const struct level_node *node)
{
    return policy_known(fmin(node->length[CORE], node->length[GPU]));
}

/* ---- Tasks come and go ----------------------------------------------------------- */

static void *grow_array(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = 2 * *room + 256;
    array = realloc(array, *room * size);
    STARPU_ASSERT_MSG(array, "no memory for the graph");
    return array;
}

/* Drops what is before the first task not begun, once that is most of the array. */
static void drop_begun(struct levels *l)
{
    if (l->nodes >= LEVELS_MOST_NODES) {
        l->first = l->nodes;
        l->alive = l->fresh = 0;
    }
    size_t begun = l->first, left = l->nodes - begun;
    if (begun < LEVELS_LEAST_BEGUN || begun < left)
        return;
    size_t edge = left > 0 ? l->node[begun].edge : l->edges;
    memmove(l->node, l->node + begun, left * sizeof *l->node);
    for (size_t i = 0; i < left; i++)
        l->node[i].edge -= edge;
    l->edges -= edge;
    if (l->edges > 0)
        memmove(l->edge, l->edge + edge, l->edges * sizeof *l->edge);
    l->nodes = left;
    l->base += begun;
    l->first = 0;
}

/* Adds edges to the last writers of what the task uses; the task becomes the last
 * writer of what it writes. */
static void add_edges(struct levels *l, struct starpu_task *task, struct mark mark)
{
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        starpu_data_handle_t handle = STARPU_TASK_GET_HANDLE(task, b);
        enum starpu_data_access_mode mode = STARPU_TASK_GET_MODE(task, b);
        uint64_t writer = policy_mark_of_data(handle).serial;
        struct level_node *before = live_node(l, writer);
        if (mode & STARPU_R && before) {
            l->edge = grow_array(l->edge, l->edges, &l->edge_room, sizeof *l->edge);
            l->edge[l->edges++] = writer;
        }
        if (mode & STARPU_W && before)
            before->next_writer = mark.serial;
        if (mode & (STARPU_W | STARPU_REDUX))
            policy_set_mark(handle, mark);
    }
    memcpy(&task->sched_data, &mark, sizeof mark);
}

bool policy_levels_will_write(const struct levels *l, starpu_data_handle_t data)
{
    return live_node(l, policy_mark_of_data(data).serial) != NULL;
}

void policy_levels_add(struct levels *l, struct starpu_task *task, const double *length,
                       struct mark mark)
{
    drop_begun(l);
    if (l->base == 0)
        l->base = 1;
    mark.serial = l->base + l->nodes;
    struct level_node node = {.length = {length[CORE], length[GPU]}, .edge = l->edges};
    add_edges(l, task, mark);
    l->node = grow_array(l->node, l->nodes, &l->node_room, sizeof *l->node);
    l->node[l->nodes++] = node;
    l->alive++;
    l->fresh++;
}

const struct level_node *policy_levels_remove(struct levels *l,
                                              struct starpu_task *task)
{
    struct level_node *node = live_node(l, policy_mark_of_task(task).serial);
    if (!node)
        return NULL;
    node->begun = true;
    l->alive--;
    while (l->first < l->nodes && l->node[l->first].begun)
        l->first++;
    return node;
}

/* ---- Levels ---------------------------------------------------------------------- */

double policy_levels_below(const struct levels *l, struct starpu_task *task)
{
    const struct level_node *node = live_node(l, policy_mark_of_task(task).serial);
    return node ? node->below : 0;
}

/* Extends the chains of the last writers of what this task uses by the task. */
static void raise_writers(struct levels *l, const struct level_node *node, size_t end)
{
    for (size_t e = node->edge; e < end; e++) {
        struct level_node *writer = live_node(l, l->edge[e]);
        if (writer)
            writer->below = fmax(writer->below, shortest_length(node) + node->below);
    }
}

static double chain_through(const struct level_node *node)
{
    return node->above + shortest_length(node) + node->below;
}

void policy_levels_find_critical(struct levels *l)
{
    const double equal = 0.9999; /* sums are rounded */
    size_t edge = l->first < l->nodes ? l->node[l->first].edge : 0;
    for (size_t i = l->first; i < l->nodes; i++) {
        struct level_node *node = &l->node[i];
        size_t end = i + 1 < l->nodes ? l->node[i + 1].edge : l->edges;
        for (node->above = 0; edge < end; edge++) {
            const struct level_node *writer = live_node(l, l->edge[edge]);
            if (writer)
                node->above =
                    fmax(node->above, writer->above + shortest_length(writer));
        }
        bool last = node->below == 0 &&
                    node->above > 0; /* a first task may have no successor yet */
        node->critical = !last && chain_through(node) >= equal * l->longest;
    }
}

bool policy_levels_is_critical(const struct levels *l, struct starpu_task *task)
{
    const struct level_node *node = live_node(l, policy_mark_of_task(task).serial);
    return node && node->critical;
}

bool policy_levels_feeds_critical(const struct levels *l, struct starpu_task *task)
{
    const struct level_node *node = live_node(l, policy_mark_of_task(task).serial);
    const struct level_node *next = node ? live_node(l, node->next_writer) : NULL;
    return next && next->critical;
}

bool policy_levels_update(struct levels *l)
{
    if (l->fresh == 0 || l->fresh * LEVELS_FRESH_PART < l->alive)
        return false;
    l->fresh = 0;
    l->longest = 0;
    size_t end = l->edges;
    for (size_t i = l->nodes; i-- > l->first; end = l->node[i].edge) {
        const struct level_node *node = &l->node[i];
        if (node->begun)
            continue;
        raise_writers(l, node, end);
        l->longest = fmax(l->longest, shortest_length(node) + node->below);
    }
    return true;
}

void policy_levels_free(struct levels *l)
{
    free(l->node);
    free(l->edge);
}

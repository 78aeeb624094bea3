/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tails (Kohler, IEEE Trans. Computers C-24, 1975, has the bottom levels they are part of) in the
 * graph that StarPU derives from the data: who wrote a datum last comes before who uses it. That
 * a reader comes before the next writer is left out, for such edges are seldom on the longest
 * chain; a wrong tail costs time, never a result. Tails only grow as tasks are added, and one
 * pass from the last task to the first makes them right. A pass is due when the tasks added are
 * an eighth of those alive, so that a task is passed about eight times. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "levels.h"

enum {
    FRESH_PART = 8,
    LEAST_GONE = 256,    /* fewer are not worth moving the others */
    MOST_NODES = 1 << 20 /* a graph with tasks that never begin is forgotten */
};

struct mark sl_mark_of_task(struct starpu_task *task)
{
    struct mark mark;
    memcpy(&mark, &task->sched_data, sizeof mark);
    return mark;
}

struct mark sl_mark_of_data(starpu_data_handle_t handle)
{
    void *data = starpu_data_get_sched_data(handle);
    struct mark mark;
    memcpy(&mark, &data, sizeof mark);
    return mark;
}

void sl_mark_data(starpu_data_handle_t handle, struct mark mark)
{
    void *data;
    memcpy(&data, &mark, sizeof data);
    starpu_data_set_sched_data(handle, data);
}

/* NULL: forgotten, or gone. */
static struct level_node *alive(const struct levels *l, uint64_t serial)
{
    if (serial == 0 || serial < l->base || serial - l->base >= l->nodes)
        return NULL;
    struct level_node *node = &l->node[serial - l->base];
    return node->gone ? NULL : node;
}

static double shortest(const struct level_node *node)
{
    return known(fmin(node->length[CORE], node->length[GPU]));
}

/* ---- Tasks come and go ----------------------------------------------------------------- */

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
    if (l->nodes >= MOST_NODES) {
        l->first = l->nodes;
        l->alive = l->fresh = 0;
    }
    size_t gone = l->first, left = l->nodes - gone;
    if (gone < LEAST_GONE || gone < left)
        return;
    size_t edge = left > 0 ? l->node[gone].edge : l->edges;
    memmove(l->node, l->node + gone, left * sizeof *l->node);
    for (size_t i = 0; i < left; i++)
        l->node[i].edge -= edge;
    l->edges -= edge;
    if (l->edges > 0)
        memmove(l->edge, l->edge + edge, l->edges * sizeof *l->edge);
    l->nodes = left;
    l->base += gone;
    l->first = 0;
}

/* Edges to those that wrote what the task uses; it is now the writer of what it writes. */
static void add_edges(struct levels *l, struct starpu_task *task, struct mark mark)
{
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        starpu_data_handle_t handle = STARPU_TASK_GET_HANDLE(task, b);
        enum starpu_data_access_mode mode = STARPU_TASK_GET_MODE(task, b);
        uint64_t writer = sl_mark_of_data(handle).serial;
        struct level_node *before = alive(l, writer);
        if (mode & STARPU_R && before) {
            l->edge = room_for(l->edge, l->edges, &l->edge_room, sizeof *l->edge);
            l->edge[l->edges++] = writer;
        }
        if (mode & STARPU_W && before)
            before->next = mark.serial;
        if (mode & (STARPU_W | STARPU_REDUX))
            sl_mark_data(handle, mark);
    }
    memcpy(&task->sched_data, &mark, sizeof mark);
}

bool sl_levels_will_write(const struct levels *l, starpu_data_handle_t data)
{
    return alive(l, sl_mark_of_data(data).serial) != NULL;
}

void sl_levels_add(struct levels *l, struct starpu_task *task, const double *length,
                   struct mark mark)
{
    forget(l);
    if (l->base == 0)
        l->base = 1;
    mark.serial = l->base + l->nodes;
    struct level_node node = {.length = {length[CORE], length[GPU]}, .edge = l->edges};
    add_edges(l, task, mark);
    l->node = room_for(l->node, l->nodes, &l->node_room, sizeof *l->node);
    l->node[l->nodes++] = node;
    l->alive++;
    l->fresh++;
}

const struct level_node *sl_levels_leave(struct levels *l, struct starpu_task *task)
{
    struct level_node *node = alive(l, sl_mark_of_task(task).serial);
    if (!node)
        return NULL;
    node->gone = true;
    l->alive--;
    while (l->first < l->nodes && l->node[l->first].gone)
        l->first++;
    return node;
}

/* ---- Tails ----------------------------------------------------------------------------- */

double sl_tail(const struct levels *l, struct starpu_task *task)
{
    const struct level_node *node = alive(l, sl_mark_of_task(task).serial);
    return node ? node->tail : 0;
}

/* A chain goes on from the writers of what this task uses to the task. */
static void raise_writers(struct levels *l, const struct level_node *node, size_t end)
{
    for (size_t e = node->edge; e < end; e++) {
        struct level_node *writer = alive(l, l->edge[e]);
        if (writer)
            writer->tail = fmax(writer->tail, shortest(node) + node->tail);
    }
}

static double chain_through(const struct level_node *node)
{
    return node->head + shortest(node) + node->tail;
}

void sl_levels_find_critical(struct levels *l)
{
    const double equal = 0.9999; /* sums are rounded */
    size_t edge = l->first < l->nodes ? l->node[l->first].edge : 0;
    for (size_t i = l->first; i < l->nodes; i++) {
        struct level_node *node = &l->node[i];
        size_t end = i + 1 < l->nodes ? l->node[i + 1].edge : l->edges;
        for (node->head = 0; edge < end; edge++) {
            const struct level_node *writer = alive(l, l->edge[edge]);
            if (writer)
                node->head = fmax(node->head, writer->head + shortest(writer));
        }
        bool last = node->tail == 0 && node->head > 0; /* the first one's tail is yet to come */
        node->critical = !last && chain_through(node) >= equal * l->longest;
    }
}

bool sl_levels_critical(const struct levels *l, struct starpu_task *task)
{
    const struct level_node *node = alive(l, sl_mark_of_task(task).serial);
    return node && node->critical;
}

bool sl_levels_before_critical(const struct levels *l, struct starpu_task *task)
{
    const struct level_node *node = alive(l, sl_mark_of_task(task).serial);
    const struct level_node *next = node ? alive(l, node->next) : NULL;
    return next && next->critical;
}

bool sl_levels_update(struct levels *l)
{
    if (l->fresh == 0 || l->fresh * FRESH_PART < l->alive)
        return false;
    l->fresh = 0;
    l->longest = 0;
    size_t end = l->edges;
    for (size_t i = l->nodes; i-- > l->first; end = l->node[i].edge) {
        const struct level_node *node = &l->node[i];
        if (node->gone)
            continue;
        raise_writers(l, node, end);
        l->longest = fmax(l->longest, shortest(node) + node->tail);
    }
    return true;
}

void sl_levels_free(struct levels *l)
{
    free(l->node);
    free(l->edge);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The graph of the tasks that were submitted and have not begun. Each task has two
 * times: `above`, the longest chain of tasks before it (its top level), and `below`,
 * the longest chain after it. `below` is the bottom level without the task itself. On
 * one machine the longest time below goes first (Jackson, Scheduling a production line
 * to minimize maximum tardiness, 1955). A bottom level would put a long task before a
 * short one that others wait for. */

#ifndef LEVELS_H
#define LEVELS_H

#include <stdbool.h>
#include <stdint.h>
#include <starpu.h>
#include "queue.h"

struct level_node {
    double length[KINDS]; /* as in an entry */
    double above, below;
    size_t edge;          /* its first edge */
    uint64_t next_writer; /* the next task that writes the same datum, 0: none */
    bool critical;        /* on a longest chain and not its last task */
    bool begun;           /* its levels are of no use any more */
};

/* Tasks in order of submission, which is a topological order. */
struct levels {
    struct level_node *node;
    size_t nodes, node_room;
    uint64_t base;  /* serial number of node[0]; the first one is 1 */
    uint64_t *edge; /* serial numbers of the last writers of what a task uses */
    size_t edges, edge_room;
    size_t first;        /* all nodes before it have begun */
    size_t alive, fresh; /* nodes not begun; nodes added since the last sweep */
    double longest;      /* chain, at the last sweep */
};

/* Stored with a task, and with a datum by its last writer. 0: nothing. */
struct mark {
    uint64_t serial : 40; /* in the graph */
    uint64_t graph : 16;  /* number of the graph that uses the datum */
    uint64_t owner : 8;   /* a device, see ownership.h */
};
_Static_assert(sizeof(struct mark) == sizeof(uint64_t) &&
                   sizeof(void *) >= sizeof(uint64_t),
               "a mark is stored in a pointer");

struct mark policy_mark_of_task(struct starpu_task *task);
struct mark policy_mark_of_data(starpu_data_handle_t handle);
void policy_set_mark(starpu_data_handle_t handle, struct mark mark);

/* Adds a task with its owner; mark.serial is ignored. */
void policy_levels_add(struct levels *l, struct starpu_task *task, const double *length,
                       struct mark mark);
/* A task of the graph writes the datum. */
bool policy_levels_will_write(const struct levels *l, starpu_data_handle_t data);
/* The task begins. Returns its node, valid until the next call; NULL: it is not in the
 * graph. */
const struct level_node *policy_levels_remove(struct levels *l,
                                              struct starpu_task *task);
/* 0: nothing comes after the task, or it is not in the graph. */
double policy_levels_below(const struct levels *l, struct starpu_task *task);
/* Computes `above` and `critical`; after an update that changed `below`. */
void policy_levels_find_critical(struct levels *l);
bool policy_levels_is_critical(const struct levels *l, struct starpu_task *task);
/* The next writer of the task's data is critical. */
bool policy_levels_feeds_critical(const struct levels *l, struct starpu_task *task);
/* Sweeps over the graph once enough tasks are new; true: `below` has changed. */
bool policy_levels_update(struct levels *l);
void policy_levels_free(struct levels *l);

#endif

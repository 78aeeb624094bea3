/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The graph of what was submitted and has not begun, and the tail of each task: the time of the
 * longest chain of tasks after it, as its head is of those before it. On one machine those with
 * long tails come first (Jackson's rule, Scheduling a production line to minimize maximum
 * tardiness, 1955): a bottom level, which counts the task too, would put a long one before a short
 * one that others wait for. */

#ifndef LEVELS_H
#define LEVELS_H

#include <stdbool.h>
#include <stdint.h>
#include <starpu.h>
#include "queue.h"

struct level_node {
    double length[KINDS]; /* microseconds, as in an entry */
    double head, tail;
    size_t edge;   /* where its edges begin */
    uint64_t next; /* the task that writes what this one writes after it, 0: none */
    bool critical; /* on a longest chain, but not one of its ends, which may be many */
    bool gone;     /* it has begun: its tail is of no use any more */
};

/* Tasks in the order of their submission, which is a topological one. */
struct levels {
    struct level_node *node;
    size_t nodes, node_room;
    uint64_t base;  /* the serial number of node[0]; the first is 1 */
    uint64_t *edge; /* serial numbers of the tasks that wrote what a task uses */
    size_t edges, edge_room;
    size_t first;        /* all before it are gone */
    size_t alive, fresh; /* not gone; submitted since the last update */
    double longest;      /* chain, at the last update */
};

/* What the policy keeps with a task, and with a datum of its last writer. 0: nothing. */
struct mark {
    uint64_t serial : 40; /* in the graph */
    uint64_t graph : 16;  /* number of the graph that uses the datum */
    uint64_t owner : 8;   /* a device, see map.h */
};
_Static_assert(sizeof(struct mark) == sizeof(uint64_t) && sizeof(void *) >= sizeof(uint64_t),
               "a mark is kept in a pointer");

struct mark sl_mark_of_task(struct starpu_task *task);
struct mark sl_mark_of_data(starpu_data_handle_t handle);
void sl_mark_data(starpu_data_handle_t handle, struct mark mark);

/* Puts a task, and whom it belongs to, in the graph; .serial is not looked at. */
void sl_levels_add(struct levels *l, struct starpu_task *task, const double *length,
                   struct mark mark);
/* A task in the graph writes the datum. */
bool sl_levels_will_write(const struct levels *l, starpu_data_handle_t data);
/* The task begins: its node, valid until the next call; NULL: it is not in the graph. */
const struct level_node *sl_levels_leave(struct levels *l, struct starpu_task *task);
/* 0: nothing comes after it, or it is not in the graph. */
double sl_tail(const struct levels *l, struct starpu_task *task);
/* Finds heads, and who is on a longest chain but not its end; when tails have changed. */
void sl_levels_find_critical(struct levels *l);
/* The task is one of these. */
bool sl_levels_critical(const struct levels *l, struct starpu_task *task);
/* What the task writes a critical one writes next. */
bool sl_levels_before_critical(const struct levels *l, struct starpu_task *task);
/* Takes in what was submitted, once it pays; true: tails have changed. */
bool sl_levels_update(struct levels *l);
void sl_levels_free(struct levels *l);

#endif

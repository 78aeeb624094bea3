/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The time of the longest chain of tasks from a task to the end of what was submitted: its
 * bottom level. */

#ifndef LEVELS_H
#define LEVELS_H

#include <stdbool.h>
#include <stdint.h>
#include <starpu.h>

struct level_node {
    double length, level; /* microseconds */
    size_t edge;          /* where its edges begin */
    bool gone;            /* it runs or has run: its level is of no use any more */
};

/* Tasks in the order of their submission, which is a topological one. */
struct levels {
    struct level_node *node;
    size_t nodes, node_room;
    uint64_t base;  /* the serial number of node[0] */
    uint64_t *edge; /* serial numbers of the tasks that wrote what a task needs */
    size_t edges, edge_room;
    double longest; /* level, at the last update */
    size_t first;   /* all before it are gone */
    size_t alive, fresh; /* not gone; submitted since the last update */
};

/* Puts a task in the graph; its serial number is left in task->sched_data. */
void sl_levels_add(struct levels *l, struct starpu_task *task, double length);
/* The task runs. */
void sl_levels_leave(struct levels *l, struct starpu_task *task);
/* 0: not in the graph. */
double sl_level(const struct levels *l, struct starpu_task *task);
/* Takes in what was submitted, once it pays; true: levels have changed. */
bool sl_levels_update(struct levels *l);
void sl_levels_free(struct levels *l);

#endif

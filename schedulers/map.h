/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which GPU owns which tile. */

#ifndef MAP_H
#define MAP_H

#include <stdbool.h>
#include <starpu.h>

struct map {
    unsigned gpus, node[STARPU_MAXNODES]; /* their memories, in the order of the grid */
    unsigned used;                        /* the first of them, that have tiles; 0: all */
    bool tall, whole_columns; /* there is more than one row of tiles; tasks write columns */
};

/* Puts GPUs in an order in which neighbours have fast links. */
void sl_map_order(struct map *m, const unsigned *node, unsigned gpus);
/* Learns from a task that was submitted. */
void sl_map_learn(struct map *m, struct starpu_task *task);
/* The graph has ended; the next may be of another shape. */
void sl_map_forget(struct map *m);
/* How many GPUs are worth using for so much work on one GPU and a longest chain: never fewer
 * than before, since tiles would move. */
void sl_map_use(struct map *m, double work, double longest);
/* The memory of the GPU that owns the first tile a task writes; -1: it writes none. */
int sl_map_owner(const struct map *m, struct starpu_task *task);

#endif

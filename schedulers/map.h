/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which GPU owns which data. */

#ifndef MAP_H
#define MAP_H

#include <stdbool.h>
#include <starpu.h>

/* GPUs are known by a number from 1, the place of the device; 0 is none. */
struct map {
    unsigned gpus, gpu[STARPU_MAXNODES]; /* in the order of the grid */
    unsigned used;                       /* the first of them, that own tiles */
    bool tiles, tall;                    /* there are any; in more than one row */
    bool whole_columns;                  /* tasks write columns of tiles */
    int panel; /* the last column that one task wrote without reading another tile */
    double panel_time, panel_rows;       /* of the first of them; 0: there was none */
    double others_time;                  /* of all tasks that were submitted after it */
    bool linked;                         /* GPUs have faster links than main memory */
    bool chain_apart; /* the first GPU runs the longest chain but its ends, and owns nothing */
    unsigned owned[STARPU_MAXNODES];     /* data without coordinates, by owner */
};

/* Row and column of a datum; false: it has not both. */
bool sl_map_tile(starpu_data_handle_t handle, int *at);
/* Sets the GPUs, in an order in which neighbours have fast links. node[g]: the memory of GPU
 * g, STARPU_MAXNODES if it has no workers now. */
void sl_map_set(struct map *m, const unsigned *node, unsigned gpus);
/* Learns from a task that is submitted and takes a GPU so long; returns the owner of what it writes,
 * 0 in a graph with coordinates. */
unsigned sl_map_submit(struct map *m, struct starpu_task *task, double length);
/* The graph has ended: the next may be of another shape. */
void sl_map_forget(struct map *m);
/* Single tasks factor columns, and others need not wait for their way. */
bool sl_map_has_panels(const struct map *m);
/* How many GPUs are worth using for so much work on one GPU, and so long a chain. */
void sl_map_use(struct map *m, double work, double longest);
/* The owner of what a task writes, 0 if there is none. */
unsigned sl_map_owner(const struct map *m, struct starpu_task *task);
/* The same while the first step is submitted: who will probably need it. */
unsigned sl_map_future_owner(const struct map *m, struct starpu_task *task);

#endif

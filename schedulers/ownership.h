/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which GPU owns which data. */

#ifndef OWNERSHIP_H
#define OWNERSHIP_H

#include <stdbool.h>
#include <starpu.h>

/* Where a tile is in its matrix, and the GPU that the program wants to own it. */
struct tile_at {
    int row, column;
    int place; /* among the GPUs with workers, from 0; -1: the policy chooses */
};

/* A GPU is known by the place of its device, from 1; 0: no GPU. */
struct ownership {
    unsigned gpus, gpu[STARPU_MAXNODES]; /* in the order of the grid */
    bool tiles, tall;   /* data have coordinates; in more than one row */
    bool whole_columns; /* a task writes several tiles of a column */
    int panel;          /* column of the last panel: one task, no other tile read */
    double panel_time, panel_rows; /* of the first panel; 0: there was none */
    double others_time;            /* of all tasks submitted after it */
    bool linked;                   /* GPUs have faster links than main memory */
    bool chain_apart; /* the first GPU runs the longest chain and owns nothing */
    unsigned owned[STARPU_MAXNODES]; /* data without coordinates, by owner */
};

/* The coordinates of a datum; false: it has no row or no column. */
bool policy_tile_coordinates(starpu_data_handle_t handle, struct tile_at *at);
/* Sets the GPUs. node[g]: the memory of GPU g, STARPU_MAXNODES if it has no workers. */
void policy_owners_set_gpus(struct ownership *o, const unsigned *node, unsigned gpus);
/* Learns from a submitted task, which takes a GPU `length`. Returns the owner of what
 * it writes, 0 in a graph with coordinates. */
unsigned policy_owners_submit(struct ownership *o, struct starpu_task *task,
                              double length);
/* Before another graph, whose shape may differ. */
void policy_owners_reset(struct ownership *o);
/* Single tasks factor whole columns, and GPUs have links of their own. */
bool policy_owners_have_panels(const struct ownership *o);
/* Gives the longest chain a GPU of its own if the other GPUs can do the work, which
 * takes one GPU so long, meanwhile. */
void policy_owners_find_chain(struct ownership *o, double work, double longest);
/* The GPU that the program wants to own what a task writes, 0: none. */
unsigned policy_wanted_gpu(const struct ownership *o, struct starpu_task *task);
/* The owner of what a task writes, 0: nobody. */
unsigned policy_owner_of(const struct ownership *o, struct starpu_task *task);
/* The same while the first step is submitted: the likely owner. */
unsigned policy_expected_owner_of(const struct ownership *o, struct starpu_task *task);

#endif

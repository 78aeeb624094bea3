/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The owner of a tile, by its coordinates: block-cyclic on a grid of GPUs that is as square as
 * can be (Blackford et al., ScaLAPACK Users' Guide, 1997), on a single row of GPUs where tasks
 * write columns of tiles, which then stay whole. A graph whose longest chain takes longer than
 * its work on all GPUs gets fewer: each more would only lengthen the chain by copies. */

#include <math.h>
#include "map.h"

double knob(const char *n, double d);
#define KNOB(name, def) ({ static double v = -1e300; if (v == -1e300) v = knob(name, def); v; })

/* Row and column of a datum, if it has both. */
static bool tile_of(starpu_data_handle_t handle, int *at)
{
    int all[8];
    if (starpu_data_get_coordinates_array(handle, 8, all) < 2 || all[0] < 0 || all[1] < 0)
        return false;
    at[0] = all[0];
    at[1] = all[1];
    return true;
}

/* Time to send a byte to a GPU from those that come before, and back. */
static double distance(const struct map *m, unsigned placed, unsigned node)
{
    double sum = 0;
    for (unsigned i = 0; i < placed; i++)
        sum += 1 / starpu_transfer_bandwidth(m->node[i], node) +
               1 / starpu_transfer_bandwidth(node, m->node[i]);
    return sum;
}

void sl_map_order(struct map *m, const unsigned *node, unsigned gpus)
{
    bool taken[STARPU_MAXNODES] = {false};
    for (unsigned i = 0; i < gpus; i++) {
        unsigned next = gpus;
        for (unsigned g = 0; g < gpus; g++)
            if (!taken[g] &&
                (next == gpus || distance(m, i, node[g]) < distance(m, i, node[next])))
                next = g;
        taken[next] = true;
        m->node[i] = node[next];
    }
    m->gpus = gpus;
}

void sl_map_learn(struct map *m, struct starpu_task *task)
{
    int first[2], at[2];
    bool found = false;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        if (!(STARPU_TASK_GET_MODE(task, b) & STARPU_W) ||
            !tile_of(STARPU_TASK_GET_HANDLE(task, b), found ? at : first))
            continue;
        m->tall |= (found ? at : first)[0] > 0;
        if (found && at[0] != first[0] && at[1] == first[1])
            m->whole_columns = true;
        if (m->whole_columns)
            return;
        found = true;
    }
}

void sl_map_forget(struct map *m)
{
    m->tall = m->whole_columns = false;
    m->used = 0;
}

void sl_map_use(struct map *m, double work, double longest)
{
    double enough = longest > 0 ? ceil(KNOB("SPREAD", 2) * work / longest) : m->gpus;
    m->used = enough < m->gpus ? (unsigned)enough : m->gpus;
}

/* Rows of a grid that is as square as can be. */
static unsigned grid_rows(unsigned gpus)
{
    unsigned rows = 1;
    for (unsigned r = 2; r * r <= gpus; r++)
        if (gpus % r == 0)
            rows = r;
    return rows;
}

int sl_map_owner(const struct map *m, struct starpu_task *task)
{
    int at[2];
    unsigned used = m->used > 0 ? m->used : m->gpus;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task) && used > 0; b++) {
        if (!(STARPU_TASK_GET_MODE(task, b) & STARPU_W) ||
            !tile_of(STARPU_TASK_GET_HANDLE(task, b), at))
            continue;
        unsigned rows = m->tall && !m->whole_columns ? grid_rows(used) : 1;
        if (KNOB("TALL", 0) && rows > 1) rows = used / rows;
        unsigned columns = used / rows;
        unsigned i = (unsigned)at[0] % rows, j = (unsigned)at[1] % columns;
        if (KNOB("COLMAJOR", 0)) return (int)m->node[i + j * rows];
        if (KNOB("SKEW", 0) && rows == 1 && !m->whole_columns) j = (unsigned)(at[0] + at[1]) % columns;
        return (int)m->node[i * columns + j];
    }
    return -1;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A task goes to the GPU that owns what it writes, so that only what it reads is
 * copied.
 *
 * With coordinates (starpu_data_set_coordinates: row, column) tiles are distributed
 * block-cyclic over a grid of GPUs that is as square as possible (Blackford et al.,
 * ScaLAPACK Users' Guide, 1997). If tasks write whole columns of tiles, the grid is a
 * single row, and columns stay whole. Rows are dealt in serpentine (reflected cyclic)
 * order. In cyclic order the lower of two rows has more tiles of a triangle, and more
 * tasks on each. In LU on square tiles one task factors a whole column, and these tasks
 * are a chain. If GPUs have links of their own, one GPU runs this chain and nothing
 * else. Then columns arrive before they are needed.
 *
 * A third coordinate is the GPU that the program wants: the first one is 0. GPUs
 * without workers do not count, and after the last GPU comes the first one again. Such
 * a tile is not dealt here.
 *
 * Without coordinates a datum gets its owner when the first task that writes it is
 * submitted. If that task reads two data or more, it gets the row of the first one's
 * owner and the column of the second one's. So block-cyclic tiles result when a panel's
 * data are dealt in turn. If this GPU owns many more data than others, an owner of what
 * is read is taken, or the least owner. The least owner is also taken if the task reads
 * less than two data. */

#include <math.h>
#include <string.h>
#include "levels.h"
#include "ownership.h"
#include "rules.h"
#include "tuning.h"

bool policy_tile_coordinates(starpu_data_handle_t handle, struct tile_at *at)
{
    int all[8], count = starpu_data_get_coordinates_array(handle, 8, all);
    if (count < 2 || all[0] < 0 || all[1] < 0)
        return false;
    at->row = all[0];
    at->column = all[1];
    at->place = count > 2 && all[2] >= 0 ? all[2] : -1;
    return true;
}

static bool task_writes(struct starpu_task *task, unsigned b)
{
    return STARPU_TASK_GET_MODE(task, b) & STARPU_W;
}

/* ---- The grid -------------------------------------------------------------------- */

void policy_owners_set_gpus(struct ownership *o, const unsigned *node, unsigned gpus)
{
    o->gpus = 0;
    for (unsigned g = 1; g <= gpus; g++)
        if (node[g] < STARPU_MAXNODES)
            o->gpu[o->gpus++] = g;
    o->chain_apart = false;
    o->linked =
        o->gpus > 1 &&
        starpu_transfer_bandwidth(node[o->gpu[0]], node[o->gpu[1]]) >
            LINK_RATIO * starpu_transfer_bandwidth(STARPU_MAIN_RAM, node[o->gpu[0]]);
}

void policy_owners_reset(struct ownership *o)
{
    o->tiles = o->tall = o->whole_columns = o->chain_apart = false;
    o->panel_rows = 0;
    memset(o->owned, 0, sizeof o->owned);
}

bool policy_owners_have_panels(const struct ownership *o)
{
    return o->linked && o->panel_rows > 0;
}

void policy_owners_find_chain(struct ownership *o, double work, double longest)
{
    o->chain_apart = policy_uses(RULE_CHAIN_GPU) && policy_owners_have_panels(o) &&
                     work < longest * o->gpus;
}

/* Rows of a grid that is as square as possible. */
static unsigned grid_rows(unsigned gpus)
{
    unsigned rows = 1;
    for (unsigned r = 2; r * r <= gpus; r++)
        if (gpus % r == 0)
            rows = r;
    return rows;
}

/* 0 1 2 2 1 0 0 1 2 ... where there are three. */
static unsigned serpentine(unsigned i, unsigned count)
{
    unsigned turn = i % (2 * count);
    if (!policy_uses(RULE_SERPENTINE))
        return i % count;
    return turn < count ? turn : 2 * count - 1 - turn;
}

static unsigned grid_owner(const struct ownership *o, const struct tile_at *at)
{
    unsigned row = (unsigned)at->row, column = (unsigned)at->column;
    if (at->place >= 0)
        return o->gpu[(unsigned)at->place % o->gpus];
    if (o->chain_apart &&
        column % o->gpus == 0) /* the other GPUs own the first one's columns */
        return o->gpu[1 + column / o->gpus % (o->gpus - 1)];
    unsigned rows = o->tall && !o->whole_columns ? grid_rows(o->gpus) : 1;
    unsigned columns = o->gpus / rows;
    return o->gpu[serpentine(row, rows) * columns + column % columns];
}

/* Learns the shape of the matrix from the tiles that a task writes. */
static void learn_shape(struct ownership *o, struct starpu_task *task, double length)
{
    struct tile_at first = {0}, at;
    unsigned rows = 0;
    bool found = false, reads = false;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        if (!policy_tile_coordinates(STARPU_TASK_GET_HANDLE(task, b), &at))
            continue;
        if (!task_writes(task, b)) {
            reads = true;
            continue;
        }
        if (!found)
            first = at;
        found = o->tiles = true;
        o->tall |= at.row > 0;
        rows += at.row != first.row && at.column == first.column;
    }
    o->whole_columns |= rows > 0 && policy_uses(RULE_COLUMNS);
    o->others_time += length;
    if (rows < 2 || reads || first.place >= 0) /* two tiles: a step of tile QR */
        return;
    if (o->panel_rows == 0) {
        o->panel_time = length;
        o->panel_rows = rows + 1;
        o->others_time = 0;
    }
    o->panel = first.column;
}

/* ---- Without coordinates --------------------------------------------------------- */

/* The place of a GPU on the grid; o->gpus: it has none. */
static unsigned grid_place(const struct ownership *o, unsigned gpu)
{
    unsigned i = 0;
    while (i < o->gpus && o->gpu[i] != gpu)
        i++;
    return i;
}

static bool is_owner(const struct ownership *o, unsigned gpu)
{
    return grid_place(o, gpu) < o->gpus;
}

static unsigned poorest_owner(const struct ownership *o)
{
    unsigned best = o->gpu[0];
    for (unsigned i = 1; i < o->gpus; i++)
        if (o->owned[o->gpu[i]] < o->owned[best])
            best = o->gpu[i];
    return best;
}

/* A GPU that owns more should not be given more. */
static double fair_share(const struct ownership *o)
{
    double sum = 0;
    for (unsigned i = 0; i < o->gpus; i++)
        sum += o->owned[o->gpu[i]];
    return o->owned[poorest_owner(o)] + OWNED_SLACK + OWNED_SLACK_PART * sum / o->gpus;
}

/* The owner of what the task writes; 0: nobody owns any of it. */
static unsigned owner_of_written(const struct ownership *o, struct starpu_task *task)
{
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        unsigned owner = policy_mark_of_data(STARPU_TASK_GET_HANDLE(task, b)).owner;
        if (task_writes(task, b) && is_owner(o, owner))
            return owner;
    }
    return 0;
}

/* The GPU in the row of one and the column of another. */
static unsigned grid_crossing(const struct ownership *o, unsigned row, unsigned column)
{
    unsigned columns = o->gpus / grid_rows(o->gpus);
    return o
        ->gpu[grid_place(o, row) / columns * columns + grid_place(o, column) % columns];
}

/* Who should own what the task is the first to write. */
static unsigned choose_owner(const struct ownership *o, struct starpu_task *task)
{
    unsigned reads = 0, owner[STARPU_NMAXBUFS], best;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task) && reads < STARPU_NMAXBUFS;
         b++) {
        owner[reads] = policy_mark_of_data(STARPU_TASK_GET_HANDLE(task, b)).owner;
        reads += is_owner(o, owner[reads]);
    }
    if (reads < 2 || !policy_uses(RULE_CROSSING))
        return poorest_owner(o);
    double most = policy_uses(RULE_FAIR_SHARE) ? fair_share(o) : INFINITY;
    best = grid_crossing(o, owner[0], owner[1]);
    if (o->owned[best] <= most)
        return best;
    best = owner[0];
    for (unsigned r = 1; r < reads; r++)
        if (o->owned[owner[r]] < o->owned[best])
            best = owner[r];
    return o->owned[best] <= most ? best : poorest_owner(o);
}

unsigned policy_owners_submit(struct ownership *o, struct starpu_task *task,
                              double length)
{
    learn_shape(o, task, length);
    if (o->gpus == 0 || o->tiles)
        return 0;
    unsigned owner = owner_of_written(o, task);
    if (owner > 0)
        return owner;
    owner = choose_owner(o, task);
    o->owned[owner]++;
    return owner;
}

/* The first tile that a task writes; false: none. */
static bool written_tile(struct starpu_task *task, struct tile_at *at)
{
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        if (task_writes(task, b) &&
            policy_tile_coordinates(STARPU_TASK_GET_HANDLE(task, b), at))
            return true;
    return false;
}

unsigned policy_wanted_gpu(const struct ownership *o, struct starpu_task *task)
{
    struct tile_at at;
    bool wanted = o->gpus > 0 && written_tile(task, &at) && at.place >= 0;
    return wanted ? grid_owner(o, &at) : 0;
}

unsigned policy_owner_of(const struct ownership *o, struct starpu_task *task)
{
    struct tile_at at;
    if (o->gpus > 0 && written_tile(task, &at))
        return grid_owner(o, &at);
    unsigned owner = policy_mark_of_task(task).owner;
    return is_owner(o, owner) ? owner : 0;
}

/* Before column j of the first step is submitted: GPUs will have less to do than the
 * chain. It is assumed that the matrix is square, that all columns are like those
 * before j, and that panels become shorter in each step. Then panels take nt / 2 times
 * the first one's time, and all other tasks nt / 3 times the step's. */
static bool chain_will_be_apart(const struct ownership *o, int j)
{
    int columns = j - o->panel - 1;
    if (columns <= 0 || !policy_uses(RULE_CHAIN_GPU))
        return false;
    double step = o->panel_rows * o->others_time / columns;
    return step / 3 < (o->gpus - 1) * o->panel_time / 2;
}

unsigned policy_expected_owner_of(const struct ownership *o, struct starpu_task *task)
{
    struct ownership all = *o;
    struct tile_at at;
    all.chain_apart = false;
    if (policy_owners_have_panels(o) && written_tile(task, &at) && at.place < 0) {
        if (at.column == o->panel + 1)
            return o->gpu[0];
        all.chain_apart = chain_will_be_apart(o, at.column);
    }
    return policy_owner_of(&all, task);
}

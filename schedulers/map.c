/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A task goes to the GPU that owns what it writes, so that only what it reads travels.
 *
 * By coordinates (starpu_data_set_coordinates: row, column) tiles are dealt out block-cyclic on
 * a grid of GPUs that is as square as can be (Blackford et al., ScaLAPACK Users' Guide, 1997);
 * on a single row of GPUs if tasks write columns of tiles, which then stay whole. Rows are dealt
 * to and fro: the lower of two has more tiles of a triangle, and more tasks on each. A graph whose
 * longest chain takes longer than its work gets few GPUs: each more would only lengthen the
 * chain by copies. Where single tasks factor whole columns, one after another as in LU, and GPUs
 * have links of their own, one runs this chain and nothing else: columns come while those before them
 * are factored, and none travels between two such tasks.
 *
 * Without coordinates a datum is given away when the first task that writes it is submitted. If
 * that reads two data or more, their owners' places say which on the grid: row of the first and
 * column of the second, as block-cyclic tiles have it when a panel's are dealt out in turn. If
 * that GPU owns many more than others, one of those that own what is read; if these do, too, or
 * only one datum is read, which others read as well (a panel's reflectors), who owns fewest. */

#include <math.h>
#include <string.h>
#include "levels.h"
#include "map.h"

/* GPUs used: so many times the work over the longest chain. Chains wait for one another. */
static const double spread = 2;
/* Links between GPUs are their own if they are so many times faster than those to main memory. */
static const double faster = 2;
/* Data that an owner may have more than the GPU with fewest, and this part of the mean. */
enum { UNFAIRNESS = 2 };
static const double unfairness = 0.25;

bool sl_map_tile(starpu_data_handle_t handle, int *at)
{
    int all[8];
    if (starpu_data_get_coordinates_array(handle, 8, all) < 2 || all[0] < 0 || all[1] < 0)
        return false;
    memcpy(at, all, 2 * sizeof *at);
    return true;
}

static bool writes(struct starpu_task *task, unsigned b)
{
    return STARPU_TASK_GET_MODE(task, b) & STARPU_W;
}

/* ---- The grid -------------------------------------------------------------------------- */

/* Time of a byte to a GPU from those that come before it, and back. */
static double distance(const struct map *m, const unsigned *node, unsigned g)
{
    double sum = 0;
    for (unsigned i = 0; i < m->gpus; i++)
        sum += 1 / starpu_transfer_bandwidth(node[m->gpu[i]], node[g]) +
               1 / starpu_transfer_bandwidth(node[g], node[m->gpu[i]]);
    return sum;
}

void sl_map_set(struct map *m, const unsigned *node, unsigned gpus)
{
    bool taken[STARPU_MAXNODES + 1] = {false};
    for (m->gpus = 0;; m->gpus++) {
        unsigned next = 0;
        for (unsigned g = 1; g <= gpus; g++)
            if (node[g] < STARPU_MAXNODES && !taken[g] &&
                (next == 0 || distance(m, node, g) < distance(m, node, next)))
                next = g;
        if (next == 0)
            break;
        taken[next] = true;
        m->gpu[m->gpus] = next;
    }
    m->used = m->gpus;
    m->chain_apart = false;
    m->linked = m->gpus > 1 && starpu_transfer_bandwidth(node[m->gpu[0]], node[m->gpu[1]]) >
                                   faster * starpu_transfer_bandwidth(STARPU_MAIN_RAM, node[m->gpu[0]]);
}

void sl_map_forget(struct map *m)
{
    m->tiles = m->tall = m->whole_columns = m->chain_apart = false;
    m->panel_rows = 0;
    m->used = m->gpus;
    memset(m->owned, 0, sizeof m->owned);
}

bool sl_map_has_panels(const struct map *m)
{
    return m->linked && m->panel_rows > 0;
}

void sl_map_use(struct map *m, double work, double longest)
{
    double enough = longest > 0 ? ceil(spread * work / longest) : m->gpus;
    m->chain_apart = sl_map_has_panels(m) && work < longest * m->gpus;
    enough += m->chain_apart;
    m->used = enough < 1 ? 1 : enough < m->gpus ? (unsigned)enough : m->gpus;
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

/* 0 1 2 2 1 0 0 1 2 ... where there are three. */
static unsigned to_and_fro(unsigned i, unsigned count)
{
    unsigned turn = i % (2 * count);
    return turn < count ? turn : 2 * count - 1 - turn;
}

static unsigned on_grid(const struct map *m, const int *at)
{
    if (m->chain_apart && (unsigned)at[1] % m->used == 0) /* the first GPU's are the others' in turn */
        return m->gpu[1 + (unsigned)at[1] / m->used % (m->used - 1)];
    unsigned rows = m->tall && !m->whole_columns ? grid_rows(m->used) : 1;
    unsigned columns = m->used / rows;
    return m->gpu[to_and_fro((unsigned)at[0], rows) * columns + (unsigned)at[1] % columns];
}

/* What the tiles that a task writes tell of the matrix. */
static void learn_shape(struct map *m, struct starpu_task *task, double length)
{
    int first[2], at[2];
    unsigned rows = 0;
    bool found = false, reads = false;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        if (!sl_map_tile(STARPU_TASK_GET_HANDLE(task, b), at))
            continue;
        if (!writes(task, b)) {
            reads = true;
            continue;
        }
        if (!found)
            memcpy(first, at, sizeof first);
        found = m->tiles = true;
        m->tall |= at[0] > 0;
        rows += at[0] != first[0] && at[1] == first[1];
    }
    m->whole_columns |= rows > 0;
    m->others_time += length;
    if (rows < 2 || reads) /* two tiles are a step of tile QR */
        return;
    if (m->panel_rows == 0) {
        m->panel_time = length;
        m->panel_rows = rows + 1;
        m->others_time = 0;
    }
    m->panel = first[1];
}

/* ---- Without coordinates --------------------------------------------------------------- */

/* The place of a GPU on the grid; m->gpus: it is not there. */
static unsigned place_of(const struct map *m, unsigned gpu)
{
    unsigned i = 0;
    while (i < m->gpus && m->gpu[i] != gpu)
        i++;
    return i;
}

static bool is_used(const struct map *m, unsigned gpu)
{
    return place_of(m, gpu) < m->gpus;
}

static unsigned poorest(const struct map *m)
{
    unsigned best = m->gpu[0];
    for (unsigned i = 1; i < m->gpus; i++)
        if (m->owned[m->gpu[i]] < m->owned[best])
            best = m->gpu[i];
    return best;
}

/* The most that a GPU may own and be given more. */
static double fair(const struct map *m)
{
    double sum = 0;
    for (unsigned i = 0; i < m->gpus; i++)
        sum += m->owned[m->gpu[i]];
    return m->owned[poorest(m)] + UNFAIRNESS + unfairness * sum / m->gpus;
}

/* The owner of what the task writes; 0: nobody owns any of it. */
static unsigned owner_of_written(const struct map *m, struct starpu_task *task)
{
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++) {
        unsigned owner = sl_mark_of_data(STARPU_TASK_GET_HANDLE(task, b)).owner;
        if (writes(task, b) && is_used(m, owner))
            return owner;
    }
    return 0;
}

/* The GPU in the row of one and the column of another. */
static unsigned crossing(const struct map *m, unsigned row, unsigned column)
{
    unsigned columns = m->gpus / grid_rows(m->gpus);
    return m->gpu[place_of(m, row) / columns * columns + place_of(m, column) % columns];
}

/* Who should own what the task is the first to write. */
static unsigned choose_owner(const struct map *m, struct starpu_task *task)
{
    unsigned reads = 0, owner[STARPU_NMAXBUFS], best;
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task) && reads < STARPU_NMAXBUFS; b++) {
        owner[reads] = sl_mark_of_data(STARPU_TASK_GET_HANDLE(task, b)).owner;
        reads += is_used(m, owner[reads]);
    }
    if (reads < 2)
        return poorest(m);
    double most = fair(m);
    best = crossing(m, owner[0], owner[1]);
    if (m->owned[best] <= most)
        return best;
    best = owner[0];
    for (unsigned r = 1; r < reads; r++)
        if (m->owned[owner[r]] < m->owned[best])
            best = owner[r];
    return m->owned[best] <= most ? best : poorest(m);
}

unsigned sl_map_submit(struct map *m, struct starpu_task *task, double length)
{
    learn_shape(m, task, length);
    if (m->gpus == 0 || m->tiles)
        return 0;
    unsigned owner = owner_of_written(m, task);
    if (owner > 0)
        return owner;
    owner = choose_owner(m, task);
    m->owned[owner]++;
    return owner;
}

/* The first tile that a task writes; false: none. */
static bool written_tile(struct starpu_task *task, int *at)
{
    for (unsigned b = 0; b < STARPU_TASK_GET_NBUFFERS(task); b++)
        if (writes(task, b) && sl_map_tile(STARPU_TASK_GET_HANDLE(task, b), at))
            return true;
    return false;
}

unsigned sl_map_owner(const struct map *m, struct starpu_task *task)
{
    int at[2];
    if (m->gpus > 0 && written_tile(task, at))
        return on_grid(m, at);
    unsigned owner = sl_mark_of_task(task).owner;
    return is_used(m, owner) ? owner : 0;
}

/* Before column j of the first step is submitted: whether GPUs will have less to do than the chain if
 * the matrix is square, all its columns are like those before j, and panels become shorter step by
 * step. Then panels take nt / 2 times the first one's time, and all else nt / 3 times the step's. */
static bool will_be_apart(const struct map *m, int j)
{
    int columns = j - m->panel - 1;
    if (columns <= 0)
        return false;
    double step = m->panel_rows * m->others_time / columns;
    return step / 3 < (m->gpus - 1) * m->panel_time / 2;
}

unsigned sl_map_future_owner(const struct map *m, struct starpu_task *task)
{
    struct map all = *m;
    int at[2];
    all.used = all.gpus;
    all.chain_apart = false;
    if (sl_map_has_panels(m) && written_tile(task, at)) {
        if (at[1] == m->panel + 1)
            return m->gpu[0];
        all.chain_apart = will_be_apart(m, at[1]);
    }
    return sl_map_owner(&all, task);
}

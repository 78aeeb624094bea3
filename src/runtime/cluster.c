/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Who owns a datum, and its way to other processes. */

#include <stdio.h>
#include <stdlib.h>
#include "matrix.h"
#include "schedulers/rules.h"

static const struct sl_cluster *cluster; /* NULL: this process is alone */

bool sl_is_cluster(void)
{
    return cluster != NULL;
}

int sl_grid_owner(struct sl_grid grid, int64_t i, int64_t j)
{
    return grid.first + (int)(i % grid.p) * grid.q + (int)(j % grid.q);
}

bool sl_is_here(sl_tile t)
{
    struct sl_grid grid = t.of->grid;
    return grid.p == 0 || !cluster || sl_grid_owner(grid, t.i, t.j) == cluster->rank;
}

/* A handle's user data: its owner + 1, and from bit 34 on the step in which another process read it
 * last. Bits 32 and 33: copies of it have gone from or to this process; it is in the list. */
#define TRAVELLED (UINT64_C(1) << 32)
#define LISTED (UINT64_C(1) << 33)
#define STEP_BIT 34

/* The data of which copies have gone, and the step of the algorithm. Each process that has sent or
 * received a datum knows of all its readers, so all forget it at the same time. */
static struct {
    starpu_data_handle_t *datum;
    size_t count, room;
    uint64_t step;
} travelled;

static uint64_t state_of(starpu_data_handle_t datum)
{
    return (uint64_t)(uintptr_t)starpu_data_get_user_data(datum);
}

static void set_state(starpu_data_handle_t datum, uint64_t state)
{
    starpu_data_set_user_data(datum, (void *)(uintptr_t)state);
}

int sl_owner_of(starpu_data_handle_t datum)
{
    return (int)(uint32_t)state_of(datum) - 1;
}

void sl_own(starpu_data_handle_t datum, int rank)
{
    set_state(datum, (uint64_t)rank + 1);
    cluster->own(datum, rank);
}

static void list_travelled(starpu_data_handle_t datum)
{
    if (travelled.count == travelled.room) {
        size_t room = 2 * travelled.room + 64;
        void *more = realloc(travelled.datum, room * sizeof *travelled.datum);
        if (!more) {
            sl_cluster_failed(STARLING_ENOMEM);
            return;
        }
        travelled.datum = more;
        travelled.room = room;
    }
    travelled.datum[travelled.count++] = datum;
}

/* A copy goes from or to this process, or has gone before. */
static void note_travel(starpu_data_handle_t datum, int owner)
{
    if (!(state_of(datum) & LISTED))
        list_travelled(datum);
    set_state(datum, (uint64_t)owner + 1 + TRAVELLED + LISTED + (travelled.step << STEP_BIT));
}

/* The same in all processes, but only two have work. */
static void bring(starpu_data_handle_t datum, int owner, int rank)
{
    bool works = owner == cluster->rank || rank == cluster->rank;
    if (owner == rank || !(works || (state_of(datum) & TRAVELLED)))
        return;
    note_travel(datum, owner);
    if (works)
        cluster->bring(datum, rank);
}

/* It stays in the list until the next look at it. */
static void outdate(starpu_data_handle_t datum, void (*call)(starpu_data_handle_t datum))
{
    uint64_t state = state_of(datum);
    if (!(state & TRAVELLED))
        return;
    set_state(datum, state & ~TRAVELLED);
    call(datum);
}

/* Forgets what no other process has read for so many steps. */
static void forget_older(uint64_t steps)
{
    size_t kept = 0;
    for (size_t i = 0; i < travelled.count; i++) {
        starpu_data_handle_t datum = travelled.datum[i];
        uint64_t state = state_of(datum);
        if ((state & TRAVELLED) && travelled.step - (state >> STEP_BIT) < steps)
            travelled.datum[kept++] = datum;
        else {
            outdate(datum, cluster->forget);
            set_state(datum, state & ~(TRAVELLED | LISTED));
        }
    }
    travelled.count = kept;
}

void starling_cluster_join(const struct sl_cluster *joined)
{
    if (!joined) {
        free(travelled.datum);
        travelled.datum = NULL;
        travelled.count = travelled.room = 0;
    }
    cluster = joined;
    policy_graph_is_part(joined && joined->size > 1);
}

void sl_cluster_step(void)
{
    travelled.step++;
    forget_older(SL_WINDOW);
}

void sl_cluster_leave(starpu_data_handle_t datum)
{
    size_t i = cluster && (state_of(datum) & LISTED) ? 0 : travelled.count;
    while (i < travelled.count && travelled.datum[i] != datum)
        i++;
    if (i < travelled.count)
        travelled.datum[i] = travelled.datum[--travelled.count];
}

bool sl_is_elsewhere(starpu_data_handle_t datum)
{
    int owner = cluster ? sl_owner_of(datum) : -1;
    return owner >= 0 && owner != cluster->rank;
}

int sl_rank(void)
{
    return cluster ? cluster->rank : 0;
}

int sl_cluster_cores(void)
{
    return cluster ? cluster->cores : starling_ncpu();
}

void sl_bring(starpu_data_handle_t datum, int rank)
{
    int owner = sl_owner_of(datum);
    if (owner >= 0)
        bring(datum, owner, rank);
}

void sl_written(starpu_data_handle_t datum, int rank)
{
    if (sl_owner_of(datum) < 0)
        sl_own(datum, rank);
    outdate(datum, cluster->written);
}

void sl_give(starpu_data_handle_t datum, int rank)
{
    int owner = sl_owner_of(datum);
    if (owner == rank)
        return;
    if (owner == cluster->rank || rank == cluster->rank) {
        note_travel(datum, owner);
        cluster->give(datum, rank);
    } else
        outdate(datum, cluster->written);
}

void sl_share(starpu_data_handle_t datum)
{
    for (int rank = 0; cluster && rank < cluster->size; rank++)
        sl_bring(datum, rank);
}

int sl_acquire(starpu_data_handle_t datum, enum starpu_data_access_mode mode)
{
    if (mode == STARPU_R)
        sl_share(datum);
    else if (cluster && sl_owner_of(datum) >= 0)
        outdate(datum, cluster->written);
    return starpu_data_acquire(datum, mode);
}

void sl_cluster_forget(starpu_data_handle_t datum)
{
    if (cluster && sl_owner_of(datum) >= 0)
        outdate(datum, cluster->forget);
}

/* Whether all processes have come with this number. info: the least of all. The same three numbers
 * travel wherever processes meet: then one that is elsewhere is noticed, too. */
static bool agreed(uint64_t digest, int64_t *info)
{
    int64_t mine = (int64_t)(digest >> 1), least[] = {*info, mine, -mine}; /* no overflow */
    cluster->least(least, 3);
    *info = least[0];
    return least[1] == -least[2];
}

void sl_cluster_same(uint64_t digest, const char *routine)
{
    char sentence[200];
    if (agreed(digest, &(int64_t){0}))
        return;
    snprintf(sentence, sizeof sentence, "the processes call %s with different arguments",
             routine ? routine : "the library");
    if (cluster->rank == 0)
        cluster->abort(sentence);
    cluster->settle(); /* for ever */
}

void sl_cluster_agree(int64_t *failure, int *error)
{
    cluster->settle();
    forget_older(0);
    int64_t least[] = {*failure, *error};
    cluster->least(least, 2);
    *failure = least[0];
    *error = (int)least[1];
}

int sl_cluster_meet(uint64_t digest, const char *routine, int info)
{
    int64_t least = info;
    bool same = agreed(digest, &least);
    if (least != 0 && info == 0)
        sl_error(routine, (int)least, "another process has found a bad argument");
    else if (!same && info == 0)
        sl_error(routine, STARLING_EGRID, "the processes call it with different arguments");
    return least != 0 ? (int)least : same ? 0 : STARLING_EGRID;
}

void sl_cluster_failed(int info)
{
    if (cluster)
        cluster->abort(starling_strerror(info));
}

int starling_cluster_bad_argument(const char *routine, int position, const char *name,
                                  const int64_t *value, const char *must)
{
    return sl_bad_argument(routine, position, name,
                           value ? sl_value_number(*value) : sl_value_address(NULL), "%s", must);
}

int starling_cluster_error(const char *routine, int info, const char *message)
{
    return sl_error(routine, info, message);
}

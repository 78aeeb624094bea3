/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Who owns a datum, and its way to other processes. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "matrix.h"
#include "schedulers/rules.h"

static const struct sl_cluster *cluster; /* NULL: this process is alone */

bool sl_is_cluster(void)
{
    return cluster != NULL;
}

int sl_grid_owner(struct sl_grid grid, int64_t i, int64_t j)
{
    int64_t turn = grid.beside > 1 ? j / grid.beside : j;
    return grid.first + (int)(i % grid.p) * grid.q + (int)(turn % grid.q);
}

bool sl_is_here(sl_tile t)
{
    struct sl_grid grid = t.of->grid;
    return grid.p == 0 || !cluster || sl_grid_owner(grid, t.i, t.j) == cluster->rank;
}

/* A handle's user data: its owner + 1, and from bit 32 on the number of its journey + 1. */
#define JOURNEY_BIT 32

/* The processes that have read a datum, in the order of their first tasks. Each of them sends it on
 * to two later ones, as the owner does. In this tree urgent readers, which are the first ones, get
 * it first, and no process sends all copies. All processes walk through all tasks. So they know the
 * same tree, and forget it at the same time. */
struct journey {
    starpu_data_handle_t datum;
    uint64_t step; /* of the algorithm, in which it was read last */
    int readers, room;
    int *reader;
};
enum { CHILDREN = 2 };

static struct {
    struct journey *of;
    size_t count, room;
    uint64_t step;
} journeys;

static uint64_t state_of(starpu_data_handle_t datum)
{
    return (uint64_t)(uintptr_t)starpu_data_get_user_data(datum);
}

static void set_state(starpu_data_handle_t datum, int owner, size_t journey)
{
    uint64_t state = (uint64_t)(owner + 1) | (uint64_t)journey << JOURNEY_BIT;
    starpu_data_set_user_data(datum, (void *)(uintptr_t)state);
}

int sl_owner_of(starpu_data_handle_t datum)
{
    return (int)(uint32_t)state_of(datum) - 1;
}

void sl_own(starpu_data_handle_t datum, int rank)
{
    set_state(datum, rank, 0);
    /* A prefetch may come after the datum was forgotten. StarPU aborts then, unless a first value
     * is known. */
    starpu_data_set_reduction_methods(datum, NULL, &sl_zero_cl);
    cluster->own(datum, rank);
}

static struct journey *journey_of(starpu_data_handle_t datum)
{
    size_t number = (size_t)(state_of(datum) >> JOURNEY_BIT);
    return number > 0 ? &journeys.of[number - 1] : NULL;
}

/* Room for one element more, which is 0 if the array grows. NULL: there is no memory. */
static void *grown(void *array, size_t *room, size_t size)
{
    size_t more = 2 * *room + 4;
    char *larger = realloc(array, more * size);
    if (!larger) {
        sl_cluster_failed(STARLING_ENOMEM);
        return NULL;
    }
    memset(larger + *room * size, 0, (more - *room) * size);
    *room = more;
    return larger;
}

/* A new one keeps the room of one that has ended. */
static struct journey *begin_journey(starpu_data_handle_t datum)
{
    if (journeys.count == journeys.room) {
        void *more = grown(journeys.of, &journeys.room, sizeof *journeys.of);
        if (!more)
            return NULL;
        journeys.of = more;
    }
    struct journey *new = &journeys.of[journeys.count++];
    new->datum = datum;
    new->readers = 0;
    set_state(datum, sl_owner_of(datum), journeys.count);
    return new;
}

static void end_journey(struct journey *journey)
{
    struct journey ended = *journey, *last = &journeys.of[--journeys.count];
    set_state(last->datum, sl_owner_of(last->datum), (size_t)(journey - journeys.of) + 1);
    *journey = *last;
    *last = ended;
    set_state(ended.datum, sl_owner_of(ended.datum), 0);
}

static bool has_read(const struct journey *journey, int rank)
{
    int i = 0;
    while (i < journey->readers && journey->reader[i] != rank)
        i++;
    return i < journey->readers;
}

static bool add_reader(struct journey *journey, int rank)
{
    if (journey->readers == journey->room) {
        size_t room = (size_t)journey->room;
        void *more = grown(journey->reader, &room, sizeof *journey->reader);
        if (!more)
            return false;
        journey->reader = more;
        journey->room = (int)room;
    }
    journey->reader[journey->readers++] = rank;
    return true;
}

/* The same in all processes, but only two have work. */
static void bring(starpu_data_handle_t datum, int owner, int rank, int priority)
{
    struct journey *journey = owner == rank ? NULL : journey_of(datum);
    if (owner == rank || (!journey && !(journey = begin_journey(datum))))
        return;
    journey->step = journeys.step;
    if (has_read(journey, rank))
        return;
    int parent = journey->readers / CHILDREN;
    int from = parent == 0 ? owner : journey->reader[parent - 1];
    if (add_reader(journey, rank) && (from == cluster->rank || rank == cluster->rank))
        cluster->bring(datum, from, rank, priority);
}

/* Copies of it end, in the processes that have had one or have sent one. */
static void outdate(starpu_data_handle_t datum, void (*call)(starpu_data_handle_t datum))
{
    struct journey *journey = journey_of(datum);
    if (!journey)
        return;
    if (sl_owner_of(datum) == cluster->rank || has_read(journey, cluster->rank))
        call(datum);
    end_journey(journey);
}

/* Forgets what no other process has read for so many steps. */
static void forget_older(uint64_t steps)
{
    for (size_t i = journeys.count; i-- > 0;)
        if (journeys.step - journeys.of[i].step >= steps)
            outdate(journeys.of[i].datum, cluster->forget);
}

static void free_journeys(void)
{
    while (journeys.count > 0)
        end_journey(&journeys.of[journeys.count - 1]);
    for (size_t i = 0; i < journeys.room; i++)
        free(journeys.of[i].reader);
    free(journeys.of);
    journeys.of = NULL;
    journeys.room = 0;
}

void starling_cluster_join(const struct sl_cluster *joined)
{
    if (!joined)
        free_journeys();
    cluster = joined;
    policy_graph_is_part(joined && joined->size > 1);
}

void sl_cluster_step(void)
{
    journeys.step++;
    forget_older(SL_WINDOW);
}

void sl_cluster_leave(starpu_data_handle_t datum)
{
    struct journey *journey = cluster ? journey_of(datum) : NULL;
    if (journey)
        end_journey(journey);
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

void sl_bring(starpu_data_handle_t datum, int rank, int priority)
{
    int owner = sl_owner_of(datum);
    if (owner >= 0)
        bring(datum, owner, rank, priority);
}

void sl_written(starpu_data_handle_t datum, int rank)
{
    if (sl_owner_of(datum) < 0)
        sl_own(datum, rank);
    outdate(datum, cluster->written);
}

void sl_reads_first(starpu_data_handle_t datum, sl_tile t)
{
    if (cluster && datum && t.of->grid.p > 0)
        sl_bring(datum, sl_grid_owner(t.of->grid, t.i, t.j), INT32_MAX);
}

/* The process that has written it is its only reader then. */
void sl_give(starpu_data_handle_t datum, int rank)
{
    int owner = sl_owner_of(datum);
    if (owner == rank)
        return;
    struct journey *journey = journey_of(datum);
    if (owner == cluster->rank || rank == cluster->rank)
        cluster->give(datum, rank);
    else if (journey && has_read(journey, cluster->rank))
        cluster->written(datum);
    if (!journey && !(journey = begin_journey(datum)))
        return;
    journey->step = journeys.step;
    journey->readers = 0;
    add_reader(journey, rank);
}

void sl_share(starpu_data_handle_t datum)
{
    for (int rank = 0; cluster && rank < cluster->size; rank++)
        sl_bring(datum, rank, 0);
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

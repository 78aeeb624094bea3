/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which process runs a task, and what it needs from others. Only this file decides it. Each process
 * looks at all tasks, so those of others must cost little. */

#include "task.h"

static bool is_kept(struct sl_datum datum)
{
    return !(datum.mode & STARPU_SCRATCH);
}

static bool reads(struct sl_datum datum)
{
    return (datum.mode & STARPU_R) && is_kept(datum);
}

static bool writes(struct sl_datum datum)
{
    return (datum.mode & STARPU_W) && is_kept(datum);
}

/* The owner of the first datum that the task writes, else of the first that it reads. -1: its data
 * are each process's own. */
static struct sl_task_place place_of(const struct sl_task *t, int count)
{
    int writer = -1, reader = -1;
    bool gives = false;
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        int owner = is_kept(datum) ? sl_owner_of(datum.handle) : -1;
        if (owner < 0)
            continue;
        if (!writes(datum))
            reader = reader >= 0 ? reader : owner;
        else if (writer < 0)
            writer = owner;
        else
            gives |= owner != writer;
    }
    int rank = writer >= 0 ? writer : reader;
    return (struct sl_task_place){rank < 0 || rank == sl_rank(), rank, gives};
}

struct sl_task_place sl_cluster_place(const struct sl_task *t)
{
    int count = sl_data_count(t);
    struct sl_task_place place = place_of(t, count);
    if (place.rank < 0)
        return place;
    sl_sequence_spread(t->seq);
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        if (reads(datum))
            sl_bring(datum.handle, place.rank, t->priority);
    }
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        int owner = sl_owner_of(datum.handle);
        if (writes(datum) && (owner < 0 || owner == place.rank)) /* else: sl_cluster_give() */
            sl_written(datum.handle, place.rank);
    }
    return place;
}

void sl_cluster_give(const struct sl_task *t, struct sl_task_place place)
{
    int count = place.gives ? sl_data_count(t) : 0;
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        if (writes(datum))
            sl_give(datum.handle, place.rank);
    }
}

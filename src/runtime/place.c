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
 * are each process's own. *one: all that it writes has this owner, or none yet. */
static int place_of(const struct sl_task *t, int count, bool *one)
{
    int writer = -1, reader = -1;
    *one = true;
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
            *one = *one && owner == writer;
    }
    return writer >= 0 ? writer : reader;
}

bool sl_cluster_takes(const struct sl_task *t)
{
    if (!sl_is_cluster())
        return true;
    bool one;
    int count = sl_data_count(t), place = place_of(t, count, &one);
    if (place < 0)
        return true;
    if (!one) {
        sl_sequence_error(t->seq, STARLING_EGRID);
        return false;
    }
    sl_sequence_spread(t->seq);
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        if (reads(datum))
            sl_bring(datum.handle, place);
    }
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        if (writes(datum))
            sl_written(datum.handle, place);
    }
    return place == sl_rank();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which process runs a task, and what it needs from others. Only this file decides it. */

#include "task.h"

static bool reads(struct sl_datum datum)
{
    return (datum.mode & STARPU_R) && !(datum.mode & STARPU_SCRATCH);
}

static bool writes(struct sl_datum datum)
{
    return (datum.mode & STARPU_W) && !(datum.mode & STARPU_SCRATCH);
}

/* The owner of the first datum that the task writes, else of the first that it reads. -1: its data
 * are each process's own. */
static int place_of(const struct sl_task *t)
{
    int count = sl_data_count(t), reader = -1;
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        int owner = datum.mode & STARPU_SCRATCH ? -1 : sl_owner_of(datum.handle);
        if (owner >= 0 && writes(datum))
            return owner;
        reader = reader >= 0 ? reader : owner;
    }
    return reader;
}

/* A task has one place. */
static bool is_writable(const struct sl_task *t, int place)
{
    int count = sl_data_count(t);
    bool writable = true;
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        int owner = sl_owner_of(datum.handle);
        writable &= !writes(datum) || owner < 0 || owner == place;
    }
    return writable;
}

bool sl_cluster_takes(const struct sl_task *t)
{
    int place = sl_is_cluster() ? place_of(t) : -1, count = sl_data_count(t);
    if (place < 0)
        return true;
    if (!is_writable(t, place)) {
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

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which process runs a task, and what it needs from others. Only this file decides it. */

#include "cluster.h"
#include "task.h"

static const struct sl_cluster *cluster; /* NULL: this process is alone */

void starling_cluster_join(const struct sl_cluster *joined)
{
    cluster = joined;
}

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

/* A handle remembers its owner. -1: each process has a datum of its own. */
static int owner_of(starpu_data_handle_t datum)
{
    return (int)(intptr_t)starpu_data_get_user_data(datum) - 1;
}

static void own(starpu_data_handle_t datum, int rank)
{
    starpu_data_set_user_data(datum, (void *)(intptr_t)(rank + 1));
    cluster->own(datum, rank);
}

bool sl_is_elsewhere(starpu_data_handle_t datum)
{
    int owner = cluster ? owner_of(datum) : -1;
    return owner >= 0 && owner != cluster->rank;
}

void sl_cluster_register(const starling_matrix *A)
{
    for (int64_t j = 0; j < A->nt && A->grid.p > 0; j++)
        for (int64_t i = 0; i < A->mt; i++)
            own(A->tile[i + j * A->mt], sl_grid_owner(A->grid, i, j));
}

/* The owner of the first datum that the task writes, else of the first that it reads. -1: its data
 * are each process's own. */
static int place_of(const struct sl_task *t)
{
    int count = sl_data_count(t), reader = -1;
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        int owner = datum.mode & STARPU_SCRATCH ? -1 : owner_of(datum.handle);
        if (owner >= 0 && (datum.mode & STARPU_W))
            return owner;
        reader = reader >= 0 ? reader : owner;
    }
    return reader;
}

/* Temporary data belong to the process that writes them first. */
bool sl_cluster_takes(const struct sl_task *t)
{
    int place = cluster ? place_of(t) : -1, count = sl_data_count(t);
    if (place < 0)
        return true;
    sl_sequence_spread(t->seq);
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        if (!(datum.mode & STARPU_SCRATCH) && (datum.mode & STARPU_R) &&
            owner_of(datum.handle) >= 0)
            cluster->bring(datum.handle, place);
    }
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        if ((datum.mode & STARPU_SCRATCH) || !(datum.mode & STARPU_W))
            continue;
        if (owner_of(datum.handle) < 0)
            own(datum.handle, place);
        cluster->written(datum.handle);
    }
    return place == cluster->rank;
}

void sl_cluster_forget(starpu_data_handle_t datum)
{
    if (cluster && owner_of(datum) >= 0)
        cluster->forget(datum);
}

void sl_cluster_agree(starling_sequence *seq)
{
    if (!cluster || !seq->spread)
        return;
    cluster->settle();
    seq->failure = cluster->least(seq->failure);
    seq->error = (int)cluster->least(seq->error);
    seq->spread = false;
}

void sl_cluster_failed(int info)
{
    if (cluster)
        cluster->abort(starling_strerror(info));
}

int starling_cluster_error(const char *routine, int info, const char *message)
{
    return sl_error(routine, info, message);
}

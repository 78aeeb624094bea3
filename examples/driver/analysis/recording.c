/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Recordings of runs, out of the library's sequences and StarPU's counters. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <starpu.h>
#include "analysis/recording.h"

/* Every link's counters; reading them sets them to zero. */
static void read_links(struct recording *r)
{
    for (int bus = 0; bus < starpu_bus_get_count(); bus++) {
        struct starpu_profiling_bus_info info = {0};
        starpu_bus_get_profiling_info(bus, &info);
        if (!r || info.transferred_bytes <= 0)
            continue;
        struct link *link = &r->link[r->links++];
        starpu_memory_node_get_name((unsigned)starpu_bus_get_src(bus), link->from,
                                    sizeof link->from);
        starpu_memory_node_get_name((unsigned)starpu_bus_get_dst(bus), link->to,
                                    sizeof link->to);
        link->bytes = (double)info.transferred_bytes;
        link->transfers = info.transfer_count;
    }
}

static void describe_worker(int id, struct worker *w)
{
    starpu_worker_get_name(id, w->name, sizeof w->name);
    w->gpu = starpu_worker_get_type(id) == STARPU_CUDA_WORKER;
    w->device = starpu_worker_get_devid(id);
}

/* All tasks, and their predecessors as one array. */
static bool copy_tasks(struct recording *r, const starling_task *task)
{
    int64_t edges = 0;
    for (int64_t i = 0; i < r->tasks; i++)
        edges += task[i].predecessors;
    r->task = calloc((size_t)r->tasks + 1, sizeof *r->task);
    r->edges = calloc((size_t)edges + 1, sizeof *r->edges);
    if (!r->task || !r->edges)
        return false;
    edges = 0;
    for (int64_t i = 0; i < r->tasks; i++) {
        r->task[i] = task[i];
        r->task[i].predecessor = r->edges + edges;
        for (int64_t p = 0; p < task[i].predecessors; p++)
            r->edges[edges + p] = task[i].predecessor[p];
        edges += task[i].predecessors;
        if (task[i].run_s[1] > r->time_s)
            r->time_s = task[i].run_s[1];
    }
    return true;
}

double recording_source_rate(void)
{
    double sum = 0;
    for (unsigned node = 0; node < starpu_memory_nodes_get_count(); node++)
        if (starpu_node_get_kind(node) == STARPU_CUDA_RAM)
            sum += 1e6 * starpu_transfer_bandwidth(STARPU_MAIN_RAM, node);
    return sum;
}

int recording_begin(starling_sequence *seq, starling_recording how)
{
    read_links(NULL);
    return starling_sequence_record(seq, how);
}

int recording_end(starling_sequence *seq, struct recording *r)
{
    const starling_task *task;
    *r = (struct recording){.tasks = starling_sequence_tasks(seq, &task)};
    if (r->tasks < 0)
        return (int)r->tasks;
    r->workers = (int)starpu_worker_get_count();
    r->worker = calloc((size_t)r->workers + 1, sizeof *r->worker);
    r->link = calloc((size_t)starpu_bus_get_count() + 1, sizeof *r->link);
    if (!r->worker || !r->link || !copy_tasks(r, task)) {
        recording_free(r);
        return STARLING_ENOMEM;
    }
    for (int id = 0; id < r->workers; id++)
        describe_worker(id, &r->worker[id]);
    read_links(r);
    return 0;
}

void recording_free(struct recording *r)
{
    free(r->task);
    free(r->edges);
    free(r->names);
    free(r->worker);
    free(r->link);
    *r = (struct recording){0};
}

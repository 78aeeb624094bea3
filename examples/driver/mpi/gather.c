/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The recorded runs of all processes as one, in the first process. A worker's name begins with the
 * number of its process. What tasks of other processes a task waits for is not recorded. */

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/gather.h"
#include "processes.h"

enum { NAME = 32 };
static const char no_memory[] = "no memory for the picture";

struct part {
    int64_t tasks, edges, workers;
};

/* Bytes of each process, one after another. NULL: this is not the first process. */
static void *gather(const void *mine, int64_t size, const struct part *part,
                    int64_t (*size_of)(struct part))
{
    int count = processes->count, sizes[count], places[count];
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        int64_t bytes = size_of(part[i]);
        sizes[i] = (int)bytes;
        places[i] = (int)sum;
        sum += bytes;
    }
    char *all = is_first_process() ? malloc((size_t)sum + 1) : NULL;
    if (!processes->all(sum <= INT_MAX && (all || !is_first_process()), no_memory)) {
        free(all);
        return NULL;
    }
    MPI_Gatherv(mine, (int)size, MPI_BYTE, all, sizes, places, MPI_BYTE, 0, MPI_COMM_WORLD);
    return all;
}

static int64_t bytes_of_tasks(struct part p)
{
    return p.tasks * (int64_t)sizeof(starling_task);
}

static int64_t bytes_of_names(struct part p)
{
    return p.tasks * NAME;
}

static int64_t bytes_of_edges(struct part p)
{
    return p.edges * (int64_t)sizeof(int64_t);
}

static int64_t bytes_of_workers(struct part p)
{
    return p.workers * (int64_t)sizeof(struct worker);
}

static void name_worker(struct worker *w, int process)
{
    struct worker before = *w;
    w->process = process;
    snprintf(w->name, sizeof w->name, "%d: %.*s", process, (int)sizeof w->name - 16, before.name);
}

/* Numbers count from the first process on. */
static void join(struct recording *all, const struct part *part)
{
    int64_t task = 0, edge = 0, worker = 0;
    for (int process = 0; process < processes->count; process++) {
        int64_t first = task, first_worker = worker;
        for (; task < first + part[process].tasks; task++) {
            starling_task *t = &all->task[task];
            t->name = all->names + task * NAME;
            t->predecessor = all->edges + edge;
            for (int64_t i = 0; i < t->predecessors; i++)
                all->edges[edge++] += first;
            t->worker += t->worker >= 0 ? (int)first_worker : 0;
            all->time_s = t->run_s[1] > all->time_s ? t->run_s[1] : all->time_s;
        }
        for (; worker < first_worker + part[process].workers; worker++)
            name_worker(&all->worker[worker], process);
    }
    all->tasks = task;
    all->workers = (int)worker;
}

void gather_recording(struct recording *run)
{
    if (SIMULATED) /* the first process draws what it has */
        return;
    struct part mine = {.tasks = run->tasks, .workers = run->workers}, part[processes->count];
    for (int64_t i = 0; i < run->tasks; i++)
        mine.edges += run->task[i].predecessors;
    char *names = calloc((size_t)run->tasks + 1, NAME);
    if (!processes->all(names != NULL, no_memory))
        return;
    for (int64_t i = 0; i < run->tasks; i++)
        snprintf(names + i * NAME, NAME, "%s", run->task[i].name);
    MPI_Allgather(&mine, (int)sizeof mine, MPI_BYTE, part, (int)sizeof mine, MPI_BYTE,
                  MPI_COMM_WORLD);
    struct recording all = {
        .task = gather(run->task, bytes_of_tasks(mine), part, bytes_of_tasks),
        .names = gather(names, bytes_of_names(mine), part, bytes_of_names),
        .edges = gather(run->edges, bytes_of_edges(mine), part, bytes_of_edges),
        .worker = gather(run->worker, bytes_of_workers(mine), part, bytes_of_workers),
        .source = run->source,
    };
    free(names);
    if (!all.task || !all.names || !all.edges || !all.worker) {
        recording_free(&all); /* this is another process, or nothing was sent */
        return;
    }
    join(&all, part);
    recording_free(run);
    *run = all;
}

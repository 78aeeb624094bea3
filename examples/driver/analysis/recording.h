/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One run as it was recorded: its tasks, the workers and the bytes that moved. Pictures,
 * tables and bounds are made from this alone, so that tests can make one by hand. */

#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <stdint.h>
#include <starling.h>

struct worker {
    char name[64];
    bool gpu;
    int device; /* of a GPU: several workers may share one */
    int process; /* its number, if there are several */
};

/* What went from one memory to another. */
struct link {
    char from[32], to[32];
    double bytes;
    int64_t transfers;
};

/* A matrix in main memory that tasks of the graph change, and nothing has brought anywhere. */
struct source {
    int64_t m, n, mb, nb;
    double element; /* bytes */
    double rate;    /* bytes a second from there to all GPUs; 0: there is no such matrix */
};

struct recording {
    starling_task *task; /* predecessors point into `edges` */
    int64_t *edges;
    char *names; /* of tasks of other processes; NULL: names are the library's */
    int64_t tasks;
    struct worker *worker; /* by StarPU's number, all that there are */
    int workers;
    struct link *link; /* those over which anything went */
    int links;
    struct source source;
    double time_s; /* from the first submission to the end of the last task */
};

/* Begins: graph only, or a run, whose transfers are counted from here on. */
int recording_begin(starling_sequence *seq, starling_recording how);
/* Waits for the sequence and copies what it has recorded. 0, or a failure, when nothing is
 * left; recording_free is due after success. */
int recording_end(starling_sequence *seq, struct recording *r);
void recording_free(struct recording *r);
/* The rate of a source. */
double recording_source_rate(void);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a recording shows: the order of its workers and of the tasks on each, the time of each
 * that is work, the chain that made the run as long as it was, and the bars of a picture. */

#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "analysis/recording.h"

/* A kernel of the run. */
struct kernel {
    const char *name;
    uint32_t color;
    int64_t tasks;
    double busy_s;
};

/* A worker of the run: its row, and where its time went. The rest was idle. */
struct row {
    int worker;
    int64_t first, tasks; /* places in `order` */
    double busy_s, sched_s, fetch_s;
};

/* A task that ran. A GPU's worker hands tasks to a stream, which runs them one after the
 * other, and so their measured times can overlap: a task that begins before the one that ends
 * before it counts from that one's end. */
struct placed {
    int64_t task;
    int row, kernel;
    double start_s, end_s; /* of one row: in order, and never overlapping */
    double sched_s[2];     /* the worker was in the scheduler before: empty where it was not */
    double fetch_s[2];     /* it waited for data */
    bool critical, follows; /* on the critical path; which came from the task before */
};

/* Consecutive tasks of a row that are drawn as one. */
struct bar {
    int row;
    int64_t first, count; /* places in `order` */
    double start_s, end_s, busy_s;
    int kernel; /* with most of the time */
    bool critical;
};

struct schedule {
    const struct recording *run;
    struct row *row; /* GPUs by their number, then cores; run->workers of them */
    struct kernel *kernel;
    int kernels;
    struct placed *order; /* by row and end */
    int64_t ran;
    struct bar *bar;
    int64_t bars;
    double span_s; /* the time shown: to the end of the last task */
};

/* False: no memory, and nothing is left. Tasks without times are left out. */
bool schedule_of(const struct recording *run, struct schedule *s);
void schedule_free(struct schedule *s);

/* Merges neighbours, each shorter than narrow_s, into bars hardly longer than that; the more
 * of them, the longer, so that there are never more than `most` (or two a row). */
void schedule_merge(struct schedule *s, double narrow_s, int64_t most);

#endif

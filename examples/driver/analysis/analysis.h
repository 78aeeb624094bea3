/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where the time of a recorded run went, worker by worker, and what keeps it from its bound. */

#ifndef ANALYSIS_H
#define ANALYSIS_H

#include "analysis/bound.h"
#include "analysis/recording.h"
#include "report/report.h"

/* A worker's time is one of these at each moment, the first that holds: CUDA workers prepare
 * a task while another runs, and what is hidden so costs nothing. */
enum use {
    BUSY,       /* a task runs */
    COPY,       /* a task's data are waited for */
    SCHEDULING, /* the scheduler is asked for a task */
    STARTUP,    /* none of these: before the worker's first task, */
    WAITING,    /* between tasks, or all the time where there was no task, */
    TAIL,       /* and after the last */
    USES
};

struct worker_use {
    double s[USES]; /* seconds; together the time of the run */
    double flops;
    int64_t tasks;
};

/* What was moved, by direction. */
enum direction { TO_GPUS, FROM_GPUS, BETWEEN_GPUS, ELSEWHERE, DIRECTIONS };

struct analysis {
    struct worker_use *worker; /* as in the recording */

    /* 100 percent of the run's time are bound + lost[COPY] + ... + lost[TAIL] + kernels
     * - idle. With the bound's weights, which add to one, of the workers' times,
     *   lost[use] = sum of weight * s[use]; lost[BUSY] is what is neither;
     *   idle = bound - area bound: idle time that every schedule of this graph has, and which
     *          is in start-up, waiting and tail;
     *   kernels = lost[BUSY] - area bound: how much longer the tasks took than in the area's
     *          solution. With these weights a task on the kind of worker where the solution
     *          has it, in the time of its model, adds nothing; others add what they cost. It
     *          is negative only where tasks were faster than their models, or overlapped.
     * All NaN without a bound. */
    double bound, lost[USES], kernels, idle;

    double bytes[DIRECTIONS];
    int64_t transfers[DIRECTIONS];
    double model_error[2]; /* median of |predicted - measured| / measured on cores and GPUs,
                              in percent; NaN: no such task */
};

/* False when there is no memory, or nothing ran; then there is nothing to free. */
bool analyse(const struct recording *run, const struct bound *bound, struct analysis *a);
void analysis_free(struct analysis *a);

/* The same in some lines of a report. The bound is that of the run's graph. */
void report_analysis(struct report *r, const struct recording *run, const struct bound *bound);
/* One line of it: the critical path of the run, by kernels, the longest first. */
void report_critical_path(struct report *r, const struct recording *run);

#endif

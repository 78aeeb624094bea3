/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What one `starling ROUTINE` holds, and one of its rows. */

#ifndef STARLING_DRIVER_ROUTINE_H
#define STARLING_DRIVER_ROUTINE_H

#include "run.h"
#include "options/matrix_option.h"
#include "report/report.h"
#include "options/routine_options.h"

struct session {
    const struct routine *routine;
    struct values v;
    struct matrix_option matrix;
    struct report report;
    bool tracing;      /* the runs that are reported are over */
    struct grid grid;    /* of processes */
    double peak[2][4]; /* [cores, a GPU][precision], 0: not measured yet */
    const char *variant; /* what else tells runs apart: "kind=3"; NULL: nothing */
};

/* The combinations of all lists but that of schedulers. */
struct combinations all_combinations(const struct session *s);

/* One of them, cut into tiles as the library would have it now. */
struct problem problem_at(const struct session *s, const struct combinations *c);

/* All of them under one scheduler, with the library running. */
void run_all(struct session *s, const char *sched);

/* Runs one combination under the scheduler that the library runs with, and adds its row to the
 * report; while tracing there are no rows. The time, NaN: none. */
double run_one(struct session *s, const struct problem *p, const char *sched);

/* What a row says before the run. */
struct report_row row_of(const struct session *s, const struct problem *p, const char *sched);

#endif

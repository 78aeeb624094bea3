/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One run of a routine: what is to be done, and what it gave. */

#ifndef RUN_H
#define RUN_H

#include "analysis/recording.h"
#include "command.h"

/* What a run gave; NaN: not measured. Times are medians in seconds. */
struct outcome {
    int info,
        lapack_info; /* LAPACK's: asked for with a singular matrix, else the same */
    int64_t failed;  /* the matrix of a batch that has this info; -1: there is none */
    double submit_s, time_s; /* time_s: results are where the operands came from */
    double tasks_s;          /* until the last task, before write-back */
    double ref_s, error;
    double growth;          /* of LU: max |U| / max |A| */
    char told[100];         /* what the routine tells of the last run */
    struct recording graph; /* the tasks with their predicted times; empty: none */
    struct recording run;   /* one more run, where plan.record asks for it */
};

/* What is to be done with a case. */
struct plan {
    int64_t warmup, repeat;
    bool check, record;
    bool picture;    /* several processes: their recordings become one */
    bool trace;      /* one run and nothing else, for FxT (trace.h) */
    bool progress;   /* a line on the terminal while a run lasts (progress.h) */
    const char *ref; /* NULL, "lapack" or one of peer.h */
    int64_t threads; /* of the reference's BLAS */
};

/* A run as it should be: that of a singular matrix has a zero pivot, and is complete.
 */
static inline bool run_is_right(const struct problem *p, int info)
{
    return info == 0 || (info > 0 && p->matrix == MATRIX_SINGULAR);
}

/* Checks the result of a run, which is in its operands (judge.c). A sentence in err
 * where it could not be checked. */
struct operands;
typedef void check_function(const struct problem *p, const struct plan *plan,
                            struct operands *o, struct outcome *outcome, char *err,
                            size_t errlen);
check_function check_s, check_d, check_c, check_z;

/* The median time of plan->ref on the same numbers; NaN, with a sentence, where there
 * is none. */
typedef double reference_function(const struct problem *p, const struct plan *plan,
                                  double tasks_s, char *err, size_t errlen);
reference_function reference_s, reference_d, reference_c, reference_z;

/* Runs one case; four times compiled, by precision (run.c). A sentence in err when it
 * could not be run (negative return value). */
typedef int run_case_function(const struct problem *p, const struct plan *plan,
                              struct outcome *outcome, char *err, size_t errlen);
run_case_function run_case_s, run_case_d, run_case_c, run_case_z;

#endif

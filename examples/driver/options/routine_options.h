/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The options of `starling ROUTINE`. */

#ifndef ROUTINE_OPTIONS_H
#define ROUTINE_OPTIONS_H

#include "routines/routines.h"
#include "options/options.h"

struct values {
    char *type, *uplo, *transa, *transb, *trans, *side, *diag, *norm, *job, *itype;
    struct integer_list n, m, k, kd, kl, ku, nrhs, batch, mb, nb, lda;
    struct name_list sched;
    const char *range, *matrix, *vary, *where, *ref, *csv, *json, *gantt, *trace, *grid;
    int64_t ncpu, ncuda, repeat, warmup, seed, threads;
    bool append, check, profile, quiet, tap;
};

/* Orders where --n says none, in general and of a batch; its help tells it. */
enum { ROUTINE_ORDER = 1000, BATCH_ORDER = 32 };

/* Fills in those that the routine has, in one process or in several, at most ROUTINE_OPTIONS; how
 * many. */
enum { ROUTINE_OPTIONS = 50 };
int routine_options(const struct routine *routine, bool several,
                    struct option_spec specs[ROUTINE_OPTIONS]);

#endif

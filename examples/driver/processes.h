/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The processes that run a command together. `starling` is one process. In starling-mpi all
 * processes do the same; their operands are on a grid, and the first one reports (mpi/). */

#ifndef PROCESSES_H
#define PROCESSES_H

#include <stdio.h>
#include "run.h"

struct processes {
    int rank, count;
    FILE *out; /* the report; NULL: standard output */
    /* In place of starling_init() and starling_finalize(). */
    int (*start)(void);
    void (*stop)(void);
    void (*meet)(void);          /* waits until all are here */
    double (*sum)(double value); /* of all */
    /* The largest status of all, for decisions before the library starts. */
    int (*agree)(int status);
    /* Whether all succeeded. If only some did, all end: they could not go on together. */
    bool (*all)(bool succeeded, const char *sentence);
    bool (*takes)(const struct routine *routine);
    /* The grid if the user names none: q columns of p rows for q p processes. */
    struct grid (*grid)(const struct routine *routine);
    /* Why the case cannot run on its grid; NULL: it can. */
    const char *(*missing)(const struct problem *p);
    /* The rows and columns of a local array of an m x n matrix. */
    void (*local)(struct grid grid, int64_t m, int64_t n, int64_t mb, int64_t nb, int64_t *rows,
                  int64_t *columns);
    /* A matrix on the grid, over local arrays, or tiles of its own if a is NULL. */
    int (*matrix)(starling_matrix **A, starling_precision prec, int64_t m, int64_t n, void *a,
                  int64_t lda, int64_t mb, int64_t nb, struct grid grid);
    void (*gather)(struct recording *run); /* the first process gets the tasks of all */
    check_function *check[4];              /* by precision */
    reference_function *reference[4];
};

extern const struct processes *processes; /* NULL: one process */

/* Whether this process reports. */
bool is_first_process(void);
const char *program_name(void);
/* Reads "2x3" or "1x3x4". */
bool grid_read(const char *text, struct grid *grid);

/* Starts the processes, in main(). Only starling-mpi has these. */
const struct processes *processes_begin(int *argc, char ***argv) __attribute__((weak));
void processes_end(void) __attribute__((weak));

#endif

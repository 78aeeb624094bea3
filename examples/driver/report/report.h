/*
 * What the command reports: a table or TAP on standard output, a CSV file, a JSON file.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 *     struct report r;
 *     if (report_begin(&r, &options, err, sizeof err) < 0) ...
 *     report_header(&r, "StarPU %s", version);
 *     struct report_row row = report_row();
 *     row.routine = "potrf"; ...
 *     report_add(&r, &row);
 *     return report_end(&r, err, sizeof err);
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "files/output.h"

enum report_status { REPORT_PASS, REPORT_FAIL, REPORT_SKIP };

/* An integer that does not apply to a row. */
#define REPORT_ABSENT INT64_MIN

/*
 * One run. Absent are NULL, 0 in a letter, REPORT_ABSENT and NaN: '-' in the table,
 * nothing in the CSV, null in the JSON. A residual that came out as NaN is a result,
 * not an absence: pass it as INFINITY.
 */
struct report_row {
    const char *routine; /* "potrf" */
    char type;           /* 's', 'd', 'c', 'z' */
    char uplo;           /* 'l', 'u', 'g' */
    int64_t m, n, nrhs, nb;
    int64_t batch; /* matrices */
    const char *sched;
    int64_t ncpu, ncuda;
    const char *where; /* "host", "device" */
    int64_t seed;
    double submit_s, time_s; /* seconds, medians */
    double tasks_s;          /* until the last task, before results were written back */
    double gflops, peak_gflops;
    double bound_s;  /* no schedule can be faster */
    const char *ref; /* "lapack" */
    double ref_s;
    double error; /* residual, in units of the routine's own scale */
    double growth; /* of LU: max |U| / max |A| */
    enum report_status status;

    const char *variant;   /* other options of the run: "trans=t lda=+3" */
    const char *note;      /* why it failed or was skipped: a sentence */
    const char *reproduce; /* "starling potrf --type d ...": shown after a failure */
};

/* A row in which everything is absent and the status is REPORT_PASS. */
struct report_row report_row(void);

/* Columns of the table that only some commands need; the files hold them always. */
enum {
    REPORT_NRHS = 1,
    REPORT_REF = 2,
    REPORT_VARIANT = 4,
    REPORT_GROWTH = 8,
    REPORT_BATCH = 16
};

struct report_options {
    FILE *out;       /* the table or TAP; NULL: standard output */
    const char *csv; /* paths; NULL: no such file */
    const char *json;
    bool append;      /* the rows of the CSV come after those that are there */
    bool quiet;       /* only the last line */
    bool tap;         /* TAP in place of the table */
    int columns;      /* REPORT_NRHS | ... */
    int routine_width, sched_width; /* of the longest names; 0 will do */
    const char *date; /* the same in every record of the files; may be NULL */
    const char *host, *version;
};

/* A report in progress; its fields are not for callers. */
struct report {
    struct report_options options;
    FILE *out;
    struct output csv, json;
    int64_t json_end; /* of the last row in that file */
    int64_t count[3];  /* by status */
    bool titled;       /* the row of column names is out */
    bool broken;       /* a write failed */
    char problem[256]; /* the sentence about it */
};

/*
 * Opens the files, which replace older ones when the first row is there. Returns 0, or -1 with
 * a sentence in err; then there is nothing to end.
 */
int report_begin(struct report *r, const struct report_options *options, char *err,
                 size_t errlen);

/* Prints a line that starts with '# ', unless quiet. */
void report_header(struct report *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reports one run at once: whatever ends the program, the row is in the files, and the JSON is
   complete (in a pipe: after a signal that can be caught). */
void report_add(struct report *r, const struct report_row *row);

/* The least time_s of the runs in the CSV file `path` that passed and were the same: routine, type, shape,
 * tiles, workers, scheduler, host, version, and, if the row has one, variant. NaN: there is none. */
double report_find(const struct report_options *options, const char *path,
                   const struct report_row *row);

/* Something else that goes with the report could not be written: a sentence. */
void report_problem(struct report *r, const char *problem);

/*
 * Prints 'N passed, N failed, N skipped' (after TAP: the plan, then that as a comment),
 * and closes the files. Returns the exit status: 1 when a run failed or something could
 * not be written, which is then a sentence in err (else ""); 77 when nothing ran; else
 * 0. In TAP the plan says that nothing ran, so the status is 0.
 */
int report_end(struct report *r, char *err, size_t errlen);

#endif

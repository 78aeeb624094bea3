/*
 * The formats of a report, one file each. For report.c only.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#ifndef REPORT_FORMATS_H
#define REPORT_FORMATS_H

#include "report/report.h"

/* "pass", "fail" or "skip" */
const char *report_status_name(enum report_status status);

/* "lower", "upper" or NULL */
const char *report_uplo_name(char uplo);

/* "30cpu+2cuda", written into `text`, or NULL */
const char *report_workers(const struct report_row *row, char *text, size_t size);

/* Prints a comment line, with blanks in place of its own line ends. */
void comment_line(FILE *out, const char *text);

/* The table: the row of names, a row. */
void table_title(const struct report_options *o, FILE *out);
void table_row(const struct report_options *o, FILE *out, const struct report_row *row);

/* One test line of TAP, with its comments. */
void tap_row(FILE *out, int64_t number, const struct report_row *row);

/* The CSV and JSON files; `first` is true for the first record of the array. */
void csv_title(FILE *out);
/* Whether a file has this title already and takes more rows: 1; 0: it has no line yet; -1
   after a sentence in err. */
int csv_titled(const char *path, char *err, size_t errlen);
void csv_row(const struct report_options *o, FILE *out, const struct report_row *row);
void json_row(const struct report_options *o, FILE *out, const struct report_row *row,
              bool first);

#endif

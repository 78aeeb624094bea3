/*
 * A report in TAP, the Test Anything Protocol, for test harnesses.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include <math.h>

#include "report/report_formats.h"

/* Prints text within one line: what would end the line becomes a blank. */
static void one_line(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(*text == '\n' || *text == '\r' ? ' ' : *text, out);
}

void comment_line(FILE *out, const char *text)
{
    fprintf(out, "# ");
    one_line(out, text);
    fprintf(out, "\n");
}

/* " word", where there is one; a '#' in it would start a directive */
static void add_word(FILE *out, const char *word)
{
    if (!word || !*word)
        return;
    fputc(' ', out);
    for (; *word; word++)
        fputc(*word == '#' || *word == '\n' ? '_' : *word, out);
}

/* " name=value" */
static void add_integer(FILE *out, const char *name, int64_t value)
{
    if (value != REPORT_ABSENT)
        fprintf(out, " %s=%lld", name, (long long)value);
}

/*
 * ok 1 - dpotrf lower n=100 nb=32 lws 2cpu host
 * The sentence about a skip is part of the line; the others are comments.
 */
void tap_row(FILE *out, int64_t number, const struct report_row *row)
{
    char workers[48];
    fprintf(out, "%sok %lld - ", row->status == REPORT_FAIL ? "not " : "",
            (long long)number);
    if (row->type)
        fputc(row->type, out);
    fprintf(out, "%s", row->routine ? row->routine : "");
    add_word(out, report_uplo_name(row->uplo));
    if (row->m != row->n)
        add_integer(out, "m", row->m);
    add_integer(out, "n", row->n);
    add_integer(out, "nrhs", row->nrhs);
    add_integer(out, "batch", row->batch);
    add_integer(out, "nb", row->nb);
    add_word(out, row->variant);
    add_word(out, row->sched);
    add_word(out, report_workers(row, workers, sizeof workers));
    add_word(out, row->where);

    if (row->status == REPORT_SKIP) {
        fprintf(out, " # SKIP ");
        one_line(out, row->note ? row->note : "");
    }
    fprintf(out, "\n");
    if (row->status == REPORT_PASS && row->note)
        comment_line(out, row->note);
    if (row->status != REPORT_FAIL)
        return;
    if (!isnan(row->error))
        fprintf(out, "# error %.3g\n", row->error);
    if (row->note)
        comment_line(out, row->note);
    if (row->reproduce)
        comment_line(out, row->reproduce);
}

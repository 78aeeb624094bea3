/*
 * The table of a report, for people.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include <math.h>

#include "report/report_formats.h"

/* The columns of the table, in order. */
/* clang-format off */
enum column {
    ROUTINE, TYPE, UPLO, M, N, NRHS, BATCH, NB, SCHED, WORKERS, TIME, GFLOPS, PEAK, BOUND,
    REF_TIME, RATIO, ERROR, GROWTH, STATUS, VARIANT, COLUMNS
};
/* clang-format on */

/* Their names, widths, and the flag without which they are left out. */
static const struct {
    const char *name;
    int width;
    int flag;
} columns[COLUMNS] = {
    [ROUTINE] = {"routine", 8, 0},
    [TYPE] = {"type", 4, 0},
    [UPLO] = {"uplo", 5, 0},
    [M] = {"m", 7, 0},
    [N] = {"n", 7, 0},
    [NRHS] = {"nrhs", 6, REPORT_NRHS},
    [BATCH] = {"batch", 8, REPORT_BATCH},
    [NB] = {"nb", 5, 0},
    [SCHED] = {"sched", 6, 0},
    [WORKERS] = {"workers", 12, 0},
    [TIME] = {"time", 9, 0},
    [GFLOPS] = {"Gflop/s", 8, 0},
    [PEAK] = {"%peak", 6, 0},
    [BOUND] = {"%bound", 6, 0},
    [REF_TIME] = {"ref", 9, REPORT_REF},
    [RATIO] = {"ratio", 6, REPORT_REF},
    [ERROR] = {"error", 8, 0},
    [GROWTH] = {"growth", 8, REPORT_GROWTH},
    [STATUS] = {"status", 6, 0},
    [VARIANT] = {"variant", 7, REPORT_VARIANT},
};

/* A cell's text; a short buffer does, as names are cut. */
struct cell {
    char text[48];
};

/* A name, or '-' where there is none. */
static struct cell text_cell(const char *text)
{
    struct cell c;
    snprintf(c.text, sizeof c.text, "%s", text && *text ? text : "-");
    return c;
}

static struct cell integer_cell(int64_t value)
{
    struct cell c = text_cell(NULL);
    if (value != REPORT_ABSENT)
        snprintf(c.text, sizeof c.text, "%lld", (long long)value);
    return c;
}

/* `digits` significant digits, at most `most` decimals, an exponent from 1e12 on. */
static struct cell number_cell(double value, int digits, int most)
{
    struct cell c = text_cell(NULL);
    if (isnan(value))
        return c;
    /* digits before the decimal point: below 1 when zeros follow it */
    int before = value != 0 && isfinite(value) ? (int)floor(log10(fabs(value))) + 1 : 1;
    int decimals = digits - before;
    decimals = decimals < 0 ? 0 : decimals > most ? most : decimals;
    snprintf(c.text, sizeof c.text, fabs(value) < 1e12 ? "%.*f" : "%.*e", decimals,
             value);
    return c;
}

static struct cell workers_cell(const struct report_row *row)
{
    char text[48];
    return text_cell(report_workers(row, text, sizeof text));
}

/* Three digits, with an exponent where it is shorter. */
static struct cell ratio_cell(double value)
{
    struct cell c = text_cell(NULL);
    if (!isnan(value))
        snprintf(c.text, sizeof c.text, "%.3g", value);
    return c;
}

/* clang-format off */
/* One cell; the ratios come out as NaN, so as '-', where a part of them is absent. */
static struct cell cell_of(enum column column, const struct report_row *row)
{
    switch (column) {
    case ROUTINE:  return text_cell(row->routine);
    case TYPE:     return text_cell((char[]){row->type, '\0'});
    case UPLO:     return text_cell(report_uplo_name(row->uplo));
    case M:        return integer_cell(row->m);
    case N:        return integer_cell(row->n);
    case NRHS:     return integer_cell(row->nrhs);
    case BATCH:    return integer_cell(row->batch);
    case NB:       return integer_cell(row->nb);
    case SCHED:    return text_cell(row->sched);
    case WORKERS:  return workers_cell(row);
    case TIME:     return number_cell(row->time_s, 4, 7);
    case GFLOPS:   return number_cell(row->gflops, 4, 3);
    case PEAK:     return number_cell(100 * row->gflops / row->peak_gflops, 4, 1);
    case BOUND:    return number_cell(100 * row->bound_s / row->time_s, 4, 1);
    case REF_TIME: return number_cell(row->ref_s, 4, 7);
    case RATIO:    return number_cell(row->ref_s / row->time_s, 3, 2);
    case ERROR:    return ratio_cell(row->error);
    case GROWTH:   return ratio_cell(row->growth);
    case STATUS:   return text_cell(report_status_name(row->status));
    case VARIANT:  return text_cell(row->variant);
    case COLUMNS:  break;
    }
    return text_cell(NULL);
}
/* clang-format on */

/* One line: the names where row is NULL. The first column alone starts at the left. */
static void line(const struct report_options *o, FILE *out,
                 const struct report_row *row)
{
    for (int i = 0; i < COLUMNS; i++) {
        if (columns[i].flag && !(o->columns & columns[i].flag))
            continue;
        struct cell c = row ? cell_of((enum column)i, row) : text_cell(columns[i].name);
        int width = columns[i].width;
        int longest = i == ROUTINE ? o->routine_width : i == SCHED ? o->sched_width : 0;
        width = longest > width ? longest : width;
        if (i == ROUTINE)
            fprintf(out, "%-*s", width, c.text);
        else
            fprintf(out, " %*s", width, c.text);
    }
    fprintf(out, "\n");
}

void table_title(const struct report_options *o, FILE *out)
{
    line(o, out, NULL);
}

/* A row, and below it the note and the way to repeat it where it failed. */
void table_row(const struct report_options *o, FILE *out, const struct report_row *row)
{
    line(o, out, row);
    if (row->note)
        comment_line(out, row->note);
    if (row->reproduce && row->status == REPORT_FAIL)
        comment_line(out, row->reproduce);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Pictures of the rows of a report: see picture.h. */

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "picture/gantt.h"
#include "picture/picture.h"
#include "picture/svg.h"
#include "report/versions.h"
#include "options/words.h"

void picture_name(const char *path, int64_t number, char *name, size_t size)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    int stem = (int)(dot && dot > path ? (size_t)(dot - path) : strlen(path));
    if (number == 1)
        snprintf(name, size, "%s", path);
    else
        snprintf(name, size, "%.*s-%lld%s", stem, path, (long long)number, path + stem);
}

/* "dpotrf, lower, n = 24576, tiles of 1024" */
static void title_of(const struct report_row *row, char *text, size_t size)
{
    int used = snprintf(text, size, "%c%s", row->type, row->routine);
    if (row->uplo)
        used += snprintf(text + used, size - (size_t)used, ", %s",
                         row->uplo == 'l' ? "lower" : "upper");
    if (row->m != row->n)
        used += snprintf(text + used, size - (size_t)used, ", m = %lld", (long long)row->m);
    used += snprintf(text + used, size - (size_t)used, ", n = %lld", (long long)row->n);
    if (row->nrhs != REPORT_ABSENT)
        used += snprintf(text + used, size - (size_t)used, ", nrhs = %lld",
                         (long long)row->nrhs);
    if (row->batch != REPORT_ABSENT)
        used += snprintf(text + used, size - (size_t)used, ", batch = %lld",
                         (long long)row->batch);
    if (row->variant)
        used += snprintf(text + used, size - (size_t)used, ", %.40s", row->variant);
    snprintf(text + used, size - (size_t)used, ", nb = %lld", (long long)row->nb);
}

/* "9 cores", "1 GPU", or nothing of what is not there. */
static int add_count(const char *before, int64_t count, const char *what, char *text,
                     size_t size)
{
    return count > 0 ? snprintf(text, size, "%s%s", before, words_count(count, what).text)
                     : snprintf(text, size, "%s", "");
}

/* "scheduler dmdas on mirage (simulated), 9 cores and 3 GPUs: 1.23 s, 4026 Gflop/s" */
static void subtitle_of(const struct report_row *row, const struct recording *run,
                        double gigaflops, char *text, size_t size)
{
    char machine[64], time[32], rate[48] = "";
    int used;
    machine_name(machine, sizeof machine);
    svg_seconds(run->time_s, time, sizeof time);
    if (run->time_s > 0)
        snprintf(rate, sizeof rate, ", %.4g Gflop/s", gigaflops / run->time_s);
    used = snprintf(text, size, "scheduler %.40s on %s, ", row->sched, machine);
    used += add_count("", row->ncpu, "core", text + used, size - (size_t)used);
    used += add_count(row->ncpu > 0 ? " and " : "", row->ncuda, "GPU", text + used,
                      size - (size_t)used);
    snprintf(text + used, size - (size_t)used, ": %s%s", time, rate);
}

void picture_of(const char *path, const struct report_row *row, const struct recording *run,
                double gigaflops, struct report *report)
{
    char name[PATH_MAX], title[256], subtitle[320], err[400];
    int64_t number = 1 + report->count[0] + report->count[1] + report->count[2];
    picture_name(path, number, name, sizeof name);
    title_of(row, title, sizeof title);
    subtitle_of(row, run, gigaflops, subtitle, sizeof subtitle);
    if (gantt_write(name, run, title, subtitle, row->bound_s, err, sizeof err) != 0)
        report_problem(report, err);
}

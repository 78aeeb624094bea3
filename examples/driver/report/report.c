/*
 * Reports: opens the files, hands each row to the formats, counts, and watches the
 * writes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "report/report_formats.h"

struct report_row report_row(void)
{
    return (struct report_row){
        .m = REPORT_ABSENT,
        .n = REPORT_ABSENT,
        .nrhs = REPORT_ABSENT,
        .batch = REPORT_ABSENT,
        .nb = REPORT_ABSENT,
        .ncpu = REPORT_ABSENT,
        .ncuda = REPORT_ABSENT,
        .seed = REPORT_ABSENT,
        .submit_s = NAN,
        .time_s = NAN,
        .tasks_s = NAN,
        .gflops = NAN,
        .peak_gflops = NAN,
        .bound_s = NAN,
        .ref_s = NAN,
        .error = NAN,
        .growth = NAN,
    };
}

const char *report_status_name(enum report_status status)
{
    static const char *const names[] = {"pass", "fail", "skip"};
    return names[status];
}

const char *report_uplo_name(char uplo)
{
    return uplo == 'l' ? "lower" : uplo == 'u' ? "upper" : uplo == 'g' ? "all" : NULL;
}

const char *report_workers(const struct report_row *row, char *text, size_t size)
{
    /* only the kinds of worker that there are */
    long long cpu = row->ncpu, cuda = row->ncuda; /* absent is negative */
    if (cpu > 0 && cuda > 0)
        snprintf(text, size, "%lldcpu+%lldcuda", cpu, cuda);
    else if (cpu > 0 || cuda > 0)
        snprintf(text, size, "%lld%s", cpu > 0 ? cpu : cuda, cpu > 0 ? "cpu" : "cuda");
    return cpu > 0 || cuda > 0 ? text : NULL;
}

/* Sends what is on the table's way; a failure becomes the sentence. */
static void settle_table(struct report *r)
{
    errno = 0;
    if (fflush(r->out) == 0 && !ferror(r->out))
        return;
    char problem[sizeof r->problem];
    snprintf(problem, sizeof problem, "cannot write the report: %s",
             strerror(errno ? errno : EIO));
    report_problem(r, problem);
}

/* Hands a file what is written so far, or closes it. */
static void settle(struct report *r, struct output *o, bool close)
{
    char problem[sizeof r->problem];
    if (o->file && (close ? output_close : output_publish)(o, problem, sizeof problem) != 0)
        report_problem(r, problem);
}

/* What failed first is the sentence: a file that failed once fails at every row. */
void report_problem(struct report *r, const char *problem)
{
    if (!r->broken)
        snprintf(r->problem, sizeof r->problem, "%s", problem);
    r->broken = true;
}

/* A title stands above the first row alone. */
static int open_csv(struct report *r, char *err, size_t errlen)
{
    const char *path = r->options.csv;
    int titled = r->options.append ? csv_titled(path, err, errlen) : 0;
    if (titled < 0 ||
        (r->options.append ? output_append : output_open)(&r->csv, path, err, errlen) < 0)
        return -1;
    if (titled == 0)
        csv_title(r->csv.file);
    return 0;
}

/* A file is a complete document at any time; what its end is makes room for the next row. In
   a stream the end comes last. */
static void begin_json(struct report *r)
{
    r->json_end = 2; /* where the next row goes */
    fputs(output_is_stream(&r->json) ? "[\n" : "[\n]\n", r->json.file);
    if (output_is_stream(&r->json))
        output_last(&r->json, "\n]\n");
}

static void add_json(struct report *r, const struct report_row *row, bool first)
{
    bool stream = output_is_stream(&r->json);
    if (!stream)
        fseeko(r->json.file, (off_t)r->json_end, SEEK_SET);
    json_row(&r->options, r->json.file, row, first);
    r->json_end = stream ? 0 : (int64_t)ftello(r->json.file);
    if (!stream)
        fputs("\n]\n", r->json.file);
}

int report_begin(struct report *r, const struct report_options *options, char *err,
                 size_t errlen)
{
    *r = (struct report){.options = *options};
    r->out = options->out ? options->out : stdout;
    if (options->csv && open_csv(r, err, errlen) < 0)
        return -1;
    if (options->json && output_open(&r->json, options->json, err, errlen) < 0) {
        if (options->csv)
            output_discard(&r->csv);
        return -1;
    }
    if (options->json)
        begin_json(r);
    return 0;
}

void report_header(struct report *r, const char *format, ...)
{
    char text[1024];
    va_list list;
    if (r->options.quiet)
        return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    comment_line(r->out, text);
    fflush(r->out);
}

void report_add(struct report *r, const struct report_row *row)
{
    int64_t before =
        r->count[REPORT_PASS] + r->count[REPORT_FAIL] + r->count[REPORT_SKIP];
    r->count[row->status]++;
    if (r->csv.file)
        csv_row(&r->options, r->csv.file, row);
    if (r->json.file)
        add_json(r, row, before == 0);
    /* before the table: its reader may be gone, and that ends the program */
    settle(r, &r->csv, false);
    settle(r, &r->json, false);
    if (r->options.tap) {
        tap_row(r->out, before + 1, row);
    } else if (!r->options.quiet) {
        if (!r->titled)
            table_title(&r->options, r->out);
        r->titled = true;
        table_row(&r->options, r->out, row);
    }
    settle_table(r);
}

int report_end(struct report *r, char *err, size_t errlen)
{
    int64_t passed = r->count[REPORT_PASS], failed = r->count[REPORT_FAIL];
    int64_t skipped = r->count[REPORT_SKIP], all = passed + failed + skipped;

    /* A plan of no test tells a harness to skip the whole program. */
    if (r->options.tap)
        fprintf(r->out, "1..%lld%s\n# ", (long long)all,
                all ? "" : " # SKIP nothing could run here");
    fprintf(r->out, "%lld passed, %lld failed, %lld skipped\n", (long long)passed,
            (long long)failed, (long long)skipped);
    if (r->json.file && output_is_stream(&r->json))
        fputs(all ? "\n]\n" : "]\n", r->json.file);
    settle_table(r);
    settle(r, &r->csv, true);
    settle(r, &r->json, true);
    snprintf(err, errlen, "%s", r->problem);
    if (failed > 0 || r->broken)
        return 1;
    /* Harnesses that read TAP take any status but 0 for an error of its own. */
    return passed == 0 && !r->options.tap ? 77 : 0;
}

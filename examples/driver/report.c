/*
 * Reports: opens the files, hands each row to the formats, counts, and watches the
 * writes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "report.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "report_formats.h"

struct report_row report_row(void)
{
    return (struct report_row){
        .m = REPORT_ABSENT,
        .n = REPORT_ABSENT,
        .nrhs = REPORT_ABSENT,
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
    return uplo == 'l' ? "lower" : uplo == 'u' ? "upper" : NULL;
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

/* Opens one of the files, where it is asked for. */
static int open_file(FILE **file, const char *path, char *err, size_t errlen)
{
    *file = path ? fopen(path, "w") : NULL;
    if (!path || *file)
        return 0;
    snprintf(err, errlen, "cannot write %s: %s", path, strerror(errno));
    return -1;
}

/*
 * Sends what is buffered to its file, and closes it where asked; the first failure
 * becomes the sentence. A file that failed once is not complained about again.
 */
static void settle(struct report *r, FILE *file, const char *name, bool close)
{
    if (!file)
        return;
    errno = 0;
    bool bad = fflush(file) != 0 || ferror(file);
    int code = errno;
    if (close && fclose(file) != 0 && !bad) {
        bad = true;
        code = errno;
    }
    if (bad && !r->broken)
        snprintf(r->problem, sizeof r->problem, "cannot write %s: %s", name,
                 strerror(code ? code : EIO));
    r->broken = r->broken || bad;
}

void report_problem(struct report *r, const char *problem)
{
    if (!r->broken)
        snprintf(r->problem, sizeof r->problem, "%s", problem);
    r->broken = true;
}

/* After each row: a run that is killed leaves whole records behind. */
static void settle_all(struct report *r, bool close)
{
    settle(r, r->out, "the report", false);
    settle(r, r->csv, r->options.csv, close);
    settle(r, r->json, r->options.json, close);
}

int report_begin(struct report *r, const struct report_options *options, char *err,
                 size_t errlen)
{
    *r = (struct report){.options = *options};
    r->out = options->out ? options->out : stdout;
    if (open_file(&r->csv, options->csv, err, errlen) < 0)
        return -1;
    if (open_file(&r->json, options->json, err, errlen) < 0) {
        if (r->csv)
            fclose(r->csv);
        return -1;
    }
    if (r->csv)
        csv_title(r->csv);
    if (r->json)
        fprintf(r->json, "[\n");
    settle_all(r, false);
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
    if (r->options.tap) {
        tap_row(r->out, before + 1, row);
    } else if (!r->options.quiet) {
        if (!r->titled)
            table_title(&r->options, r->out);
        r->titled = true;
        table_row(&r->options, r->out, row);
    }
    if (r->csv)
        csv_row(&r->options, r->csv, row);
    if (r->json)
        json_row(&r->options, r->json, row, before == 0);
    settle_all(r, false);
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
    if (r->json)
        fprintf(r->json, all ? "\n]\n" : "]\n");
    settle_all(r, true);
    snprintf(err, errlen, "%s", r->problem);
    if (failed > 0 || r->broken)
        return 1;
    /* Harnesses that read TAP take any status but 0 for an error of its own. */
    return passed == 0 && !r->options.tap ? 77 : 0;
}

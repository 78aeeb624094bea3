/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling tune`: measures values of the library's parameters on this machine, and
 * writes those that are better than the library's own. Measurements are kept in a CSV
 * file, and not made again. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <starpu.h>
#include "files/files.h"
#include "options/options.h"
#include "options/words.h"
#include "report/versions.h"
#include "tune.h"

static const struct option_spec specs[] = {
    {.name = "type",
     .kind = OPTION_LETTERS,
     .meta = "LIST",
     .set = "sdcz",
     .fallback = "d",
     .help = "precisions: s, d, c, z",
     OPTION_AT(struct tune_values, type)},
    {.name = "n",
     .kind = OPTION_INTEGERS,
     .meta = "LIST",
     .min = 1,
     .max = INT32_MAX,
     .help = "orders, e.g. 100,1000:5000:1000 (default: some for each routine)",
     OPTION_AT(struct tune_values, n)},
    {.name = "dry-run",
     .kind = OPTION_FLAG,
     .help = "print the values, and why some are left out",
     OPTION_AT(struct tune_values, dry_run)},
    {.name = "budget",
     .kind = OPTION_INTEGER,
     .meta = "SECONDS",
     .min = 0,
     .max = INT32_MAX,
     .fallback = "0",
     .help = "begin no measurement after that time; 0: no limit",
     OPTION_AT(struct tune_values, budget)},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_STRING,
     .meta = "FILE",
     .help = "the file of values (default: the user's, which the library reads); "
             "FILE.csv has the measurements",
     OPTION_AT(struct tune_values, output)},
};

static const struct option_table table = {
    .command = "starling tune",
    .usage = "[ROUTINE|PARAMETER...]",
    .summary = "Finds the best tile sizes and compiled kernels of routines, of single "
               "parameters (potrf.nb), or of all routines that have some, on this machine.",
    .specs = specs,
    .count = sizeof specs / sizeof specs[0],
    .size = sizeof(struct tune_values),
    .max_arguments = 16,
};

/* All that a search has. */
struct search {
    const struct tune_values *v;
    struct target *list;
    int count;
    const char *output;
    char *csv, origin[400], date[32], host[256];
    struct report_options report;
};

/* ---- The space ------------------------------------------------------------------- */

/* The targets of these routines. 0, or an exit status after a sentence. */
static int make_space(struct search *s, int words, char **word)
{
    for (int w = 0; w < (words > 0 ? words : 1); w++) {
        const struct parameter *p = tune_parameter(words > 0 ? word[w] : NULL, NULL);
        if (!p) {
            fprintf(stderr, "starling tune: %s has nothing to tune; there are",
                    words_quote(word[w]).text);
            while ((p = tune_parameter(NULL, p)) != NULL)
                if (tune_parameter(p->routine, NULL) == p) /* each routine once */
                    fprintf(stderr, " %s", p->whole ? p->whole : p->routine);
            fprintf(stderr, "\n");
            return EXIT_USAGE;
        }
        for (; p; p = tune_parameter(words > 0 ? word[w] : NULL, p)) {
            s->list = tune_targets(s->v, p, s->list, &s->count);
            if (s->count < 0) {
                fprintf(stderr, "starling tune: out of memory\n");
                return EXIT_FAILURE;
            }
        }
    }
    return 0;
}

/* Times of the CSV file. Returns how many are missing. */
static int find_measured(struct search *s)
{
    int missing = 0;
    struct session session = {.routine = NULL};
    for (struct target *t = s->list; t < s->list + s->count; t++)
        for (struct candidate *c = t->candidate; c < t->candidate + t->count; c++) {
            if (c->pruned != 0)
                continue;
            struct problem p = tune_problem(&session, t, c);
            struct report_row row = row_of(&session, &p, scheduler_name());
            c->time_s = report_find(&s->report, s->csv, &row);
            missing += isnan(c->time_s);
        }
    return missing;
}

static void print_target(const struct target *t)
{
    char text[160];
    printf("%-12s %s  n = %lld, for %lld to %lld: now %s = %lld\n", t->parameter->name,
           t->type, (long long)t->n, (long long)t->first, (long long)t->last,
           tune_value_name(t->parameter), (long long)t->candidate[0].nb);
    for (int k = 0; k < t->kinds; k++)
        printf("  kind %d: %s\n", k + 1, tune_kind_words(&t->kind[k], text));
    printf("  to measure:");
    for (int rule = 0; rule == 0 || tune_rule(rule - 1); rule++) {
        int found = 0;
        for (int i = 1; i < t->count; i++)
            if (t->candidate[i].pruned == rule) {
                if (found++ == 0 && rule > 0)
                    printf("\n  left out, %s:", tune_rule(rule - 1));
                printf(" %lld", (long long)t->candidate[i].value);
            }
    }
    printf("\n");
}

static void print_space(const struct search *s, int missing)
{
    int all = 0, pruned = 0, kinds = 0;
    for (const struct target *t = s->list; t < s->list + s->count; t++) {
        print_target(t);
        all += t->count;
        kinds += t->kinds;
        for (int i = 0; i < t->count; i++)
            pruned += t->candidate[i].pruned != 0;
    }
    printf("%s with the library's own, %d left out\n", words_count(all, "value").text,
           pruned);
    for (int rule = 0; tune_rule(rule); rule++) {
        int by = 0;
        for (const struct target *t = s->list; t < s->list + s->count; t++)
            for (int i = 0; i < t->count; i++)
                by += t->candidate[i].pruned == rule + 1;
        if (kinds > 0 || !tune_rule_of_kinds(rule))
            printf("  %5d  %s\n", by, tune_rule(rule));
    }
    printf("%d to measure, %d measured before\n", missing, all - pruned - missing);
}

/* ---- Measurements ---------------------------------------------------------------- */

static double now_s(void)
{
    return 1e-6 * starpu_timing_now();
}

/* A line on a terminal, which the next row overwrites. */
static void show_progress(int done, int missing, double seconds)
{
    char line[80] = "";
    if (!isatty(STDERR_FILENO))
        return;
    if (done > 0 && done < missing)
        snprintf(line, sizeof line, "tune: %d of %d measured, about %.0f s left", done,
                 missing, ceil(seconds / done * (missing - done)));
    fprintf(stderr, "\r%-60s\r", line);
}

/* What else a machine does makes a run slower, never faster: of two times the smaller
 * one counts. */
static void measure_one(struct session *session, const struct target *t,
                        struct candidate *c)
{
    struct problem p = tune_problem(session, t, c);
    double time_s = run_one(session, &p, scheduler_name());
    c->time_s = fmin(c->time_s, isnan(time_s) ? INFINITY : time_s);
}

/* Measures what is missing, until the time is used. How many were measured. A value
 * that wins is measured once more, and the library's own with it. */
static int measure(struct search *s, struct session *session, int missing)
{
    int done = 0;
    double start = now_s();
    for (struct target *t = s->list; t < s->list + s->count; t++) {
        int before = done;
        for (struct candidate *c = t->candidate; c < t->candidate + t->count; c++) {
            if (c->pruned != 0 || !isnan(c->time_s))
                continue;
            if (s->v->budget > 0 && now_s() - start >= (double)s->v->budget)
                return done;
            show_progress(done++, missing, now_s() - start);
            measure_one(session, t, c);
        }
        struct candidate *best = tune_best(t), *own = &t->candidate[0];
        if (done > before && best && best != own) {
            measure_one(session, t, own);
            measure_one(session, t, best);
        }
    }
    show_progress(done, missing, 0);
    return done;
}

static void print_results(const struct search *s)
{
    for (struct target *t = s->list; t < s->list + s->count; t++) {
        const struct candidate *best = tune_best(t), *old = &t->candidate[0];
        const char *name = tune_value_name(t->parameter);
        if (best)
            printf("%-12s %s  n = %lld: ", t->parameter->name, t->type,
                   (long long)t->n);
        if (best == old)
            printf("%s = %lld stays\n", name, (long long)old->nb);
        else if (best)
            printf("%s = %lld, not %lld: %.1f %% less time\n", name,
                   (long long)best->nb, (long long)old->nb,
                   100 * (1 - best->time_s / old->time_s));
    }
}

/* An exit status. */
static int search(struct search *s, int missing)
{
    char err[400];
    int status = 0, done = 0;
    struct session session = {.routine = NULL};
    if (missing > 0) {
        if (report_begin(&session.report, &s->report, err, sizeof err) != 0) {
            fprintf(stderr, "starling tune: %s\n", err);
            return EXIT_FAILURE;
        }
        print_versions(&session.report);
        done = measure(s, &session, missing);
        status = report_end(&session.report, err, sizeof err);
        if (err[0])
            fprintf(stderr, "starling tune: %s\n", err);
    }
    print_results(s);
    if (tune_write(s->output, s->list, s->count, s->origin, err, sizeof err) != 0) {
        fprintf(stderr, "starling tune: %s\n", err);
        return EXIT_FAILURE;
    }
    if (done < missing)
        printf("the time is used: %d of %d not measured; the same command goes on\n",
               missing - done, missing);
    return done == 0 ? 0 : status;
}

/* ---- The command ----------------------------------------------------------------- */

/* Where results go, and what they tell of their origin. 0, or an exit status after a
 * sentence. */
static int prepare(struct search *s)
{
    char err[400];
    time_t now = time(NULL);
    const char *own = starling_tuning_file();
    s->output = s->v->output ? s->v->output : own;
    const char *base = strcmp(s->output, "-") == 0 ? own : s->output;
    s->csv = malloc(strlen(base) + 5);
    if (!s->csv)
        return EXIT_FAILURE;
    sprintf(s->csv, "%s.csv", base);
    struct file_use use[] = {{"--output", s->output, true}, {"", s->csv, true}};
    int status = s->v->dry_run ? 0 : files_check(use, 2, err, sizeof err);
    if (status != 0)
        fprintf(stderr, "starling tune: %s\n", err);
    strftime(s->date, sizeof s->date, "%Y-%m-%dT%H:%M:%S", localtime(&now));
    machine_name(s->host, sizeof s->host);
    snprintf(s->origin, sizeof s->origin, "%s, %.10s, Starling %s", s->host, s->date,
             starling_version());
    s->report = (struct report_options){.csv = s->csv,
                                        .append = true,
                                        .columns = REPORT_BATCH,
                                        .routine_width = 13,
                                        .sched_width = 12,
                                        .date = s->date,
                                        .host = s->host,
                                        .version = starling_version()};
    return status;
}

/* An exit status. */
static int tune(const struct tune_values *v, int words, char **word)
{
    struct search s = {.v = v};
    int info = starling_init();
    if (info != 0) {
        fprintf(stderr, "starling tune: %s\n", words_of(info));
        return start_status(info);
    }
    int status = make_space(&s, words, word);
    if (status == 0)
        status = prepare(&s);
    if (status == 0) {
        int missing = find_measured(&s);
        if (v->dry_run)
            print_space(&s, missing);
        else
            status = search(&s, missing);
    }
    free(s.list);
    free(s.csv);
    starling_finalize();
    return status;
}

int command_tune(int argc, char **argv)
{
    struct tune_values v;
    int arguments, status;
    if (command_ready(&table, argc, argv, &arguments, &v, &status))
        status = tune(&v, arguments, argv + 1);
    options_free(&table, &v);
    return status;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling ROUTINE`: runs every combination of its options, checks, compares, reports. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "config.h"
#include "files/files.h"
#include "machine/memory.h"
#include "options/options.h"
#include "options/range.h"
#include "picture/picture.h"
#include "processes.h"
#include "routine.h"
#include "analysis/trace.h"
#include "report/versions.h"
#include "options/words.h"

/* A scheduler under which nothing could be run. */
static void report_none(struct session *s, const char *sched, enum report_status status,
                        const char *note)
{
    struct report_row row = report_row();
    if (s->tracing) /* the report is over */
        return;
    row.routine = s->routine->name;
    row.sched = sched;
    row.status = status;
    row.note = note;
    report_add(&s->report, &row);
}

/* Starts the library under one scheduler, NULL: the library's choice. */
static void run_scheduler(struct session *s, const char *sched, bool first)
{
    if (sched)
        setenv("STARPU_SCHED", sched, 1);
    int info = processes ? processes->start() : starling_init();
    if (info != 0) {
        bool failed = start_status(info) == EXIT_FAILURE;
        if (failed)
            fprintf(stderr, "%s %s: %s\n", program_name(), s->routine->name, words_of(info));
        report_none(s, sched, failed ? REPORT_FAIL : REPORT_SKIP,
                    failed ? starling_strerror(info) : words_of(info));
        return;
    }
    if (first && !s->tracing) {
        print_versions(&s->report);
        if (processes)
            report_header(&s->report, "%s on a grid of %d x %d, with these workers each",
                          words_count(processes->count, "process").text, s->grid.rows,
                          s->grid.columns);
        tell_workers(s->routine->name, s->v.ncpu, s->v.ncuda);
    }
    run_all(s, scheduler_name());
    if (processes)
        processes->stop();
    else
        starling_finalize();
    if (s->tracing)
        trace_convert(s->v.trace);
}

/* The same in a process of its own, which sends back the state of the report: StarPU 1.4
 * cannot start a simulated machine twice, and so each scheduler finds it as new. */
static void simulate_scheduler(struct session *s, const char *sched, bool first)
{
    struct report report;
    int fd[2];
    if (pipe(fd) != 0) {
        report_none(s, sched, REPORT_SKIP, "no pipe for the simulation");
        return;
    }
    fflush(NULL); /* or both processes would write what is buffered */
    pid_t child = fork();
    if (child == 0) {
        run_scheduler(s, sched, first);
        _exit(write(fd[1], &s->report, sizeof s->report) < 0);
    }
    close(fd[1]);
    bool sent = child > 0 && read(fd[0], &report, sizeof report) == sizeof report;
    close(fd[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    if (sent)
        s->report = report;
    else
        report_none(s, sched, REPORT_FAIL, "the simulation broke off");
}

static void run_schedulers(struct session *s)
{
    const struct name_list *list = &s->v.sched;
    for (int64_t i = 0; i < (list->count > 0 ? list->count : 1); i++)
        (SIMULATED && !processes ? simulate_scheduler : run_scheduler)(
            s, list->count > 0 ? list->v[i] : NULL, i == 0);
}

/* Once more under a StarPU that traces, if all went well (status 0): the runs before know
 * nothing of it, and the trace nothing of them. Returns the exit status. */
static int run_trace(struct session *s, int status)
{
    char err[400];
    if (status == 0) {
        trace_arm(s->v.trace);
        s->tracing = true;
        run_schedulers(s);
    }
    if (trace_complete(s->v.trace, err, sizeof err))
        return status;
    fprintf(stderr, "%s %s: %s\n", program_name(), s->routine->name, err);
    return status != 0 ? status : EXIT_FAILURE;
}

/* 0, or an exit status after a sentence. */
static int read_matrix_option(struct session *s)
{
    char err[400];
    int status = matrix_option_read(s->v.matrix, s->routine, s->v.type, &s->matrix, err,
                                    sizeof err);
    if (status != 0)
        fprintf(stderr, "%s %s: %s\n", program_name(), s->routine->name, err);
    return status;
}

/* A file says how large its matrix is. */
static void tell_ignored(const struct session *s)
{
    const struct values *v = &s->v;
    const struct mm *file = &s->matrix.file;
    if (s->matrix.kind == MATRIX_FILE && (v->n.count > 0 || v->m.count > 0))
        fprintf(stderr, "%s %s: --%s is not used: the matrix in %s is %lld x %lld\n",
                program_name(), s->routine->name, v->n.count == 0 ? "m" : v->m.count == 0 ? "n" : "n or --m",
                v->matrix, (long long)file->m, (long long)file->n);
}

/* No file is written that another option names. 0, or an exit status after a sentence. */
static int check_files(const struct session *s)
{
    const struct values *v = &s->v;
    char err[400];
    struct file_use use[4 + TRACE_FILES] = {
        {"--matrix", matrix_option_is_file(v->matrix) ? v->matrix : NULL, false},
        {"--csv", v->csv, true},
        {"--json", v->json, true},
        {"--gantt", v->gantt, true},
    };
    int traces = v->trace ? trace_uses(v->trace, use + 4) : 0;
    int status = files_check(use, 4 + traces, err, sizeof err);
    if (status != 0)
        fprintf(stderr, "%s %s: %s\n", program_name(), s->routine->name, err);
    return status;
}

/* Whether all orders have these eigenvalues; else after a sentence. */
static bool check_range(const struct session *s)
{
    const struct values *v = &s->v;
    int64_t il, iu, n = v->n.count > 0 ? v->n.v[0] : ROUTINE_ORDER;
    if (!index_range(v->range, &il, &iu)) {
        fprintf(stderr, "%s %s: --range %s: " INDEX_RANGE "\n", program_name(), s->routine->name,
                words_quote(v->range).text);
        return false;
    }
    for (int64_t i = 1; i < v->n.count; i++)
        n = v->n.v[i] < n ? v->n.v[i] : n;
    if (iu <= n)
        return true;
    fprintf(stderr, "%s %s: --range %s: a matrix of order %lld has %s\n", program_name(), s->routine->name,
            v->range, (long long)n, words_count(n, "eigenvalue").text);
    return false;
}

/* What the table of options cannot tell. 0, or an exit status after a sentence. */
static int check_options(const struct session *s)
{
    const struct values *v = &s->v;
    const char *name = s->routine->name;
    struct grid grid;
    if (v->append && !v->csv) {
        fprintf(stderr, "%s %s: --append adds rows to the file of --csv, which is "
                        "missing\n", program_name(), name);
        return EXIT_USAGE;
    }
    if (v->range && !check_range(s))
        return EXIT_USAGE;
    if (SIMULATED && processes && v->sched.count > 1) {
        fprintf(stderr, "%s %s: --sched: simulated processes run with one policy\n", program_name(), name);
        return EXIT_USAGE;
    }
    if (v->grid && !grid_read(v->grid, &grid)) {
        fprintf(stderr, "%s %s: --grid %s: rows and columns of processes are expected, such as "
                        "2x2\n", program_name(), name, words_quote(v->grid).text);
        return EXIT_USAGE;
    }
    if (v->grid && grid.columns > processes->count / grid.rows) {
        fprintf(stderr, "%s %s: --grid %s: %s here; mpirun -np starts more\n", program_name(), name,
                words_quote(v->grid).text, words_count(processes->count, "process").text);
        return EXIT_USAGE;
    }
    for (int64_t i = 0; i < v->sched.count; i++)
        if (!scheduler_known(v->sched.v[i])) {
            fprintf(stderr, "%s %s: --sched: StarPU has no policy %s\n", program_name(), name,
                    words_quote(v->sched.v[i]).text);
            return EXIT_USAGE;
        }
    return 0;
}

/* A trace is of one run, in a folder that can be written. 0, or an exit status after a sentence. */
static int prepare_trace(const struct session *s)
{
    char err[400];
    struct combinations all = all_combinations(s);
    const char *name = s->routine->name;
    if (!s->v.trace)
        return 0;
    if (s->v.sched.count > 1 || combinations_total(&all) != 1) {
        fprintf(stderr, "%s %s: --trace shows one run, and these lists ask for several\n",
                program_name(), name);
        return EXIT_USAGE;
    }
    if (trace_missing()) {
        fprintf(stderr, "%s %s: --trace: %s\n", program_name(), name, trace_missing());
        return EXIT_NOTHING;
    }
    if (trace_prepare(s->v.trace, err, sizeof err) == 0)
        return 0;
    fprintf(stderr, "%s %s: %s\n", program_name(), name, err);
    return EXIT_FAILURE;
}

/* Options that a row shows as its variant. */
static const unsigned shown_as_variant = HAS_TRANSA | HAS_TRANSB | HAS_TRANS | HAS_SIDE | HAS_DIAG |
                                         HAS_K | HAS_KD | HAS_KL_KU | HAS_MB | HAS_NORM | HAS_JOB | HAS_RANGE |
                                         HAS_ITYPE;

static int run_session(struct session *s)
{
    char err[400], date[32], host[256] = "";
    time_t now = time(NULL);
    if (!is_first_process()) { /* it writes the files */
        s->v.csv = s->v.json = NULL;
        s->v.append = false;
    }
    int status = check_options(s);
    if (status == 0)
        status = check_files(s);
    if (status == 0)
        status = read_matrix_option(s);
    if (status == 0)
        status = prepare_trace(s);
    if (processes)
        status = processes->agree(status);
    if (status != 0)
        return status;
    if (s->v.grid)
        grid_read(s->v.grid, &s->grid);
    else if (processes)
        s->grid = processes->grid(s->routine);
    tell_ignored(s);
    bool compares = s->v.check || s->v.ref;
    if (SIMULATED) {
        s->v.check = false;
        s->v.ref = NULL;
    }
    set_workers("STARPU_NCPU", s->v.ncpu);
    set_workers("STARPU_NCUDA", s->v.ncuda);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", localtime(&now));
    machine_name(host, sizeof host);
    unsigned has = s->routine->has;
    int columns = (has & HAS_NRHS ? REPORT_NRHS : 0) |
                  (has & HAS_BATCH ? REPORT_BATCH : 0) |
                  (s->v.ref ? REPORT_REF : 0) |
                  (s->v.check && (has & GIVES_GROWTH) ? REPORT_GROWTH : 0) |
                  (s->v.vary || processes || (has & shown_as_variant) ? REPORT_VARIANT : 0);
    struct report_options options = {
        .out = processes ? processes->out : NULL,
        .csv = s->v.csv,
        .json = s->v.json,
        .append = s->v.append,
        .quiet = s->v.quiet,
        .tap = s->v.tap,
        .columns = columns,
        .routine_width = (int)strlen(s->routine->name),
        .sched_width = 12,
        .date = date,
        .host = host,
        .version = starling_version(),
    };
    status = report_begin(&s->report, &options, err, sizeof err) != 0 ? EXIT_FAILURE : 0;
    if (status != 0)
        fprintf(stderr, "%s %s: %s\n", program_name(), s->routine->name, err);
    if (processes)
        status = processes->agree(status);
    if (status != 0)
        return status;
    if (SIMULATED && compares)
        report_header(&s->report, "a simulated machine computes nothing: --check and --ref "
                                  "are left out");
    run_schedulers(s);
    status = report_end(&s->report, err, sizeof err);
    if (err[0])
        fprintf(stderr, "%s %s: %s\n", program_name(), s->routine->name, err);
    return s->v.trace ? run_trace(s, status) : status;
}

int command_routine(int argc, char **argv)
{
    struct session s = {.routine = find_routine(argv[0])};
    struct option_spec specs[ROUTINE_OPTIONS];
    char command[64];
    int count = routine_options(s.routine, processes != NULL, specs), arguments, status;
    snprintf(command, sizeof command, "%s %s", program_name(), s.routine->name);
    struct option_table table = {
        .command = command, .summary = s.routine->summary, .specs = specs, .count = count,
        .size = sizeof s.v,
    };
    if (command_ready(&table, argc, argv, &arguments, &s.v, &status))
        status = run_session(&s);
    options_free(&table, &s.v);
    mm_free(&s.matrix.file);
    return status;
}

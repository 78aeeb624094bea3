/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling ROUTINE`: runs every combination of its options, checks, compares, reports. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "config.h"
#include "analysis.h"
#include "bound.h"
#include "command.h"
#include "device.h"
#include "matrix_option.h"
#include "options.h"
#include "picture.h"
#include "report.h"
#include "routine_options.h"
#include "trace.h"
#include "versions.h"

static const double threshold = 30;
/* Operations from which on a run is compared with the peak. Below (a product of order 370) it
 * is some millisecond, mostly start-up, and the peak takes up to a second to measure. */
static const double worth_comparing = 1e8;

/* Everything one invocation holds. */
struct session {
    const struct routine *routine;
    struct values v;
    struct matrix_option matrix;
    struct report report;
    bool tracing;      /* the runs that are reported are over */
    double peak[2][4]; /* [cores, a GPU][precision], 0: not measured yet */
};

static int64_t pick(const struct integer_list *list, int64_t index, int64_t otherwise)
{
    return list->count > 0 ? list->v[index] : otherwise;
}

static int64_t at_least_one(int64_t count)
{
    return count > 0 ? count : 1;
}

static int64_t letters(const char *list)
{
    return list ? (int64_t)strlen(list) : 1;
}

static char letter(const char *list, int64_t index, char otherwise)
{
    return list ? (char)(list[index] - 'a' + 'A') : otherwise;
}

/* The machine's rate for this precision: its cores' and its GPUs' gemm. */
static double peak(struct session *s, starling_precision prec)
{
    int ncpu = starling_ncpu(), ncuda = starling_ncuda();
    if (s->peak[0][prec] == 0 && ncpu > 0)
        s->peak[0][prec] = peak_cpu(prec, ncpu);
    if (s->peak[1][prec] == 0 && ncuda > 0)
        s->peak[1][prec] = peak_gpu(prec);
    return s->peak[0][prec] + ncuda * s->peak[1][prec];
}

/* The options that only some routines have, for people, and the command line that repeats
 * this run alone. */
static void describe(const struct session *s, const struct problem *p, const char *sched,
                     FILE *variant, FILE *reproduce)
{
    const char *has = s->routine->options, *blank = "";
    const struct {
        char option;
        const char *name;
        int value;
    } letter_options[] = {{'a', "transa", p->transa}, {'b', "transb", p->transb},
                          {'t', "trans", p->transa}, {'s', "side", p->side},
                          {'d', "diag", p->diag}};
    fprintf(reproduce, "starling %s --type %c --n %lld --nb %lld --lda %lld", s->routine->name,
            "sdcz"[p->prec], (long long)p->n, (long long)p->nb, (long long)p->pad);
    for (int i = 0; i < 5; i++)
        if (strchr(has, letter_options[i].option)) {
            int value = letter_options[i].value - 'A' + 'a';
            fprintf(variant, "%s%s=%c", blank, letter_options[i].name, value);
            fprintf(reproduce, " --%s %c", letter_options[i].name, value);
            blank = " ";
        }
    if (strchr(has, 'u'))
        fprintf(reproduce, " --uplo %c", p->uplo == STARLING_LOWER ? 'l' : 'u');
    if (strchr(has, 'm'))
        fprintf(reproduce, " --m %lld", (long long)p->m);
    if (strchr(has, 'p')) {
        fprintf(variant, "%smb=%lld", blank, (long long)p->mb);
        fprintf(reproduce, " --mb %lld", (long long)p->mb);
    }
    if (strchr(has, 'k')) {
        fprintf(variant, "%sk=%lld", blank, (long long)p->k);
        fprintf(reproduce, " --k %lld", (long long)p->k);
    }
    if (strchr(has, 'r'))
        fprintf(reproduce, " --nrhs %lld", (long long)p->nrhs);
    if (strpbrk(has, "xg") && strcmp(s->v.matrix, "rand") != 0)
        fprintf(reproduce, " --matrix '%s'", s->v.matrix);
    fprintf(reproduce, " --seed %llu --where %s --sched %s --check",
            (unsigned long long)p->seed, s->v.where, sched);
}

/* The same as two strings that the caller frees: a path may be of any length. */
static void describe_row(const struct session *s, const struct problem *p, const char *sched,
                         char **variant, char **reproduce)
{
    size_t length[2];
    *variant = *reproduce = NULL;
    FILE *to_variant = open_memstream(variant, &length[0]);
    FILE *to_reproduce = open_memstream(reproduce, &length[1]);
    if (to_variant && to_reproduce)
        describe(s, p, sched, to_variant, to_reproduce);
    if (to_variant)
        fclose(to_variant);
    if (to_reproduce)
        fclose(to_reproduce);
}

/* What a row says before the run. */
static struct report_row row_of(const struct session *s, const struct problem *p,
                                const char *sched)
{
    struct report_row row = report_row();
    const char *has = s->routine->options;
    row.routine = s->routine->name;
    row.type = "sdcz"[p->prec];
    row.uplo = strchr(has, 'u') ? (p->uplo == STARLING_LOWER ? 'l' : 'u') : 0;
    row.m = strchr(has, 'm') ? p->m : p->n;
    row.n = p->n;
    row.nrhs = strchr(has, 'r') ? p->nrhs : REPORT_ABSENT;
    row.nb = p->nb;
    row.sched = sched;
    row.ncpu = starling_ncpu();
    row.ncuda = starling_ncuda();
    row.where = s->v.where;
    row.seed = (int64_t)p->seed;
    row.ref = s->v.ref;
    return row;
}

/* True after a sentence: a singular matrix alone is expected to have a zero pivot, and then the
 * one that LAPACK finds. */
static bool bad_info(const struct problem *p, const struct outcome *o, char *err, size_t errlen)
{
    bool singular = p->matrix == MATRIX_SINGULAR && o->info >= 0;
    if (singular && o->info != o->lapack_info)
        snprintf(err, errlen, "info = %d, LAPACK's is %d", o->info, o->lapack_info);
    else if (!singular && o->info != 0)
        snprintf(err, errlen, "info = %d: %s", o->info, starling_strerror(o->info));
    else
        return false;
    return true;
}

static void run_one(struct session *s, const struct problem *p, const char *sched)
{
    static run_case_function *const run[] = {run_case_s, run_case_d, run_case_c, run_case_z};
    struct plan plan = {.warmup = s->v.warmup, .repeat = s->v.repeat, .check = s->v.check,
                        .record = s->v.profile || s->v.gantt, .ref = s->v.ref,
                        .trace = s->tracing, .progress = !s->v.quiet,
                        .threads = s->v.threads > 0 ? s->v.threads : starling_ncpu()};
    struct report_row row = row_of(s, p, sched);
    struct outcome o = {0};
    struct bound bound = {0};
    char *variant, *reproduce, note[400] = "";

    if (s->tracing) {
        run[p->prec](p, &plan, &o, note, sizeof note);
        return;
    }
    describe_row(s, p, sched, &variant, &reproduce);
    row.variant = variant && variant[0] ? variant : NULL;
    row.reproduce = reproduce;
    if (run[p->prec](p, &plan, &o, note, sizeof note) != 0) {
        row.status = REPORT_SKIP;
        row.note = note;
    } else if (bad_info(p, &o, note, sizeof note)) {
        row.status = REPORT_FAIL;
        row.note = note;
    } else {
        row.submit_s = o.submit_s;
        row.time_s = o.time_s;
        row.tasks_s = o.tasks_s;
        row.ref_s = o.ref_s;
        bound = bound_of(&o.graph);
        row.bound_s = bound.bound_s;
        row.gflops = 1e-9 * s->routine->flops(p) / o.time_s;
        if (!SIMULATED && s->routine->flops(p) >= worth_comparing)
            row.peak_gflops = 1e-9 * peak(s, p->prec);
        row.error = o.error;
        row.growth = o.growth;
        if (s->v.check && !(o.error < threshold)) {
            row.status = REPORT_FAIL;
            if (note[0] == 0 || !isnan(o.error))
                snprintf(note, sizeof note, "scaled residual %.3g, allowed %g", o.error,
                         threshold);
        }
        row.note = note[0] ? note : NULL;
        if (s->v.gantt)
            picture_of(s->v.gantt, &row, &o.run, 1e-9 * s->routine->flops(p), &s->report);
    }
    report_add(&s->report, &row);
    if (plan.record && !s->v.tap && row.status != REPORT_SKIP && o.info == 0)
        report_analysis(&s->report, &o.run, &bound);
    recording_free(&o.graph);
    recording_free(&o.run);
    free(variant);
    free(reproduce);
}

/* One size for all operands, so that their tiles fit. */
static void choose_tiles(struct problem *p)
{
    const char *has = p->routine->options;
    if (strchr(has, 'p')) {
        lu_tiles(p->prec, p->m, p->n, &p->mb, &p->nb);
        return;
    }
    if (p->nb == 0)
        p->nb = strchr(has, 'k') ? starling_gemm_tile_size(p->prec, p->m, p->n, p->k)
                                 : starling_tile_size(p->prec, p->m, p->n);
    p->mb = p->nb;
}

/* The combinations of all lists but that of schedulers. */
static struct product combinations(const struct session *s)
{
    const struct values *v = &s->v;
    const struct mm *file = s->matrix.kind == MATRIX_FILE ? &s->matrix.file : NULL;
    const char *transa = v->trans ? v->trans : v->transa; /* no routine has both */
    int64_t lengths[] = {letters(v->type),   letters(v->uplo), letters(transa),
                         letters(v->transb), letters(v->side), letters(v->diag),
                         file ? 1 : v->n.count, file ? 1 : at_least_one(v->m.count),
                         at_least_one(v->k.count), at_least_one(v->nrhs.count),
                         v->nb.count,        v->lda.count,     at_least_one(v->mb.count)};
    return product_of(13, lengths);
}

/* All combinations under one scheduler, with the library running. */
static void run_all(struct session *s, const char *sched)
{
    const struct values *v = &s->v;
    const struct mm *file = s->matrix.kind == MATRIX_FILE ? &s->matrix.file : NULL;
    const char *transa = v->trans ? v->trans : v->transa; /* no routine has both */
    struct product c = combinations(s);
    while (product_next(&c)) {
        const char *precisions = "sdcz";
        int64_t n = file ? file->n : v->n.v[c.index[6]];
        struct problem p = {
            .routine = s->routine,
            .prec = (starling_precision)(strchr(precisions, v->type[c.index[0]]) - precisions),
            .uplo = (starling_uplo)letter(v->uplo, c.index[1], 'L'),
            .transa = (starling_trans)letter(transa, c.index[2], 'N'),
            .transb = (starling_trans)letter(v->transb, c.index[3], 'N'),
            .side = (starling_side)letter(v->side, c.index[4], 'L'),
            .diag = (starling_diag)letter(v->diag, c.index[5], 'N'),
            .n = n,
            .m = file ? n : pick(&v->m, c.index[7], n),
            .k = pick(&v->k, c.index[8], n),
            .nrhs = pick(&v->nrhs, c.index[9], 1),
            .nb = v->nb.v[c.index[10]],
            .pad = v->lda.v[c.index[11]],
            .seed = (uint64_t)v->seed,
            .device = strcmp(v->where, "device") == 0,
            .mb = pick(&v->mb, c.index[12], -1),
            .matrix = s->matrix.kind,
            .file = file,
            .cond = s->matrix.cond,
        };
        choose_tiles(&p);
        if (strcmp(s->routine->name, "herk") == 0 && p.transa == STARLING_TRANS)
            p.transa = STARLING_CONJTRANS;
        run_one(s, &p, sched);
    }
}

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
    int info = starling_init();
    if (info != 0) {
        report_none(s, sched, REPORT_SKIP, starling_strerror(info));
        return;
    }
    if (first && !s->tracing)
        print_versions(&s->report);
    if (scheduler_is(getenv("STARPU_SCHED")))
        run_all(s, scheduler_name());
    else
        report_none(s, getenv("STARPU_SCHED"), REPORT_FAIL,
                    "StarPU does not have this policy and took another");
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
    for (int64_t i = 0; i < at_least_one(list->count); i++)
        (SIMULATED ? simulate_scheduler : run_scheduler)(
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
    fprintf(stderr, "starling %s: %s\n", s->routine->name, err);
    return status != 0 ? status : EXIT_FAILURE;
}

/* 0, or an exit status after a sentence. */
static int read_matrix_option(struct session *s)
{
    char err[400];
    int status = matrix_option_read(s->v.matrix, s->routine, s->v.type, &s->matrix, err,
                                    sizeof err);
    if (status != 0)
        fprintf(stderr, "starling %s: %s\n", s->routine->name, err);
    return status;
}

/* What the table of options cannot tell. 0, or an exit status after a sentence. */
static int check_options(const struct session *s)
{
    const struct values *v = &s->v;
    const char *name = s->routine->name;
    const char *const file[] = {v->csv, v->json, v->gantt};
    static const char *const option[] = {"csv", "json", "gantt"};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            if (file[i] && file[k] && strcmp(file[i], file[k]) == 0) {
                fprintf(stderr, "starling %s: --%s and --%s both write %s\n", name, option[k],
                        option[i], file[i]);
                return EXIT_USAGE;
            }
    if (v->gantt && !picture_writable(v->gantt, name))
        return EXIT_FAILURE;
    for (int64_t i = 0; i < v->sched.count; i++)
        if (!scheduler_known(v->sched.v[i])) {
            fprintf(stderr, "starling %s: --sched %s: StarPU has no such policy\n", name,
                    v->sched.v[i]);
            return EXIT_USAGE;
        }
    return 0;
}

/* A trace is of one run, in a folder that can be written. 0, or an exit status after a sentence. */
static int prepare_trace(const struct session *s)
{
    char err[400];
    struct product all = combinations(s);
    const char *name = s->routine->name;
    if (!s->v.trace)
        return 0;
    if (s->v.sched.count > 1 || product_total(&all) != 1) {
        fprintf(stderr, "starling %s: --trace shows one run, and these lists ask for several\n",
                name);
        return EXIT_USAGE;
    }
    if (trace_missing()) {
        fprintf(stderr, "starling %s: --trace: %s\n", name, trace_missing());
        return EXIT_NOTHING;
    }
    if (trace_prepare(s->v.trace, err, sizeof err) == 0)
        return 0;
    fprintf(stderr, "starling %s: %s\n", name, err);
    return EXIT_FAILURE;
}

static int run_session(struct session *s)
{
    char err[400], date[32], host[256] = "";
    time_t now = time(NULL);
    int status = check_options(s);
    if (status == 0)
        status = read_matrix_option(s);
    if (status == 0)
        status = prepare_trace(s);
    if (status != 0)
        return status;
    bool compares = s->v.check || s->v.ref;
    if (SIMULATED) {
        s->v.check = false;
        s->v.ref = NULL;
    }
    set_workers("STARPU_NCPU", s->v.ncpu);
    set_workers("STARPU_NCUDA", s->v.ncuda);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", localtime(&now));
    machine_name(host, sizeof host);
    int columns = (strchr(s->routine->options, 'r') ? REPORT_NRHS : 0) |
                  (s->v.ref ? REPORT_REF : 0) |
                  (s->v.check && strchr(s->routine->options, 'p') ? REPORT_GROWTH : 0) |
                  (strpbrk(s->routine->options, "abtsdkp") ? REPORT_VARIANT : 0);
    struct report_options options = {
        .csv = s->v.csv, .json = s->v.json, .quiet = s->v.quiet, .tap = s->v.tap,
        .columns = columns, .sched_width = 12, .date = date, .host = host,
        .version = starling_version(),
    };
    if (report_begin(&s->report, &options, err, sizeof err) != 0) {
        fprintf(stderr, "starling %s: %s\n", s->routine->name, err);
        return EXIT_FAILURE;
    }
    if (SIMULATED && compares)
        report_header(&s->report, "a simulated machine computes nothing: --check and --ref "
                                  "are left out");
    run_schedulers(s);
    status = report_end(&s->report, err, sizeof err);
    if (err[0])
        fprintf(stderr, "starling %s: %s\n", s->routine->name, err);
    return s->v.trace ? run_trace(s, status) : status;
}

int command_routine(int argc, char **argv)
{
    struct session s = {.routine = find_routine(argv[0])};
    struct option_spec specs[ROUTINE_OPTIONS];
    char command[64], err[400];
    int count = routine_options(s.routine, specs), arguments = 0;
    snprintf(command, sizeof command, "starling %s", s.routine->name);
    struct option_table table = {
        .command = command, .summary = s.routine->summary, .specs = specs, .count = count,
        .size = sizeof s.v,
    };
    int status = options_parse(&table, argc - 1, argv + 1, &arguments, &s.v, err, sizeof err);
    if (status == OPTIONS_BAD)
        fprintf(stderr, "%s\n", err);
    else if (status == OPTIONS_HELP) {
        options_help(&table, stdout);
        status = 0;
    } else
        status = run_session(&s);
    options_free(&table, &s.v);
    mm_free(&s.matrix.file);
    return status;
}

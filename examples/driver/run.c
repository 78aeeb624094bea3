/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One run of a routine in one precision: make the operands, run, check, run the
 * reference on the same numbers. Compiled four times. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <starpu.h>
#include "analysis/progress.h"
#include "analysis/trace.h"
#include "machine/device.h"
#include "machine/memory.h"
#include "operands.h"
#include "processes.h"
#include "report/stats.h"
#include "routines/batched.h"
#include "run.h"

static double seconds(void)
{
    return 1e-6 * starpu_timing_now();
}

/* Of the calling thread, without its waits. */
static double cpu_seconds(void)
{
    struct timespec t = {0, 0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Whether its graph can be recorded, for a bound and for StarPU's models. Several processes have
 * a part of it each. */
static bool has_graph(const struct problem *p)
{
    return !(p->routine->has & RUNS_AT_ONCE) && !processes;
}

static bool device_usable(void)
{
    return starling_ncuda() > 0 && (SIMULATED || device_present());
}

/* The routine before this one, on operands as they are; its results come where they
 * came from. */
static int run_before(const struct routine *routine, struct operands *o)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    routine->submit(&o->call, seq);
    info = starling_sequence_wait(seq);
    starling_sequence_destroy(seq);
    int lost = CASE(sync_operands)(o->call.p, o);
    return info != 0 ? info : lost;
}

/* Objects over operands that are batches. Between runs there are none. */
static int begin_batches(struct operands *o)
{
    const struct problem *p = o->call.p;
    return p->routine->has & HAS_BATCH
               ? batches_wrap(p, o->shape, o->a, o->ld, &o->call.batches)
               : 0;
}

static void end_batches(struct operands *o)
{
    batches_destroy(&o->call.batches);
}

/* One timed run on operands as they are, recorded unless `recording` is NULL; name: in
 * the line of progress. */
static int run_objects(const struct problem *p, const struct plan *plan,
                       struct operands *o, const char *name, double times[3],
                       struct recording *recording)
{
    starling_sequence *seq;
    int info = p->routine->after ? run_before(p->routine->after, o) : 0;
    if (info == 0)
        info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    starling_sequence_use_caller(seq, true); /* as in a synchronous call: this thread waits */
    if (recording && processes)
        processes->meet(); /* times are from the same moment on */
    if (recording)
        recording_begin(seq, STARLING_RECORD_RUN);
    struct progress *progress = plan->progress ? progress_begin(seq, name) : NULL;
    if (processes)
        processes->meet();
    starling_progress graph = {0};
    double start = seconds(), cpu = cpu_seconds();
    int said = p->routine->submit(&o->call, seq);
    o->submit_cpu_s = cpu_seconds() - cpu;
    starling_sequence_progress(seq, &graph);
    o->submitted = (double)graph.submitted;
    times[0] = seconds() - start;
    progress_submitted(progress);
    info = starling_sequence_wait(seq);
    info = info != 0 ? info : said;
    times[1] = seconds() - start;
    progress_end(progress);
    if (recording && info == 0)
        info = recording_end(seq, recording);
    starling_sequence_destroy(seq);
    int lost = CASE(sync_operands)(p, o);
    info = info != 0 ? info : lost;
    if (processes)
        processes->meet();
    times[2] = seconds() - start;
    return info;
}

static int run_filled(const struct problem *p, const struct plan *plan,
                      struct operands *o, const char *name, double times[3],
                      struct recording *recording)
{
    int info = begin_batches(o);
    if (info == 0)
        info = run_objects(p, plan, o, name, times, recording);
    end_batches(o);
    return info == 0 && (p->routine->has & HAS_BATCH) && !SIMULATED
               ? batches_info(p, o->shape, &o->call.batches)
               : info;
}

static int run_once(const struct problem *p, const struct plan *plan,
                    struct operands *o, const char *name, double times[3],
                    struct recording *recording)
{
    int info = CASE(fill_operands)(p, o);
    return info != 0 ? info : run_filled(p, plan, o, name, times, recording);
}

/* Run r of those that are timed, from 0; below 0 are those before. */
static int run_numbered(const struct problem *p, const struct plan *plan,
                        struct operands *o, int64_t r, double times[3])
{
    char name[48];
    int64_t before = plan->warmup;
    if (r < 0)
        snprintf(name, sizeof name, "warm-up %lld of %lld", (long long)(r + before + 1),
                 (long long)before);
    else
        snprintf(name, sizeof name, "run %lld of %lld", (long long)r + 1,
                 (long long)plan->repeat);
    return run_once(p, plan, o, name, times, NULL);
}

/* The same for a trace. On handles that nothing was done to before: else the graph
 * would begin with tasks that are not in it. */
static int run_traced(const struct problem *p, const struct plan *plan,
                      struct operands *o)
{
    double times[3];
    int info = CASE(fill_operands)(p, o);
    for (int i = 0; i < OPERANDS && info == 0; i++)
        if (o->call.matrix[i]) {
            starling_matrix_destroy(o->call.matrix[i]);
            info = CASE(wrap_operand)(p, o, i);
        }
    if (info != 0)
        return info;
    trace_begin();
    info = run_filled(p, plan, o, "traced run", times, NULL);
    trace_end();
    return info;
}

/* A graph is recorded without numbers, but of a matrix that counts as factored. */
static int mark_factored(const struct problem *p, starling_matrix *A)
{
    int64_t n = starling_matrix_n(A), *ipiv = malloc(sizeof *ipiv * (size_t)(n + 1));
    for (int64_t i = 0; ipiv && i < n; i++)
        ipiv[i] = i + 1;
    int info = !ipiv ? STARLING_ENOMEM
               : p->routine->tiles == TILES_OF_LDL
                   ? starling_matrix_set_sytrf_ipiv(p->uplo, A, ipiv)
                   : starling_matrix_set_ipiv(A, ipiv);
    free(ipiv);
    return info;
}

/* The graph of the same run, with the times the models predict by now. */
static int record_graph(const struct problem *p, struct operands *o,
                        struct recording *graph)
{
    starling_sequence *seq;
    int info = p->routine->has & USES_UP_IPIV ? mark_factored(p, o->call.matrix[0]) : 0;
    if (info == 0)
        info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    info = recording_begin(seq, STARLING_RECORD_GRAPH);
    if (info == 0)
        info = begin_batches(o);
    if (info == 0)
        p->routine->submit(&o->call, seq);
    if (info == 0)
        info = recording_end(seq, graph);
    starling_sequence_destroy(seq);
    end_batches(o);
    int matrices = 0;
    for (int i = 0; i < OPERANDS; i++)
        matrices += o->call.matrix[i] != NULL;
    if (info == 0 && matrices == 1 && o->place == PLACE_HOST)
        graph->source = (struct source){.m = o->shape[0].m,
                                        .n = o->shape[0].n,
                                        .mb = p->mb,
                                        .nb = p->nb,
                                        .element = sizeof(scalar_t),
                                        .rate = recording_source_rate()};
    return info;
}

/* StarPU measures tasks for a model only once it was asked for a time that it does not
 * know; not all schedulers ask. */
static void ask_models(const struct problem *p, struct operands *o)
{
    struct recording graph;
    if (has_graph(p) && memory_for_graph(p) && record_graph(p, o, &graph) == 0)
        recording_free(&graph);
}

/* What the graph of several processes costs each of them. */
static void tell_graph(const struct operands *o, char *text, size_t size)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double tasks = processes->sum(o->submitted), count = processes->count;
    double cpu = processes->sum(o->submit_cpu_s) / count;
    double kib = processes->sum((double)usage.ru_maxrss) / count;
    snprintf(text, size, "graph: %.0f tasks; %.2f us for each and %.0f MB in a process", tasks,
             1e6 * cpu / (tasks > 0 ? tasks : 1), 1.024e-3 * kib);
}

int CASE(run_case)(const struct problem *p, const struct plan *plan,
                   struct outcome *outcome, char *err, size_t errlen)
{
    *outcome = (struct outcome){.failed = -1,
                                .submit_s = NAN,
                                .time_s = NAN,
                                .tasks_s = NAN,
                                .ref_s = NAN,
                                .error = NAN,
                                .growth = NAN};
    struct operands o;
    char note[300] = "";
    int64_t runs = plan->repeat;
    double *times = calloc((size_t)runs * 3, sizeof *times);
    err[0] = 0;
    if (p->place == PLACE_DEVICE && !device_usable()) {
        snprintf(err, errlen,
                 "--where device: there is no GPU here that Starling drives");
        free(times);
        return -1;
    }
    if (p->routine->tiles == ARRAYS && (SIMULATED || processes)) {
        snprintf(err, errlen, "it works on the numbers of an array in the calling thread");
        free(times);
        return -1;
    }
    if (processes && processes->missing(p)) {
        snprintf(err, errlen, "%s", processes->missing(p));
        free(times);
        return -1;
    }
    if (p->routine->tiles == TILES_OF_LU && p->mb < p->m && p->mb != p->nb) {
        snprintf(err, errlen,
                 "tiles of %lld x %lld: LU takes square ones (mb = nb) and block "
                 "columns (mb at least m)",
                 (long long)p->mb, (long long)p->nb);
        free(times);
        return -1;
    }
    if (!times || !memory_for_case(p, plan, err, errlen) ||
        !CASE(make_operands)(p, p->place, &o, err, errlen)) {
        free(times);
        return -1;
    }
    if (plan->trace) {
        outcome->info = run_traced(p, plan, &o);
        free(times);
        CASE(free_operands)(&o);
        return 0;
    }
    if (plan->warmup > 0)
        ask_models(p, &o);
    for (int64_t r = -plan->warmup; r < runs && run_is_right(p, outcome->info); r++) {
        double t[3] = {0, 0, 0};
        outcome->info = run_numbered(p, plan, &o, r, t);
        for (int i = 0; i < 3 && r >= 0; i++)
            times[i * runs + r] = t[i];
    }
    outcome->lapack_info = outcome->info;
    outcome->failed = p->routine->has & HAS_BATCH ? o.call.batches.failed : -1;
    if (run_is_right(p, outcome->info)) {
        outcome->submit_s = stats_of(times, runs).median;
        outcome->tasks_s = stats_of(times + runs, runs).median;
        outcome->time_s = stats_of(times + 2 * runs, runs).median;
        if (p->routine->tell && !SIMULATED)
            p->routine->tell(&o.call, outcome->told, sizeof outcome->told);
        if (processes && plan->record && !SIMULATED) /* one process of the system has all */
            tell_graph(&o, outcome->told, sizeof outcome->told);
        if (plan->check)
            (processes ? processes->check[p->prec] : CASE(check))(p, plan, &o, outcome, err,
                                                                  errlen);
        if (has_graph(p) && memory_for_graph(p))
            record_graph(p, &o, &outcome->graph); /* without it there is no bound */
        else if (has_graph(p))
            snprintf(note, sizeof note,
                     "no bound: recording about %.2g tasks would take too long",
                     count_tasks(p));
    }
    if (run_is_right(p, outcome->info) && (processes ? plan->picture : plan->record)) {
        double t[3];
        outcome->info = run_once(p, plan, &o, "recorded run", t, &outcome->run);
        if (processes && outcome->info == 0)
            processes->gather(&outcome->run);
    }
    free(times);
    CASE(free_operands)(&o);
    if (run_is_right(p, outcome->info) && plan->ref)
        outcome->ref_s = (processes ? processes->reference[p->prec] : CASE(reference))(
            p, plan, outcome->tasks_s, note, sizeof note);
    if (err[0] == 0)
        snprintf(err, errlen, "%s", note);
    return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One benchmark case in one precision: make the operands, run, check, run the reference on
 * the same numbers. Compiled four times. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <starpu.h>
#include "run.h"
#include "machine/device.h"
#include "machine/memory.h"
#include "analysis/progress.h"
#include "report/stats.h"
#include "analysis/trace.h"

static double seconds(void)
{
    return 1e-6 * starpu_timing_now();
}

/* Random numbers, or A as --matrix asks for it; reproducible. */
static int fill(const struct problem *p, int index, enum operand kind, starling_matrix *A)
{
    uint64_t seed = p->seed + (uint64_t)index * 1000003;
    int64_t n = starling_matrix_n(A);
    if (SIMULATED || (kind == GENERAL && (index > 0 || p->matrix == MATRIX_RANDOM)))
        return starling_random(seed, A);
    if (index == 0 && p->matrix != MATRIX_RANDOM)
        return CASE(generate_matrix)(p, A);
    /* A large diagonal makes it positive definite, and its triangles well conditioned. */
    int info = starling_random_hermitian(kind == DEFINITE ? p->uplo : STARLING_GENERAL,
                                         (double)n, seed, A);
    bool implicit = kind == TRIANGULAR && p->diag == STARLING_UNIT;
    return info == 0 && implicit ? CASE(scale_matrix)(1.0 / (double)(n + 1), A) : info;
}

static bool pivots(const struct problem *p)
{
    return strchr(p->routine->options, 'p') != NULL;
}

/* A run as it should be: that of a singular matrix has a zero pivot, and is complete. */
static bool right(const struct problem *p, int info)
{
    return info == 0 || (info > 0 && p->matrix == MATRIX_SINGULAR);
}

struct operands {
    struct shape shape[3];
    starling_matrix *matrix[3];
    scalar_t *a[3];
    int64_t ld[3];
    size_t size[3];
    enum place place;
};

static bool device_usable(void)
{
    return starling_ncuda() > 0 && (SIMULATED || device_present());
}

/* In simulation addresses without memory: whoever looks there ends the program. */
static void *allocate(bool device, size_t size)
{
    if (!SIMULATED)
        return device ? device_alloc(size) : malloc(size);
    void *a = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return a == MAP_FAILED ? NULL : a;
}

static void release(bool device, void *a, size_t size)
{
    if (SIMULATED && a)
        munmap(a, size);
    else if (device)
        device_free(a);
    else
        free(a);
}

static void free_operands(struct operands *o)
{
    for (int i = 0; i < 3; i++) {
        starling_matrix_destroy(o->matrix[i]);
        release(o->place == PLACE_DEVICE, o->a[i], o->size[i]);
    }
}

/* Makes a matrix, of an operand's array if it has one. */
static int wrap_operand(const struct problem *p, struct operands *o, int i)
{
    const struct shape *s = &o->shape[i];
    if (o->place == PLACE_TILES)
        return starling_matrix_create(&o->matrix[i], SL_PREC, s->m, s->n, p->mb, p->nb);
    if (o->place == PLACE_DEVICE)
        return starling_matrix_wrap_device(&o->matrix[i], SL_PREC, s->m, s->n, o->a[i],
                                           o->ld[i], p->mb, p->nb, 0);
    return starling_matrix_wrap(&o->matrix[i], SL_PREC, s->m, s->n, o->a[i], o->ld[i], p->mb,
                                p->nb);
}

/* False: a sentence is in err and nothing is left. */
static bool make_operands(const struct problem *p, enum place place, struct operands *o,
                          char *err, size_t errlen)
{
    *o = (struct operands){.place = place};
    p->routine->shapes(p, o->shape);
    for (int i = 0; i < 3; i++) {
        const struct shape *s = &o->shape[i];
        if (!s->used)
            continue;
        int64_t ld = o->ld[i] = (s->m > 1 ? s->m : 1) + p->pad;
        int64_t columns = s->n > 1 ? s->n : 1;
        bool huge = ld > INT32_MAX || __builtin_mul_overflow(sizeof(scalar_t), ld, &o->size[i]) ||
                    __builtin_mul_overflow(o->size[i], columns, &o->size[i]);
        bool array = place != PLACE_TILES;
        if (array && !huge)
            o->a[i] = allocate(place == PLACE_DEVICE, o->size[i]);
        int info = o->a[i] || !array ? wrap_operand(p, o, i) : STARLING_ENOMEM;
        if (info != 0) {
            snprintf(err, errlen, "operand %d of %.3g GB: %s", i + 1,
                     1e-9 * (double)sizeof(scalar_t) * (double)ld * (double)columns,
                     words_of(info));
            free_operands(o);
            return false;
        }
    }
    return true;
}

static int fill_operands(const struct problem *p, struct operands *o)
{
    int info = 0;
    for (int i = 0; i < 3 && info == 0; i++)
        if (o->matrix[i]) {
            info = fill(p, i, o->shape[i].kind, o->matrix[i]);
            if (info == 0)
                info = starling_matrix_sync(o->matrix[i]);
        }
    return info;
}

/* One timed run on operands as they are, recorded unless `recording` is NULL; name: in the line of
 * progress. */
static int run_filled(const struct problem *p, const struct plan *plan, struct operands *o,
                      const char *name, double times[3], struct recording *recording)
{
    starling_sequence *seq;
    int info = p->routine->prepare ? p->routine->prepare(o->matrix) : 0;
    if (info == 0)
        info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    if (recording)
        recording_begin(seq, STARLING_RECORD_RUN);
    struct progress *progress = plan->progress ? progress_begin(seq, name) : NULL;
    double start = seconds();
    p->routine->submit(p, o->matrix, seq);
    times[0] = seconds() - start;
    progress_submitted(progress);
    info = starling_sequence_wait(seq);
    times[1] = seconds() - start;
    progress_end(progress);
    if (recording && info == 0)
        info = recording_end(seq, recording);
    starling_sequence_destroy(seq);
    for (int i = 0; i < 3; i++)
        if (o->matrix[i]) {
            int lost = starling_matrix_sync(o->matrix[i]);
            info = info != 0 ? info : lost;
        }
    times[2] = seconds() - start;
    return info;
}

static int run_once(const struct problem *p, const struct plan *plan, struct operands *o,
                    const char *name, double times[3], struct recording *recording)
{
    int info = fill_operands(p, o);
    return info != 0 ? info : run_filled(p, plan, o, name, times, recording);
}

/* Run r of those that are timed, from 0; below 0 are those before. */
static int run_numbered(const struct problem *p, const struct plan *plan, struct operands *o,
                        int64_t r, double times[3])
{
    char name[48];
    int64_t before = plan->warmup;
    if (r < 0)
        snprintf(name, sizeof name, "warm-up %lld of %lld", (long long)(r + before + 1),
                 (long long)before);
    else
        snprintf(name, sizeof name, "run %lld of %lld", (long long)r + 1, (long long)plan->repeat);
    return run_once(p, plan, o, name, times, NULL);
}

/* The same for a trace. On handles that nothing was done to before: else the graph would begin
 * with tasks that are not in it. */
static int run_traced(const struct problem *p, const struct plan *plan, struct operands *o)
{
    double times[3];
    int info = fill_operands(p, o);
    for (int i = 0; i < 3 && info == 0; i++)
        if (o->matrix[i]) {
            starling_matrix_destroy(o->matrix[i]);
            info = wrap_operand(p, o, i);
        }
    if (info != 0)
        return info;
    trace_begin();
    info = run_filled(p, plan, o, "traced run", times, NULL);
    trace_end();
    return info;
}

/* The graph of the same run, with the times the models predict by now. */
static int record_graph(const struct problem *p, struct operands *o, struct recording *graph)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    info = recording_begin(seq, STARLING_RECORD_GRAPH);
    if (info == 0)
        p->routine->submit(p, o->matrix, seq);
    if (info == 0)
        info = recording_end(seq, graph);
    starling_sequence_destroy(seq);
    bool one = o->matrix[0] && !o->matrix[1] && !o->matrix[2];
    if (info == 0 && one && o->place == PLACE_HOST)
        graph->source = (struct source){
            .m = o->shape[0].m, .n = o->shape[0].n, .mb = p->mb, .nb = p->nb,
            .element = sizeof(scalar_t), .rate = recording_source_rate()};
    return info;
}

/* StarPU measures tasks for a model only once it was asked for a time that it does not know;
 * not all schedulers ask. */
static void ask_models(const struct problem *p, struct operands *o)
{
    struct recording graph;
    if (memory_for_graph(p) && record_graph(p, o, &graph) == 0)
        recording_free(&graph);
}

static void say_runtime(int info, const char *what, char *err, size_t errlen)
{
    snprintf(err, errlen, "%s: %s", what, words_of(info));
}

/* Operands as the run found them, in host memory. */
static bool host_operands(const struct problem *p, struct operands *o, char *err,
                          size_t errlen)
{
    if (!make_operands(p, PLACE_HOST, o, err, errlen))
        return false;
    int info = fill_operands(p, o);
    if (info == 0)
        return true;
    say_runtime(info, "the operands again, for the check", err, errlen);
    free_operands(o);
    return false;
}

/* The operands as a run left them, in host memory; LU's interchanges in *ipiv. */
static int get_result(const struct problem *p, struct operands *o, struct operands *after,
                      int64_t **ipiv)
{
    int info = 0;
    int64_t least = p->m < p->n ? p->m : p->n;
    *ipiv = NULL;
    for (int i = 0; i < 3 && info == 0; i++)
        if (o->matrix[i])
            info = starling_matrix_get(o->matrix[i], after->a[i], after->ld[i]);
    if (info != 0 || !pivots(p))
        return info;
    *ipiv = malloc(sizeof **ipiv * (size_t)(least + 1));
    return *ipiv ? starling_matrix_get_ipiv(o->matrix[0], *ipiv) : STARLING_ENOMEM;
}

/* What LAPACK finds when it factors A, which it overwrites. */
static int lapack_info(const struct problem *p, const struct plan *plan, struct operands *o)
{
    struct problem factorization = *p;
    int info = 0;
    factorization.routine = find_routine("getrf");
    CASE(lapack)(&factorization, o->a, o->ld, (int)plan->threads, &info);
    return info;
}

static void check(const struct problem *p, const struct plan *plan, struct operands *o,
                  struct outcome *outcome, char *err, size_t errlen)
{
    struct operands before, after;
    int64_t *ipiv = NULL;
    if (!host_operands(p, &before, err, errlen))
        return;
    if (make_operands(p, PLACE_HOST, &after, err, errlen)) {
        int info = get_result(p, o, &after, &ipiv);
        if (info != 0)
            say_runtime(info, "the result", err, errlen);
        else {
            outcome->error = CASE(residual)(p, before.a, after.a, before.ld, ipiv);
            if (pivots(p))
                outcome->growth =
                    CASE(growth)(p->m, p->n, before.a[0], after.a[0], before.ld[0]);
        }
        if (p->matrix == MATRIX_SINGULAR)
            outcome->lapack_info = lapack_info(p, plan, &before);
        free(ipiv);
        free_operands(&after);
    }
    free_operands(&before);
}

static double lapack_times(const struct problem *p, const struct plan *plan,
                           struct operands *o, double *times, char *err, size_t errlen)
{
    for (int64_t r = -1; r < plan->repeat; r++) { /* one warm-up */
        int info = fill_operands(p, o);
        if (info != 0) {
            say_runtime(info, "the operands of --ref lapack", err, errlen);
            return NAN;
        }
        double time = CASE(lapack)(p, o->a, o->ld, (int)plan->threads, &info);
        if (info != 0 && !right(p, info)) {
            snprintf(err, errlen, "--ref lapack failed with info = %d", info);
            return NAN;
        }
        times[r < 0 ? 0 : r] = time;
    }
    return stats_of(times, plan->repeat).median;
}

static double device_times(const struct problem *p, const struct plan *plan,
                           struct operands *o, double tasks_s, char *err, size_t errlen)
{
    void *const a[3] = {o->a[0], o->a[1], o->a[2]};
    bool mg = strcmp(plan->ref, "cusolvermg") == 0;
    int info = fill_operands(p, o);
    if (info != 0) {
        say_runtime(info, "the operands of the reference", err, errlen);
        return NAN;
    }
    double median = mg ? device_reference_mg(p, a, o->ld, plan->repeat)
                       : device_reference(p, a, o->ld, plan->repeat);
    if (isnan(median))
        snprintf(err, errlen, "--ref %s failed, for want of GPU memory perhaps", plan->ref);
    else if (mg)
        snprintf(err, errlen, "cusolvermg's %.4g s are the factorization alone: compare them "
                              "with the %.4g s until Starling's last task", median, tasks_s);
    return median;
}

static double reference(const struct problem *p, const struct plan *plan, double tasks_s,
                        char *err, size_t errlen)
{
    struct operands o;
    bool lapack = strcmp(plan->ref, "lapack") == 0;
    const char *missing = lapack ? NULL : device_reference_missing(p, plan->ref);
    if (missing) {
        snprintf(err, errlen, "--ref %s: %s", plan->ref, missing);
        return NAN;
    }
    double median = NAN, *times = calloc((size_t)plan->repeat, sizeof *times);
    if (times && make_operands(p, PLACE_HOST, &o, err, errlen)) {
        median = lapack ? lapack_times(p, plan, &o, times, err, errlen)
                        : device_times(p, plan, &o, tasks_s, err, errlen);
        free_operands(&o);
    }
    free(times);
    return median;
}

int CASE(run_case)(const struct problem *p, const struct plan *plan, struct outcome *outcome,
                   char *err, size_t errlen)
{
    *outcome = (struct outcome){.submit_s = NAN, .time_s = NAN, .tasks_s = NAN, .ref_s = NAN,
                                .error = NAN, .growth = NAN};
    struct operands o;
    char note[300] = "";
    int64_t runs = plan->repeat;
    double *times = calloc((size_t)runs * 3, sizeof *times);
    err[0] = 0;
    if (p->place == PLACE_DEVICE && !device_usable()) {
        snprintf(err, errlen, "--where device: there is no GPU here that Starling drives");
        free(times);
        return -1;
    }
    if (pivots(p) && p->mb < p->m && p->mb != p->nb) {
        snprintf(err, errlen, "tiles of %lld x %lld: LU takes square ones (mb = nb) and block "
                              "columns (mb at least m)", (long long)p->mb, (long long)p->nb);
        free(times);
        return -1;
    }
    if (!times || !memory_for_case(p, plan, err, errlen) ||
        !make_operands(p, p->place, &o, err, errlen)) {
        free(times);
        return -1;
    }
    if (plan->trace) {
        outcome->info = run_traced(p, plan, &o);
        free(times);
        free_operands(&o);
        return 0;
    }
    if (plan->warmup > 0)
        ask_models(p, &o);
    for (int64_t r = -plan->warmup; r < runs && right(p, outcome->info); r++) {
        double t[3] = {0, 0, 0};
        outcome->info = run_numbered(p, plan, &o, r, t);
        for (int i = 0; i < 3 && r >= 0; i++)
            times[i * runs + r] = t[i];
    }
    outcome->lapack_info = outcome->info;
    if (right(p, outcome->info)) {
        outcome->submit_s = stats_of(times, runs).median;
        outcome->tasks_s = stats_of(times + runs, runs).median;
        outcome->time_s = stats_of(times + 2 * runs, runs).median;
        if (plan->check)
            check(p, plan, &o, outcome, err, errlen);
        if (memory_for_graph(p))
            record_graph(p, &o, &outcome->graph); /* without it there is no bound */
        else
            snprintf(note, sizeof note, "no bound: recording about %.2g tasks would take too long",
                     count_tasks(p));
    }
    if (right(p, outcome->info) && plan->record) {
        double t[3];
        outcome->info = run_once(p, plan, &o, "recorded run", t, &outcome->run);
    }
    free(times);
    free_operands(&o);
    if (right(p, outcome->info) && plan->ref)
        outcome->ref_s = reference(p, plan, outcome->tasks_s, note, sizeof note);
    if (err[0] == 0)
        snprintf(err, errlen, "%s", note);
    return 0;
}

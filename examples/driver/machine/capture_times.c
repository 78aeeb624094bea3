/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Times of kernels where they are used: small runs of the routines that have a struct
 * captured, on one kind of worker, are recorded. A kernel's time is the median over its
 * tasks of the same size. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "machine/capture.h"
#include "codelets/simulation/machine_file.h"
#include "routines/routines.h"
#include "report/stats.h"

enum { ROUNDS = 6, MAX_SIZES = 6, MAX_HEIGHT = 32 };

/* Tile sizes by worker, up to the first 0, and the highest panel in tiles; a core alone
 * takes seconds for more. */
static const int64_t sizes[][MAX_SIZES] = {
    [CAPTURE_CORES] = {256, 512, 768, 1024},
    [CAPTURE_CORE] = {256, 512, 768, 1024},
    [CAPTURE_GPUS] = {256, 512, 768, 1024, 2048},
};
static const int64_t quick_sizes[MAX_SIZES] = {64, 128};
static const int64_t heights[] = {[CAPTURE_CORE] = 8, [CAPTURE_GPUS] = 32};

struct sample {
    int operation;
    int64_t width;
    double work, us;
};

/* All samples of a precision and kind. */
struct capture {
    struct sample *sample;
    int64_t samples, room;
    starling_precision prec;
    enum capture_workers workers;
    const int64_t *sizes;
};

static int add_sample(struct capture *c, struct sample s)
{
    if (c->samples == c->room) {
        int64_t room = 2 * c->room + 1024;
        struct sample *larger = realloc(c->sample, (size_t)room * sizeof *larger);
        if (!larger)
            return STARLING_ENOMEM;
        c->sample = larger;
        c->room = room;
    }
    c->sample[c->samples++] = s;
    return 0;
}

/* The tasks of a recorded sequence. What has no flops is known by the bytes of its
 * column. */
static int add_tasks(struct capture *c, starling_sequence *seq, int64_t height,
                     int64_t width)
{
    const starling_task *task;
    int64_t tasks = starling_sequence_tasks(seq, &task);
    int info = tasks < 0 ? (int)tasks : 0;
    for (int64_t i = 0; i < tasks && info == 0; i++) {
        struct sample s = {.operation = sl_find_operation(task[i].name + 1),
                           .width = width,
                           .us = 1e6 * (task[i].run_s[1] - task[i].run_s[0])};
        if (s.operation < 0 || !(s.us > 0))
            continue;
        s.work = task[i].flops > 0 ? task[i].flops
                                   : sl_operations[s.operation].work(
                                         c->prec, (double)height, (double)width);
        info = add_sample(c, s);
    }
    return info;
}

static int fill(struct call *call, const struct shape shape[OPERANDS])
{
    int info = 0;
    for (int i = 0; i < OPERANDS && info == 0; i++)
        if (call->matrix[i])
            info = shape[i].kind == DEFINITE
                       ? starling_random_hermitian(call->p->uplo, (double)shape[i].n, 1,
                                                   call->matrix[i])
                       : starling_random(1, call->matrix[i]);
    return info;
}

/* Recorded but for the first round, in which buffers are allocated and kernels loaded.
 */
static int run_rounds(struct capture *c, struct call *call,
                      const struct shape shape[OPERANDS])
{
    const struct problem *p = call->p;
    int info = 0;
    int rounds = c->workers == CAPTURE_GPUS ? ROUNDS : ROUNDS / 2;
    for (int round = 0; round < rounds && info == 0; round++) {
        starling_sequence *seq;
        info = fill(call, shape);
        if (info != 0 || (info = starling_sequence_create(&seq)) != 0)
            break;
        info = starling_sequence_record(seq, STARLING_RECORD_RUN);
        if (info == 0)
            p->routine->submit(call, seq);
        if (info == 0)
            info = starling_sequence_wait(seq);
        if (info == 0 && round > 0)
            info = add_tasks(c, seq, p->mb, p->nb);
        starling_sequence_destroy(seq);
    }
    return info;
}

/* The routine on matrices of m x n in tiles of mb x nb. */
static int run_case(struct capture *c, const struct routine *routine, int64_t m,
                    int64_t n, int64_t mb, int64_t nb)
{
    struct problem p = {.routine = routine,
                        .prec = c->prec,
                        .m = m,
                        .n = n,
                        .k = n,
                        .nrhs = n,
                        .mb = mb,
                        .nb = nb,
                        .uplo = routine->has & HAS_UPLO_OR_ALL ? STARLING_GENERAL
                                                               : STARLING_LOWER,
                        .transa = STARLING_NOTRANS,
                        .transb = STARLING_NOTRANS,
                        .side = STARLING_LEFT,
                        .diag = STARLING_NONUNIT,
                        .norm = STARLING_ONE_NORM};
    struct shape shape[OPERANDS] = {{.used = false}};
    struct call call = {.p = &p};
    int info = 0;
    routine->shapes(&p, shape);
    for (int i = 0; i < OPERANDS && info == 0; i++)
        if (shape[i].used)
            info = starling_matrix_create(&call.matrix[i], c->prec, shape[i].m,
                                          shape[i].n, mb, nb);
    if (info == 0)
        info = run_rounds(c, &call, shape);
    for (int i = 0; i < OPERANDS; i++)
        starling_matrix_destroy(call.matrix[i]);
    return info;
}

/* Cores that help each other have no panels of their own, and a core alone has nothing
 * else. */
static bool captures(const struct capture *c, const struct routine *routine,
                     bool panels)
{
    return routine->captured && routine->captured->panels == panels &&
           c->workers != (panels ? CAPTURE_CORES : CAPTURE_CORE);
}

static int run_routine(struct capture *c, const struct routine *routine, int64_t nb)
{
    int64_t n = routine->captured->n * nb;
    int info = 0;
    if (captures(c, routine, false))
        return run_case(c, routine, n, n, nb, nb);
    if (captures(c, routine, true))
        for (int64_t h = 1; h <= heights[c->workers] && info == 0; h *= 2)
            info = run_case(c, routine, h * nb, n, h * nb, nb);
    return info;
}

static int run_cases(struct capture *c)
{
    int info = 0;
    for (int i = 0; i < MAX_SIZES && c->sizes[i] > 0; i++)
        for (const struct routine *const *r = routines; *r && info == 0; r++)
            if ((*r)->captured)
                info = run_routine(c, *r, c->sizes[i]);
    return info;
}

/* NaN: there is no such task. */
static double median_us(const struct capture *c, int operation, double m, double n)
{
    double work = sl_operations[operation].work(c->prec, m, n);
    double *us = malloc(((size_t)c->samples + 1) * sizeof *us);
    int64_t count = 0;
    for (int64_t i = 0; us && i < c->samples; i++) {
        const struct sample *s = &c->sample[i];
        if (s->operation == operation && s->width == (int64_t)n &&
            fabs(s->work - work) <= 1e-9 * work)
            us[count++] = s->us;
    }
    double median = stats_of(us, us ? count : 0).median;
    free(us);
    return median;
}

/* time PRECISION OPERATION KIND SIZE:US ...; width > 0: panel, with heights for sizes.
 */
static void print_line(FILE *out, const struct capture *c, const char *name,
                       int64_t width)
{
    int operation = sl_find_operation(name), points = 0;
    for (int i = 0; i < (width > 0 ? MAX_HEIGHT : MAX_SIZES); i++) {
        int64_t m = width > 0 ? (i + 1) * width : c->sizes[i];
        double us =
            m > 0 ? median_us(c, operation, (double)m, (double)(width > 0 ? width : m))
                  : NAN;
        if (!(us > 0))
            continue;
        if (points++ == 0) {
            fprintf(out, "%-6s %c %-10s %-4s ", width > 0 ? "panel" : "time",
                    "sdcz"[c->prec], name,
                    c -> workers == CAPTURE_GPUS ? "gpu" : "core");
            if (width > 0)
                fprintf(out, "%5lld ", (long long)width);
        }
        fprintf(out, " %lld:%.*f", (long long)m, us < 100 ? 1 : 0, us);
    }
    if (points > 0)
        fprintf(out, "\n");
}

static void print_operation(FILE *out, const struct capture *c, const char *name,
                            bool panels)
{
    if (!panels)
        print_line(out, c, name, 0);
    else
        for (int k = 0; k < MAX_SIZES && c->sizes[k] > 0; k++)
            print_line(out, c, name, c->sizes[k]);
}

/* Those of square tiles first. An operation is in the list of one routine. */
static void print_times(FILE *out, const struct capture *c)
{
    for (int panels = 0; panels < 2; panels++)
        for (const struct routine *const *r = routines; *r; r++)
            if (captures(c, *r, panels))
                for (const char *const *name = (*r)->captured->operation; *name; name++)
                    print_operation(out, c, *name, panels);
}

int capture_times(FILE *out, starling_precision prec, enum capture_workers workers,
                  bool quick)
{
    struct capture c = {.prec = prec,
                        .workers = workers,
                        .sizes = quick ? quick_sizes : sizes[workers]};
    int info = run_cases(&c);
    if (info == 0)
        print_times(out, &c);
    free(c.sample);
    return info;
}

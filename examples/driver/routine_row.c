/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One combination of the options of `starling ROUTINE`: its run and its row, with the command
 * line that repeats it alone. */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "analysis/analysis.h"
#include "analysis/bound.h"
#include "machine/memory.h"
#include "picture/picture.h"
#include "routines/residual.h"
#include "processes.h"
#include "routine.h"

/* Operations from which on a run is compared with the peak. Below (a product of order 370) it
 * is some millisecond, mostly start-up, and the peak takes up to a second to measure. */
static const double worth_comparing = 1e8;

/* The machine's rate for this precision: its cores' and its GPUs' gemm, of all processes. */
static double peak(struct session *s, starling_precision prec)
{
    int ncpu = starling_ncpu(), ncuda = starling_ncuda();
    if (s->peak[0][prec] == 0 && ncpu > 0)
        s->peak[0][prec] = peak_cpu(prec, ncpu);
    if (s->peak[1][prec] == 0 && ncuda > 0)
        s->peak[1][prec] = peak_gpu(prec);
    double sum = s->peak[0][prec] + ncuda * s->peak[1][prec];
    return processes ? processes->sum(sum) : sum;
}

/* LAPACK's character of an option, as the command line has it. */
static char letter_of(int value)
{
    return (char)tolower(value);
}

/* The options that only some routines have, for people, and the command line that repeats
 * this run alone. */
static void describe(const struct session *s, const struct problem *p, const char *sched,
                     FILE *variant, FILE *reproduce)
{
    unsigned has = s->routine->has;
    const char *blank = "";
    const struct {
        unsigned option;
        const char *name;
        int value;
    } letter_options[] = {{HAS_TRANSA, "transa", p->transa}, {HAS_TRANSB, "transb", p->transb},
                          {HAS_TRANS, "trans", p->transa}, {HAS_SIDE, "side", p->side},
                          {HAS_DIAG, "diag", p->diag},
                          {HAS_NORM, "norm", p->norm}, {HAS_JOB, "job", p->job},
                          {HAS_ITYPE, "itype", '0' + p->itype}};
    if (processes)
        fprintf(reproduce, "mpirun -np %d ", processes->count);
    fprintf(reproduce, "%s %s --type %c --n %lld --lda %lld", program_name(),
            s->routine->name, "sdcz"[p->prec], (long long)p->n, (long long)p->pad);
    if (s->routine->tiles != ARRAYS)
        fprintf(reproduce, " --nb %lld", (long long)p->nb);
    if (s->variant) {
        fprintf(variant, "%s", s->variant);
        blank = " ";
    }
    if (p->grid.rows > 0) {
        char grid[40], beside[16] = "";
        if (p->grid.beside > 1)
            snprintf(beside, sizeof beside, "x%d", p->grid.beside);
        snprintf(grid, sizeof grid, "%dx%d%s", p->grid.rows, p->grid.columns, beside);
        fprintf(variant, "grid=%s", grid);
        fprintf(reproduce, " --grid %s", grid);
        blank = " ";
    }
    for (size_t i = 0; i < sizeof letter_options / sizeof letter_options[0]; i++)
        if (has & letter_options[i].option) {
            char value = letter_of(letter_options[i].value);
            fprintf(variant, "%s%s=%c", blank, letter_options[i].name, value);
            fprintf(reproduce, " --%s %c", letter_options[i].name, value);
            blank = " ";
        }
    if (has & (HAS_UPLO | HAS_UPLO_OR_ALL))
        fprintf(reproduce, " --uplo %c", letter_of(p->uplo));
    if (has & HAS_M)
        fprintf(reproduce, " --m %lld", (long long)p->m);
    if (has & HAS_MB) {
        fprintf(variant, "%smb=%lld", blank, (long long)p->mb);
        fprintf(reproduce, " --mb %lld", (long long)p->mb);
    }
    if (has & HAS_K) {
        fprintf(variant, "%sk=%lld", blank, (long long)p->k);
        fprintf(reproduce, " --k %lld", (long long)p->k);
    }
    if (has & HAS_KD) {
        fprintf(variant, "%skd=%lld", blank, (long long)p->kd);
        fprintf(reproduce, " --kd %lld", (long long)p->kd);
    }
    if (has & HAS_KL_KU) {
        fprintf(variant, "%skl=%lld ku=%lld", blank, (long long)p->kl, (long long)p->ku);
        fprintf(reproduce, " --kl %lld --ku %lld", (long long)p->kl, (long long)p->ku);
        blank = " ";
    }
    if ((has & HAS_RANGE) && s->v.range) {
        fprintf(variant, "%srange=%s", blank, s->v.range);
        fprintf(reproduce, " --range %s", s->v.range);
    }
    if (has & HAS_NRHS)
        fprintf(reproduce, " --nrhs %lld", (long long)p->nrhs);
    if (has & HAS_BATCH)
        fprintf(reproduce, " --batch %lld", (long long)p->batch);
    if (p->vary) {
        fprintf(variant, "%svary=%s", blank, s->v.vary);
        fprintf(reproduce, " --vary %s", s->v.vary);
    }
    if ((has & (HAS_DEFINITE_MATRIX | HAS_GENERAL_MATRIX)) && s->v.matrix && strcmp(s->v.matrix, "rand") != 0)
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

struct report_row row_of(const struct session *s, const struct problem *p, const char *sched)
{
    struct report_row row = report_row();
    unsigned has = s->routine->has;
    row.routine = s->routine->name;
    row.type = "sdcz"[p->prec];
    row.uplo = has & (HAS_UPLO | HAS_UPLO_OR_ALL) ? letter_of(p->uplo) : 0;
    row.m = has & HAS_M ? p->m : p->n;
    row.n = p->n;
    row.nrhs = has & HAS_NRHS ? p->nrhs : REPORT_ABSENT;
    row.batch = has & HAS_BATCH ? p->batch : REPORT_ABSENT;
    row.nb = s->routine->tiles != ARRAYS ? p->nb : REPORT_ABSENT;
    row.sched = sched;
    int64_t alike = processes ? processes->count : 1;
    row.ncpu = alike * starling_ncpu();
    row.ncuda = alike * starling_ncuda();
    row.where = s->v.where;
    row.seed = (int64_t)p->seed;
    row.ref = s->v.ref;
    row.variant = s->variant;
    return row;
}

/* True after a sentence: a singular matrix alone is expected to have a zero pivot, and then the
 * one that LAPACK finds. */
static bool bad_info(const struct problem *p, const struct outcome *o, char *err, size_t errlen)
{
    bool singular = p->matrix == MATRIX_SINGULAR && o->info >= 0;
    if (singular && o->info != o->lapack_info)
        snprintf(err, errlen, "info = %d, LAPACK's is %d", o->info, o->lapack_info);
    else if (o->failed >= 0)
        snprintf(err, errlen, "matrix %lld of the batch has info = %d", (long long)o->failed,
                 o->info);
    else if (!singular && o->info != 0)
        snprintf(err, errlen, "info = %d: %s", o->info, words_of(o->info));
    else
        return false;
    return true;
}

/* True with a sentence, which may be there already where nothing could be checked. */
static bool bad_result(const struct outcome *o, char *note, size_t size)
{
    if (residual_right(o->error) && !isinf(o->growth))
        return false;
    if (isinf(o->error) || isinf(o->growth))
        snprintf(note, size, "the residual or the growth is not finite: the result has a "
                             "NaN, an infinity or no meaning");
    else if (!isnan(o->error) || note[0] == 0)
        snprintf(note, size, "scaled residual %.3g, allowed %g", o->error, RESIDUAL_ALLOWED);
    return true;
}

double run_one(struct session *s, const struct problem *p, const char *sched)
{
    static run_case_function *const run[] = {run_case_s, run_case_d, run_case_c, run_case_z};
    struct plan plan = {.warmup = s->v.warmup, .repeat = s->v.repeat, .check = s->v.check,
                        .record = s->v.profile || s->v.gantt, .picture = s->v.gantt,
                        .ref = s->v.ref,
                        .trace = s->tracing,
                        .progress = !s->v.quiet && is_first_process(),
                        .threads = s->v.threads > 0 ? s->v.threads : starling_ncpu()};
    struct report_row row = row_of(s, p, sched);
    struct outcome o = {0};
    struct bound bound = {0};
    char *variant, *reproduce, note[400] = "";

    if (s->tracing) {
        run[p->prec](p, &plan, &o, note, sizeof note);
        return NAN;
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
        if (!SIMULATED && !(s->routine->has & COUNTS_ELEMENTS) &&
            s->routine->flops(p) >= worth_comparing)
            row.peak_gflops = 1e-9 * peak(s, p->prec);
        row.error = o.error;
        row.growth = o.growth;
        if (s->v.check && bad_result(&o, note, sizeof note))
            row.status = REPORT_FAIL;
        row.note = note[0] ? note : o.told[0] ? o.told : NULL;
        if (s->v.gantt && is_first_process())
            picture_of(s->v.gantt, &row, &o.run, 1e-9 * s->routine->flops(p), &s->report);
    }
    report_add(&s->report, &row);
    if (plan.record && !processes && !s->v.tap && row.status != REPORT_SKIP && o.info == 0)
        report_analysis(&s->report, &o.run, &bound);
    recording_free(&o.graph);
    recording_free(&o.run);
    free(variant);
    free(reproduce);
    return row.time_s;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a run is compared with: its operands, by a residual, and the same by LAPACK or
 * by a GPU's libraries. Compiled once a precision. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "operands.h"
#include "report/stats.h"
#include "routines/peer.h"
#include "routines/peer_mg.h"
#include "run.h"

static void say_runtime(int info, const char *what, char *err, size_t errlen)
{
    snprintf(err, errlen, "%s: %s", what, words_of(info));
}

/* Operands as the run found them, in host memory. */
static bool host_operands(const struct problem *p, struct operands *o, char *err,
                          size_t errlen)
{
    if (!CASE(make_operands)(p, PLACE_HOST, o, err, errlen))
        return false;
    int info = CASE(fill_operands)(p, o);
    if (info == 0)
        return true;
    say_runtime(info, "the operands again, for the check", err, errlen);
    CASE(free_operands)(o);
    return false;
}

/* The operands as a run left them, in host memory; LU's interchanges in *ipiv, and QR's tau. */
static int get_result(const struct problem *p, struct operands *o,
                      struct operands *after, int64_t **ipiv, void **tau)
{
    int info = 0;
    int64_t least = p->m < p->n ? p->m : p->n, most = p->m + p->n;
    *ipiv = NULL;
    *tau = NULL;
    for (int i = 0; i < OPERANDS && info == 0; i++)
        if (o->shape[i].used)
            info = CASE(get_operand)(p, o, i, after->a[i]);
    if (info == 0 && (p->routine->has & GIVES_TAU)) {
        *tau = malloc(sizeof(scalar_t) * (size_t)(most + 1)); /* at least the order of Q */
        return !*tau              ? STARLING_ENOMEM
               : p->routine->tau ? p->routine->tau(&o->call, *tau)
                                 : starling_matrix_get_tau(o->call.matrix[0], *tau);
    }
    if (info != 0 || !(p->routine->has & GIVES_IPIV))
        return info;
    bool batch = p->routine->has & HAS_BATCH;
    int64_t count = batch ? p->batch * least : least;
    *ipiv = malloc(sizeof **ipiv * (size_t)(count + 1));
    bool arrays = p->routine->tiles == ARRAYS;
    for (int64_t i = 0; (batch || arrays) && *ipiv && i < count; i++)
        (*ipiv)[i] = batch ? o->call.batches.ipiv_array[i] : o->call.ipiv[i];
    return !*ipiv            ? STARLING_ENOMEM
           : batch || arrays ? 0
           : p->routine->tiles == TILES_OF_LDL
               ? starling_matrix_get_sytrf_ipiv(o->call.matrix[0], *ipiv)
               : starling_matrix_get_ipiv(o->call.matrix[0], *ipiv);
}

static struct host_arrays arrays_of(const struct problem *p, const struct operands *o)
{
    struct host_arrays x = {.p = p};
    memcpy(x.a, o->a, sizeof x.a);
    memcpy(x.ld, o->ld, sizeof x.ld);
    return x;
}

/* What LAPACK finds when it factors A, which it overwrites. */
static int lapack_info(const struct problem *p, const struct plan *plan,
                       struct operands *o)
{
    struct problem factorization = *p;
    struct host_arrays x = arrays_of(&factorization, o);
    int info = 0;
    factorization.routine = &routine_getrf;
    lapack_time(&x, (int)plan->threads, &info);
    return info;
}

/* The residual of the result; a NaN is none that could be right. */
static double residual_of(const struct problem *p, const struct operands *before,
                          const struct operands *after, const int64_t *ipiv,
                          const void *tau, const double *values)
{
    struct result r = {
        .p = p, .ipiv = ipiv, .tau = tau, .values = p->routine->values ? values : NULL};
    memcpy(r.before, before->a, sizeof r.before);
    memcpy(r.after, after->a, sizeof r.after);
    memcpy(r.ld, before->ld, sizeof r.ld);
    double error = p->routine->numerics[p->prec]->residual(&r);
    return isnan(error) ? INFINITY : error;
}

void CASE(check)(const struct problem *p, const struct plan *plan, struct operands *o,
                 struct outcome *outcome, char *err, size_t errlen)
{
    struct operands before, after;
    int64_t *ipiv = NULL;
    void *tau = NULL;
    if (!p->routine->numerics[p->prec]->residual) {
        snprintf(err, errlen, "--check: this routine has no residual");
        return;
    }
    if (!host_operands(p, &before, err, errlen))
        return;
    if (CASE(make_operands)(p, PLACE_HOST, &after, err, errlen)) {
        int info = get_result(p, o, &after, &ipiv, &tau);
        if (info != 0)
            say_runtime(info, "the result", err, errlen);
        else {
            outcome->error = residual_of(p, &before, &after, ipiv, tau, o->call.values);
            if (p->routine->has & GIVES_GROWTH)
                outcome->growth =
                    CASE(growth)(p->m, p->n, before.a[0], after.a[0], before.ld[0]);
        }
        if (p->matrix == MATRIX_SINGULAR && (p->routine->has & FINDS_ZERO_PIVOT))
            outcome->lapack_info = lapack_info(p, plan, &before);
        free(ipiv);
        free(tau);
        CASE(free_operands)(&after);
    }
    CASE(free_operands)(&before);
}

static double lapack_times(const struct problem *p, const struct plan *plan,
                           struct operands *o, double *times, char *err, size_t errlen)
{
    for (int64_t r = -1; r < plan->repeat; r++) { /* one warm-up */
        int info = CASE(fill_operands)(p, o);
        if (info != 0) {
            say_runtime(info, "the operands of --ref lapack", err, errlen);
            return NAN;
        }
        struct host_arrays x = arrays_of(p, o);
        double time = lapack_time(&x, (int)plan->threads, &info);
        if (info != 0 && !run_is_right(p, info)) {
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
    bool mg = strcmp(plan->ref, "cusolvermg") == 0;
    int info = CASE(fill_operands)(p, o);
    if (info != 0) {
        say_runtime(info, "the operands of the reference", err, errlen);
        return NAN;
    }
    double median = mg ? peer_mg_time(p, o->a, o->ld, plan->repeat)
                       : peer_time(p, plan->ref, o->a, o->ld, plan->repeat);
    if (isnan(median))
        snprintf(err, errlen, "--ref %s failed, for want of GPU memory perhaps",
                 plan->ref);
    else if (mg)
        snprintf(err, errlen,
                 "cusolvermg's %.4g s are without copies: compare them "
                 "with the %.4g s until Starling's last task",
                 median, tasks_s);
    return median;
}

static const char *lapack_missing(const struct problem *p)
{
    return p->routine->numerics[p->prec]->lapack
               ? NULL
               : "it has no counterpart of this routine";
}

double CASE(reference)(const struct problem *p, const struct plan *plan, double tasks_s,
                       char *err, size_t errlen)
{
    struct operands o;
    bool lapack = strcmp(plan->ref, "lapack") == 0;
    const char *missing = lapack ? lapack_missing(p) : peer_missing(p, plan->ref);
    if (missing) {
        snprintf(err, errlen, "--ref %s: %s", plan->ref, missing);
        return NAN;
    }
    double median = NAN, *times = calloc((size_t)plan->repeat, sizeof *times);
    if (times && CASE(make_operands)(p, PLACE_HOST, &o, err, errlen)) {
        median = lapack ? lapack_times(p, plan, &o, times, err, errlen)
                        : device_times(p, plan, &o, tasks_s, err, errlen);
        CASE(free_operands)(&o);
    }
    free(times);
    return median;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "log.h"

static struct {
    pthread_once_t once;
    pthread_mutex_t mutex;
    bool on;
    double start; /* seconds that the start of Starling took */
    char why[200];
    struct sl_routine *first;
} all = {.once = PTHREAD_ONCE_INIT, .mutex = PTHREAD_MUTEX_INITIALIZER};

double sl_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int class_of(const struct sl_call *call)
{
    double order = cbrt(call->operations);
    int size = order > 1 ? (int)(4 * log2(order)) : 0;
    return (size < SL_SIZES ? size : SL_SIZES - 1) + (call->vectors ? SL_SIZES : 0);
}

/* ---- At exit ----------------------------------------------------------------------------------
 */

static struct sl_times sum(const struct sl_times *times)
{
    struct sl_times sum = {0};
    for (int i = 0; i < SL_CLASSES; i++) {
        sum.calls += times[i].calls;
        sum.seconds += times[i].seconds;
    }
    return sum;
}

/* Seconds that Starling's calls would have taken longer by LAPACK, of the sizes that both have had;
 * *all: those are all of them. */
static double gain(const struct sl_routine *routine, bool *complete)
{
    double gain = 0;
    *complete = true;
    for (int i = 0; i < SL_CLASSES; i++) {
        const struct sl_times *lapack = &routine->times[0][i], *starling = &routine->times[1][i];
        if (lapack->calls > 0 && starling->calls > 0)
            gain += lapack->seconds / (double)lapack->calls * (double)starling->calls -
                    starling->seconds;
        else if (starling->calls > 0)
            *complete = false;
    }
    return gain;
}

static void write_log(void)
{
    pthread_mutex_lock(&all.mutex);
    fprintf(stderr, "starling-lapack   Starling   seconds     LAPACK   seconds     gained\n");
    for (const struct sl_routine *r = all.first; r; r = r->link) {
        struct sl_times starling = sum(r->times[1]), lapack = sum(r->times[0]);
        bool complete;
        double gained = gain(r, &complete);
        fprintf(stderr, "%-15s %10ld %9.3f %10ld %9.3f", r->symbol, starling.calls,
                starling.seconds, lapack.calls, lapack.seconds);
        if (starling.calls > 0 && gained != 0)
            fprintf(stderr, " %s%8.3f\n", complete ? "  " : "> ", gained);
        else
            fprintf(stderr, "          -\n");
    }
    if (all.start > 0)
        fprintf(stderr, "starling-lapack: Starling started in %.3f s\n", all.start);
    if (all.why[0])
        fprintf(stderr, "starling-lapack: Starling was not used: %s\n", all.why);
    pthread_mutex_unlock(&all.mutex);
}

static void begin(void)
{
    const char *wish = getenv("STARLING_LAPACK_LOG");
    all.on = wish && *wish && strcmp(wish, "0") != 0;
    if (all.on)
        atexit(write_log);
}

bool sl_log_is_on(void)
{
    pthread_once(&all.once, begin);
    return all.on;
}

/* ---- During the run ---------------------------------------------------------------------------
 */

bool sl_log_tries_lapack(const struct sl_call *call)
{
    const struct sl_routine *routine = call->routine;
    int class = class_of(call);
    return sl_log_is_on() && routine->times[1][class].calls == 1 &&
           routine->times[0][class].calls == 0;
}

void sl_log_started(struct sl_call *call)
{
    double end = sl_now();
    all.start = end - call->start;
    call->start = end;
}

void sl_log_no_library(const char *why)
{
    snprintf(all.why, sizeof all.why, "%s", why ? why : "unknown");
}

void sl_log_call(const struct sl_call *call, double seconds)
{
    struct sl_routine *routine = call->routine;
    if (!sl_log_is_on())
        return;
    pthread_mutex_lock(&all.mutex);
    struct sl_times *times = &routine->times[call->function != NULL][class_of(call)];
    if (!routine->logged) {
        routine->logged = true;
        routine->link = all.first;
        all.first = routine;
    }
    times->calls++;
    times->seconds += seconds;
    pthread_mutex_unlock(&all.mutex);
}

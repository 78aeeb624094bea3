/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The line of progress: a thread that looks at the sequence five times a second. */

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "command.h"
#include "analysis/progress.h"

/* A run shorter than the first needs no line. */
static const double first_s = 2, next_s = 0.2;

struct progress {
    starling_sequence *seq;
    char name[40];
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    double start;
    bool all_submitted, over;
    int shown; /* characters on the terminal */
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* STARLING_PROGRESS: seconds before the line appears, for tests. */
static double delay(void)
{
    const char *text = getenv("STARLING_PROGRESS");
    char *end;
    double seconds = text ? strtod(text, &end) : first_s;
    return text && (end == text || *end || !(seconds >= 0)) ? first_s : seconds;
}

/* Operations rather than tasks tell what is left: tasks differ. */
static double left_s(const starling_progress *now, double seconds)
{
    double done = now->done_flops, all = now->submitted_flops;
    return done > 0 ? seconds * fmax(0, all - done) / done : NAN;
}

/* The line after so many seconds, as much of it as there is room for. */
static void write_line(const char *name, const starling_progress *now, double seconds,
                       bool all_submitted, char *line, size_t size)
{
    char left[40] = ", still submitting";
    if (all_submitted && isnan(left_s(now, seconds)))
        snprintf(left, sizeof left, ", none done yet");
    else if (all_submitted)
        snprintf(left, sizeof left, ", %.0f s left", ceil(left_s(now, seconds)));
    snprintf(line, size, "%s: %lld/%lld tasks, %.1f Gflop/s%s", name, (long long)now->done,
             (long long)now->submitted, 1e-9 * now->done_flops / fmax(seconds, 1e-9), left);
}

/* A line as wide as the terminal would wrap, and its beginning could not be overwritten. */
static size_t columns(void)
{
    struct winsize window;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 ? window.ws_col
                                                                               : 80;
}

/* Called with the mutex held. */
static void show(struct progress *p)
{
    starling_progress now;
    char line[140];
    size_t size = columns() < sizeof line ? columns() : sizeof line;
    if (starling_sequence_progress(p->seq, &now) != 0)
        return;
    write_line(p->name, &now, now_s() - p->start, p->all_submitted, line, size);
    int before = p->shown;
    p->shown = fprintf(stderr, "\r%s", line) - 1;
    if (p->shown < before) /* a shorter line leaves the end of the last one */
        fprintf(stderr, "%*s", before - p->shown, "");
    p->shown = before > p->shown ? before : p->shown;
    fflush(stderr);
}

/* Called with the mutex held; false: the run was over before. */
static bool sleep_until(struct progress *p, double when)
{
    struct timespec t = {(time_t)when, (long)(1e9 * (when - floor(when)))};
    while (!p->over && now_s() < when)
        pthread_cond_timedwait(&p->ended, &p->mutex, &t);
    return now_s() >= when;
}

static void *watch(void *arg)
{
    struct progress *p = arg;
    double when = p->start + delay();
    pthread_mutex_lock(&p->mutex);
    for (; sleep_until(p, when); when = now_s() + next_s)
        show(p);
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

/* The condition's clock is not one that someone may set. */
static void make_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

/* A simulation has one thread that runs at a time, and StarPU's alone. */
struct progress *progress_begin(starling_sequence *seq, const char *name)
{
    if (SIMULATED || !isatty(STDERR_FILENO))
        return NULL;
    struct progress *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    *p = (struct progress){.seq = seq, .start = now_s()};
    snprintf(p->name, sizeof p->name, "%s", name);
    pthread_mutex_init(&p->mutex, NULL);
    make_condition(&p->ended);
    if (pthread_create(&p->thread, NULL, watch, p) == 0)
        return p;
    pthread_cond_destroy(&p->ended);
    pthread_mutex_destroy(&p->mutex);
    free(p);
    return NULL;
}

void progress_submitted(struct progress *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->mutex);
    p->all_submitted = true;
    pthread_mutex_unlock(&p->mutex);
}

void progress_end(struct progress *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->mutex);
    p->over = true;
    pthread_cond_signal(&p->ended);
    pthread_mutex_unlock(&p->mutex);
    pthread_join(p->thread, NULL);
    if (p->shown > 0)
        fprintf(stderr, "\r%*s\r", p->shown, "");
    pthread_cond_destroy(&p->ended);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}

int progress_run(bool shown, const char *name, progress_submit *submit,
                 const void *problem)
{
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    struct progress *progress = shown ? progress_begin(seq, name) : NULL;
    submit(problem, seq);
    progress_submitted(progress);
    info = starling_sequence_wait(seq);
    progress_end(progress);
    starling_sequence_destroy(seq);
    return info;
}

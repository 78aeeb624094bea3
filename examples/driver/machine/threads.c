/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include "config.h"
#include "machine/threads.h"

#ifdef HAVE_OPENBLAS_SET_NUM_THREADS
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);

int blas_threads(int threads)
{
    int before = openblas_get_num_threads();
    openblas_set_num_threads(threads);
    return before;
}
#else
int blas_threads(int threads)
{
    return threads;
}
#endif

struct call {
    void (*function)(void *argument);
    void *argument;
};

static void *run(void *argument)
{
    struct call *call = argument;
    call->function(call->argument);
    return NULL;
}

void with_large_stack(void (*function)(void *argument), void *argument)
{
    enum { STACK = 64 << 20 };
    struct call call = {function, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    int error = pthread_create(&thread, &attributes, run, &call);
    pthread_attr_destroy(&attributes);
    if (error == 0)
        pthread_join(thread, NULL);
    else
        function(argument);
}

/* What threads share: a part is taken by whoever is free. */
struct crew {
    void (*function)(void *argument, int64_t begin, int64_t end);
    void *argument;
    int64_t count, part;
    atomic_int_least64_t next;
    atomic_int present;
    atomic_bool begin;
};

static void work(struct crew *c)
{
    int64_t begin;
    while ((begin = atomic_fetch_add(&c->next, c->part)) < c->count) {
        int64_t left = c->count - begin;
        c->function(c->argument, begin, begin + (left < c->part ? left : c->part));
    }
}

static void *join_crew(void *argument)
{
    struct crew *c = argument;
    atomic_fetch_add(&c->present, 1);
    while (!atomic_load(&c->begin))
        sched_yield();
    work(c);
    return NULL;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double with_threads(int threads, int64_t count,
                    void (*function)(void *argument, int64_t begin, int64_t end),
                    void *argument)
{
    enum { PARTS_OF_A_THREAD = 16 };
    int64_t parts = (int64_t)PARTS_OF_A_THREAD * (threads > 1 ? threads : 1);
    struct crew c = {
        .function = function, .argument = argument, .count = count, .part = count / parts + 1};
    pthread_t *thread = malloc(sizeof *thread * (size_t)(threads > 1 ? threads : 1));
    int created = 0;
    while (thread && created < threads - 1 &&
           pthread_create(&thread[created], NULL, join_crew, &c) == 0)
        created++;
    while (atomic_load(&c.present) < created)
        sched_yield();
    double start = seconds();
    atomic_store(&c.begin, true);
    work(&c);
    for (int i = 0; i < created; i++)
        pthread_join(thread[i], NULL);
    free(thread);
    return seconds() - start;
}

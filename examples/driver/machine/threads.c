/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#include <pthread.h>
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

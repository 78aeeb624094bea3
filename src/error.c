/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Errors: their words, and the user's handler. */

#include <pthread.h>
#include "internal.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static starling_error_handler user_handler;
static void *user_data;

void starling_set_error_handler(starling_error_handler handler, void *data)
{
    pthread_mutex_lock(&mutex);
    user_handler = handler;
    user_data = data;
    pthread_mutex_unlock(&mutex);
}

int sl_error(const char *routine, int info, const char *message)
{
    pthread_mutex_lock(&mutex);
    starling_error_handler handler = user_handler;
    void *data = user_data;
    pthread_mutex_unlock(&mutex);
    if (handler)
        handler(routine, info, message ? message : starling_strerror(info), data);
    return info;
}

const char *starling_strerror(int info)
{
    switch (info) {
    case 0:
        return "success";
    case STARLING_ENOMEM:
        return "out of memory";
    case STARLING_ENOWORKER:
        return "no worker can run this task (no core or GPU is available to StarPU)";
    case STARLING_EDEVICE:
        return "StarPU does not drive this device";
    case STARLING_ERUNTIME:
        return "StarPU refused to start or to take a task";
    case STARLING_EBUSY:
        return "matrices or sequences still exist";
    }
    if (info > 0)
        return "numerical failure: the matrix is singular or not positive definite there";
    return info > -1000 ? "an argument is wrong: the one numbered -info" : "unknown error";
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Error sentences, and the user's handler. */

#include <complex.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "cluster.h"
#include "runtime.h"

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

void sl_error_after_fork(void)
{
    mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; /* another thread may have had it */
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

struct sl_same sl_same_number(int64_t number)
{
    return (struct sl_same){(uint64_t)number, false};
}

struct sl_same sl_same_real(double number)
{
    struct sl_same same = {0, false};
    memcpy(&same.bits, &number, sizeof number);
    return same;
}

struct sl_same sl_same_complex(double _Complex number)
{
    struct sl_same re = sl_same_real(creal(number)), im = sl_same_real(cimag(number));
    return (struct sl_same){sl_digest(re.bits, im.bits), false};
}

struct sl_same sl_same_address(const void *address)
{
    return (struct sl_same){address != NULL, false};
}

struct sl_value sl_value_number(int64_t number)
{
    struct sl_value value;
    snprintf(value.text, sizeof value.text, " is %" PRId64 ", but", number);
    return value;
}

struct sl_value sl_value_real(double number)
{
    struct sl_value value;
    snprintf(value.text, sizeof value.text, " is %g, but", number);
    return value;
}

/* An option that is a letter in LAPACK. Other values are printed as numbers. */
struct sl_value sl_value_letter(int64_t letter)
{
    struct sl_value value;
    if (letter <= ' ' || letter > '~')
        return sl_value_number(letter);
    snprintf(value.text, sizeof value.text, " is '%c', but", (char)letter);
    return value;
}

struct sl_value sl_value_address(const void *address)
{
    struct sl_value value;
    snprintf(value.text, sizeof value.text, "%s", address ? "" : " is NULL, but");
    return value;
}

int sl_bad_argument(const char *routine, int position, const char *name, struct sl_value value,
                    const char *format, ...)
{
    char must[200], message[400];
    va_list list;
    va_start(list, format);
    vsnprintf(must, sizeof must, format, list);
    va_end(list);
    snprintf(message, sizeof message, "argument %d (%s) of %s%s must be %s", position, name,
             routine, value.text, must);
    return sl_error(routine, -position, message);
}

/* For all arguments that functions have. */
static const char *const bad_argument[] = {
    "argument 1 is wrong",  "argument 2 is wrong",  "argument 3 is wrong",
    "argument 4 is wrong",  "argument 5 is wrong",  "argument 6 is wrong",
    "argument 7 is wrong",  "argument 8 is wrong",  "argument 9 is wrong",
    "argument 10 is wrong", "argument 11 is wrong", "argument 12 is wrong",
    "argument 13 is wrong"};
enum { ARGUMENTS = sizeof bad_argument / sizeof bad_argument[0] };

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
    case STARLING_EGRID:
        return "the processes pass different arguments";
    }
    if (info > 0)
        return "numerical failure: the matrix is singular or not positive definite there";
    return info >= -ARGUMENTS ? bad_argument[-info - 1] : "unknown error";
}

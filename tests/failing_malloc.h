/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Allocations that fail when a test says so. The program is linked with --wrap=malloc and so on, and
 * with the library inside it: the library's allocations come here. */

#ifndef FAILING_MALLOC_H
#define FAILING_MALLOC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *a, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *a, size_t size);

static atomic_bool armed, forever; /* forever: and all that follow */
static atomic_int countdown;       /* allocations until one fails */

static bool fails_now(void)
{
    int left = armed ? atomic_fetch_sub(&countdown, 1) : 1;
    return left == 0 || (left < 0 && forever);
}

static void arm(int allocations)
{
    countdown = allocations;
    armed = true;
}

/* Whether none failed: there were fewer. */
static bool disarm(void)
{
    armed = false;
    return countdown >= 0;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *a, size_t size)
{
    return fails_now() ? NULL : __real_realloc(a, size);
}

#endif

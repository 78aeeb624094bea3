/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS has one thread while the library computes, in tasks or in the calling thread, and the
 * application's number of threads afterwards. A small problem takes less time than two mutexes, so
 * the users of one thread are counted by one atomic operation each. If the application has one
 * thread anyway, and nobody else is here, a small problem does without this, too. */

#include <sched.h>
#include <stdatomic.h>
#include "codelets/device.h"
#include "runtime.h"

enum { BUSY = -1 }; /* the first or the last user is changing the number of threads */
static atomic_int users;
static int threads; /* the application's; written by who has made users BUSY */

/* users = to, if they are `from`; false: try again. */
static bool change(int from, int to)
{
    if (from == BUSY) {
        sched_yield();
        return false;
    }
    return atomic_compare_exchange_weak_explicit(&users, &from, to, memory_order_acquire,
                                                 memory_order_relaxed);
}

/* number: the application's number of threads, 0: not read yet */
static void enter(int number)
{
    int now;
    do
        now = atomic_load_explicit(&users, memory_order_relaxed);
    while (!change(now, now == 0 ? BUSY : now + 1));
    if (now == 0) {
        threads = number > 0 ? number : sl_blas_threads();
        if (threads != 1)
            sl_blas_set_threads(1);
        atomic_store_explicit(&users, 1, memory_order_release);
    }
}

void sl_blas_enter(void)
{
    enter(0);
}

/* Who has chosen another number meanwhile keeps it. */
void sl_blas_leave(void)
{
    int now;
    do
        now = atomic_load_explicit(&users, memory_order_relaxed);
    while (!change(now, now == 1 ? BUSY : now - 1));
    if (now == 1) {
        if (threads != 1 && sl_blas_threads() == 1)
            sl_blas_set_threads(threads);
        atomic_store_explicit(&users, 0, memory_order_release);
    }
}

/* ---- Small problems ------------------------------------------------------------------------ */

/* A bit for each small problem that this thread is in, the last one lowest: it is counted. There
 * are two if LAPACK calls a function of the application, which calls the library. */
static _Thread_local uint64_t counts;

/* If the application has one thread and nobody else is here, there is nothing to change nor to
 * count. Callers in many threads then write nothing that they share. */
void sl_blas_enter_small(void)
{
    bool nobody = atomic_load_explicit(&users, memory_order_acquire) == 0;
    int number = nobody ? sl_blas_threads() : 0;
    bool counted = number != 1 || atomic_load_explicit(&users, memory_order_acquire) != 0;
    if (counted)
        enter(number > 1 ? number : 0);
    counts = counts << 1 | counted;
}

void sl_blas_leave_small(void)
{
    bool counted = counts & 1;
    counts >>= 1;
    if (counted)
        sl_blas_leave();
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* BLAS has one thread while the library computes, in tasks or in the calling thread, and the
 * application's number of threads afterwards. A small problem takes less time than two mutexes, so
 * the users of one thread are counted by one atomic operation each. */

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

void sl_blas_enter(void)
{
    int now;
    do
        now = atomic_load_explicit(&users, memory_order_relaxed);
    while (!change(now, now == 0 ? BUSY : now + 1));
    if (now == 0) {
        threads = sl_blas_threads(1);
        atomic_store_explicit(&users, 1, memory_order_release);
    }
}

/* Who has chosen another number meanwhile keeps it. */
void sl_blas_leave(void)
{
    int now;
    do
        now = atomic_load_explicit(&users, memory_order_relaxed);
    while (!change(now, now == 1 ? BUSY : now - 1));
    if (now == 1) {
        sl_blas_change(1, threads);
        atomic_store_explicit(&users, 0, memory_order_release);
    }
}

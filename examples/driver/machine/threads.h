/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Threads of BLAS' own and of the command, for what it measures beside the library. */

#ifndef THREADS_H
#define THREADS_H

#include <stdint.h>

/* Sets their number and returns the one before. Without OpenBLAS nothing is set: the
 * environment variables of that BLAS hold. */
int blas_threads(int threads);

/* Calls it in a thread that has a stack of its own: OpenBLAS' LU on several threads
 * takes half a MiB of it for each halving of the columns. */
void with_large_stack(void (*function)(void *argument), void *argument);

/* Calls it for parts of 0, ..., count - 1 in so many threads, at least one, until all are
 * done. Seconds, which begin when the threads are there. */
double with_threads(int threads, int64_t count,
                    void (*function)(void *argument, int64_t begin, int64_t end),
                    void *argument);

#endif

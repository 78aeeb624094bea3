/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The threads of BLAS' own, for what the command measures beside the library. */

#ifndef THREADS_H
#define THREADS_H

/* Sets their number and returns the one before. Without OpenBLAS nothing is set: the
 * environment variables of that BLAS hold. */
int blas_threads(int threads);

/* Calls it in a thread that has a stack of its own: OpenBLAS' LU on several threads
 * takes half a MiB of it for each halving of the columns. */
void with_large_stack(void (*function)(void *argument), void *argument);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The threads of BLAS' own, for what the command measures beside the library. */

#ifndef THREADS_H
#define THREADS_H

/* Sets their number and returns the one before. Without OpenBLAS nothing is set: the
 * environment variables of that BLAS hold. */
int blas_threads(int threads);

#endif

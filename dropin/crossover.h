/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#ifndef SL_CROSSOVER_H
#define SL_CROSSOVER_H

#include <stdbool.h>

/* The smallest sizes, cube roots of m n k, of BLAS least of m, n and k, that Starling takes: of a
 * problem of values alone or without such a choice, and of one with vectors. */
struct sl_sizes {
    double values, vectors;
};

/* Of a routine, by its name without the letter of the precision. STARLING_LAPACK_CROSSOVER
 * overrides: a number for all routines of LAPACK, or "potrf=1000,getrf=2000,blas=4000". */
struct sl_sizes sl_crossover(const char *routine, bool blas);

/* About so long Starling takes to start; 0 if STARLING_LAPACK_CROSSOVER is set, so it starts at
 * once. */
double sl_start_seconds(void);

#endif

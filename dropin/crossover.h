/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#ifndef SL_CROSSOVER_H
#define SL_CROSSOVER_H

/* The smallest size, the cube root of m n k, at which Starling takes a routine, by its name without
 * the letter of the precision. STARLING_LAPACK_CROSSOVER overrides: a number for all routines, or
 * "potrf=1000,getrf=2000". */
double sl_crossover(const char *routine);

#endif

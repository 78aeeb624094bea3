/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The commands of the `starling` program, and what they share. */

#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <starling.h>
#include <starpu_config.h>
#include "routines/routines.h"

/* Exit statuses: 0 all passed, 1 something failed, 2 bad usage, 77 nothing could run. */
enum { EXIT_USAGE = 2, EXIT_NOTHING = 77 };

/* On a simulated machine times are simulated and nothing is computed: operands take no memory,
 * and there is nothing to check, to compare with or to measure. */
#ifdef STARPU_SIMGRID
enum { SIMULATED = true };
#else
enum { SIMULATED = false };
#endif

/* Reads a command line by options_parse(), and prints the sentence, or the help. Whether the
 * command shall run; else *status is its exit status. options_free is due. */
struct option_table;
bool command_ready(const struct option_table *table, int argc, char **argv, int *arguments,
                   void *values, int *status);

/* argv[0] is the command's name. */
int command_routine(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_eig(int argc, char **argv);
int command_svd(int argc, char **argv);
int command_machine(int argc, char **argv);
int command_tune(int argc, char **argv);

/* The last sentence of the library about such a failure, else starling_strerror(info). */
const char *words_of(int info);
/* The exit status where starling_init() returned info, not 0. Without a worker, or
 * memory for one, nothing could run, else the start has failed. */
int start_status(int info);

/* Sets STARPU_NCPU or STARPU_NCUDA for the next start of the library; -1 leaves it. */
void set_workers(const char *variable, int64_t count);
/* Once the library has started: a sentence where there are fewer workers than were asked for. */
void tell_workers(const char *command, int64_t ncpu, int64_t ncuda);

/* Measured gemm rates in flop/s: all given cores together, one GPU (0: none). */
double peak_cpu(starling_precision prec, int threads);
double peak_gpu(starling_precision prec);
/* The same on n x n tiles: of so many cores, a tile each at the same time; of one GPU. */
double tile_rate_cores(starling_precision prec, int64_t n, int cores, double *took_s);
double tile_rate_gpu(starling_precision prec, int64_t n);
/* Draws these (tile_rates.c). 0, or -1 with a sentence in err. */
int plot_tile_rates(const char *path, char *err, size_t errlen);

#endif

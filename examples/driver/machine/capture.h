/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling machine --capture FILE`: the description of this machine for simulations
 * (schedulers/machines/README). */

#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdbool.h>
#include <stdio.h>
#include <starling.h>

/* Writes it, for these precisions; quick: small tiles alone. 0, or -1 with a sentence in err.
 * The library must not have been started. */
int capture_machine(const char *path, const char *precisions, bool quick, char *err,
                    size_t errlen);

/* Nodes of GPUs, in their order; the rest of StarPU's nodes is the host's memory. How
 * many they are. */
int capture_gpus(unsigned *node);
/* The links between memories, and what copies share (capture_links.c). */
void capture_links(FILE *out);

/* The kinds of workers that are measured; a core alone is one that nobody helps with panels. */
enum capture_workers { CAPTURE_CORES, CAPTURE_CORE, CAPTURE_GPUS };
/* Times of kernels on them, a line an operation (capture_times.c). The library must have been
 * started with these workers alone. 0 or a failure of the library. */
int capture_times(FILE *out, starling_precision prec, enum capture_workers workers, bool quick);

#endif

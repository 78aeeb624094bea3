/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which tasks cores should take from GPUs when all have work enough: a linear program. */

#ifndef AREA_H
#define AREA_H

enum {
    AREA_CLASSES = 48 /* a quarter of an octave each: ratios up to 4096 */
};

/* The tasks that have not begun. */
struct area {
    double core[AREA_CLASSES], gpu[AREA_CLASSES]; /* time on one core, on one GPU: those that
                            both can do, by how many times longer a core takes */
    double work; /* of those that GPUs can do: time on one GPU */
};

/* Adds `count` tasks of these lengths (of an entry), or takes them away. */
void sl_area_add(struct area *a, double core, double gpu, int count);
/* The time in which so many cores and GPUs do all, when tasks can be split. *ratio: what cores
 * take in that time. */
double sl_area_time(const struct area *a, unsigned cores, unsigned gpus, double *ratio);

#endif

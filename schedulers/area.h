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
    struct area_class { /* those that both can do, by how many times longer a core takes */
        unsigned long count;
        double core, gpu; /* their time on one core, on one GPU */
    } class[AREA_CLASSES];
    unsigned long shared; /* tasks in all classes */
    double work; /* of those that GPUs can do: time on one GPU */
};

/* Who does what in the least time. */
struct area_share {
    double time;
    double ratio; /* cores take what takes them at most so many times as long as GPUs; 0: nothing */
    double length; /* on a core, of a task of the class that both do, on average */
    double common; /* the part of that class in what GPUs do */
};

/* Adds `count` tasks of these lengths (of an entry), or takes them away. */
void sl_area_add(struct area *a, double core, double gpu, int count);
/* When so many cores and GPUs do all, and tasks can be split. */
struct area_share sl_area_share(const struct area *a, unsigned cores, unsigned gpus);

#endif

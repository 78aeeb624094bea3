/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A linear program: which tasks cores take from GPUs so that all ends soonest. */

#ifndef AREA_H
#define AREA_H

enum {
    AREA_CLASSES = 48 /* a quarter of an octave each: ratios up to 4096 */
};

/* The tasks that have not begun. */
struct area {
    struct area_class { /* tasks that both kinds can run, by time on a core over time on
                           a GPU */
        unsigned long count;
        double core, gpu; /* their time on one core, on one GPU */
    } class[AREA_CLASSES];
    unsigned long shared; /* tasks in all classes */
    double work;          /* of all tasks that GPUs can run, on one GPU */
};

/* The solution. */
struct area_share {
    double time;
    double ratio;  /* cores take tasks up to this ratio of times; 0: none */
    double length; /* mean time on a core of the class that both run */
    double common; /* the part of that class in what GPUs run */
};

/* Adds `count` tasks of these lengths (of an entry), or removes them. */
void policy_area_add(struct area *a, double core, double gpu, int count);
/* With so many cores and GPUs, if tasks could be split. */
struct area_share policy_area_share(const struct area *a, unsigned cores,
                                    unsigned gpus);

#endif

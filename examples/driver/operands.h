/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The operands of a run: memory, matrices, numbers. For files compiled once a
 * precision. */

#ifndef OPERANDS_H
#define OPERANDS_H

#include "command.h"
#include "routines/probe.h"

struct operands {
    struct shape shape[OPERANDS];
    struct call call; /* with the matrices */
    void *a[OPERANDS];
    int64_t ld[OPERANDS];
    size_t size[OPERANDS];
    bool pinned[OPERANDS];
    enum place place;
    double submitted, submit_cpu_s; /* tasks of the last run, and its thread's time */
};

/* False: a sentence is in err and nothing is left. */
bool CASE(make_operands)(const struct problem *p, enum place place, struct operands *o,
                         char *err, size_t errlen);
void CASE(free_operands)(struct operands *o);

/* Makes the matrix of an operand, of its array if it has one. */
int CASE(wrap_operand)(const struct problem *p, struct operands *o, int i);

/* Waits for what was submitted on them, and brings the results to where they came from. */
int CASE(sync_operands)(const struct problem *p, struct operands *o);

/* Copies the result to an array in main memory with the same leading dimension. */
int CASE(get_operand)(const struct problem *p, struct operands *o, int i, void *a);

/* Gives them the numbers that a run starts from, the same each time. */
int CASE(fill_operands)(const struct problem *p, struct operands *o);

#endif

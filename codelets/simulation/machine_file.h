/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What machine_file.c reads and machine_times.c uses: operations, and points of curves. */

#ifndef SL_MACHINE_FILE_H
#define SL_MACHINE_FILE_H

#include "machine_times.h"

enum { SL_OPERATIONS = 20, SL_KINDS = 2, SL_PRECISIONS = 4 };

struct sl_operation {
    const char *name;
    /* Flops, or bytes where there are none, on m x n tiles; panels may be higher than wide. */
    double (*work)(starling_precision prec, double m, double n);
    const char *like; /* the operation whose rate it has where it was not measured */
    double factor;    /* ... times this, a guess */
    const char *below; /* what works on the part of a panel that is below its square */
};
extern const struct sl_operation sl_operations[SL_OPERATIONS];
int sl_find_operation(const char *name); /* -1: none is called so */

/* Points of one curve follow one another; width 0: tiles of all widths are one curve. */
struct sl_point {
    int operation, prec, kind; /* kind 0: cores, 1: GPUs */
    int64_t width;
    double work, us;
};

struct sl_machine {
    struct sl_point *point;
    size_t points, room;
    /* where a curve begins; the last one is where that of the second kind ends */
    size_t first[SL_PRECISIONS][SL_OPERATIONS][SL_KINDS + 1];
    struct {
        double rate, start; /* GB/s, microseconds */
    } memory[SL_KINDS];
};

#endif

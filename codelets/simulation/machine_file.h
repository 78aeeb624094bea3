/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Operations and points of curves: machine_file.c reads them, machine_times.c uses them. */

#ifndef SL_MACHINE_FILE_H
#define SL_MACHINE_FILE_H

#include "machine_times.h"

enum { SL_OPERATIONS = 18, SL_KINDS = 2, SL_PRECISIONS = 4 };

struct sl_operation {
    const char *name;
    /* Flops, or bytes if it has none, on m x n tiles; panels may have m > n. */
    double (*work)(starling_precision prec, double m, double n);
    const char *like; /* the operation whose rate it takes if it has no times */
    double factor;    /* ... multiplied by this */
    const char *below; /* the operation whose rate the rows below the square of a panel take */
};
extern const struct sl_operation sl_operations[SL_OPERATIONS];
int sl_find_operation(const char *name); /* -1: none has this name */

/* A point of a curve. Points of a curve are adjacent. width 0: one curve for tiles of all
 * widths. */
struct sl_point {
    int operation, prec, kind; /* kind 0: cores, 1: GPUs */
    int64_t width;
    double work, us;
};

struct sl_machine {
    struct sl_point *point;
    size_t points, room;
    /* where the curves of a kind begin; the last index is their end */
    size_t first[SL_PRECISIONS][SL_OPERATIONS][SL_KINDS + 1];
    struct {
        double rate, start; /* GB/s, microseconds */
    } memory[SL_KINDS];
};

#endif

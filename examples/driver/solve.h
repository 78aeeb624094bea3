/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A system from files and its solution; solve_system.c is compiled once a precision. */

#ifndef SOLVE_H
#define SOLVE_H

#include <stdio.h>
#include "command.h"
#include "files/mm.h"

struct system {
    struct mm a, b; /* b.values = NULL: A times ones */
    starling_precision prec;
    int64_t nb;
    bool progress; /* a line on the terminal while it lasts */
    FILE *out;     /* what is done is told there; NULL: nowhere */
    const char *name; /* of A's file */
};

struct solution {
    int info;     /* of posv or gesv, or a runtime failure */
    bool lu;      /* solved by gesv, else by posv */
    int not_definite; /* what posv said before LU took over, 0: it was not asked */
    int64_t nrhs;
    double time_s, flops;
    bool overflows;  /* A times ones does: nothing was solved */
    double residual; /* |b - A x| / (n eps |A| |x|), the largest of all columns */
    double rcond;    /* LAPACK's estimate of 1 / (|A|_1 |A^-1|_1); NaN: it failed */
    double growth;   /* of LU: max |U| / max |A| */
    double error;    /* the largest |x - 1| where B is A times ones, else NaN */
    struct mm x;
};

/* Tell how the system is about to be solved, and how long it took (solve.c). */
void solve_tell_method(const struct system *system, const struct solution *solution);
void solve_tell_time(const struct system *system, const struct solution *solution);

typedef void solve_function(const struct system *system, struct solution *solution);
solve_function solve_s, solve_d, solve_c, solve_z;

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where a call of the drop-in library goes: to Starling, or to the LAPACK that the program would
 * have had without it. */

#ifndef SL_ROUTE_H
#define SL_ROUTE_H

#include <stdbool.h>
#include <stdint.h>
#include "crossover.h"

typedef void sl_fortran(); /* any arguments */

/* A class of sizes is a quarter of a power of two, of values alone or with vectors. */
enum { SL_SIZES = 80, SL_CLASSES = 2 * SL_SIZES };

/* A Fortran routine; it lives as long as the program. */
struct sl_routine {
    const char *name, *symbol, *ours; /* potrf, dpotrf_, starling_dpotrf */
    struct sl_sizes least;            /* that Starling takes */
    bool blas;                        /* of BLAS */
    int64_t small;                    /* of BLAS: next gets all that is smaller, and no log */
    sl_fortran *next;                 /* LAPACK's */
    void *function;                   /* Starling's */
    int known;                        /* crossover is set */
    bool logged;                      /* in the list of routines */
    struct sl_routine *link;
    /* For the log: [0] LAPACK, [1] Starling. */
    struct sl_times {
        long calls;
        double seconds;
    } times[2][SL_CLASSES];
};

/* One call of it. */
struct sl_call {
    struct sl_routine *routine;
    const void *caller;
    void *function;           /* Starling's, if it takes the call */
    sl_fortran *next;         /* LAPACK's, if it was not known */
    double operations, start; /* about; the time, if it matters */
    bool vectors;             /* they are wanted, too */
    bool before;              /* Starling would take it, but is not started */
};

struct sl_call sl_begin(struct sl_routine *routine, const void *caller);

/* A call of BLAS that is next's without more ado. */
static inline bool sl_is_small(const struct sl_routine *routine, int64_t m, int64_t n, int64_t k)
{
    int64_t small = __atomic_load_n(&routine->small, __ATOMIC_ACQUIRE);
    return m < small || n < small || k < small;
}

/* A call is as large as Starling wants it. */
bool sl_is_large(struct sl_call *call, double m, double n, double k);

/* Starling is there and takes a call of about m n k operations: sets call->function. */
bool sl_takes(struct sl_call *call, double m, double n, double k);

/* The info of Starling, in a routine that has none: a failure stops the program, as xerbla does. */
void sl_check(const struct sl_call *call, int info);

/* LAPACK's routine, which gets the call. There is always one: the library is linked to a LAPACK for
 * programs without. */
sl_fortran *sl_next(struct sl_call *call);

/* The end of a call. */
void sl_done(struct sl_call *call);

#endif
